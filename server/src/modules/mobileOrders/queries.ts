import type { Input, Output } from '@xunyun/contract/kernel/call'
import type {
  getMyPhoneOrders,
  getPhoneOrders,
  getPhoneOrderTotals,
  MyPhoneOrder,
  PhoneOrderDetail,
  PhoneOrderFilter,
  PhoneOrderRow,
} from '@xunyun/contract/mobileOrders/calls'
import { phoneOrderStates } from '@xunyun/contract/mobileOrders/states'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Actor, isCustomer } from '../../platform/actor.ts'
import { all, anyOf, anyOfCodes, betweenDays, contains, equals, inRegion } from '../../platform/conditions.ts'
import type { Tx } from '../../platform/db.ts'
import type { Files } from '../../platform/files.ts'
import { countTabs, paging, type SortKey, totalsOf } from '../../platform/list.ts'
import { notFound } from '../../platform/refusal.ts'
import { inScope } from '../../platform/scope.ts'
import { entity } from './acts.ts'
import { orderAbilities } from './rules.ts'

/** One without a planned pickup comes last. */
const sorts = {
  placedAt: { by: sql.ref('t.placed_at'), type: 'timestamptz' },
  planPickup: { by: sql`coalesce(t.plan_pickup, 'infinity'::timestamptz)`, type: 'timestamptz' },
  orderNo: { by: sql.ref('t.order_no'), type: 'text' },
  pieces: { by: sql.ref('t.pieces'), type: 'bigint' },
} satisfies Record<string, SortKey>

const tabCondition = (tab: PhoneOrderFilter['tab']): RawBuilder<SqlBool> => equals('t.state', tab) ?? sql`true`

/** The conditions of a filter, with the scope first: one place for list, totals and export. */
function conditionsOf(actor: Actor, filter: PhoneOrderFilter): RawBuilder<SqlBool> {
  return all([
    sql<SqlBool>`not t.is_deleted`,
    sql<SqlBool>`${inScope(actor, 'phone_order', 't')}`,
    tabCondition(filter.tab),
    contains('t.search', filter.q),
    inRegion('t.shipper_region', filter.from),
    inRegion('t.consignee_region', filter.to),
    betweenDays('t.plan_pickup', filter.planFrom, filter.planTo),
    equals('t.outlet_id', filter.outletId),
    anyOfCodes('t.channel', filter.channels),
    equals('t.accepted_by', filter.acceptedBy),
    anyOf('t.id', filter.ids),
  ])
}

/** What I placed; of a customer's account all orders of its company, also those it gave by telephone. */
const mine = (actor: Actor): RawBuilder<SqlBool> => {
  const scope = sql<SqlBool>`not t.is_deleted and ${inScope(actor, 'phone_order', 't')}`
  return isCustomer(actor) ? scope : sql<SqlBool>`(${scope} and t.created_by = ${actor.userId})`
}

/** One side of an order or a waybill as it is shown. */
export const partyOf = (alias: string, side: 'shipper' | 'consignee') => {
  const column = (name: string) => sql.ref(`${alias}.${side}_${name}`)
  return sql`json_build_object('company', ${column('company')}, 'name', ${column('name')}, 'phone', ${column('phone')},
    'region', ${column('region')}, 'regionName', ${column('region_name')}, 'address', ${column('address')})`
}

const sharedColumns = sql`
  t.id, t.order_no as "orderNo", t.state, t.channel, t.placed_at as "placedAt", t.customer_id as "customerId",
  c.name as "customerName", t.caller_name as "callerName", t.caller_phone as "callerPhone", t.shipper_city as "shipperCity",
  t.consignee_city as "consigneeCity", ${partyOf('t', 'shipper')} as shipper, ${partyOf('t', 'consignee')} as consignee,
  t.goods_name as "goodsName", t.package, t.pieces, t.weight, t.volume, t.plan_pickup as "planPickup",
  t.delivery_way as "deliveryWay", t.pay_method as "payMethod", t.quick_remarks as "quickRemarks", t.remark,
  w.waybill_no as "waybillNo", t.cancel_reason as "cancelReason", t.outlet_id as "outletId", o.short_name as "outletName",
  (select count(*) from file_link f where f.entity = ${entity} and f.entity_id = t.id and not f.internal) as photos`
const sharedJoins = sql`
  left join company c on c.id = t.customer_id join company o on o.id = t.outlet_id left join waybill w on w.id = t.waybill_id`
const columns = sql`${sharedColumns},
  a.name as "acceptedByName", t.accepted_at as "acceptedAt", u.name as "createdByName", t.version`
const joins = sql`${sharedJoins} left join app_user a on a.id = t.accepted_by left join app_user u on u.id = t.created_by`

type Raw = Omit<PhoneOrderRow, 'actions'>
const present = (actor: Actor, row: Raw): PhoneOrderRow => ({
  ...row,
  acceptedByName: isCustomer(actor) ? null : row.acceptedByName,
  createdByName: isCustomer(actor) ? null : row.createdByName,
  actions: orderAbilities(actor, row.state),
})

export async function listOrders(
  tx: Tx,
  actor: Actor,
  input: Input<typeof getPhoneOrders>,
): Promise<Output<typeof getPhoneOrders>> {
  const done = input.tab === 'converted' || input.tab === 'cancelled'
  const page = paging(sorts, { sort: 'placedAt', dir: done ? 'desc' : 'asc' }, 't.id', input)
  const found = await sql<Raw & { k: string }>`
    select ${columns}, p.k::text as k from (
      select t.id, ${page.key} as k from phone_order t
      where ${conditionsOf(actor, input)} and ${page.afterCursor} ${page.order} ${page.limit}
    ) p join phone_order t on t.id = p.id ${joins} ${page.orderOut}`.execute(tx)
  const { rows, next } = page.finish(found.rows)
  return { rows: rows.map((row) => present(actor, row as Raw)), next }
}

/** The tabs count the filter without the tab; the sums are those of the tab. */
export async function totalOrders(tx: Tx, actor: Actor, filter: PhoneOrderFilter) {
  const mine = tabCondition(filter.tab)
  const found = await sql<Output<typeof getPhoneOrderTotals>>`
    select ${countTabs(phoneOrderStates, tabCondition, filter.tab)}, coalesce(sum(t.pieces) filter (where ${mine}), 0) as pieces,
      coalesce(sum(t.weight) filter (where ${mine}), 0)::text as weight, coalesce(sum(t.volume) filter (where ${mine}), 0)::text as volume
    from phone_order t where ${conditionsOf(actor, { ...filter, tab: undefined })}`.execute(tx)
  return totalsOf(found)
}

export async function orderDetail(tx: Tx, actor: Actor, files: Files, id: number): Promise<PhoneOrderDetail> {
  const found = await sql<Raw>`
    select ${columns} from phone_order t ${joins} where t.id = ${id} and ${conditionsOf(actor, {})}`.execute(tx)
  const row = found.rows[0]
  if (row === undefined) throw notFound()
  return { ...present(actor, row), files: await files.of(tx, entity, id) }
}

/** May the actor see it at all: on the list, or because he placed it. */
export async function isMine(tx: Tx, actor: Actor, id: number): Promise<boolean> {
  const found = await sql`select 1 from phone_order t where t.id = ${id} and ${mine(actor)}`.execute(tx)
  return found.rows.length > 0
}
export async function isInScope(tx: Tx, actor: Actor, id: number): Promise<boolean> {
  const found = await sql`select 1 from phone_order t where t.id = ${id} and ${conditionsOf(actor, {})}`.execute(tx)
  return found.rows.length > 0
}

export async function listMine(
  tx: Tx,
  actor: Actor,
  input: Input<typeof getMyPhoneOrders>,
): Promise<Output<typeof getMyPhoneOrders>> {
  const page = paging({ placedAt: sorts.placedAt }, { sort: 'placedAt', dir: 'desc' }, 't.id', input)
  const which = all([mine(actor), equals('t.id', input.id)])
  const found = await sql<Omit<MyPhoneOrder, 'mayCancel'> & { by: number; k: string }>`
    select ${sharedColumns}, t.created_by as by, p.k::text as k from (
      select t.id, ${page.key} as k from phone_order t where ${which} and ${page.afterCursor} ${page.order} ${page.limit}
    ) p join phone_order t on t.id = p.id ${sharedJoins} ${page.orderOut}`.execute(tx)
  const { rows, next } = page.finish(found.rows)
  return {
    rows: rows.map(({ by, ...row }) => ({ ...row, mayCancel: by === actor.userId && row.state === 'new' })),
    next,
  }
}
