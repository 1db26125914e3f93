import type { Bench } from './calls.ts'
import { dropIndexes } from './generate.ts'

/** The table that stands once all of it is there. */
const made = 'bench_tracks'
const filled = ['track', 'signed_receipt', 'abnormal', 'complaint', 'gps_device']
/** Of a waybill, the last one as it stands on the waybill. */
const each = 10
export const devices = 1000
export const supplier = 'GPSB'

/** Ten tracks of each waybill, the paper of each that asks for one, cases and complaints, and a supplier's devices: once a database. */
export async function tracks({ pool, say }: Pick<Bench, 'pool' | 'say'>): Promise<void> {
  const { rows } = await pool.query<{ have: boolean }>(`select to_regclass($1) is not null as have`, [made])
  if (rows[0]?.have === true) return
  const began = performance.now()
  say('tracks, receipts, cases, devices')
  const client = await pool.connect()
  try {
    // One transaction: what breaks off leaves no table without its indexes.
    await client.query(`begin; set local maintenance_work_mem = '512MB'`)
    const indexes = await dropIndexes(client, filled)
    // A table that is empty when it begins, without an index: row by row it would be read again and again while it grows.
    await client.query(`set local enable_nestloop = off`)
    await client.query(`insert into track (waybill_id, node, at, place, text, source, visible, by_id, by_name)
      select w.id, case n when ${each} then w.last_track ->> 'node' else (array['placed','pickup','checkIn','load','depart','via','via','arrive','unload'])[n] end,
        w.last_track_at - (${each} - n) * (w.last_track_at - w.created_at) / ${each}, w.last_track ->> 'place', w.pieces::text, 'system', true, 1, 'admin'
      from generate_series(1, ${each}) n cross join waybill w where w.last_track_at is not null and w.last_track_at > w.created_at`)
    await client.query(`insert into signed_receipt (receipt_no, waybill_id, copies, state, signed_at, recovered_at, done_at, created_at)
      select 'HDB' || w.id, w.id, 1, x.state, x.signed_at, case x.state when 'done' then x.signed_at end, case x.state when 'done' then x.signed_at end, w.created_at
      from waybill w cross join lateral (select case when w.state = 'signed' then w.created_at + interval '90 hours' end as signed_at,
        case when w.state = 'signed' and w.id <= (select max(id) / 2 from waybill) then 'done' else 'toSign' end as state) x
      where w.receipt_requirement <> 'none' and w.state not in ('draft', 'cancelled')
        and not exists (select from signed_receipt r where r.waybill_id = w.id)`)
    const live = `w.state in ('inStation', 'inTransit', 'arrived', 'delivering')`
    await client.query(`insert into abnormal (abnormal_no, waybill_id, type, state, node, pieces, text, happened_at, created_at, owner_id, due_at, closed_at)
      select 'YCB' || w.id, w.id, 'damaged', x.state, 'arrive', 1, '外箱破损', w.created_at, w.created_at, 1, w.created_at + interval '4 hours',
        case x.state when 'closed' then w.created_at + interval '3 hours' end
      from waybill w cross join lateral (select case when ${live} then 'open' else 'closed' end as state) x
      where (${live} and w.id % 100 = 1 or w.state = 'signed' and w.id % 50 = 1)`)
    await client.query(`update waybill w set exception_count = 1 where ${live} and w.id % 100 = 1`)
    await client.query(`insert into complaint (complaint_no, outlet_id, waybill_id, customer_id, state, complainant, phone, channel, category, urgency, text,
        owner_id, due_at, search, created_at, done_at)
      select 'TSB' || w.id, w.outlet_id, w.id, w.customer_id, case when ${live} then 'open' else 'done' end, w.consignee_name, w.consignee_phone, 'phone',
        'timeliness', 1 + (w.id % 3)::int, '还没有到', 1, w.created_at + interval '1 day', lower('TSB' || w.id || ' ' || w.waybill_no), w.created_at,
        case when not (${live}) then w.created_at + interval '1 day' end
      from waybill w where (${live} or w.state = 'signed') and w.id % 100 = 2`)
    await client.query(
      `with s as (insert into company (code, name, short_name, roles, search) values ($1, '定位设备', '定位设备', '{supplier}', 'gpsb') returning id)
       insert into gps_device (device_no, supplier_id, outlet_id, search)
       select 'GB' || lpad(n::text, 6, '0'), s.id, (select min(id) from company where roles @> '{own}'), 'gb' || lpad(n::text, 6, '0')
       from s, generate_series(1, ${devices}) n`,
      [supplier],
    )
    await client.query(`set local enable_nestloop = on`)
    for (const index of indexes) await client.query(index)
    await client.query(`create table ${made} (); commit`)
    await client.query(`vacuum analyze ${filled.join(', ')}, waybill`)
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
  say(`tracks and what goes with them in ${((performance.now() - began) / 1000).toFixed(0)} s`)
}
