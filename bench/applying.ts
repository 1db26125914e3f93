import { linesOf } from '@xunyun/contract/invoices/lines'
import type pg from 'pg'
import { openPool } from '../server/src/platform/db.ts'
import { answerOf, type Bench, get, isGood, post } from './calls.ts'
import { runTag } from './generate.ts'
import { drive, median, timed } from './load.ts'
import { ms, type Row, rates, ratio } from './scenarios.ts'
import { full } from './smoke.ts'

/** An invoice applied for, charges that many apply for at once, a receipt that settles many, a payment that reserves many: each against its rows bare. */
export async function applying(bench: Bench): Promise<Row[]> {
  const payer = await whoPays(bench)
  return [
    await applied(bench, payer),
    await shared(bench, payer),
    await received(bench, payer),
    await paidOut(bench, payer.tag),
  ]
}

type Payer = {
  readonly outletId: number
  readonly customerId: number
  readonly profileId: number
  readonly tag: string
}
type Part = { readonly chargeId: number; readonly amount: string }
type Offer = Parameters<typeof linesOf>[0][number] & { readonly open: string; readonly problem: string | null }
const today = new Date().toISOString().slice(0, 10)

/** The customer and outlet with the most to apply for; the outlet bills itself, the customer has a title. */
async function whoPays({ pool }: Bench): Promise<Payer> {
  const { rows } = await pool.query<{ outletId: number; customerId: number }>(
    `select outlet_id as "outletId", company_id as "customerId" from charge
     where direction = 'receivable' and state = 'owed' and invoiceable and applied <> amount and payer = 'customer'
     group by 1, 2 order by count(*) desc limit 1`,
  )
  const { outletId, customerId } = rows[0] as (typeof rows)[number]
  await pool.query(
    `update company set uscc = '91330110MA2B0RXU59', taxpayer_type = 'general' where id = $1 and uscc is null`,
    [outletId],
  )
  const profile = await pool.query<{ id: number }>(
    `with made as (insert into invoice_profile (company_id, title, tax_no, type, is_default, search)
       select id, name, '91330110MA2B0RXU59', 'special', true, search from company c where id = $1
       and not exists (select from invoice_profile where company_id = c.id) returning id)
     select id from made union all select id from invoice_profile where company_id = $1 limit 1`,
    [customerId],
  )
  return { outletId, customerId, profileId: profile.rows[0]?.id as number, tag: runTag() }
}

/** Charges of the payer with nothing applied for, or nothing settled. */
async function chargesOf({ pool }: Bench, { outletId, customerId }: Payer, use: 'applied' | 'settled', count: number) {
  const { rows } = await pool.query<{ chargeId: number; amount: string }>(
    `select id as "chargeId", amount::text from charge where company_id = $1 and outlet_id = $2 and direction = 'receivable' and state = 'owed'
       and payer = 'customer' and invoiceable and ${use} = 0 and amount > 10 order by id desc limit $3`,
    [customerId, outletId, count],
  )
  return rows
}

/** An application of these parts as the page sends it: carriage is one line, with its route. */
async function application(bench: Bench, { customerId, profileId }: Payer, parts: readonly Part[]) {
  const asked = parts.slice(0, 500).map(({ chargeId }) => chargeId)
  const offers = await get<Offer[]>(bench, `Invoices/GetInvoiceables?chargeIds=${asked.join(',')}`)
  const why = offers.find(({ problem }) => problem !== null)?.problem
  if (why || offers.length !== parts.length)
    throw new Error(`${offers.length} of ${parts.length} charges are offered: ${why}`)
  const keys = new Set(linesOf(offers, 'taxItem').map(({ key }) => key))
  return {
    customerId,
    profileId,
    type: 'special',
    merge: 'taxItem',
    parts,
    routes: [...keys].map((line) => ({
      line,
      fromRegion: '440111',
      toRegion: '330110',
      tool: 'road',
      plateNo: '粤A12345',
      goods: '电机配件',
    })),
    submit: true,
  }
}

/** One application sent to review; then taken back, so that the next finds the same charges. */
async function applied(bench: Bench, payer: Payer): Promise<Row> {
  const parts = await chargesOf(bench, payer, 'applied', full(500, 5))
  bench.say(`an application of ${parts.length} charges`)
  const body = await application(bench, payer, parts)
  const client = await bench.pool.connect()
  const took: number[] = []
  const bare: number[] = []
  for (let round = 0; round < full(7, 1); round += 1) {
    let made: { id: number } | undefined
    took.push(
      await timed(async () => {
        made = await post<{ id: number }>(bench, 'Invoices/AddInvoice', body)
      }),
    )
    await takeBack(bench, [made?.id ?? 0])
    bare.push(await timed(() => bareApplication(client, payer, parts)))
    await undoBare(client, payer)
  }
  client.release()
  return {
    name: `an application of ${parts.length} charges sent to review`,
    ours: ms(median(took)),
    limit: `${ms(median(bare))} (its rows bare)`,
    ratio: ratio(median(bare) / median(took)),
    aim: '≥ 0.5',
  }
}

async function takeBack(bench: Bench, ids: readonly number[]): Promise<void> {
  for (let at = 0; at < ids.length; at += 500) {
    const some = ids.slice(at, at + 500)
    await post(bench, 'Invoices/WithdrawInvoices', { ids: some })
    await post(bench, 'Invoices/VoidInvoices', { ids: some, reason: 'bench' })
  }
}

let written = 0

/** What an application writes, the fewest statements set by set; false where one of its charges has not that much left. */
async function bareApplication(
  client: pg.PoolClient,
  { outletId, customerId, tag }: Payer,
  parts: readonly Part[],
): Promise<boolean> {
  written += 1
  const no = `KPL${tag}-${written}`
  const told = JSON.stringify(parts.map(({ chargeId, amount }) => ({ id: chargeId, amount })))
  const told1 = `json_to_recordset($1::json) as t(id bigint, amount numeric)`
  await client.query('begin')
  await client.query(`select id from charge where id in (select id from ${told1}) order by id for no key update`, [
    told,
  ])
  const done = await client.query(
    `update charge h set applied = h.applied + t.amount from ${told1} where h.id = t.id and h.state = 'owed' and h.applied + t.amount <= h.amount`,
    [told],
  )
  if (done.rowCount !== parts.length) {
    await client.query('rollback')
    return false
  }
  const { rows } = await client.query<{ id: number }>(
    `insert into invoice (kind, no, state, outlet_id, seller_id, customer_id, type, title, tax_no, merge, gross, net, tax, applicant_id, submitted_at, search,
       created_by, updated_by)
     select 'invoice', $2, 'pending', $3, $3, $4, 'special', 'bench', '91330110MA2B0RXU59', 'taxItem', sum(amount), round(sum(amount) / 1.09, 2),
       sum(amount) - round(sum(amount) / 1.09, 2), 1, now(), lower($2), 1, 1 from ${told1} returning id`,
    [told, no, outletId, customerId],
  )
  const id = rows[0]?.id
  await client.query(
    `with line as (insert into invoice_line (invoice_id, seq, key, item_name, tax_rate, freight, gross, net, tax, reckoned_tax)
       select id, 1, 'freight', '运输服务 运费', 9, true, gross, net, tax, tax from invoice where id = $2 returning id),
     route as (insert into invoice_route (line_id, seq, from_region, to_region, tool, plate_no, goods)
       select id, 1, '440111', '330110', 'road', '粤A12345', '电机配件' from line)
     insert into invoice_part (line_id, seq, charge_id, amount, net)
     select line.id, row_number() over (order by t.id), t.id, t.amount, round(t.amount / 1.09, 2) from line, ${told1}`,
    [told, id],
  )
  await client.query(
    `with review as (insert into approval (biz_type, entity_id, doc_no, reason, amount, company_id, outlet_id, facts, level, levels, applicant_id, applied_at, search)
       select kind, id, no, 'invoice', gross, customer_id, outlet_id, '{}', 1, 1, 1, now(), search from invoice where id = $1 returning id, doc_no),
     told as (insert into notification (user_id, at, kind, params, link) select 1, now(), 'approvalWaits', json_build_object('no', doc_no), '' from review)
     insert into approval_seat (approval_id, level, mode, member_id, user_id, open)
     select id, 1, 'any', (select max(id) from approver_member), 1, true from review`,
    [id],
  )
  await client.query(
    `insert into history (entity, entity_id, at, by_id, by_name, action, changes) values ('invoice', $1, now(), 1, 'bench', 'submitted', '[]')`,
    [id],
  )
  await client.query('commit')
  return true
}

/** Their charges are free again; what they wrote is left as voided. */
async function undoBare(client: pg.PoolClient, { tag }: Payer): Promise<void> {
  await client.query(
    `with mine as (select id from invoice where no like $1 and state = 'pending'),
     part as (select p.charge_id as id, sum(p.amount) as amount from mine join invoice_line l on l.invoice_id = mine.id join invoice_part p on p.line_id = l.id group by 1),
     freed as (update charge h set applied = h.applied - part.amount from part where h.id = part.id),
     ended as (update approval set state = 'withdrawn' where biz_type = 'invoice' and entity_id in (select id from mine) and state = 'pending')
     update invoice set state = 'void' where id in (select id from mine)`,
    [`KPL${tag}-%`],
  )
}

/** Many who apply for eighths of the same charges, ten at a time, until more is asked for than there is. */
async function shared(bench: Bench, payer: Payer): Promise<Row> {
  const { pool } = bench
  const [writers, eighths, each] = [16, 8, full(10, 3)]
  const charges = await chargesOf(bench, payer, 'applied', full(200, 6))
  const count = Math.ceil((charges.length * (eighths + 1)) / each)
  bench.say(`${writers} who apply for ${charges.length} charges`)
  // Nobody takes one twice in a call, and all of them come to be asked for nine times.
  const partsOf = (n: number): Part[] =>
    Array.from({ length: each }, (_, at) => charges[(n * each + at * 7) % charges.length] as Part)
      .filter((one, at, all) => all.indexOf(one) === at)
      .map(({ chargeId, amount }) => ({
        chargeId,
        amount: (Math.floor((Number(amount) * 100) / eighths) / 100).toFixed(2),
      }))
  const body = await application(bench, payer, charges)
  const ids: number[] = []
  const ours = async (n: number): Promise<boolean> => {
    const url = `${bench.ours}/api/Invoices/AddInvoice`
    const answer = await fetch(url, {
      method: 'POST',
      headers: { token: bench.token, 'content-type': 'application/json' },
      body: JSON.stringify({ ...body, parts: partsOf(n) }),
    })
    const text = await answer.text()
    if (!isGood(text) && text.includes('"parts.')) return false
    ids.push((await answerOf<{ id: number }>(url, new Response(text, { status: answer.status }))).id)
    return true
  }
  const wide = openPool(bench.database, writers)
  const clients = await Promise.all(Array.from({ length: writers }, () => wide.connect()))
  const bare = async (n: number): Promise<boolean> => {
    const client = clients.pop() as pg.PoolClient
    try {
      return await bareApplication(client, payer, partsOf(n))
    } finally {
      clients.push(client)
    }
  }
  const took: number[] = []
  const limit: number[] = []
  for (let round = 0; round < full(3, 1); round += 1) {
    took.push((await drive(writers, count, ours)).perSecond)
    await exact(pool, charges)
    await takeBack(bench, ids.splice(0))
    limit.push((await drive(writers, count, bare)).perSecond)
    await undoBare(clients[0] as pg.PoolClient, payer)
  }
  for (const client of clients) client.release()
  await wide.end()
  return rates(
    `${writers} who apply for parts of the same ${charges.length} charges, none above its amount`,
    { ours: { perSecond: median(took) }, limit: { perSecond: median(limit) } },
    '≥ 0.5',
  )
}

/** Each charge is applied for by what stands on applications, and by no more than it is. */
async function exact(pool: pg.Pool, charges: readonly Part[]): Promise<void> {
  const { rows } = await pool.query(
    `select h.id, h.amount, h.applied, x.sum from charge h left join (
       select p.charge_id, sum(p.amount) as sum from invoice_part p join invoice_line l on l.id = p.line_id join invoice n on n.id = l.invoice_id
       where n.state in ('pending', 'toIssue', 'issued') group by 1) x on x.charge_id = h.id
     where h.id = any($1::bigint[]) and (h.applied > h.amount or h.applied <> coalesce(x.sum, 0)) limit 1`,
    [charges.map(({ chargeId }) => chargeId)],
  )
  if (rows.length > 0)
    throw new Error(`a charge is applied for by more or less than it was: ${JSON.stringify(rows[0])}`)
}

/** A receipt that settles fifty charges; then reversed, so that the next finds them open. */
async function received(bench: Bench, payer: Payer): Promise<Row> {
  const { pool } = bench
  const lines = await chargesOf(bench, payer, 'settled', full(50, 5))
  bench.say(`a receipt with ${lines.length} lines`)
  const account = await pool.query<{ id: number }>(`select id from cash_account where name = '总公司基本户'`)
  const cashAccountId = account.rows[0]?.id as number
  const amount = (lines.reduce((sum, line) => sum + Number(line.amount) * 100, 0) / 100).toFixed(2)
  const receipt = { companyId: payer.customerId, cashAccountId, channel: 'bank', amount, day: today, lines }
  // The ledger is append-only: what is written bare goes beside it.
  await pool.query(`drop table if exists bench_posting, bench_entry;
    create table bench_posting (like money_posting including all); create table bench_entry (like money_entry including all)`)
  const client = await pool.connect()
  const took: number[] = []
  const bare: number[] = []
  for (let round = 0; round < full(31, 1); round += 1) {
    let made: { id: number } | undefined
    took.push(
      await timed(async () => {
        made = await post<{ id: number }>(bench, 'Payments/AddReceipt', receipt)
      }),
    )
    await post(bench, 'Payments/ReversePayments', { ids: [made?.id], reason: 'bench' })
    bare.push(await timed(() => bareReceipt(client, payer, cashAccountId, `SKL${payer.tag}-${round}`, lines, 1)))
    await bareReceipt(client, payer, cashAccountId, `SKU${payer.tag}-${round}`, lines, -1)
  }
  client.release()
  return {
    name: `a receipt that settles ${lines.length} charges`,
    ours: ms(median(took)),
    limit: `${ms(median(bare))} (its rows bare)`,
    ratio: ratio(median(bare) / median(took)),
    aim: '≥ 0.5',
  }
}

async function bareReceipt(
  client: pg.PoolClient,
  { outletId, customerId }: Payer,
  account: number,
  no: string,
  lines: readonly Part[],
  sign: 1 | -1,
): Promise<void> {
  const told = JSON.stringify(lines.map(({ chargeId, amount }) => ({ id: chargeId, amount })))
  const told1 = `json_to_recordset($1::json) as t(id bigint, amount numeric)`
  await client.query('begin')
  await client.query(`select id from charge where id in (select id from ${told1}) order by id for no key update`, [
    told,
  ])
  await client.query(
    `update charge h set settled = h.settled + ${sign} * t.amount from ${told1} where h.id = t.id and abs(h.settled + ${sign} * t.amount) <= h.amount`,
    [told],
  )
  await client.query(
    `update money_balance set balance = balance + ${sign} * (select sum(amount) from ${told1}) where account = 'cash' and owner_kind = 'cashAccount' and owner_id = $2`,
    [told, account],
  )
  const { rows } = await client.query<{ id: number }>(
    `insert into payment (no, direction, state, outlet_id, company_id, cash_account_id, channel, amount, allocated, day, search, created_by, updated_by)
     select $2, 'receipt', 'reversed', $3, $4, $5, 'bank', sum(amount), sum(amount), current_date, lower($2), 1, 1 from ${told1} returning id`,
    [told, no, outletId, customerId, account],
  )
  const id = rows[0]?.id
  const posted = await client.query<{ id: number }>(
    `insert into bench_posting (act, doc_type, doc_id, doc_no, key, day, outlet_id, posted_at, posted_by)
     values ('receipt', 'payment', $1, $2, 'posted', current_date, $3, now(), 1) returning id`,
    [id, no, outletId],
  )
  await client.query(
    `insert into bench_entry (posting_id, account, owner_kind, owner_id, amount, day)
     select $2::bigint, 'receivable', 'charge', id, -amount, current_date from ${told1}
     union all select $2::bigint, 'cash', 'cashAccount', $3::bigint, sum(amount), current_date from ${told1}`,
    [told, posted.rows[0]?.id, account],
  )
  await client.query(
    `insert into payment_line (payment_id, charge_id, amount, state, settled_at) select $2, id, amount, 'freed', now() from ${told1}`,
    [told, id],
  )
  await client.query(
    `insert into history (entity, entity_id, at, by_id, by_name, action, changes) values ('payment', $1, now(), 1, 'bench', 'created', '[]')`,
    [id],
  )
  await client.query('commit')
}

/** A payment of fifty charges of a driver, sent to review; then taken back and voided, so that the next finds them free. */
async function paidOut(bench: Bench, tag: string): Promise<Row> {
  const { pool } = bench
  const { rows } = await pool.query<Part & { driverId: number }>(
    `with most as (select driver_id from charge where direction = 'payable' and state = 'owed' and settled = 0 and amount > 0 and driver_id is not null
       group by 1 order by count(*) desc limit 1)
     select h.id as "chargeId", h.amount::text, h.driver_id as "driverId" from charge h join most on most.driver_id = h.driver_id
     where h.direction = 'payable' and h.state = 'owed' and h.settled = 0 and h.amount > 0
       and not exists (select from payment_line l where l.charge_id = h.id and l.state = 'reserved') order by h.id desc limit $1`,
    [full(50, 5)],
  )
  const lines = rows.map(({ chargeId, amount }) => ({ chargeId, amount }))
  const driverId = rows[0]?.driverId as number
  bench.say(`a payment with ${lines.length} lines`)
  const account = await pool.query<{ id: number; outletId: number }>(
    `select id, outlet_id as "outletId" from cash_account where name = '总公司基本户'`,
  )
  const { id: cashAccountId, outletId } = account.rows[0] as (typeof account.rows)[number]
  const amount = (lines.reduce((sum, line) => sum + Math.round(Number(line.amount) * 100), 0) / 100).toFixed(2)
  const payment = { driverId, cashAccountId, channel: 'bank', amount, day: today, lines, submit: true }
  const client = await pool.connect()
  const took: number[] = []
  const bare: number[] = []
  for (let round = 0; round < full(31, 1); round += 1) {
    let made: { id: number } | undefined
    took.push(
      await timed(async () => {
        made = await post<{ id: number }>(bench, 'Payments/AddPayment', payment)
      }),
    )
    await post(bench, 'Payments/WithdrawPayments', { ids: [made?.id] })
    await post(bench, 'Payments/VoidPayments', { ids: [made?.id], reason: 'bench' })
    const of = { driverId, outletId, cashAccountId }
    bare.push(await timed(() => barePayment(client, of, `FKL${tag}-${round}`, lines)))
    await client.query(
      `with mine as (update payment set state = 'void' where no = $1 returning id),
       ended as (update approval set state = 'withdrawn' where biz_type = 'payment' and entity_id in (select id from mine))
       update payment_line set state = 'freed', freed_at = now() where payment_id in (select id from mine)`,
      [`FKL${tag}-${round}`],
    )
  }
  client.release()
  return {
    name: `a payment of ${lines.length} charges sent to review`,
    ours: ms(median(took)),
    limit: `${ms(median(bare))} (its rows bare)`,
    ratio: ratio(median(bare) / median(took)),
    aim: '≥ 0.5',
  }
}

/** What a payment sent to review writes: its lines are reserved, nothing has moved. */
async function barePayment(
  client: pg.PoolClient,
  of: { driverId: number; outletId: number; cashAccountId: number },
  no: string,
  lines: readonly Part[],
): Promise<void> {
  const told = JSON.stringify(lines.map(({ chargeId, amount }) => ({ id: chargeId, amount })))
  const told1 = `json_to_recordset($1::json) as t(id bigint, amount numeric)`
  await client.query('begin')
  await client.query(`select id from charge where id in (select id from ${told1}) order by id for no key update`, [
    told,
  ])
  await client.query(
    `select t.id from ${told1} join charge h on h.id = t.id where h.state <> 'owed' or h.settled + t.amount > h.amount
       or exists (select from payment_line l where l.charge_id = t.id and l.state = 'reserved')`,
    [told],
  )
  const { rows } = await client.query<{ id: number }>(
    `insert into payment (no, direction, state, outlet_id, driver_id, cash_account_id, channel, amount, day, submitted_at, submitted_by, search, created_by, updated_by)
     select $2, 'payment', 'pending', $3, $4, $5, 'bank', sum(amount), current_date, now(), 1, lower($2), 1, 1 from ${told1} returning id`,
    [told, no, of.outletId, of.driverId, of.cashAccountId],
  )
  const id = rows[0]?.id
  await client.query(
    `insert into payment_line (payment_id, charge_id, amount, state) select $2, id, amount, 'reserved' from ${told1}`,
    [told, id],
  )
  await client.query(
    `with review as (insert into approval (biz_type, entity_id, doc_no, reason, amount, outlet_id, facts, level, levels, applicant_id, applied_at, search)
       select 'payment', id, no, 'payment', amount, outlet_id, '{}', 1, 1, 1, now(), search from payment where id = $1 returning id, doc_no),
     told as (insert into notification (user_id, at, kind, params, link) select 1, now(), 'approvalWaits', json_build_object('no', doc_no), '' from review)
     insert into approval_seat (approval_id, level, mode, member_id, user_id, open)
     select id, 1, 'any', (select max(id) from approver_member), 1, true from review`,
    [id],
  )
  await client.query(
    `insert into history (entity, entity_id, at, by_id, by_name, action, changes)
     select 'payment', $1::bigint, now(), 1, 'bench', action, '[]' from unnest('{created,submitted}'::text[]) action`,
    [id],
  )
  await client.query('commit')
}
