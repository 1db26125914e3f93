import type { Input, Output } from '@xunyun/contract/kernel/call'
import type { getMoves, MoveFilter, MoveRow, MoveTab } from '@xunyun/contract/warehouse/ledger/ledger'
import type { StockProof } from '@xunyun/contract/warehouse/ledger/proof'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Actor, isCustomer } from '../../../platform/actor.ts'
import { all, anyOf, betweenDays, equals } from '../../../platform/conditions.ts'
import type { Tx } from '../../../platform/db.ts'
import { paging, type SortKey } from '../../../platform/list.ts'
import { inScope } from '../../../platform/scope.ts'
import { likeStart, searchPattern } from '../../../platform/search.ts'

const sorts = { occurredAt: { by: sql.ref('m.occurred_at'), type: 'timestamptz' } } satisfies Record<string, SortKey>

function tabCondition(tab: MoveTab | undefined): RawBuilder<SqlBool> | undefined {
  switch (tab) {
    case undefined:
      return undefined
    case 'in':
      return sql`m.flow = 1`
    case 'out':
      return sql`m.flow = -1`
    case 'within':
      return sql`(m.flow = 0 and m.d_on_hand <> 0)`
    case 'held':
      return sql`(m.flow = 0 and m.d_on_hand = 0)`
    case 'reversed':
      return sql`m.reverses_id is not null`
  }
}

/** The keys that a filter of place, batch or number means: found first, so that the ledger is read by key. */
const keysOf = (filter: MoveFilter): RawBuilder<SqlBool> | undefined =>
  filter.locationId === undefined && filter.batchNo === undefined
    ? undefined
    : sql<SqlBool>`m.stock_id in (
        -- unscoped: the lines themselves are cut to the scope
        select k.id from stock k join batch b on b.id = k.batch_id where ${all([
          equals('k.location_id', filter.locationId),
          equals('b.batch_no', filter.batchNo),
        ])})`

/** What an owner may ask by: not by the place, nor by who moved his goods. */
const askedBy = (actor: Actor, filter: MoveFilter): MoveFilter =>
  isCustomer(actor) ? { ...filter, locationId: undefined, userId: undefined } : filter

const conditionsOf = (actor: Actor, asked: MoveFilter, called?: RawBuilder<SqlBool>): RawBuilder<SqlBool> => {
  const filter = askedBy(actor, asked)
  return all([
    sql<SqlBool>`${inScope(actor, 'stock_move', 'm')}`,
    tabCondition(filter.tab),
    equals('m.warehouse_id', filter.warehouseId),
    equals('m.owner_id', filter.ownerId),
    equals('m.item_id', filter.itemId),
    equals('m.stock_id', filter.stockId),
    keysOf(filter),
    equals('m.type', filter.type),
    filter.userId === undefined
      ? undefined
      : sql<SqlBool>`m.posting_id in (select g.id from stock_posting g where g.actor_id = ${filter.userId})`,
    filter.serialNo === undefined
      ? undefined
      : sql<SqlBool>`m.id in (select x.move_id from stock_move_serial x join item_serial n on n.id = x.serial_id
          where n.serial_no = ${filter.serialNo})`,
    betweenDays('m.occurred_at', filter.from, filter.to),
    called,
    anyOf('m.id', filter.ids),
  ])
}

/** Up to this many items and documents the ledger is read by their ids; of more, the sort order is walked. */
const few = 2_000

/** Lines whose document begins so, or whose item is called so. */
async function calledLike(tx: Tx, actor: Actor, { q }: MoveFilter): Promise<RawBuilder<SqlBool> | undefined> {
  if (q === undefined) return undefined
  const starts = likeStart(q.toUpperCase())
  // unscoped: the lines themselves are cut to the scope
  const postings = sql`select g.id from stock_posting g where upper(g.doc_no) like ${starts}`
  const items = sql`select i.id from item i where i.search like ${searchPattern(q)} and ${inScope(actor, 'item', 'i')}`
  const found = await sql<{ postings: number[]; items: number[] }>`
    select array(${postings} limit ${few + 1}) as postings, array(${items} limit ${few + 1}) as items`.execute(tx)
  const [{ postings: postingIds, items: itemIds } = { postings: [], items: [] }] = found.rows
  return postingIds.length <= few && itemIds.length <= few
    ? sql<SqlBool>`m.id in (select x.id from stock_move x where x.posting_id = any(${postingIds}::bigint[])
        union select x.id from stock_move x where x.item_id = any(${itemIds}::bigint[]))`
    : sql<SqlBool>`(m.posting_id in (${postings}) or m.item_id in (${items}))`
}

/** An owner is not told where in the warehouse his goods stand, nor who moved them. */
const columns = (actor: Actor) => sql`
  m.id, m.occurred_at as "occurredAt", m.recorded_at as "recordedAt", m.type, g.doc_type as "docType", g.doc_id as "docId", g.doc_no as "docNo",
  w.name as "warehouseName", ${isCustomer(actor) ? sql`null` : sql`l.code`} as "locationCode", m.stock_id as "stockId", o.name as "ownerName",
  m.item_id as "itemId", i.item_no as "itemNo", i.name as "itemName", i.base_unit as "baseUnit", b.batch_no as "batchNo", b.expiry, k.quality,
  ${isCustomer(actor) ? sql`null` : sql`c.code`} as "containerCode", trim_scale(m.d_on_hand)::text as "dOnHand", trim_scale(m.d_allocated)::text as "dAllocated",
  trim_scale(m.d_frozen)::text as "dFrozen", trim_scale(m.on_hand)::text as "onHand",
  array(select n.serial_no from stock_move_serial x join item_serial n on n.id = x.serial_id where x.move_id = m.id order by 1) as serials,
  m.reverses_id as "reversesId", (select r.id from stock_move r where r.reverses_id = m.id) as "reversedById",
  g.doc_type = 'pick' and g.idem_key like '%:putBack:%' as "putBack",
  ${isCustomer(actor) ? sql`''` : sql`g.actor_name`} as "byName"`
const joins = sql`
  join stock_posting g on g.id = m.posting_id join stock k on k.id = m.stock_id join location l on l.id = k.location_id
  join warehouse w on w.id = m.warehouse_id join company o on o.id = m.owner_id join item i on i.id = m.item_id
  join batch b on b.id = k.batch_id left join container c on c.id = k.container_id`

export async function listMoves(tx: Tx, actor: Actor, input: Input<typeof getMoves>): Promise<Output<typeof getMoves>> {
  const page = paging(sorts, { sort: 'occurredAt', dir: 'desc' }, 'm.id', input)
  const conditions = conditionsOf(actor, input, await calledLike(tx, actor, input))
  const found = await sql<MoveRow & { k: string }>`
    select ${columns(actor)}, p.k::text as k from (
      select m.id, ${page.key} as k from stock_move m
      where ${conditions} and ${page.afterCursor} ${page.order} ${page.limit}
    ) p join stock_move m on m.id = p.id ${joins} ${page.orderOut}`.execute(tx)
  return page.finish(found.rows)
}

/** Whoever asks for a year has enough with the sums; beyond this many lines they are not added up one by one. */
const mostCounted = 100_000

export async function totalMoves(tx: Tx, actor: Actor, filter: MoveFilter) {
  const conditions = conditionsOf(actor, filter, await calledLike(tx, actor, filter))
  const found = await sql<{ count: number; dOnHand: string; dAllocated: string; dFrozen: string }>`
    select count(*)::int as count, trim_scale(coalesce(sum(d_on_hand), 0))::text as "dOnHand",
      trim_scale(coalesce(sum(d_allocated), 0))::text as "dAllocated", trim_scale(coalesce(sum(d_frozen), 0))::text as "dFrozen"
    from (select m.d_on_hand, m.d_allocated, m.d_frozen from stock_move m where ${conditions} limit ${mostCounted + 1}) x`.execute(
    tx,
  )
  return found.rows[0] ?? { count: 0, dOnHand: '0', dAllocated: '0', dFrozen: '0' }
}

export async function lastProofs(tx: Tx): Promise<StockProof[]> {
  const found = await sql<StockProof>`
    select id, kind, ended_at as at, (extract(epoch from ended_at - started_at) * 1000)::int as ms, moves, differences, broken
    from stock_proof order by id desc limit 20`.execute(tx)
  return found.rows
}
