import { listFees } from '../server/src/modules/costs/feeList.ts'
import type { Tx } from '../server/src/platform/db.ts'
import { answerOf, type Bench, post, signIn } from './calls.ts'
import { runTag } from './generate.ts'
import { statementsOf } from './lists.ts'
import { byTurns, median, timed } from './load.ts'
import { money } from './money.ts'
import { everyPart, everything, give, ms, type Row, ratio } from './scenarios.ts'
import { full } from './smoke.ts'

/** What the road costs: approved and shared, applied for in a batch, adjusted, and listed. */
export async function costs(bench: Bench): Promise<Row[]> {
  await money(bench)
  const reviewer = await reviewerOf(bench)
  return [
    ...(await lists(bench)),
    await compared(bench),
    ...(await approved(bench, reviewer)),
    ...(await inBatch(bench, reviewer)),
    await adjusted(bench, reviewer),
  ]
}

const rounds = full(25, 1)
const ask = (url: string, token?: string) => async () =>
  answerOf(url, await fetch(url, token === undefined ? {} : { headers: { token } }))

/** Somebody beside the bench's own user who decides; with levels for what is applied for here. */
export async function reviewerOf(bench: Bench): Promise<string> {
  await bench.pool.query(
    `with made as (insert into app_user (account, name, scope, password_hash, must_change_password)
       select 'costReviewer', '审核', 'all', password_hash, false from app_user where id = 1
       and not exists (select 1 from app_user where account = 'costReviewer') returning id)
     insert into user_right (user_id, page, browse, edit, approve)
       select id, page, true, true, true from made, unnest('{unreviewed,carCost,costZJ,priceCheck,billApplyAudit}'::text[]) page`,
  )
  // Data that was kept may be older than one of these kinds.
  await bench.pool.query(
    `with levels as (insert into approver_level (biz_type, level, mode, amount_from)
       select kind, 1, 'any', 0 from unnest('{carCost,costApplication,costZJ,invoice,payment}'::text[]) kind
       where not exists (select 1 from approver_level l where l.biz_type = kind) returning id)
     insert into approver_member (level_id, user_id) select levels.id, u.id from levels, app_user u where u.account = 'costReviewer'`,
  )
  return signIn(bench.ours, 'costReviewer', bench.password)
}

/** Lists of money against the same statements alone, and against the list of all waybills. */
async function lists(bench: Bench): Promise<Row[]> {
  const { pool, ours, bare, token } = bench
  const waybill =
    (await pool.query<{ id: number }>(`select waybill_id as id from charge_share limit 1`)).rows[0]?.id ?? 1
  const rows: Row[] = []
  for (const [name, query, input] of [
    ['receivables', '', {}],
    ['payables', '?tab=payable', { tab: 'payable' }],
    ['payables of a waybill', `?tab=payable&waybillId=${waybill}`, { tab: 'payable', waybillId: Number(waybill) }],
  ] as const) {
    bench.say(`charges: ${name}`)
    await give(
      bench,
      `fees ${name}`,
      await statementsOf(bench, (tx: Tx) => listFees(tx, everything, { ...input, pageSize: 50 })),
    )
    const found = await byTurns(
      rounds,
      ask(`${ours}/api/Costs/GetFees${query}`, token),
      ask(`${bare}/reads/${encodeURIComponent(`fees ${name}`)}`),
    )
    rows.push({
      name: `charges: ${name}, first page`,
      ours: ms(found.ours),
      limit: `${ms(found.limit)} (the same SQL)`,
      ratio: ratio(found.limit / found.ours),
      aim: '≥ 0.5',
    })
  }
  for (const [tab, query] of [
    ['receivables', ''],
    ['payables', '?tab=payable'],
  ] as const) {
    const took: number[] = []
    const alone: number[] = []
    for (let round = 0; round < full(5, 1); round += 1) {
      took.push(await timed(ask(`${ours}/api/Costs/GetFeeTotals${query}`, token)))
      alone.push(
        await timed(() =>
          pool.query(
            `select count(*), sum(amount), sum(round(amount / (1 + coalesce(tax_rate, 0) / 100), 2)) from charge group by direction`,
          ),
        ),
      )
    }
    rows.push({
      name: `charges: totals of ${tab}, and tabs`,
      ours: ms(median(took)),
      limit: `${ms(median(alone))} (the bare aggregate)`,
      ratio: ratio(median(took) / median(alone)),
      aim: '≤ 1.2 ×',
    })
  }
  for (const [name, path] of [
    ['trips to apply for', 'Costs/GetUnapplied'],
    ['cost applications', 'Costs/GetCostApplications?kinds=carCost'],
    ['adjustments', 'Costs/GetAdjustments'],
    ['reviews of costs', 'Approvals/GetApprovals?bizTypes=carCost'],
  ] as const) {
    bench.say(name)
    const found = await byTurns(
      rounds,
      ask(`${ours}/api/${path}`, token),
      ask(`${ours}/api/Waybills/GetWaybills`, token),
    )
    rows.push({
      name: `${name}, first page`,
      ours: ms(found.ours),
      limit: `${ms(found.limit)} (all waybills)`,
      ratio: ratio(found.ours / found.limit),
      aim: '≤ 3 ×',
    })
  }
  return rows
}

/** 比价 over 200 line carriers with a rate each. */
async function compared(bench: Bench): Promise<Row> {
  const { pool, ours, token } = bench
  bench.say('comparing 200 carriers')
  await pool.query(
    `insert into company (code, name, short_name, roles, search)
       select 'LINE' || n, '专线' || n, '专线' || n, '{special}', 'line' from generate_series(1, 200) n on conflict do nothing`,
  )
  await pool.query(
    `insert into transport_price (line_id, version_no, name, direction, company_id, basis, weight_unit, volume_ratio, unit_price,
       tier_mode, low_break, valid_from, status, search)
       select -c.id, 1, c.name, 'payable', c.id, 'weight', 'kg', 300, 0.5 + c.id % 10 * 0.1, 'whole', false, '2026-01-01', 'active', c.name from company c
       where c.code like 'LINE%' and not exists (select from transport_price p where p.company_id = c.id)`,
  )
  const url = `${ours}/api/Costs/CompareCarriers?kind=line&fromRegion=330110&toRegion=440111&weight=500&volume=3&pieces=20`
  const found = await byTurns(rounds, ask(url, token), () =>
    pool.query(
      `select * from transport_price p left join company c on c.id = p.company_id where p.direction = 'payable' and p.status = 'active'`,
    ),
  )
  return {
    name: '比价 over 200 carriers',
    ours: ms(found.ours),
    limit: `${ms(found.limit)} (their rates read)`,
    ratio: ratio(found.ours / found.limit),
    aim: '≤ 3 ×',
  }
}

type Made = { id: number; no: string }
const decideAll = async (bench: Bench, token: string, kind: string, nos: readonly string[]) => {
  const { rows } = await bench.pool.query<{ id: number }>(
    `select id from approval where biz_type = $1 and state = 'pending' and doc_no = any($2::text[])`,
    [kind, nos],
  )
  const url = `${bench.ours}/api/Approvals/DecideApprovals`
  const answer = await answerOf<{ done: number }>(
    url,
    await fetch(url, {
      method: 'POST',
      headers: { token, 'content-type': 'application/json' },
      body: JSON.stringify({ ids: rows.map(({ id }) => id), decision: 'approve' }),
    }),
  )
  if (answer.done !== nos.length) throw new Error(`${answer.done} of ${nos.length} were approved`)
}

/** One cost over 500 waybills, approved: against its rows bare, in one transaction. */
async function approved(bench: Bench, reviewer: string): Promise<Row[]> {
  const count = full(500, 5)
  bench.say(`a cost over ${count} waybills`)
  const { rows } = await bench.pool.query<{ id: number; no: string }>(
    `select id, waybill_no as no from waybill where state not in ('draft', 'cancelled') and outlet_id = (
       select outlet_id from waybill order by id limit 1) order by id desc limit $1`,
    [count],
  )
  const took: number[] = []
  const bare: number[] = []
  for (let round = 0; round < full(7, 1); round += 1) {
    const made = await post<Made>(bench, 'Costs/AddExpense', {
      feeItem: 'toll',
      amount: '999.99',
      reason: 'bench',
      of: rows.map(({ no }) => no),
      submit: true,
    })
    took.push(await timed(() => decideAll(bench, reviewer, 'costApplication', [made.no])))
    bare.push(
      await timed(() =>
        bareShares(
          bench,
          rows.map(({ id }) => id),
        ),
      ),
    )
  }
  return [
    {
      name: `a cost shared over ${count} waybills approved`,
      ours: ms(median(took)),
      limit: `${ms(median(bare))} (its rows and the roll-up bare)`,
      ratio: ratio(median(bare) / median(took)),
      aim: '≥ 0.5',
    },
  ]
}

/** What an approval writes, the fewest statements set by set, taken back afterwards. */
async function bareShares({ pool }: Bench, ids: readonly number[]): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query(`select id from waybill where id = any($1::bigint[]) order by id for no key update`, [ids])
    const { rows } = await client.query<{ id: number }>(
      `insert into charge (outlet_id, day, seq, fee_item, direction, amount, source, approved, application_id, cost_line_id)
         select outlet_id, current_date, 100, 'toll', 'payable', 999.99, 'expense', true, (select max(id) from application),
           (select max(id) from cost_line l where not exists (select from charge h where h.cost_line_id = l.id)) from waybill where id = $1 returning id`,
      [ids[0]],
    )
    await client.query(
      `insert into charge_share (charge_id, waybill_id, amount, seq, basis, net) select $1, id, 2, ordinality, 1, 2 from unnest($2::bigint[]) with ordinality u(id)`,
      [rows[0]?.id, ids],
    )
    await client.query(`update waybill set cost = cost + 2 where id = any($1::bigint[])`, [ids])
    await client.query(`update application set state = state where id = (select max(id) from application)`)
    await client.query(
      `insert into history (entity, entity_id, at, by_id, by_name, action, changes) values ('application', 1, now(), 1, 'bench', 'approved', '[]')`,
    )
    await client.query('commit')
  } finally {
    client.release()
  }
}

/** Many applications sent in by one call and approved by another. */
async function inBatch(bench: Bench, reviewer: string): Promise<Row[]> {
  const count = full(200, 4)
  bench.say(`${count} applications in a batch`)
  const { rows } = await bench.pool.query<{ id: number }>(`select min(id) as id from company where roles @> '{own}'`)
  const outletId = rows[0]?.id
  const nos: string[] = []
  const ids: number[] = []
  for (let n = 0; n < count; n += 1) {
    const made = await post<Made>(bench, 'Costs/AddExpense', {
      feeItem: 'toll',
      amount: '10',
      reason: 'bench',
      outletId,
    })
    nos.push(made.no)
    ids.push(made.id)
  }
  const submitted = await timed(() => post(bench, 'Costs/SubmitApplications', { ids }))
  const decided = await timed(() => decideAll(bench, reviewer, 'costApplication', nos))
  const client = await bench.pool.connect()
  const one = async (sql: readonly string[]) =>
    timed(async () => {
      await client.query('begin')
      for (const id of ids) for (const text of sql) await client.query(text, [id])
      await client.query('commit')
    })
  const history = `insert into history (entity, entity_id, at, by_id, by_name, action, changes) values ('application', $1, now(), 1, 'bench', 'x', '[]')`
  const bareSubmit = await one([
    `update application set version = version + 1 where id = $1`,
    history,
    `insert into approval (biz_type, entity_id, doc_no, reason, amount, facts, state, level, levels, applicant_id, applied_at, search) values ('costApplication', $1, 'bench', 'expense', 10, '{}', 'approved', 1, 1, 1, now(), 'bench')`,
    `insert into approval_seat (approval_id, level, mode, member_id, user_id, open) select max(a.id), 1, 'any', (select max(id) from approver_member), 1, false from approval a where a.entity_id = $1 and a.biz_type = 'costApplication'`,
  ])
  const bareDecide = await one([
    `update application set version = version + 1 where id = $1`,
    history,
    `update approval set decided_at = now() where biz_type = 'costApplication' and entity_id = $1`,
    `update approval_seat set decided_at = now() where approval_id in (select id from approval where biz_type = 'costApplication' and entity_id = $1)`,
    `update charge set updated_at = now() where application_id = $1`,
    `insert into notification (user_id, at, kind, params, link) values (1, now(), 'approvalPassed', jsonb_build_object('no', $1::text), '/')`,
  ])
  client.release()
  const row = (name: string, took: number, bare: number): Row => ({
    name: `${count} applications ${name}`,
    ours: ms(took),
    limit: `${ms(bare)} (the same rows bare)`,
    ratio: ratio(bare / took),
    aim: '≥ 0.5',
  })
  return [row('sent in by one call', submitted, bareSubmit), row('approved by one call', decided, bareDecide)]
}

/** An adjustment of a confirmed freight, approved. */
async function adjusted(bench: Bench, reviewer: string): Promise<Row> {
  bench.say('adjustments')
  const tag = runTag()
  const { rows } = await bench.pool.query<{ outlet: number; customer: number }>(
    `select (select min(id) from company where roles @> '{own}') as outlet, (select min(id) from company where roles @> '{customer}') as customer`,
  )
  const took: number[] = []
  const bare: number[] = []
  for (let round = 0; round < full(25, 1); round += 1) {
    const { id } = await post<{ id: number }>(bench, 'Waybills/CreateWaybill', {
      outletId: rows[0]?.outlet,
      customerId: rows[0]?.customer,
      customerNo: `${tag}-Z${round}`,
      bizDate: '2026-11-20',
      deliveryWay: 'delivery',
      payMethod: 'monthly',
      ...everyPart,
      place: true,
    })
    await bench.pool.query(`update waybill set price_state = 'confirmed' where id = $1`, [id])
    const made = await post<{ nos: string[] }>(bench, 'Costs/AddAdjustments', {
      lines: [{ waybillId: id, feeItem: 'handling', amount: '10', reason: 'bench' }],
      submit: true,
    })
    took.push(await timed(() => decideAll(bench, reviewer, 'costZJ', made.nos)))
    bare.push(
      await timed(async () => {
        const client = await bench.pool.connect()
        await client.query('begin')
        await client.query(`select id from waybill where id = $1 for update`, [id])
        for (const text of [
          `insert into charge (waybill_id, outlet_id, day, seq, fee_item, direction, company_id, amount, source, approved, application_id)
             select id, outlet_id, current_date, 100, 'handling', 'receivable', customer_id, 0, 'adjustment', true, (select max(id) from application) from waybill where id = $1`,
          `update waybill set receivable = receivable, version = version + 1 where id = $1`,
          `insert into bench_event (waybill_id, seq, type, payload, at, by_id, by_name, prev_hash, hash) select $1, coalesce(max(seq), 0) + 1, 'adjusted', '{}', now(), 1, 'bench', '\\x00', '\\x00' from bench_event where waybill_id = $1`,
          `update application set version = version + 1 where id = (select max(id) from application) and $1 > 0`,
          `update adjustment set open = false where id = (select max(id) from application) and $1 > 0`,
          `insert into history (entity, entity_id, at, by_id, by_name, action, changes) values ('application', $1, now(), 1, 'bench', 'approved', '[]')`,
          `update approval set decided_at = now() where biz_type = 'costZJ' and entity_id = (select max(id) from application) and $1 > 0`,
          `insert into notification (user_id, at, kind, params, link) values (1, now(), 'approvalPassed', jsonb_build_object('no', $1::text), '/')`,
        ])
          await client.query(text, [id])
        await client.query('commit')
        client.release()
      }),
    )
  }
  return {
    name: 'an adjustment approved, c1',
    ours: ms(median(took)),
    limit: `${ms(median(bare))} (its rows bare)`,
    ratio: ratio(median(bare) / median(took)),
    aim: '≥ 0.4',
  }
}
