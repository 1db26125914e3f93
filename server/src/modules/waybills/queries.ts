import type { Input, Output } from '@xunyun/contract/kernel/call'
import { addDecimals } from '@xunyun/contract/kernel/decimal'
import {
  type getWaybills,
  type getWaybillTotals,
  priceTabs,
  type WaybillFilter,
  type WaybillRow,
  waybillTabs,
} from '@xunyun/contract/waybills/calls'
import {
  type PriceAction,
  type PriceState,
  priceActions,
  pricedStates,
  priceLifecycle,
} from '@xunyun/contract/waybills/priceStates'
import {
  signedStates,
  type WaybillAction,
  type WaybillState,
  waybillActions,
  waybillLifecycle,
} from '@xunyun/contract/waybills/states'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Actor, isCustomer, may, mayAny } from '../../platform/actor.ts'
import { all, anyOf, between, betweenDays, equals, inRegion } from '../../platform/conditions.ts'
import type { Tx } from '../../platform/db.ts'
import { heldReviews } from '../../platform/heldReviews.ts'
import { paging, type SortKey } from '../../platform/list.ts'
import { inScope, ofOwnOutlet } from '../../platform/scope.ts'
import { numbersIn, searchPattern } from '../../platform/search.ts'
import { isCounted } from './counted.ts'
import { chargedByWay, readPayments } from './payments.ts'

const sorts = {
  createdAt: { by: sql.ref('w.created_at'), type: 'timestamptz' },
  waybillNo: { by: sql.ref('w.waybill_no'), type: 'text' },
  bizDate: { by: sql.ref('w.biz_date'), type: 'date' },
  pieces: { by: sql.ref('w.pieces'), type: 'bigint' },
  weight: { by: sql.ref('w.weight'), type: 'numeric' },
  volume: { by: sql.ref('w.volume'), type: 'numeric' },
  receivable: { by: sql.ref('w.receivable'), type: 'numeric' },
} satisfies Record<string, SortKey>

const among = (column: string, values: readonly (string | number)[] | undefined) =>
  values === undefined || values.length === 0 ? undefined : sql<SqlBool>`${sql.ref(column)} in (${sql.join(values)})`

/** What a tab shows. Tabs may overlap: 待安排 and 异常 cut across the states. */
export const tabCondition = (tab: WaybillFilter['tab']): RawBuilder<SqlBool> | undefined => {
  if (tab === undefined) return undefined
  if (tab === 'unarranged') return sql<SqlBool>`w.unarranged > 0`
  if (tab === 'exception') return sql<SqlBool>`w.exception_count > 0`
  if (tab === 'signed') return sql<SqlBool>`w.state = any(${[...signedStates]}::text[])`
  return sql<SqlBool>`w.state = ${tab}`
}

/** 未定价 and what was sent back are both unpriced; a draft has no price yet. */
const priceTabCondition = (tab: WaybillFilter['priceTab']): RawBuilder<SqlBool> | undefined => {
  if (tab === undefined) return undefined
  const live = isCounted
  if (tab === 'all') return live
  if (tab === 'rejected') return sql<SqlBool>`(${live} and w.price_state = 'unpriced' and w.price_rejected)`
  if (tab === 'unpriced') return sql<SqlBool>`(${live} and w.price_state = 'unpriced' and not w.price_rejected)`
  if (tab === 'disputed') return sql<SqlBool>`(${live} and w.price_state = 'reviewed' and w.price_rejected)`
  return sql<SqlBool>`(${live} and w.price_state = ${tab})`
}

/** The scope of a list: prices are of one's own outlets alone, all else of every outlet that has the waybill in hand (T1). */
const scopeOf = (actor: Actor, filter: WaybillFilter): RawBuilder<SqlBool> =>
  sql<SqlBool>`${filter.priceTab === undefined ? inScope(actor, 'waybill', 'w') : ofOwnOutlet(actor, 'w')}`

/** The conditions of a filter: one place for list, totals and export. */
export function conditionsOf(actor: Actor, filter: WaybillFilter): RawBuilder<SqlBool> {
  return all([
    filter.tab === 'exception' && isCustomer(actor) ? sql<SqlBool>`false` : undefined,
    sql<SqlBool>`not w.is_deleted`,
    tabCondition(filter.tab),
    priceTabCondition(filter.priceTab),
    ofMoney(actor, among('w.price_state', filter.priceStates)),
    filter.q === undefined ? undefined : searchCondition(filter.q),
    equals('w.customer_id', filter.customerId),
    equals('w.outlet_id', filter.outletId),
    destinedTo(filter.destOutletId),
    between('w.biz_date', filter.bizFrom, filter.bizTo),
    signedBetween(filter.signedFrom, filter.signedTo),
    filter.planned === undefined ? undefined : sql<SqlBool>`(w.plan_arrive is not null) = ${filter.planned}`,
    among('w.state', filter.states),
    inRegion('w.shipper_region', filter.from),
    inRegion('w.consignee_region', filter.to),
    among('w.pay_method', filter.payMethods),
    ofMoney(actor, among('w.invoicing', filter.invoicings)),
    ofMoney(actor, among('w.collection', filter.collections)),
    among('w.trans_mode', filter.transModes),
    equals('w.urgent', filter.urgent),
    equals('w.hold', filter.hold),
    filter.walkIn === true ? sql<SqlBool>`w.customer_id is null` : undefined,
    equals('w.import_id', filter.importId),
    anyOf('w.id', filter.ids),
  ])
}

/** What it costs, whether it is invoiced and collected is its own outlet's to know (T1). */
const ofMoney = (actor: Actor, condition: RawBuilder<SqlBool> | undefined) =>
  condition === undefined ? undefined : sql<SqlBool>`${condition} and ${ofOwnOutlet(actor, 'w')}`

/** Every destination is among the outlets that see the waybill, where they have an index. */
const destinedTo = (outletId: number | undefined) =>
  outletId === undefined
    ? undefined
    : sql<SqlBool>`w.dest_outlet_id = ${outletId} and w.id in (select d.waybill_id from waybill_outlet d where d.outlet_id = ${outletId})`

/** Something of it was signed on these days; what was undone does not count. */
function signedBetween(from: string | undefined, to: string | undefined): RawBuilder<SqlBool> | undefined {
  const days = betweenDays('s.signed_at', from, to)
  if (days === undefined) return undefined
  return sql<SqlBool>`w.id in (select s.waybill_id from signing s where not s.undone and s.signed > 0 and ${days})`
}

/** Any part of what a waybill is found by, and of its trips' plates, or a whole express number; several numbers at once, each with what it is in. */
function searchCondition(q: string): RawBuilder<SqlBool> {
  const terms = numbersIn(q) ?? [q.trim()]
  return sql<SqlBool>`(${sql.join(terms.map(termCondition), sql` or `)})`
}

/** A customer's number may look like one of ours, so a whole number is looked up as such beside the rest. */
const termCondition = (term: string): RawBuilder<SqlBool> => {
  const anywhere = sql<SqlBool>`w.search like ${searchPattern(term)}`
  const found = isLikeExpress(term) ? sql<SqlBool>`${anywhere} or ${goesBy(term)}` : anywhere
  if (/^[A-Za-z]{2}\d{11}$/.test(term)) return sql<SqlBool>`w.waybill_no = ${term.toUpperCase()} or ${found}`
  if (!isLikePlate(term)) return found
  return sql<SqlBool>`${found} or w.id = any(array(
    -- unscoped: the waybills are read in scope, and their trips are shown with them
    select l.waybill_id from arrangement a join arrangement_line l on l.arrangement_id = a.id
    where a.kind = 'vehicle' and a.search like ${searchPattern(term)} and not a.is_deleted and a.state <> 'cancelled' order by a.id desc limit ${mostByPlate}))`
}

/** By a courier's parcel of this number; a line carrier's finds nothing, for a customer may ask (T3). */
const goesBy = (no: string): RawBuilder<SqlBool> => sql<SqlBool>`w.id = any(array(
    -- unscoped: the waybills are read in scope, and their parcels are shown with them
    select l.waybill_id from arrangement a join arrangement_line l on l.arrangement_id = a.id
    where a.kind = 'courier' and a.carrier_no in (${no}, ${no.toUpperCase()}) and not a.is_deleted and a.state <> 'cancelled'))`
/** SF1234567890123, 73100012345678. */
const isLikeExpress = (term: string): boolean => /^(?=.*\d{6})[A-Z0-9-]{8,40}$/i.test(term)

/** Of a vehicle's trips the last ones. */
const mostByPlate = 2000
/** A plate or a good part of one: 浙A8K215, A8K215, 8K21. */
const isLikePlate = (term: string): boolean => /^\p{Script=Han}?(?=.*[A-Z])(?=.*\d)[A-Z0-9]{4,8}$/iu.test(term)

/** How many of a waybill's pieces the consignee has: one row of the balance, by its key. */
export const signedPieces = sql`coalesce((select p.pieces from piece_place p
  where p.waybill_id = w.id and p.place = 'consignee' and p.place_id = 0), 0)`

/** What waits for its next leg; a customer reads where his goods are instead. */
const unarranged = (actor: Actor) => (isCustomer(actor) ? sql`0` : sql`w.unarranged`)

/** A customer learns of no case (T3). */
const exceptions = (actor: Actor) => (isCustomer(actor) ? sql`0` : sql`w.exception_count`)

/** The columns of a row, from `w` and its names. */
export const rowColumns = (actor: Actor) => sql`
  w.id, ${ofOwnOutlet(actor, 'w')} as mine, w.waybill_no as "waybillNo", w.state, w.state_pieces as "statePieces", ${unarranged(actor)} as unarranged, ${signedPieces} as signed, w.refused_pieces as refused, w.urgent, w.hold,
  ${exceptions(actor)} as exceptions, w.customer_id as "customerId", c.name as "customerName", w.customer_no as "customerNo",
  w.biz_date as "bizDate", w.shipper_city as "shipperCity", w.consignee_city as "consigneeCity", w.goods_name as "goodsName",
  w.pieces, w.weight, w.volume, w.declared_value as "declaredValue", w.cod_amount as "codAmount", w.pay_method as "payMethod", w.payments,
  case when w.payments is not null then ${chargedByWay} end as charged,
  w.trans_mode as "transMode", w.service_type as "serviceType", w.carriage, w.pickup_way as "pickupWay",
  w.delivery_way as "deliveryWay", w.plan_pickup as "planPickup", w.plan_arrive as "planArrive",
  w.receipt_requirement as "receiptRequirement", w.shipper_name as "shipperName", w.shipper_phone as "shipperPhone",
  w.consignee_company as "consigneeCompany", w.consignee_name as "consigneeName", w.consignee_phone as "consigneePhone",
  w.consignee_address as "consigneeAddress", o.short_name as "outletName", t.short_name as "destName", s.name as "salesmanName", k.name as "clerkName",
  w.charge_weight as "chargeWeight", w.receivable, w.freight, w.quoted, w.cost, w.price_state as "priceState", w.invoicing, w.collection,
  w.price_note as "priceNote", w.confirmed_at as "confirmedAt", w.price_sent_at as "priceSentAt", f.name as "confirmedByName", w.source, w.remark_customer as "remarkCustomer", w.remark_internal as "remarkInternal", w.created_at as "createdAt",
  w.placed_at as "placedAt", w.version`

export const rowJoins = sql`
  left join company c on c.id = w.customer_id
  join company o on o.id = w.outlet_id
  left join company t on t.id = w.dest_outlet_id
  left join app_user s on s.id = w.salesman_id
  left join app_user k on k.id = w.clerk_id
  left join app_user f on f.id = w.confirmed_by`

export type RawRow = Omit<WaybillRow, 'actions' | 'priceActions' | 'payments' | 'receivable' | 'freight' | 'cost'> & {
  payments: string | null
  receivable: string
  freight: string
  cost: string
}

/** Money of others' outlets is nobody's to sort by either. */
const sortsFor = (actor: Actor) =>
  actor.scope.kind === 'outlet'
    ? {
        ...sorts,
        receivable: {
          by: sql`case when ${ofOwnOutlet(actor, 'w')} then w.receivable else 0 end`,
          type: 'numeric' as const,
        },
      }
    : sorts

/** Tabs that waybills leave again, or few ever come to: each has an index, and an outlet that has much in hand has little in them. */
const isSmall = (tab: WaybillFilter['tab']) => tab !== undefined && tab !== 'signed'

/**
 * Where a list is read from. An outlet that has many waybills in hand and one that has few both read theirs in the order of
 * their index, the latest first; by more outlets, in another order, or in a tab that is small, each waybill is asked whether one
 * of them sees it.
 */
function readFrom(actor: Actor, input: Input<typeof getWaybills>) {
  const { scope } = actor
  const isByTime = input.sort === undefined || input.sort === 'createdAt'
  if (
    scope.kind !== 'outlet' ||
    scope.ids.length !== 1 ||
    input.priceTab !== undefined ||
    !isByTime ||
    isSmall(input.tab)
  )
    return {
      page: paging(sortsFor(actor), { sort: 'createdAt', dir: 'desc' }, 'w.id', input),
      // unscoped: the condition beside it holds the scope
      rows: sql`waybill w`,
      seen: scopeOf(actor, input),
    }
  const createdAt = { by: sql.ref('seen.created_at'), type: 'timestamptz' as const }
  return {
    page: paging({ ...sorts, createdAt }, { sort: 'createdAt', dir: 'desc' }, 'seen.waybill_id', input),
    // unscoped: the condition beside it holds the scope
    rows: sql`waybill_outlet seen join waybill w on w.id = seen.waybill_id`,
    seen: sql<SqlBool>`seen.outlet_id = ${scope.ids[0]}`,
  }
}

/** Rows of the list: ids and sort key inside, everything else joined to the few rows of the page. */
export async function listWaybills(
  tx: Tx,
  actor: Actor,
  input: Input<typeof getWaybills>,
): Promise<Output<typeof getWaybills>> {
  const { page, rows: source, seen } = readFrom(actor, input)
  const found = await sql<RawRow & { k: string }>`
    select ${rowColumns(actor)}, p.k::text as k from (
      select w.id, ${page.key} as k from ${source} where ${seen} and ${conditionsOf(actor, input)} and ${page.afterCursor} ${page.order} ${page.limit}
    ) p join waybill w on w.id = p.id ${rowJoins} ${page.orderOut}`.execute(tx)
  const { rows, next } = page.finish(found.rows)
  const held = await heldPrices(tx, actor, rows as RawRow[])
  return { rows: rows.map((row) => presentRow(actor, row as RawRow, held)), next }
}

/** A customer's account mends and places its own drafts; all else is the office's. */
export const isOfficeOnly = (actor: Actor, action: WaybillAction, state: WaybillState): boolean =>
  isCustomer(actor) && !(state === 'draft' && (action === 'edit' || action === 'place'))

/** What the waybill's own outlet alone may do (T1). */
const ofItsOutlet: ReadonlySet<WaybillAction> = new Set([
  'edit',
  'place',
  'changeDestination',
  'hold',
  'release',
  'cancel',
])

/** What this actor may start on a waybill in this state; the rules beside the state speak on the detail page. */
function startable(actor: Actor, { state, mine }: RawRow): WaybillAction[] {
  return waybillActions.filter(
    (action) =>
      (mine || !ofItsOutlet.has(action)) &&
      waybillLifecycle[action].from.includes(state) &&
      mayAny(actor, waybillLifecycle[action].right) &&
      !isOfficeOnly(actor, action, state),
  )
}

/** What a row shows already of the rules beside the state, so that no list offers what is refused after a reason was typed. */
function isLikely(action: WaybillAction, row: RawRow): boolean {
  // It asks where the pieces are, which a row does not tell: on the waybill's page.
  if (action === 'changeDestination') return false
  // Goods come in at their own outlet; that another takes them in is offered on the waybill's page.
  if (action === 'checkIn') return row.mine
  if (action === 'cancel') return row.state === 'draft' || row.unarranged === row.pieces
  if (action === 'notifyPickup') return row.deliveryWay === 'selfPickup' && row.unarranged > 0
  // Of a part of the pieces it is offered on the waybill's page.
  if (action === 'deliverInstead') return row.state === 'awaitingPickup'
  if (action === 'hold' || action === 'release') return row.hold === (action === 'release')
  if (action === 'undo') return row.statePieces < row.pieces || (row.state !== 'placed' && row.state !== 'pickingUp')
  return true
}

/** The same for its price. */
export const priceable = (actor: Actor, state: WaybillState, priceState: PriceState): PriceAction[] =>
  isCustomer(actor) || !pricedStates(state)
    ? []
    : priceActions.filter(
        (action) => priceLifecycle[action].from.includes(priceState) && mayAny(actor, priceLifecycle[action].right),
      )

/** Of these waybills the ones whose price in review this person cannot take back. */
export const heldPrices = (tx: Tx, actor: Actor, rows: readonly Pick<RawRow, 'id' | 'priceState'>[]) =>
  heldReviews(
    tx,
    actor,
    'price',
    isCustomer(actor) ? [] : rows.filter(({ priceState }) => priceState === 'pending').map(({ id }) => id),
  )

export const presentRow = (actor: Actor, row: RawRow, held: ReadonlyMap<number, unknown>): WaybillRow => ({
  ...row,
  // Money is its own outlet's, elsewhere but what is to be collected at the door (T1).
  receivable: row.mine ? row.receivable : null,
  freight: row.mine ? row.freight : null,
  invoicing: row.mine ? row.invoicing : null,
  collection: row.mine ? row.collection : null,
  payments: row.mine ? readPayments(row.payments) : null,
  charged: row.mine ? row.charged : null,
  // Internal things never reach a customer's account, by any path (domain §0.9).
  remarkInternal: isCustomer(actor) ? null : row.remarkInternal,
  salesmanName: isCustomer(actor) ? null : row.salesmanName,
  clerkName: isCustomer(actor) ? null : row.clerkName,
  quoted: isCustomer(actor) || !row.mine ? null : row.quoted,
  cost: row.mine && seesCosts(actor) ? row.cost : null,
  priceNote: isCustomer(actor) || !row.mine ? null : row.priceNote,
  confirmedByName: isCustomer(actor) ? null : row.confirmedByName,
  priceSentAt: isCustomer(actor) ? null : row.priceSentAt,
  actions: startable(actor, row).flatMap((key) => (isLikely(key, row) ? [{ key }] : [])),
  priceActions: (row.mine ? priceable(actor, row.state, row.priceState) : []).flatMap((key) =>
    key === 'withdrawPrice' && held.has(row.id) ? [] : [{ key }],
  ),
})

type Totals = Output<typeof getWaybillTotals>
type Sums = {
  /** Rows, and of them those that the sums leave out. */
  shown: number
  drafts: number
  cancelled: number
  pieces: number
  weight: string
  volume: string
  cod: string
  receivable: string
  freight: string
  /** Not there without the right to see costs. */
  cost?: string
}

/** What waybills cost is for whoever has the right, and never for a customer's account. */
export const seesCosts = (actor: Actor): boolean => !isCustomer(actor) && may(actor, 'costView', 'browse')

const tabsOfPrices = [...priceTabs, 'all'] as const

type Group = Sums & { state: string; isUnarranged: boolean; isException: boolean }

/** The same as `tabCondition`, of a group of waybills that are alike in all that tabs ask. */
function isOf(tab: WaybillFilter['tab'], { state, isUnarranged, isException }: Group): boolean {
  if (tab === undefined) return true
  if (tab === 'unarranged') return isUnarranged
  if (tab === 'exception') return isException
  if (tab === 'signed') return signedStates.some((one) => one === state)
  return state === tab
}

/**
 * Totals of the whole filter and the counts of its tabs, in one scan of the covering index: grouped by what tabs ask, and
 * added up here, which costs half of counting each tab there. The tabs count the filter without the tab; the sums are those
 * of the tab, without drafts and void ones unless it is theirs.
 */
export async function totalWaybills(tx: Tx, actor: Actor, filter: WaybillFilter): Promise<Totals> {
  if (filter.priceTab !== undefined) return totalPrices(tx, actor, filter)
  const { rows } = await sql<Group>`
    select w.state, w.unarranged > 0 as "isUnarranged", ${exceptions(actor)} > 0 as "isException", count(*) as shown, ${sumsOf(actor)}
    -- unscoped: the scope stands in the condition
    from waybill w where ${scopeOf(actor, filter)} and ${conditionsOf(actor, { ...filter, tab: undefined })} group by 1, 2, 3`.execute(
    tx,
  )
  const count = (groups: readonly Group[]) => groups.reduce((sum, { shown }) => sum + shown, 0)
  const shown = rows.filter((group) => isOf(filter.tab, group))
  const isLeftOut = ({ state }: Group) => (state === 'draft' || state === 'cancelled') && filter.tab !== state
  const left = (state: string) => count(shown.filter((group) => group.state === state && isLeftOut(group)))
  const summed = shown.filter((group) => !isLeftOut(group))
  const sum = (column: 'weight' | 'volume' | 'cod' | 'receivable' | 'freight' | 'cost') =>
    addDecimals(summed.map((group) => group[column] ?? '0.00'))
  return {
    ...sums({
      shown: count(shown),
      drafts: left('draft'),
      cancelled: left('cancelled'),
      pieces: summed.reduce((sum, { pieces }) => sum + pieces, 0),
      weight: sum('weight'),
      volume: sum('volume'),
      cod: sum('cod'),
      receivable: sum('receivable'),
      freight: sum('freight'),
      ...(seesCosts(actor) ? { cost: sum('cost') } : {}),
    }),
    tabs: Object.fromEntries(
      [undefined, ...waybillTabs].map((tab) => [tab ?? 'all', count(rows.filter((group) => isOf(tab, group)))]),
    ),
  }
}

/** The same by how far the prices are. */
async function totalPrices(tx: Tx, actor: Actor, filter: WaybillFilter): Promise<Totals> {
  const tab = priceTabCondition(filter.priceTab) ?? sql<SqlBool>`true`
  const counts = tabsOfPrices.map(
    (tab) => sql`count(*) filter (where ${priceTabCondition(tab) ?? sql`true`}) as ${sql.id(tab)}`,
  )
  const found = await sql<Sums & Record<(typeof tabsOfPrices)[number], number>>`
    select count(*) filter (where ${tab}) as shown, 0 as drafts, 0 as cancelled, ${sumsOf(actor, tab)}, ${sql.join(counts)}
    -- unscoped: the scope stands in the condition
    from waybill w where ${scopeOf(actor, filter)} and ${conditionsOf(actor, { ...filter, priceTab: 'all' })}`.execute(
    tx,
  )
  const row = found.rows[0]
  return { ...sums(row), tabs: Object.fromEntries(tabsOfPrices.map((tab) => [tab, row?.[tab] ?? 0])) }
}

const sumsOf = (actor: Actor, which: RawBuilder<SqlBool> = sql<SqlBool>`true`) => {
  const of = sql` filter (where ${which})`
  const sum = (column: string, name: string) => sql`coalesce(sum(${sql.ref(column)})${of}, 0)::text as ${sql.id(name)}`
  const money = (column: string) => sql`coalesce(sum(${sql.ref(`w.${column}`)})
    filter (where ${which} and ${ofOwnOutlet(actor, 'w')}), 0)::text as ${sql.id(column)}`
  return sql`coalesce(sum(w.pieces)${of}, 0) as pieces,
      ${sum('w.weight', 'weight')}, ${sum('w.volume', 'volume')}, ${sum('w.cod_amount', 'cod')}, ${money('receivable')}, ${money('freight')}
      ${seesCosts(actor) ? sql`, ${money('cost')}` : sql``}`
}

const sums = (row: Sums | undefined): Omit<Totals, 'tabs'> => ({
  count: row?.shown ?? 0,
  drafts: row?.drafts ?? 0,
  cancelled: row?.cancelled ?? 0,
  pieces: row?.pieces ?? 0,
  weight: row?.weight ?? '0',
  volume: row?.volume ?? '0',
  codAmount: row?.cod ?? '0',
  receivable: row?.receivable ?? '0',
  freight: row?.freight ?? '0',
  cost: row?.cost ?? null,
})
