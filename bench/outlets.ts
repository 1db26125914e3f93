import { waybillTabs } from '@xunyun/contract/waybills/calls'
import { listWaybills } from '../server/src/modules/waybills/queries.ts'
import type { Tx } from '../server/src/platform/db.ts'
import { answerOf, type Bench, signIn } from './calls.ts'
import { statementsOf } from './lists.ts'
import { byTurns, median, timed } from './load.ts'
import { everything, give, ms, type Row, ratio } from './scenarios.ts'
import { full } from './smoke.ts'

/** What a user of one outlet sees: what it has in hand, and not what it sent alone (ADR 031). */
export async function outlets(bench: Bench): Promise<Row[]> {
  const rows: Row[] = []
  for (const outlet of await chosen(bench)) {
    rows.push(...(await inHand(bench, outlet)), await slowestTab(bench, outlet))
    if (outlet.name === 'busy') rows.push(...(await movement(bench, 'the busy outlet', outlet.token)))
  }
  return [...rows, ...(await movement(bench, 'all outlets', bench.token))]
}

const rounds = 25
type Outlet = { name: string; id: number; inHand: number; token: string }

/** The outlets with the fewest waybills, the middle one and that with the most, and a user of each. */
async function chosen(bench: Bench): Promise<Outlet[]> {
  const { rows } = await bench.pool.query<{ id: number; inHand: number }>(
    `select outlet_id as id, count(*) as "inHand" from waybill_outlet group by 1 order by 2, 1`,
  )
  const found: Outlet[] = []
  for (const [name, at] of [
    ['idle', 0],
    ['middling', Math.floor(rows.length / 2)],
    ['busy', rows.length - 1],
  ] as const) {
    const row = rows[at]
    if (row === undefined) throw new Error('no outlet has a waybill in hand')
    found.push({ name, ...row, token: await userOf(bench, row.id) })
  }
  return found
}

/** Somebody of one outlet who may do whatever the bench's own user may; the token of a session. */
async function userOf(bench: Bench, outletId: number): Promise<string> {
  const account = `outlet${outletId}`
  await bench.pool.query(
    `with made as (insert into app_user (account, name, scope, outlet_id, password_hash, must_change_password)
       select $1, '网点', 'outlet', $2, password_hash, false from app_user where id = 1
       and not exists (select 1 from app_user where account = $1) returning id),
     bound as (insert into user_company (user_id, company_id) select id, $2 from made)
     insert into user_role (user_id, role_id) select made.id, r.role_id from made, user_role r where r.user_id = 1`,
    [account, outletId],
  )
  return signIn(bench.ours, account, bench.password)
}

const ask = (url: string, token?: string) => async () =>
  answerOf(url, await fetch(url, token === undefined ? {} : { headers: { token } }))
const waybillsOf = (bench: Bench, token: string, query = '') =>
  ask(`${bench.ours}/api/Waybills/GetWaybills${query}`, token)

/** The list of what is in hand against that of what was sent, the same query without anything around it. */
async function inHand(bench: Bench, { name, id, inHand, token }: Outlet): Promise<Row[]> {
  bench.say(`waybills of the ${name} outlet`)
  const rows: Row[] = []
  for (const page of ['first page', 'half-way down'] as const) {
    const cursorIn = (table: string, key: string) =>
      page === 'first page' ? Promise.resolve(undefined) : halfWay(bench, table, key, id)
    const seen = await cursorIn('waybill_outlet', 'waybill_id')
    const sent = await cursorIn('waybill', 'id')
    const limit = `outlet ${id}, ${page}`
    await give(
      bench,
      limit,
      await statementsOf(bench, (tx: Tx) =>
        listWaybills(tx, everything, { outletId: id, pageSize: 50, ...(sent === undefined ? {} : { after: sent }) }),
      ),
    )
    const found = await byTurns(
      rounds,
      waybillsOf(bench, token, seen === undefined ? '' : `?after=${seen}`),
      ask(`${bench.bare}/reads/${encodeURIComponent(limit)}`),
    )
    rows.push({
      name: `all waybills of the ${name} outlet (${inHand} in hand), ${page}`,
      ours: ms(found.ours),
      limit: `${ms(found.limit)} (by origin alone)`,
      ratio: ratio(found.ours / found.limit),
      aim: '≤ 2 ×',
    })
  }
  return rows
}

/** The cursor of the row in the middle of an outlet's list. */
async function halfWay({ pool }: Bench, table: string, key: string, outletId: number): Promise<string> {
  const { rows } = await pool.query<{ k: string; id: number }>(
    `select created_at::text as k, ${key} as id from ${table} where outlet_id = $1 order by created_at desc, ${key} desc
     offset (select count(*) / 2 from ${table} where outlet_id = $1) limit 1`,
    [outletId],
  )
  return Buffer.from(JSON.stringify([rows[0]?.k, rows[0]?.id])).toString('base64url')
}

/** A tab that holds few of an outlet's many waybills, or many of its few. */
async function slowestTab(bench: Bench, { name, token }: Outlet): Promise<Row> {
  const found: { tab: string; took: number }[] = []
  for (const tab of waybillTabs) {
    const took: number[] = []
    for (let round = 0; round < full(7, 1); round += 1) took.push(await timed(waybillsOf(bench, token, `?tab=${tab}`)))
    found.push({ tab, took: median(took) })
  }
  bench.say(`  ${found.map(({ tab, took }) => `${tab} ${ms(took)}`).join(', ')}`)
  const [slowest] = found.sort((a, b) => b.took - a.took)
  const { ours, limit } = await byTurns(
    rounds,
    waybillsOf(bench, token, `?tab=${slowest?.tab}`),
    waybillsOf(bench, token),
  )
  return {
    name: `the slowest tab of the ${name} outlet (${slowest?.tab}), first page`,
    ours: ms(ours),
    limit: `${ms(limit)} (all its waybills)`,
    ratio: ratio(ours / limit),
    aim: '≤ 5 ×',
  }
}

/** What waits, what is on trips, the trips, lines and parcels, against the list of all waybills. */
async function movement(bench: Bench, whose: string, token: string): Promise<Row[]> {
  const rows: Row[] = []
  for (const [name, path] of [
    ['waiting to be arranged', 'Dispatch/GetWaiting'],
    ['arranged waybills', 'Dispatch/GetArranged'],
    ['trips', 'Dispatch/GetArrangements'],
    ['line shipments', 'Dispatch/GetSpecials'],
    ['parcels', 'Dispatch/GetCouriers'],
  ] as const) {
    bench.say(`${name}: ${whose}`)
    const { ours, limit } = await byTurns(rounds, ask(`${bench.ours}/api/${path}`, token), waybillsOf(bench, token))
    rows.push({
      name: `${name} of ${whose}, first page`,
      ours: ms(ours),
      limit: `${ms(limit)} (all waybills)`,
      ratio: ratio(ours / limit),
      aim: '≤ 3 ×',
    })
  }
  return rows
}
