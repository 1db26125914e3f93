import { runNight } from '../server/src/modules/warehouse/billing/index.ts'
import { clock, dayBefore } from '../server/src/platform/clock.ts'
import type { Bench } from './calls.ts'
import { ms, type Row } from './scenarios.ts'
import { full } from './smoke.ts'

const items = full(200_000, 2_000)
const owners = full(100, 10)

/** The night of a warehouse with 200,000 items of 100 owners: the day counted by day of receipt, and charged. */
export async function storage(bench: Pick<Bench, 'pool' | 'db' | 'say'>): Promise<Row[]> {
  await prepare(bench)
  const { pool, db } = bench
  const first = await timed(() => runNight(db))
  // The day after another goes on from it; then what is dated back to the day before has those goods counted again.
  await pool.query('delete from warehouse_charge')
  await pool.query(`delete from charge where source = 'storage'`)
  const last = dayBefore(clock.today())
  for (const table of ['storage_item', 'storage_layer', 'storage_day'])
    await pool.query(`delete from ${table} where day = $1`, [last])
  const next = await timed(() => runNight(db))
  const again = await timed(() => runNight(db))
  const copy = await timed(async () => {
    const client = await pool.connect()
    try {
      await client.query('begin')
      await client.query(
        'create temp table copied_items on commit drop as select * from storage_item where day = $1'.replace(
          '$1',
          `'${last}'`,
        ),
      )
      await client.query(
        `create temp table copied_layers on commit drop as select * from storage_layer where day = '${last}'`,
      )
      await client.query('rollback')
    } finally {
      client.release()
    }
  })
  const { rows } = await pool.query(
    `select (select count(*) from stock_move) as moves, (select count(*) from storage_layer where day = $1) as layers,
       (select count(*) from charge where source = 'storage') as charges`,
    [last],
  )
  const what = `${items} items, ${rows[0].layers} layers, ${rows[0].moves} ledger rows`
  return [
    {
      name: `night: 3 days counted, 2 of them after another, and charged (${what})`,
      ours: ms(first),
      limit: '—',
      ratio: '—',
      aim: '—',
    },
    {
      name: `night: the day after another counted, ${rows[0].charges} charges`,
      ours: ms(next),
      limit: `${ms(copy)} (its rows copied)`,
      ratio: (next / copy).toFixed(1),
      aim: '≤ 60 s',
    },
    { name: 'night: nothing new', ours: ms(again), limit: '—', ratio: '—', aim: '≤ 2 s' },
  ]
}

async function timed(run: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await run()
  return performance.now() - start
}

/** Received in two lots, a part shipped, all of it in the last forty days; each owner has rates by the piece and by weight. */
async function prepare({ pool, say }: Pick<Bench, 'pool' | 'say'>): Promise<void> {
  const { rows } = await pool.query(`select 1 from warehouse where code = 'BENCH' limit 1`)
  if (rows.length > 0) return
  say(`${items} items with their ledger`)
  await pool.query(
    `insert into company (code, name, short_name, roles, search) values ('BENCH-OUT', 'Bench', 'Bench', '{own}', 'bench')`,
  )
  await pool.query(
    `insert into company (code, name, short_name, roles, search)
     select 'BENCH-' || n, 'Owner ' || n, 'Owner ' || n, '{owner,customer}', 'owner ' || n from generate_series(1, $1) n`,
    [owners],
  )
  await pool.query(
    `insert into warehouse (outlet_id, code, name, search) select id, 'BENCH', 'Bench', 'bench' from company where code = 'BENCH-OUT'`,
  )
  await pool.query(
    `insert into warehouse_zone (warehouse_id, seq, code, name, type, sellable, temp_class)
     select id, 1, 'A', 'A', 'store', true, 'normal' from warehouse where code = 'BENCH'`,
  )
  await pool.query(
    `insert into location (warehouse_id, zone_id, code, length_cm, width_cm, updated_at)
     select z.warehouse_id, z.id, 'L' || n, 120, 100, now() - interval '40 days' from warehouse_zone z join warehouse w on w.id = z.warehouse_id and w.code = 'BENCH',
       generate_series(1, $1) n`,
    [items / 10],
  )
  await pool.query(
    `with o as (select id, row_number() over (order by id) - 1 as at from company where code like 'BENCH-%' and code <> 'BENCH-OUT')
     insert into item (owner_id, item_no, name, base_unit, gross_weight, volume, temp_class, search)
     select o.id, 'B' || n, 'Item ' || n, 'piece', 1.2, 0.01, 'normal', 'b' || n from generate_series(1, $1) n join o on o.at = n % $2`,
    [items, owners],
  )
  await pool.query(
    `insert into batch (item_id, inbound) select id, '2026-01-01' from item where item_no like 'B%' and name like 'Item %'`,
  )
  await pool.query(
    `with l as (select id, row_number() over (order by id) - 1 as at from location where code like 'L%'),
       i as (select i.id, i.owner_id, b.id as batch, row_number() over (order by i.id) as at from item i join batch b on b.item_id = i.id where i.name like 'Item %')
     insert into stock (warehouse_id, location_id, owner_id, item_id, batch_id, quality, on_hand)
     select w.id, l.id, i.owner_id, i.id, i.batch, 'good', 120 from i join l on l.at = i.at % $1::int, warehouse w where w.code = 'BENCH'`,
    [items / 10],
  )
  await pool.query(
    `with p as (insert into stock_posting (warehouse_id, idem_key, doc_type, doc_id, doc_no, actor_name)
       select w.id, 'bench:' || n, 'receipt', n, 'BENCH' || n, 'bench' from warehouse w, generate_series(1, 3) n where w.code = 'BENCH' returning id, doc_id)
     insert into stock_move (posting_id, seq, warehouse_id, stock_id, owner_id, item_id, doc_line, type, flow, d_on_hand, d_allocated, d_frozen,
       on_hand, allocated, frozen, occurred_at)
     select p.id, row_number() over (partition by p.id order by s.id), s.warehouse_id, s.id, s.owner_id, s.item_id, 1,
       case when p.doc_id < 3 then 'RCV' else 'SHP' end, case when p.doc_id < 3 then 1 else -1 end,
       case p.doc_id when 1 then 100 when 2 then 50 else -30 end, 0, 0, 0, 0, 0,
       now() - make_interval(days => case p.doc_id when 1 then 30 when 2 then 15 else 6 end + (s.id % 5)::int)
     from stock s join warehouse w on w.id = s.warehouse_id and w.code = 'BENCH' cross join p`,
  )
  await pool.query(
    `with q as (insert into quotation (quotation_no, version_no, customer_id, owner_ids, valid_from, status, search)
       select 'BJ-' || id, 1, id, array[id], current_date - 3, 'active', 'bj' from company where code like 'BENCH-%' and code <> 'BENCH-OUT' returning id)
     insert into quotation_item (quotation_id, seq, fee_item, trigger, basis, time_unit, free_days, tier_mode, rate)
     select q.id, k.seq, k.fee_item, 'storage', k.basis, 'day', 7, 'whole', 0.01 from q,
       (values (1, 'storage', 'piece'), (2, 'other', 'kg')) k(seq, fee_item, basis)`,
  )
  await pool.query('update quotation set line_id = id')
  await pool.query('analyze')
}
