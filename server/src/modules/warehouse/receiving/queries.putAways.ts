import type { Input, Output } from '@xunyun/contract/kernel/call'
import {
  type getPutAwayPlaces,
  type getPutAways,
  type PutAwayFilter,
  type PutAwayRow,
  putAwayStates,
} from '@xunyun/contract/warehouse/receiving/calls'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Actor } from '../../../platform/actor.ts'
import { all, anyOf, equals } from '../../../platform/conditions.ts'
import type { Tx } from '../../../platform/db.ts'
import { countTabs, figure, paging, type SortKey, type Totals, totalsOf } from '../../../platform/list.ts'
import { notFound } from '../../../platform/refusal.ts'
import { inScope } from '../../../platform/scope.ts'
import { likePart, searchPattern } from '../../../platform/search.ts'
import { lookingForLocation, openLocations, type Suggestion } from '../locations/index.ts'
import { ofNotice } from './queries.receipts.ts'
import { tasks } from './store.ts'

const sorts = {
  createdAt: { by: sql.ref('p.created_at'), type: 'timestamptz' },
  /** In the order in which they are walked past. */
  suggestedLocation: {
    by: sql`coalesce((select a.put_seq from location a where a.id = p.suggested_location_id), 2147483647)`,
    type: 'bigint',
  },
} satisfies Record<string, SortKey>

const tabCondition = (tab: PutAwayFilter['tab']): RawBuilder<SqlBool> =>
  tab === undefined ? sql`true` : sql`p.state = ${tab}`

const conditionsOf = (actor: Actor, filter: PutAwayFilter): RawBuilder<SqlBool> =>
  all([
    sql<SqlBool>`${inScope(actor, 'put_away', 'p')}`,
    filter.q === undefined
      ? undefined
      : // unscoped: what a task in scope is of, came with or stands on
        sql<SqlBool>`(p.receipt_id in (select r.id from receipt r join inbound_notice n on n.id = r.notice_id where n.search like ${ofNotice(filter.q)})
          or p.item_id in (select i.id from item i where i.search like ${searchPattern(filter.q)})
          or p.container_id in (select c.id from container c where c.code ilike ${likePart(filter.q)}))`,
    filter.code === undefined
      ? undefined
      : // unscoped: as above
        sql<SqlBool>`(p.container_id in (select c.id from container c where c.code = ${filter.code}) or ${filter.code} = any(p.serials)
          or p.item_id in (select i.id from item i where i.id = p.item_id and (lower(i.item_no) = lower(${filter.code}) or i.barcodes @> array[${filter.code}]
            or exists (select 1 from item_pack x where x.item_id = i.id and x.barcode = ${filter.code}))))`,
    equals('p.warehouse_id', filter.warehouseId),
    equals('p.owner_id', filter.ownerId),
    equals('p.receipt_id', filter.receiptId),
    equals('p.item_id', filter.itemId),
    equals('p.quality', filter.quality),
    anyOf('p.id', filter.ids),
  ])

const columns = sql`
  p.id, p.state, p.receipt_id as "receiptId", r.receipt_no as "receiptNo", p.warehouse_id as "warehouseId", w.name as "warehouseName", w.code as "warehouseCode", w.hand_entry as "handEntry",
  o.name as "ownerName", p.item_id as "itemId", i.item_no as "itemNo", i.name as "itemName", i.base_unit as "baseUnit",
  b.batch_no as "batchNo", b.expiry, p.quality, c.code as "containerCode", ${figure(sql`p.qty`)} as qty, p.serials,
  f.code as "fromLocation", p.suggested_location_id as "suggestedLocationId", s.code as "suggestedLocation", p.reason,
  t.code as "toLocation", p.created_at as "createdAt", p.done_at as "doneAt", p.done_by_name as "doneByName", p.version`
const joins = sql`
  join receipt r on r.id = p.receipt_id join warehouse w on w.id = p.warehouse_id join company o on o.id = p.owner_id
  join item i on i.id = p.item_id join batch b on b.id = p.batch_id join location f on f.id = p.from_location_id
  left join container c on c.id = p.container_id left join location s on s.id = p.suggested_location_id
  left join location t on t.id = p.to_location_id`

export async function listPutAways(
  tx: Tx,
  actor: Actor,
  input: Input<typeof getPutAways>,
): Promise<Output<typeof getPutAways>> {
  const page = paging(sorts, { sort: 'createdAt', dir: 'asc' }, 'p.id', input)
  const found = await sql<PutAwayRow & { k: string }>`
    select ${columns}, q.k::text as k from (
      select p.id, ${page.key} as k from put_away p
      where ${conditionsOf(actor, input)} and ${tabCondition(input.tab)} and ${page.afterCursor} ${page.order} ${page.limit}
    ) q join put_away p on p.id = q.id ${joins} order by q.k ${sql.raw(input.dir ?? 'asc')}, p.id ${sql.raw(input.dir ?? 'asc')}`.execute(
    tx,
  )
  const { rows, next } = page.finish(found.rows)
  return { rows: await withPlaces(tx, rows as PutAwayRow[]), next } as Output<typeof getPutAways>
}

/** What was suggested when the goods came may have been filled since, and there may be room where there was none: it is looked at again with them. */
async function withPlaces(tx: Tx, rows: readonly PutAwayRow[]): Promise<PutAwayRow[]> {
  const found = await placesNow(
    tx,
    rows.flatMap(({ id, state }) => (state === 'waiting' ? [id] : [])),
  )
  return rows.map((row) => {
    const place = found.get(row.id)
    if (place === undefined) return row
    if (place === null) return { ...row, suggestedLocationId: null, suggestedLocation: null, reason: 'none' }
    return { ...row, suggestedLocationId: place.locationId, suggestedLocation: place.code, reason: place.reason }
  })
}

/** A place for each of these waiting tasks that has none any more, all looked for together; null: there is none. */
export async function placesNow(tx: Tx, ids: readonly number[]): Promise<Map<number, Suggestion | null>> {
  const looking = await lookingForLocation(tx, ids)
  const places = new Map<number, Suggestion | null>()
  for (const [warehouseId, tasks] of Map.groupBy(looking, (task) => task.warehouseId)) {
    const open = await openLocations(
      tx,
      warehouseId,
      tasks.map(({ itemId }) => itemId),
      tasks.map(({ id }) => id),
    )
    const suggested = await open.each(tasks)
    for (const [index, { id }] of tasks.entries()) places.set(id, suggested[index] ?? null)
  }
  return places
}

export async function totalPutAways(tx: Tx, actor: Actor, filter: PutAwayFilter) {
  const found = await sql<Totals & { qty: string }>`
    select ${countTabs(putAwayStates, tabCondition, filter.tab)},
      ${figure(sql`sum(p.qty) filter (where ${tabCondition(filter.tab)})`)} as qty
    from put_away p where ${conditionsOf(actor, filter)}`.execute(tx)
  return totalsOf(found)
}

const mostPlaces = 20

/** Where the goods of a task would fit, best first. */
export async function putAwayPlaces(tx: Tx, actor: Actor, id: number): Promise<Output<typeof getPutAwayPlaces>> {
  const task = await tasks(tx, actor).selectAll().where('id', '=', id).executeTakeFirst()
  if (task === undefined) throw notFound()
  const places = await openLocations(tx, task.warehouse_id, [task.item_id], [id])
  return places.for(
    {
      itemId: task.item_id,
      batchId: task.batch_id,
      quality: task.quality,
      qty: task.qty,
      containerId: task.container_id,
    },
    mostPlaces,
  )
}
