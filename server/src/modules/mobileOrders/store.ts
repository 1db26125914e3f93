import { isOfferedCode } from '@xunyun/contract/dictionary'
import type { Input } from '@xunyun/contract/kernel/call'
import type { placePhoneOrder, takePhoneOrder } from '@xunyun/contract/mobileOrders/calls'
import { type Selectable, sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import { owned, type Tx } from '../../platform/db.ts'
import { badField, notFound, refuseFields } from '../../platform/refusal.ts'
import { regionByCode } from '../../platform/regions.ts'
import type { PhoneOrder } from '../../platform/schema.phoneOrders.ts'
import { scoped } from '../../platform/scope.ts'
import { searchText } from '../../platform/search.ts'
import { changed } from '../../platform/version.ts'

export type OrderInput = Input<typeof placePhoneOrder> | Input<typeof takePhoneOrder>
type Party = NonNullable<Input<typeof takePhoneOrder>['shipper']>
type Side = 'shipper' | 'consignee'

/** The party columns of one side; a region that is given must be the finest there is. */
function partyColumns(side: Side, party: Party = {}) {
  const region = party.region === undefined ? undefined : regionByCode(party.region)
  if (party.region !== undefined && !region?.leaf) throw badField(`${side}.region`, 'field.region')
  return {
    [`${side}_company`]: party.company ?? null,
    [`${side}_name`]: party.name ?? null,
    [`${side}_phone`]: party.phone ?? null,
    [`${side}_region`]: region?.code ?? null,
    [`${side}_region_name`]: region?.name ?? null,
    [`${side}_city`]: region?.city ?? null,
    [`${side}_address`]: party.address ?? null,
  } as Record<string, string | null>
}

/** Package and quick remarks are on offer. */
function refuseDisabledWords(input: OrderInput): void {
  const remarks = input.quickRemarks ?? []
  refuseFields([
    ...(input.package === undefined || isOfferedCode('package', input.package)
      ? []
      : [{ path: 'package', reason: 'settings.wordDisabled' as const }]),
    ...(remarks.every((code) => isOfferedCode('quickRemark', code))
      ? []
      : [{ path: 'quickRemarks', reason: 'settings.wordDisabled' as const }]),
  ])
}

/** The columns that follow from what was typed. */
export function columnsOf(
  orderNo: string,
  input: OrderInput,
  customer: { id: number; name: string } | null,
  caller: { name: string | null; phone: string | null },
) {
  refuseDisabledWords(input)
  const { shipper, consignee } = input
  return {
    ...partyColumns('shipper', shipper),
    ...partyColumns('consignee', consignee),
    customer_id: customer?.id ?? null,
    caller_name: caller.name,
    caller_phone: caller.phone,
    goods_name: input.goodsName,
    package: input.package ?? null,
    pieces: input.pieces,
    weight: input.weight ?? null,
    volume: input.volume ?? null,
    plan_pickup: input.planPickup ?? null,
    pay_method: input.payMethod ?? null,
    delivery_way: input.deliveryWay ?? null,
    quick_remarks: [...new Set(input.quickRemarks ?? [])],
    remark: input.remark ?? null,
    search: searchText([
      orderNo,
      customer?.name,
      caller.name,
      caller.phone,
      shipper?.company,
      shipper?.name,
      shipper?.phone,
      consignee?.company,
      consignee?.name,
      consignee?.phone,
      input.goodsName,
    ]),
  }
}

export type LockedOrder = Selectable<PhoneOrder> & { waybillNo: string | null }

/** Orders inside the actor's scope, locked in the order of their ids, with the number of the waybill each became. */
export async function lockOrders(tx: Tx, actor: Actor, ids: readonly number[]): Promise<Map<number, LockedOrder>> {
  const rows = await scoped(tx, actor, 'phone_order')
    .selectAll()
    .where(sql<boolean>`id = any(${[...ids]}::bigint[])`)
    .orderBy('id')
    .forUpdate()
    .execute()
  const made = rows.flatMap(({ waybill_id }) => (waybill_id === null ? [] : [waybill_id]))
  const waybills =
    made.length === 0
      ? []
      : await owned(tx).selectFrom('waybill').select(['id', 'waybill_no']).where('id', 'in', made).execute()
  const numbers = new Map(waybills.map(({ id, waybill_no }) => [id, waybill_no]))
  return new Map(rows.map((row) => [row.id, { ...row, waybillNo: numbers.get(row.waybill_id ?? 0) ?? null }]))
}

/** One order locked for a command, or "no such record" for whoever may not see it. */
export async function lockOrder(tx: Tx, actor: Actor, id: number): Promise<LockedOrder> {
  const order = (await lockOrders(tx, actor, [id])).get(id)
  if (order === undefined) throw notFound()
  return order
}

/** Writes columns of one locked order and raises its version. */
export async function updateOrder(
  tx: Tx,
  actor: Actor,
  order: Pick<LockedOrder, 'id' | 'version'>,
  columns: Record<string, unknown>,
): Promise<void> {
  await owned(tx)
    .updateTable('phone_order')
    .set({ ...columns, ...changed(actor.userId, order.version) } as never)
    .where('id', '=', order.id)
    .execute()
}

/** What an order is called wherever records of every kind are named, and its address. */
export async function nameOfOrder(tx: Tx, id: number): Promise<string> {
  const row = await owned(tx).selectFrom('phone_order').select('order_no').where('id', '=', id).executeTakeFirst()
  return row?.order_no ?? String(id)
}

/** Who placed it and who is at work on it hear when colleagues talk about it. */
export async function peopleOfOrder(tx: Tx, id: number): Promise<number[]> {
  const row = await owned(tx)
    .selectFrom('phone_order')
    .select(['created_by', 'accepted_by'])
    .where('id', '=', id)
    .executeTakeFirst()
  return [row?.created_by, row?.accepted_by].filter((user) => user !== null && user !== undefined)
}
