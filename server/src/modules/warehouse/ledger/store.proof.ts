import type { StockProof } from '@xunyun/contract/warehouse/ledger/proof'
import { sql } from 'kysely'
import { clock } from '../../../platform/clock.ts'
import type { Tx } from '../../../platform/db.ts'

/** How many broken keys a proof names; the count is of all. */
const named = 20

/** Every balance against the sum of its ledger; from the last opening on, or the whole of it with the openings too. */
const differences = {
  whole: sql`
    select 'balance' as what, coalesce(s.id, m.stock_id) as stock_id, null::timestamptz as month,
      coalesce(s.on_hand, 0) as on_hand, coalesce(s.allocated, 0) as allocated, coalesce(s.frozen, 0) as frozen,
      coalesce(m.d_on, 0) as l_on, coalesce(m.d_al, 0) as l_al, coalesce(m.d_fr, 0) as l_fr
    from stock s full join (
      select stock_id, sum(d_on_hand) as d_on, sum(d_allocated) as d_al, sum(d_frozen) as d_fr from stock_move group by 1
    ) m on m.stock_id = s.id
    where (coalesce(s.on_hand, 0), coalesce(s.allocated, 0), coalesce(s.frozen, 0))
      <> (coalesce(m.d_on, 0), coalesce(m.d_al, 0), coalesce(m.d_fr, 0))
    union all
    select 'opening', coalesce(o.stock_id, m.stock_id), p.month, coalesce(o.on_hand, 0), coalesce(o.allocated, 0), coalesce(o.frozen, 0),
      coalesce(m.d_on, 0), coalesce(m.d_al, 0), coalesce(m.d_fr, 0)
    from (select max(month) as month from stock_period where ready) p
    cross join lateral (select * from stock_opening where month = p.month) o
    full join (
      select stock_id, sum(d_on_hand) as d_on, sum(d_allocated) as d_al, sum(d_frozen) as d_fr from stock_move
      where occurred_at < (select max(month) from stock_period where ready) group by 1
    ) m on m.stock_id = o.stock_id
    where (coalesce(o.on_hand, 0), coalesce(o.allocated, 0), coalesce(o.frozen, 0))
      <> (coalesce(m.d_on, 0), coalesce(m.d_al, 0), coalesce(m.d_fr, 0))`,
  sinceOpening: sql`
    select 'balance' as what, coalesce(s.id, m.stock_id) as stock_id, null::timestamptz as month,
      coalesce(s.on_hand, 0) as on_hand, coalesce(s.allocated, 0) as allocated, coalesce(s.frozen, 0) as frozen,
      coalesce(m.d_on, 0) as l_on, coalesce(m.d_al, 0) as l_al, coalesce(m.d_fr, 0) as l_fr
    from stock s full join (
      select stock_id, sum(d_on) as d_on, sum(d_al) as d_al, sum(d_fr) as d_fr from (
        select stock_id, on_hand as d_on, allocated as d_al, frozen as d_fr from stock_opening
          where month = (select max(month) from stock_period where ready)
        union all
        select stock_id, sum(d_on_hand), sum(d_allocated), sum(d_frozen) from stock_move
          where occurred_at >= coalesce((select max(month) from stock_period where ready), '-infinity') group by 1
      ) x group by 1
    ) m on m.stock_id = s.id
    where (coalesce(s.on_hand, 0), coalesce(s.allocated, 0), coalesce(s.frozen, 0))
      <> (coalesce(m.d_on, 0), coalesce(m.d_al, 0), coalesce(m.d_fr, 0))`,
}

/**
 * Proves that every balance is the sum of its ledger, separately for on hand, allocated and frozen, and that as many
 * serial numbers stand on a key as goods; keeps the outcome and the first keys that break it (domain §6).
 */
export async function proveStock(tx: Tx, kind: StockProof['kind'], by: number | null): Promise<StockProof> {
  const startedAt = clock.now()
  const found = await sql<{ differences: number; moves: number; broken: StockProof['broken'] }>`
    with d as materialized (
      select * from (${differences[kind]}) x
      union all
      select 'serials', s.id, null, s.on_hand, 0, 0, count(n.id), 0, 0
      from stock s join item i on i.id = s.item_id and i.serial_controlled left join item_serial n on n.stock_id = s.id
      group by s.id having s.on_hand <> count(n.id)
    ), first as (
      select d.*, w.code as warehouse, l.code as location, i.item_no, b.batch_no, s.quality, coalesce(c.code, '') as container
      from d left join stock s on s.id = d.stock_id left join warehouse w on w.id = s.warehouse_id
      left join location l on l.id = s.location_id left join item i on i.id = s.item_id
      left join batch b on b.id = s.batch_id left join container c on c.id = s.container_id
      order by d.stock_id, d.what limit ${named}
    )
    select (select count(*) from d)::int as differences, (select coalesce(max(id), 0) from stock_move) as moves,
      coalesce((select jsonb_agg(jsonb_build_object('what', what, 'stockId', stock_id, 'month', month, 'warehouse', warehouse,
        'location', location, 'itemNo', item_no, 'batchNo', batch_no, 'quality', quality, 'container', container,
        'balance', jsonb_build_array(on_hand::text, allocated::text, frozen::text),
        'ledger', jsonb_build_array(l_on::text, l_al::text, l_fr::text))) from first), '[]') as broken`.execute(tx)
  const { differences: count = 0, moves = 0, broken = [] } = found.rows[0] ?? {}
  const endedAt = clock.now()
  const { id } = await tx
    .insertInto('stock_proof')
    .values({
      kind,
      started_at: startedAt,
      ended_at: endedAt,
      moves,
      differences: count,
      broken: JSON.stringify(broken),
      by_id: by,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return {
    id,
    kind,
    at: endedAt.toISOString(),
    ms: endedAt.getTime() - startedAt.getTime(),
    moves,
    differences: count,
    broken,
  }
}
