import type { PageKey } from '@xunyun/contract/pages'
import type { WarehouseType } from '@xunyun/contract/printing/papers'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Actor, may } from '../../platform/actor.ts'
import type { Tx } from '../../platform/db.ts'
import { inScope } from '../../platform/scope.ts'
import { cartonPapers, cartonRows } from './queries.cartons.ts'
import { containerPapers, itemPapers, locationPapers, lotPapers } from './queries.labels.ts'
import type { Papers, Printable } from './queries.papers.ts'
import { countSheets, goodsInSheets, packLists, pickLists } from './queries.sheets.ts'

/** Papers of the warehouse: which records they are of, who may print them, and how they are read. */
type Source = {
  /** Any of these pages shows its records; none: whoever may print. */
  readonly pages: readonly PageKey[]
  /** id, no, state, pieces, customerId of the records inside the scope. */
  readonly rows: (actor: Actor) => RawBuilder<unknown>
  readonly papers: (tx: Tx, actor: Actor, ids: readonly number[]) => Promise<Papers>
}

const nobody = sql`null::bigint as "customerId"`
const inside = (...parts: Parameters<typeof inScope>) => sql<SqlBool>`${inScope(...parts)}`

const sources: Readonly<Record<WarehouseType, Source>> = {
  carton: { pages: [], rows: cartonRows, papers: cartonPapers },
  location: {
    pages: ['wLocation'],
    rows: (actor) => sql`select l.id, l.code as no, '' as state, 1 as pieces, ${nobody}
      from location l where not l.is_deleted and ${inside(actor, 'location', 'l')}`,
    papers: locationPapers,
  },
  container: {
    pages: ['receive', 'ground', 'stock', 'warehouseStock', 'moveStock'],
    // A container is seen as the places of its warehouse are.
    rows: (actor) => sql`select c.id, c.code as no, '' as state, 1 as pieces, (
        -- unscoped: whose goods stand on a container that is in scope
        select case when min(s.owner_id) = max(s.owner_id) then min(s.owner_id) end from stock s where s.container_id = c.id and s.container_id <> 0 and s.on_hand > 0
      ) as "customerId" from container c where ${inside(actor, 'location', 'c')}`,
    papers: containerPapers,
  },
  item: {
    pages: ['stockNumber'],
    rows: (actor) => sql`select i.id, i.item_no as no, '' as state, 1 as pieces, i.owner_id as "customerId"
      from item i where not i.is_deleted and ${inside(actor, 'item', 'i')}`,
    papers: itemPapers,
  },
  lot: {
    pages: ['receive'],
    rows: (actor) => sql`select e.id, concat_ws(' ', i.item_no, nullif(b.batch_no, '')) as no, '' as state,
        greatest(cardinality(e.serials), 1) as pieces, i.owner_id as "customerId"
      from receipt_entry e join receipt r on r.id = e.receipt_id join item i on i.id = e.item_id left join batch b on b.id = e.batch_id
      where not r.is_deleted and e.kind <> 'short' and e.reversed_at is null and ${inside(actor, 'receipt', 'r')}`,
    papers: lotPapers,
  },
  goodsIn: {
    pages: ['receive'],
    rows: (actor) => sql`select r.id, r.receipt_no as no, r.state, 1 as pieces, n.owner_id as "customerId"
      from receipt r join inbound_notice n on n.id = r.notice_id where not r.is_deleted and ${inside(actor, 'receipt', 'r')}`,
    papers: goodsInSheets,
  },
  pickList: {
    pages: ['outBound'],
    rows: (actor) => sql`select t.id, t.task_no as no, t.state, 1 as pieces, ${nobody}
      from pick_task t where not t.is_deleted and ${inside(actor, 'pick_task', 't')}`,
    papers: pickLists,
  },
  packList: {
    pages: ['encasement', 'outboundNotice'],
    // Cartons are the floor's own work, not for owners: neither is what lists them.
    rows: (actor) => sql`select n.id, n.notice_no as no, n.state, 1 as pieces, n.owner_id as "customerId"
      from outbound_notice n where not n.is_deleted and ${inside(actor, 'carton', 'n')}`,
    papers: packLists,
  },
  countSheet: {
    pages: ['count'],
    rows: (actor) => sql`select d.id, d.count_no as no, d.state, 1 as pieces, ${nobody}
      from stock_count d where not d.is_deleted and ${inside(actor, 'stock_count', 'd')}`,
    papers: countSheets,
  },
}

const mayPrint = (actor: Actor, type: WarehouseType): boolean => {
  const { pages } = sources[type]
  return pages.length === 0 || pages.some((page) => may(actor, page, 'browse'))
}

/** Records that the actor may see and print, in no order. */
export async function warehousePrintables(
  tx: Tx,
  actor: Actor,
  type: WarehouseType,
  ids: readonly number[],
): Promise<Map<number, Printable>> {
  if (!mayPrint(actor, type)) return new Map()
  const found = await sql<Printable>`
    select f.*, coalesce(pc.count, 0) as count from (${sources[type].rows(actor)}) f
    left join print_count pc on pc.type = ${type} and pc.record_id = f.id where f.id = any(${[...ids]}::bigint[])`.execute(
    tx,
  )
  return new Map(found.rows.map((row) => [row.id, row]))
}

export async function latestOfWarehouse(tx: Tx, actor: Actor, type: WarehouseType): Promise<number | undefined> {
  if (!mayPrint(actor, type)) return undefined
  const found = await sql<{ id: number }>`
    select f.id from (${sources[type].rows(actor)}) f where f.state <> 'cancelled' order by f.id desc limit 1`.execute(
    tx,
  )
  return found.rows[0]?.id
}

export const warehousePapers = (tx: Tx, actor: Actor, type: WarehouseType, ids: readonly number[]): Promise<Papers> =>
  sources[type].papers(tx, actor, [...new Set(ids)])
