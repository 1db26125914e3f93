import type pg from 'pg'
import { buildOpenings } from '../server/src/modules/warehouse/ledger/store.openings.ts'
import type { Bench } from './calls.ts'
import { full } from './smoke.ts'

/** `--moves 1000000`: a smaller ledger, for a look; the aims are those of ten million rows. */
export const moves = Number(process.argv[process.argv.indexOf('--moves') + 1]) || full(10_000_000, 20_000)
/** A key moves so often in the year; an item has two or three keys, a location twenty. */
const movesPerKey = 20
const slots = movesPerKey + 4
const keysPerItem = 2.5
const warehouses = 4
const owners = full(200, 2)

/**
 * A year of a warehouse's life: so many ledger rows (10,000,000: 200,000 items, 500,000 keys, 50,000 locations, in four
 * warehouses of 200 owners), each balance the sum of its rows, with the openings of its months. Made once per database.
 */
export async function prepareLedger({ pool, db, say }: Pick<Bench, 'pool' | 'db' | 'say'>): Promise<void> {
  const { rows } = await pool.query(
    `select w.id, exists (select 1 from item_opening where warehouse_id = w.id) as whole from warehouse w where w.code = 'LED-1'`,
  )
  if (rows[0]?.whole === true) return
  if (rows.length > 0) throw new Error('an earlier run broke off while it made the ledger: remove the database')
  const items = Math.ceil(moves / movesPerKey / keysPerItem)
  say(`${items} items`)
  await masters(pool, items)
  const client = await pool.connect()
  try {
    await client.query(`set maintenance_work_mem = '1GB'`)
    await client.query(`set work_mem = '512MB'`)
    const { rows: indexes } = await client.query<{ name: string; def: string }>(
      `select i.indexname as name, i.indexdef as def from pg_indexes i
       where i.tablename = 'stock_move' and not exists (select 1 from pg_constraint c where c.conname = i.indexname)`,
    )
    const { rows: references } = await client.query<{ name: string; def: string }>(
      `select conname as name, pg_get_constraintdef(oid) as def from pg_constraint where conrelid = 'stock_move'::regclass and contype = 'f'`,
    )
    // Both are made again over all rows at once: row by row they would take the most of the time.
    for (const { name } of references) await client.query(`alter table stock_move drop constraint ${name}`)
    for (const { name } of indexes) await client.query(`drop index ${name}`)
    for (let slot = 0; slot < slots; slot += 1) {
      say(`moves, ${slot + 1} of ${slots}`)
      await fill(client, slot)
    }
    for (const { name, def } of indexes) {
      say(name)
      await client.query(def)
    }
    for (const { name, def } of references) await client.query(`alter table stock_move add constraint ${name} ${def}`)
  } finally {
    client.release(true)
  }
  say('vacuum')
  await pool.query('vacuum analyze')
  say('openings')
  await buildOpenings(db)
  await pool.query('vacuum analyze stock_opening, item_opening')
}

async function masters(pool: pg.Pool, items: number): Promise<void> {
  const places = Math.ceil(items / 4)
  await pool.query(
    `insert into company (code, name, short_name, roles, search) values ('LED-OUT', 'Ledger', 'Ledger', '{own}', 'ledger')`,
  )
  await pool.query(
    `insert into company (code, name, short_name, roles, search)
     select 'LEDO-' || n, 'Ledger owner ' || n, 'Ledger owner ' || n, '{owner,customer}', 'ledger owner ' || n from generate_series(1, $1) n`,
    [owners],
  )
  await pool.query(
    `insert into warehouse (outlet_id, code, name, search)
     select id, 'LED-' || n, 'Ledger ' || n, 'ledger' from company, generate_series(1, $1) n where code = 'LED-OUT'`,
    [warehouses],
  )
  await pool.query(
    `insert into warehouse_zone (warehouse_id, seq, code, name, type, sellable, temp_class)
     select w.id, z.seq, z.code, z.code, z.type, z.type = 'store', 'normal' from warehouse w,
       (values (1, 'A', 'store'), (2, 'R', 'receive'), (3, 'S', 'stage')) z(seq, code, type) where w.code like 'LED-%'`,
  )
  await pool.query(
    `insert into location (warehouse_id, zone_id, code, pick_seq, put_seq)
     select z.warehouse_id, z.id, z.code || '-' || lpad(n::text, 5, '0'), n, n
     from warehouse_zone z join warehouse w on w.id = z.warehouse_id and w.code like 'LED-%',
       generate_series(1, case z.type when 'store' then $1::int else 2 end) n`,
    [Math.ceil(places / warehouses)],
  )
  await pool.query(
    `insert into item (owner_id, item_no, name, base_unit, gross_weight, volume, temp_class, search)
     select o.id, 'LI' || lpad(n::text, 6, '0'), 'Ledger item ' || n, 'piece', 1.2, 0.01, 'normal',
       'li' || lpad(n::text, 6, '0') || ' ledger item ' || n
     from generate_series(1, $1::int) n join (select id, row_number() over (order by id) - 1 as at from company where code like 'LEDO-%') o
       on o.at = n % $2::int`,
    [items, owners],
  )
  await pool.query(
    `insert into batch (item_id, batch_no, inbound)
     select i.id, 'B' || lot, current_date - 365 from item i, generate_series(1, 3) lot
     where i.item_no like 'LI%' and (lot < 3 or i.id % 2 = 0)`,
  )
  // On hand 8 is what is left after the twenty moves below.
  await pool.query(
    `with l as (select l.id, l.warehouse_id, row_number() over (partition by l.warehouse_id order by l.id) - 1 as at
         from location l join warehouse_zone z on z.id = l.zone_id and z.type = 'store' join warehouse w on w.id = l.warehouse_id and w.code like 'LED-%'),
       w as (select id, row_number() over (order by id) - 1 as at from warehouse where code like 'LED-%'),
       k as (select b.id as batch, i.id as item, i.owner_id, row_number() over (order by i.id, b.id) as at, i.id % $1::int as house
         from batch b join item i on i.id = b.item_id where i.item_no like 'LI%')
     insert into stock (warehouse_id, location_id, owner_id, item_id, batch_id, quality, on_hand)
     select w.id, l.id, k.owner_id, k.item, k.batch, 'good', 8 from k join w on w.at = k.house
       join l on l.warehouse_id = w.id and l.at = k.at % $2::int`,
    [warehouses, Math.ceil(places / warehouses)],
  )
  await pool.query('analyze')
}

/**
 * One slot of the year. Each key goes round received 12, allocated 10, shipped 10, frozen 1, unfrozen 1; a fifth of the keys
 * begins in each of the first five slots, so that every day has some of everything.
 */
async function fill(client: pg.PoolClient, slot: number): Promise<void> {
  await client.query(
    `create temp table due as select s.id, s.warehouse_id, s.owner_id, s.item_id, ($1::int - s.id % 5)::int as n,
       now() - interval '365 days' + ($1::int + random()) * interval '365 days' / $2::int as at
     from stock s join warehouse w on w.id = s.warehouse_id and w.code like 'LED-%' where $1::int - s.id % 5 between 0 and $3::int - 1`,
    [slot, slots, movesPerKey],
  )
  const {
    rows: [first],
  } = await client.query<{ id: number }>(
    `with p as (insert into stock_posting (warehouse_id, idem_key, doc_type, doc_id, doc_no, actor_name)
       select warehouse_id, 'ledger:' || $1::int || ':' || n, 'receipt', $1::int * 1000000 + n, 'LED' || $1::int || '-' || n, 'bench'
       from (select row_number() over (order by at) as n, warehouse_id from due) d where n % 10 = 1 returning id)
     select min(id) as id from p`,
    [slot],
  )
  await client.query(
    `insert into stock_move (posting_id, seq, warehouse_id, stock_id, owner_id, item_id, doc_line, type, flow,
       d_on_hand, d_allocated, d_frozen, on_hand, allocated, frozen, occurred_at, recorded_at)
     select $1::bigint + (d.o - 1) / 10, 1 + (d.o - 1) % 10, d.warehouse_id, d.id, d.owner_id, d.item_id, 1, c.type, c.flow,
       c.d_on, c.d_al, c.d_fr, (d.n / 5) * 2 + c.on_hand, c.allocated, c.frozen, d.at, d.at
     from (select *, row_number() over (order by at) as o from due) d
     join (values (0, 'RCV', 1, 12, 0, 0, 12, 0, 0), (1, 'ALC', 0, 0, 10, 0, 12, 10, 0), (2, 'SHP', -1, -10, -10, 0, 2, 0, 0),
       (3, 'FRZ', 0, 0, 0, 1, 2, 0, 1), (4, 'UNFRZ', 0, 0, 0, -1, 2, 0, 0))
       c(n, type, flow, d_on, d_al, d_fr, on_hand, allocated, frozen) on c.n = d.n % 5
     order by d.o`,
    [first?.id ?? 0],
  )
  await client.query('drop table due')
}
