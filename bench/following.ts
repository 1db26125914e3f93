import { randomUUID } from 'node:crypto'
import { clockLists } from '@xunyun/contract/watch/lists'
import { sql } from 'kysely'
import type pg from 'pg'
import { rulesOf, usualOwner } from '../server/src/modules/watch/rules.ts'
import { settingsOf } from '../server/src/modules/watch/settings.ts'
import { listTracked } from '../server/src/modules/waybills/tracks/queries.ts'
import type { Tx } from '../server/src/platform/db.ts'
import { answerOf, type Bench, get, post } from './calls.ts'
import { Copy } from './generate.ts'
import { compareLists } from './lists.ts'
import { byTurns, median, timed } from './load.ts'
import { everything, give, ms, type Row, ratio } from './scenarios.ts'
import { full } from './smoke.ts'
import { devices, supplier, tracks } from './tracks.ts'

/** What keeps shipments in sight: watch lists with their clocks, tracks, signed receipts coming home, positions of devices. */
export async function following(bench: Bench): Promise<Row[]> {
  await tracks(bench)
  return [
    await clocks(bench),
    ...(await watched(bench)),
    ...(await compareLists(bench, [
      ['waybills by their last track', 'W_Track/GetTracked', (tx: Tx) => listTracked(tx, everything, { pageSize: 50 })],
    ])),
    await trackedTrip(bench),
    await timeline(bench),
    await scanned(bench),
    await positions(bench),
  ]
}

/** One turn of all clocks, after one that began them, against what the lists' rules find alone. */
async function clocks(bench: Bench): Promise<Row> {
  bench.say('watch clocks')
  const turn = () => post(bench, 'Watch/RunWatch', {})
  await turn()
  const tx = bench.db as unknown as Tx
  const rules = rulesOf(await settingsOf(tx))
  const bare = async () => {
    for (const { condition, since, due } of rules)
      await sql`select w.id, ${since}, ${due}, ${usualOwner} from waybill w where ${condition}`.execute(tx)
  }
  const found = await byTurns(full(5, 1), turn, bare)
  return {
    name: 'watch clocks of all lists, one turn',
    ours: ms(found.ours),
    limit: `${ms(found.limit)} (their predicates bare)`,
    ratio: ratio(found.ours / found.limit),
    aim: '≤ 2 ×',
  }
}

/** Each list's first page and its counts, against the first page of all waybills. */
async function watched(bench: Bench): Promise<Row[]> {
  const rows: Row[] = []
  const all = () => get(bench, 'Waybills/GetWaybills')
  const paths: Readonly<Record<string, readonly [page: string, counts: string]>> = {
    abnormal: ['Cases/GetAbnormals?tab=open', 'Cases/GetAbnormalTotals?tab=open'],
    complaint: ['Cases/GetComplaints?tab=open', 'Cases/GetComplaintTotals?tab=open'],
  }
  for (const list of clockLists) {
    bench.say(`watch list ${list}`)
    const [page, counts] = paths[list] ?? [`Watch/GetWatched?list=${list}`, `Watch/GetWatchedTotals?list=${list}`]
    const { tabs } = await get<{ tabs: Record<string, number> }>(bench, counts)
    const on = tabs.open ?? tabs.all
    for (const [what, path] of [
      ['first page', page],
      ['counts', counts],
    ] as const) {
      const found = await byTurns(full(15, 1), () => get(bench, path), all)
      rows.push({
        name: `watch list ${list} (${on} on it), ${what}`,
        ours: ms(found.ours),
        limit: `${ms(found.limit)} (all waybills)`,
        ratio: ratio(found.ours / found.limit),
        aim: '≤ 3 ×',
      })
    }
  }
  return rows
}

/** A track of everything on some trips, against its rows and the roll-up bare. */
async function trackedTrip(bench: Bench): Promise<Row> {
  const { rows } = await bench.pool.query<{ no: string; ids: number[] }>(
    `select a.arrangement_no as no, array_agg(distinct l.waybill_id) as ids from arrangement a join arrangement_line l on l.arrangement_id = a.id
     join waybill w on w.id = l.waybill_id where a.kind = 'vehicle' and a.state = 'departed' group by 1
     having bool_and(w.state in ('inStation', 'inTransit', 'arrived', 'delivering')) order by count(*) desc, 1 limit 20`,
  )
  // As many trips as it takes for a hundred waybills.
  const most = full(100, 10)
  const numbers: string[] = []
  const ids = new Set<number>()
  for (const { no, ids: carried } of rows) {
    if (ids.size >= most) break
    numbers.push(no)
    for (const id of carried) ids.add(id)
  }
  bench.say(`a track of ${ids.size} waybills`)
  const client = await bench.pool.connect()
  let ahead = 0
  // One that is no later than the last is asked about.
  const at = () => {
    ahead += 1
    return new Date(Date.now() + ahead).toISOString()
  }
  const add = () =>
    post(bench, 'W_Track/AddTrack', { numbers, node: 'via', at: at(), place: '金华', text: '途经', confirm: 1 })
  const found = await byTurns(full(15, 1), add, () => bareTracks(client, [...ids], at()))
  client.release()
  return {
    name: `a track of a trip's ${ids.size} waybills`,
    ours: ms(found.ours),
    limit: `${ms(found.limit)} (its rows and the roll-up bare)`,
    ratio: ratio(found.limit / found.ours),
    aim: '≥ 0.5',
  }
}

async function bareTracks(client: pg.PoolClient, ids: readonly number[], at: string): Promise<void> {
  await client.query('begin')
  await client.query('select id from waybill where id = any($1::bigint[]) order by id for update', [ids])
  await client.query(
    `insert into track (waybill_id, node, at, place, text, source, visible, by_id, by_name)
     select id, 'via', $2, '金华', '途经', 'manual', true, 1, 'bench' from unnest($1::bigint[]) u(id)`,
    [ids, at],
  )
  await bareEvents(client, ids, 'tracked')
  await client.query(
    `update waybill set chain_at = now(), last_track_at = $2, shown_track_at = $2, last_track = jsonb_build_object('node', 'via', 'place', '金华', 'text', '途经',
       'source', 'manual', 'by', 'bench'), shown_track = jsonb_build_object('node', 'via', 'place', '金华', 'text', '途经', 'source', 'manual', 'by', 'bench')
     where id = any($1::bigint[])`,
    [ids, at],
  )
  await client.query('commit')
}

const bareEvents = (client: pg.PoolClient, ids: readonly number[], type: string) =>
  client.query(
    `insert into bench_event (waybill_id, seq, type, payload, at, by_id, by_name, prev_hash, hash)
     select u.id, coalesce((select max(seq) from bench_event e where e.waybill_id = u.id), 0) + 1, $2,
       '{"params":{"node":"via","place":"金华","text":"途经","visible":true},"changes":[],"digests":{}}', now(), 1, 'bench',
       decode(repeat('00', 32), 'hex'), decode(repeat('00', 32), 'hex') from unnest($1::bigint[]) u(id)`,
    [ids, type],
  )

/** The tracks of one waybill out of all, against what an index leads to. */
async function timeline(bench: Bench): Promise<Row> {
  const { rows } = await bench.pool.query<{ n: number; ids: number[] }>(
    `select (select reltuples::bigint from pg_class where oid = 'track'::regclass) as n,
       array(select id from waybill where state = 'signed' order by hashint8(id) limit 200) as ids`,
  )
  const { n = 0, ids = [] } = rows[0] ?? {}
  bench.say(`timelines out of ${n} tracks`)
  await give(
    bench,
    'timeline',
    ids.map((id) => ({ sql: 'select * from track where waybill_id = $1 order by at desc, id desc', parameters: [id] })),
  )
  let turn = 0
  const ours = () => {
    turn += 1
    return get(bench, `W_Track/GetTracks?waybillId=${ids[turn % ids.length]}`)
  }
  const url = `${bench.bare}/read/timeline`
  const found = await byTurns(full(60, 1), ours, async () => answerOf(url, await fetch(url)))
  return {
    name: `the tracks of a waybill, out of ${n}`,
    ours: ms(found.ours),
    limit: `${ms(found.limit)} (its index scan)`,
    ratio: ratio(found.ours / found.limit),
    aim: '≤ 2 ×',
  }
}

/** Papers taken in by scan, one call after the other, against their rows bare. */
async function scanned(bench: Bench): Promise<Row> {
  const count = full(300, 5)
  const { rows } = await bench.pool.query<{ id: number; no: string; waybillId: number }>(
    `select x.id, x.receipt_no as no, x.waybill_id as "waybillId" from signed_receipt x join waybill w on w.id = x.waybill_id
     where x.state = 'toSign' and w.state = 'signed' and not x.is_deleted order by x.id limit $1`,
    [2 * count],
  )
  const half = Math.floor(rows.length / 2)
  bench.say(`${half} receipts scanned`)
  const roundId = randomUUID()
  const client = await bench.pool.connect()
  const took: number[] = []
  const bare: number[] = []
  for (let n = 0; n < half; n += 1) {
    const [ours, theirs] = [rows[n], rows[half + n]] as [(typeof rows)[0], (typeof rows)[0]]
    const scan = { actId: randomUUID(), roundId, step: 'recover', code: ours.no }
    took.push(await timed(() => post(bench, 'SignedReceipts/ScanSignedReceipt', scan)))
    bare.push(await timed(() => bareScan(client, theirs)))
  }
  client.release()
  const sum = (times: readonly number[]) => times.reduce((all, one) => all + one, 0)
  return {
    name: `${half} receipts scanned in a row`,
    ours: ms(sum(took)),
    limit: `${ms(sum(bare))} (their rows bare)`,
    ratio: ratio(sum(bare) / sum(took)),
    aim: '≥ 0.5',
  }
}

async function bareScan(client: pg.PoolClient, { id, waybillId }: { id: number; waybillId: number }): Promise<void> {
  await client.query('begin')
  await client.query(
    'select x.id from waybill w join signed_receipt x on x.waybill_id = w.id where x.id = $1 for update of w, x',
    [id],
  )
  await client.query(
    `update signed_receipt set state = 'recovered', outlet_id = w.outlet_id, recovered_outlet_id = w.outlet_id, recovered_at = now(), recovered_by = 1,
       version = signed_receipt.version + 1, updated_at = now(), updated_by = 1 from waybill w where w.id = signed_receipt.waybill_id and signed_receipt.id = $1`,
    [id],
  )
  await client.query(
    `insert into track (waybill_id, node, at, place, text, source, visible, by_id, by_name)
     select id, 'receipt', now(), '杭州', $2, 'system', true, 1, 'bench' from unnest(array[$1::bigint]) u(id)`,
    [waybillId, `HDB${waybillId}`],
  )
  await bareEvents(client, [waybillId], 'receiptRecovered')
  await client.query(
    `update waybill set chain_at = now(), last_track_at = now(), shown_track_at = now(),
       last_track = jsonb_build_object('node', 'receipt', 'place', '杭州', 'text', 'HD', 'source', 'system', 'by', 'bench'),
       shown_track = jsonb_build_object('node', 'receipt', 'place', '杭州', 'text', 'HD', 'source', 'system', 'by', 'bench') where id = $1`,
    [waybillId],
  )
  await client.query(
    `insert into signed_receipt_scan (act_id, signed_receipt_id, step, at, by_id) values (gen_random_uuid(), $1, 'recover', now(), 1)`,
    [id],
  )
  await client.query('commit')
}

/** What a supplier's platform reports, a thousand a call, against COPY of the same rows. */
async function positions(bench: Bench): Promise<Row> {
  const calls = full(20, 1)
  bench.say(`${calls} calls of ${devices} positions`)
  const { rows } = await bench.pool.query<{ id: number }>(`select id from company where code = $1`, [supplier])
  const { token } = await post<{ token: string }>(bench, 'GPS/MakePositionToken', { supplierId: rows[0]?.id })
  await bench.pool.query('drop table if exists bench_position')
  await bench.pool.query('create table bench_position (like position including all)')
  const client = await bench.pool.connect()
  const reported = (at: string) =>
    Array.from({ length: devices }, (_, n) => ({
      deviceNo: `GB${String(n + 1).padStart(6, '0')}`,
      at,
      lng: 120 + n / 10_000,
      lat: 30 + n / 10_000,
      speed: n % 100,
      battery: n % 101,
    }))
  const url = `${bench.ours}/api/GPS/AddPositions`
  const took: number[] = []
  const copied: number[] = []
  for (let n = 0; n < calls; n += 1) {
    const at = new Date().toISOString()
    const sent = reported(at)
    const body = JSON.stringify({ positions: sent })
    took.push(
      await timed(async () => {
        const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
        const { accepted } = await answerOf<{ accepted: number }>(
          url,
          await fetch(url, { method: 'POST', headers, body }),
        )
        if (accepted !== devices) throw new Error(`${accepted} of ${devices} positions were taken`)
      }),
    )
    copied.push(
      await timed(async () => {
        const copy = new Copy(client, 'bench_position', ['device_id', 'at', 'lng', 'lat', 'speed', 'battery'])
        for (const [device, one] of sent.entries())
          await copy.row([device, at, Math.round(one.lng * 1e6), Math.round(one.lat * 1e6), one.speed, one.battery])
        await copy.end()
      }),
    )
  }
  client.release()
  await bench.pool.query('drop table bench_position')
  const rate = (times: readonly number[]) => (devices / median(times)) * 1000
  return {
    name: `positions over HTTP, ${devices} a call`,
    ours: `${rate(took).toFixed(0)}/s`,
    limit: `${rate(copied).toFixed(0)}/s (COPY of the same rows)`,
    ratio: ratio(rate(took) / rate(copied)),
    aim: '≥ 0.25',
  }
}
