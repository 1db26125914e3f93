import type { Input } from '@xunyun/contract/kernel/call'
import { addDecimals, compareDecimal, negated } from '@xunyun/contract/kernel/decimal'
import type { FeeLine } from '@xunyun/contract/waybills/charges'
import type * as calls from '@xunyun/contract/waybills/onward'
import { type Selectable, sql } from 'kysely'
import type { Act } from '../../../platform/act.ts'
import type { Actor } from '../../../platform/actor.ts'
import type { Approvals } from '../../../platform/approvals.ts'
import { clock } from '../../../platform/clock.ts'
import type { Tx } from '../../../platform/db.ts'
import { differences } from '../../../platform/history.ts'
import { badField, notFound, Refusal } from '../../../platform/refusal.ts'
import type { DB } from '../../../platform/schema.ts'
import { type SeenId, scoped } from '../../../platform/scope.ts'
import { refuseStale } from '../../../platform/version.ts'
import { nameOfCompany } from '../../companies/index.ts'
import { lockCarriers } from '../carriers.ts'
import { addOutlets, destinationsOf, removeOutlet } from '../destination.ts'
import { recordEvents } from '../events.ts'
import { check, type LockedWaybill, lockWaybill } from '../facts.ts'
import { foundBy } from '../foundBy.ts'
import { atOutlet, type Move, movePieces, onLine, refreshState, refusedFrom } from '../pieces.ts'
import { checkRise, ownParts } from '../pricing/credit.ts'
import { readPriced } from '../pricing/read.ts'
import { settle } from '../pricing/settle.ts'
import { partyColumns, updateWaybill } from '../store.ts'

type Readdress = Input<typeof calls.readdressWaybill>

/**
 * 改址: another consignee for what is not yet signed, in whatever state; the destination is proposed anew, refused pieces are live
 * again where they lie, and the freight stays as agreed: the difference is 改址费. Once the price is confirmed it is a
 * change that is reviewed, and its fee an adjustment (T11).
 */
export const readdressWaybill =
  (approvals: Approvals): Act<typeof calls.readdressWaybill> =>
  async ({ tx, actor }, input) => {
    await lockCarriers(tx, input.id, 'all')
    const waybill = await lockWaybill(tx, actor, input.id)
    await refuseStale(
      tx,
      { version: waybill.version, updated_at: waybill.updatedAt, updated_by: waybill.updatedBy },
      input.version,
    )
    check('readdress', waybill)
    const [priced] = await readPriced(tx, [waybill.id], false)
    if (priced === undefined) throw notFound()
    if (priced.priceState !== 'confirmed') {
      await writeReaddress(tx, actor, approvals, input)
      return { reviewed: false }
    }
    if (compareDecimal(input.fee ?? '0', '0') > 0) throw badField('fee', 'waybills.readdressFeeAdjusts')
    // Tried at once, so that nonsense is refused to whoever types it.
    partyColumns('consignee', input.consignee)
    const open = await tx
      .selectFrom('waybill_change')
      .select('id')
      .where('waybill_id', '=', waybill.id)
      .where('state', '=', 'pending')
      .executeTakeFirst()
    if (open !== undefined) throw new Refusal('waybills.changeOpen')
    const { id } = await tx
      .insertInto('waybill_change')
      .values({
        waybill_id: waybill.id,
        input: JSON.stringify({ readdress: true, ...input }),
        reason: input.reason,
        created_by: actor.userId,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const to = partyColumns('consignee', input.consignee)
    await approvals.submit(tx, actor, 'changeRequest', [
      {
        id,
        no: waybill.waybillNo,
        reason: 'afterConfirmation',
        amount: priced.receivable,
        companyId: priced.customerId,
        outletId: priced.outletId,
        facts: {
          customer: priced.customerName,
          from: priced.fromName,
          to: priced.toName,
          // Names, phones and addresses stay out of the review's facts.
          changes: `consignee_region_name=${priced.toName}→${to.consignee_region_name ?? ''}`,
          receivable: priced.receivable,
          newReceivable: priced.receivable,
          note: input.reason,
        },
      },
    ])
    await recordEvents(tx, actor, [
      { waybillId: waybill.id, event: { type: 'changeRequested', params: { reason: input.reason } } },
    ])
    return { reviewed: true }
  }

/** Makes the change, also once a review granted it. */
export async function writeReaddress(
  tx: Tx,
  actor: Actor,
  approvals: Approvals,
  input: Pick<Readdress, 'id' | 'consignee' | 'fee' | 'reason'>,
): Promise<void> {
  await lockCarriers(tx, input.id, 'all')
  const waybill = await lockWaybill(tx, actor, input.id)
  check('readdress', waybill)
  const before = await scoped(tx, actor, 'waybill').selectAll().where('id', '=', input.id).executeTakeFirst()
  if (before === undefined) throw notFound()
  const columns = partyColumns('consignee', input.consignee)
  const dest = (await destinationsOf(tx, [input.consignee.region])).get(input.consignee.region) ?? null
  const after = { ...columns, dest_outlet_id: dest, dest_typed: false }
  await writeConsignee(tx, actor, before, after)
  const told = consigneeChanges(before, columns)
  const params = { reason: input.reason, dest: (await nameOfCompany(tx, dest)) ?? null }
  const act = await movePieces(tx, actor, await liveAgain(tx, waybill))
  await recordEvents(tx, actor, [{ waybillId: waybill.id, event: { type: 'readdressed', params, ...told } }])
  await refreshState(tx, [waybill.id])
  const fee = input.fee ?? '0.00'
  await addFee(tx, actor, approvals, waybill.id, fee)
  const was = Object.fromEntries(Object.keys(after).map((column) => [column, before[column as 'consignee_name']]))
  await sql`insert into readdress (waybill_id, act_id, moved_until, before, after, fee, created_by)
    select ${waybill.id}, ${act ?? null}, coalesce(max(id), 0), ${JSON.stringify(was)}::jsonb, ${JSON.stringify(after)}::jsonb, ${fee}, ${actor.userId}
    from piece_movement where waybill_id = ${waybill.id}`.execute(tx)
}

type Row = Selectable<DB['waybill']>

/** What was refused, where it lies: at the outlet, or aboard of what carries it. */
async function liveAgain(tx: Tx, waybill: LockedWaybill): Promise<Move[]> {
  const legs = await tx
    .selectFrom('piece_place')
    .select(['place_id', 'line_id', 'leg'])
    .where('place', '=', 'arrangement')
    .where('waybill_id', '=', waybill.id)
    .execute()
  return waybill.places.flatMap(({ place, placeId, lineId, pieces }): Move[] => {
    if (pieces === 0 || (place !== 'refused' && place !== 'refusedOut')) return []
    if (place === 'refused')
      return [{ waybillId: waybill.id, from: { place, id: placeId }, to: atOutlet(placeId), pieces }]
    const leg = legs.find((one) => one.place_id === placeId && one.line_id === lineId)?.leg
    if (!leg) throw new Error('refused pieces were on no leg')
    const aboard = onLine(placeId, { id: lineId, leg })
    return [{ waybillId: waybill.id, from: refusedFrom(aboard), to: aboard, pieces }]
  })
}

/** Another consignee and destination, by which the waybill is found and seen. */
async function writeConsignee(
  tx: Tx,
  actor: Actor,
  before: Row,
  columns: Readonly<Record<string, string | number | boolean | null>>,
): Promise<void> {
  const now = { ...before, ...columns } as Row
  const side = (of: 'shipper' | 'consignee') => ({
    company: now[`${of}_company`],
    name: now[`${of}_name`],
    phone: now[`${of}_phone`],
    region: now[`${of}_region_name`],
    address: now[`${of}_address`],
  })
  const search = foundBy({
    waybillNo: now.waybill_no,
    customerNo: now.customer_no,
    customer: now.customer_id === null ? undefined : await nameOfCompany(tx, now.customer_id),
    shipper: side('shipper'),
    consignee: side('consignee'),
    goodsName: now.goods_name,
  })
  await updateWaybill(tx, actor, before.id, { ...columns, search })
  if (now.dest_outlet_id === before.dest_outlet_id) return
  if (now.dest_outlet_id !== null) await addOutlets(tx, [{ waybillId: before.id, outletId: now.dest_outlet_id }])
  if (before.dest_outlet_id !== null) await removeOutlet(tx, before.id, before.dest_outlet_id)
}

/** What of the consignee changed, as an event tells it: names, phones and addresses are personal. */
function consigneeChanges(before: Row, columns: Readonly<Record<string, string | null>>) {
  const changes = differences(before, columns).filter(
    ({ field }) => field !== 'consignee_region' && field !== 'consignee_city',
  )
  const personal: Record<string, string | null> = {}
  for (const { field, from, to } of changes.filter(({ field }) => field !== 'consignee_region_name')) {
    personal[`${field}.from`] = from
    personal[`${field}.to`] = to
  }
  return {
    changes: changes.map((one) =>
      one.field === 'consignee_region_name' ? one : { field: one.field, from: null, to: null },
    ),
    personal,
  }
}

type Written = { act: number | null; before: Columns; after: Columns; fee: string }
type Columns = Record<string, string | number | boolean | null>

/**
 * Takes 改址 back: the consignee, the destination where nobody chose another since, and the fee. Refused where the consignee
 * was changed again, or the price with the fee is confirmed. Answers the act whose movements are to be taken back, and what changed.
 */
export async function undoReaddress(tx: Tx, actor: Actor, approvals: Approvals, waybillId: SeenId, id: number) {
  const { rows } = await sql<Written>`update readdress set undone_at = ${clock.iso()}::timestamptz
    where id = ${id} and undone_at is null returning act_id as act, before, after, fee`.execute(tx)
  const [written] = rows
  const row = await scoped(tx, actor, 'waybill').selectAll().where('id', '=', waybillId).executeTakeFirst()
  if (written === undefined || row === undefined) throw notFound()
  const { dest_outlet_id: wasDest, dest_typed: wasTyped, ...consignee } = written.before
  const { dest_outlet_id: dest, dest_typed: _, ...wrote } = written.after
  if (differences(row, wrote).length > 0) throw new Refusal('waybills.readdressChanged')
  const isDestKept = row.dest_outlet_id === dest && !row.dest_typed
  await writeConsignee(tx, actor, row, {
    ...consignee,
    ...(isDestKept ? { dest_outlet_id: wasDest ?? null, dest_typed: wasTyped ?? false } : {}),
  })
  await addFee(tx, actor, approvals, waybillId, negated(written.fee))
  return { act: written.act, told: consigneeChanges(row, consignee as Record<string, string | null>) }
}

/** 改址费 beside what was agreed, or less of it again: the freight is not quoted anew. */
async function addFee(tx: Tx, actor: Actor, approvals: Approvals, id: SeenId, fee: string): Promise<void> {
  if (compareDecimal(fee, '0') === 0) return
  const [priced] = await readPriced(tx, [id], false)
  if (priced === undefined) throw notFound()
  if (priced.priceState === 'confirmed') throw new Refusal('waybills.readdressPriced')
  const agreed = priced.charges.filter(({ source }) => source === 'quote' || source === 'manual')
  const known = agreed.find(({ feeItem }) => feeItem === 'readdress')
  const lines = [
    ...agreed
      .filter((line) => line !== known)
      .map(({ feeItem, amount, taxRate }) => ({ feeItem, amount, ...(taxRate === null ? {} : { taxRate }) })),
    { feeItem: 'readdress', amount: addDecimals([known?.amount ?? '0.00', fee]) },
  ] as FeeLine[]
  if (priced.priceState === 'pending') await approvals.cancel(tx, 'price', [id], null)
  const before = await ownParts(tx, [id])
  await settle(tx, actor, approvals, [id], { typed: new Map([[id, { charges: lines }]]) })
  await checkRise(tx, actor, before)
}
