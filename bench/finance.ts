import { readFileSync, writeFileSync } from 'node:fs'
import { listCods } from '../server/src/modules/collections/cod.ts'
import { listCodPayouts } from '../server/src/modules/collections/payouts.ts'
import { listHandIns } from '../server/src/modules/collections/queries.ts'
import { listFees } from '../server/src/modules/costs/feeList.ts'
import { listFreights } from '../server/src/modules/enquiries/freight.ts'
import { listTransports } from '../server/src/modules/enquiries/transport.ts'
import { listProfiles } from '../server/src/modules/invoices/queries.profiles.ts'
import { listTaxItems } from '../server/src/modules/invoices/queries.taxItems.ts'
import { listInvoices } from '../server/src/modules/invoices/queries.ts'
import { listAccounts, listEntries } from '../server/src/modules/money/accounts.ts'
import { listPayments } from '../server/src/modules/payments/queries.ts'
import { listStatements } from '../server/src/modules/statements/queries.ts'
import type { Tx } from '../server/src/platform/db.ts'
import { applying } from './applying.ts'
import { type Bench, post } from './calls.ts'
import { closing } from './closing.ts'
import { reviewerOf } from './costs.ts'
import { compareLists, type ListCase } from './lists.ts'
import { median, timed } from './load.ts'
import { money } from './money.ts'
import { everything, ms, type Row, ratio } from './scenarios.ts'
import { full } from './smoke.ts'

/** From the charge to the invoice, the money in the account, the statement, the profit and the closed month. */
export async function finance(bench: Bench): Promise<Row[]> {
  await money(bench)
  await reviewerOf(bench)
  return [...(await lists(bench)), ...(await applying(bench)), ...(await stated(bench)), ...(await closing(bench))]
}

const named = (name: string, path: string, list: ListCase[2]): ListCase => [name, path, list]

/** First pages, as they are opened; the journal is that of the account with the most in it. */
async function lists(bench: Bench): Promise<Row[]> {
  const { rows } = await bench.pool.query<{ id: number }>(
    `select owner_id as id from money_entry where account = 'cash' group by 1 order by count(*) desc limit 1`,
  )
  const accountId = rows[0]?.id as number
  const page = { pageSize: 50 }
  return compareLists(bench, [
    [
      'invoice applications',
      'Invoices/GetInvoices?tab=all',
      (tx: Tx) => listInvoices(tx, everything, { ...page, tab: 'all' }),
    ],
    [
      'invoices to review',
      'Invoices/GetInvoices?tab=pending',
      (tx: Tx) => listInvoices(tx, everything, { ...page, tab: 'pending' }),
    ],
    ...(['receipt', 'payment', 'pending', 'toPay', 'open', 'reversed'] as const).map((tab) =>
      named(`receipts and payments: ${tab}`, `Payments/GetPayments?tab=${tab}`, (tx) =>
        listPayments(tx, everything, { ...page, tab }),
      ),
    ),
    named('titles of companies', 'InvoiceProfiles/GetProfiles', (tx) => listProfiles(tx, everything, page)),
    named('tax items', 'TaxItems/GetTaxItems', (tx) => listTaxItems(tx, page)),
    named('cash accounts', 'Money/GetCashAccounts', (tx) => listAccounts(tx, everything, page)),
    named('payouts of COD', 'Collections/GetCodPayouts', (tx) => listCodPayouts(tx, everything, page)),
    [
      'journal of an account',
      `Money/GetCashEntries?accountId=${accountId}`,
      (tx: Tx) => listEntries(tx, everything, { ...page, accountId }),
    ],
    [
      'COD collected',
      'Collections/GetCods?tab=collected',
      (tx: Tx) => listCods(tx, everything, { ...page, tab: 'collected' }),
    ],
    [
      'COD handed in',
      'Collections/GetCods?tab=handedIn',
      (tx: Tx) => listCods(tx, everything, { ...page, tab: 'handedIn' }),
    ],
    [
      'to be handed in',
      'Collections/GetHandIns?tab=toHandIn',
      (tx: Tx) => listHandIns(tx, everything, { ...page, tab: 'toHandIn' }),
    ],
    [
      'hand-ins',
      'Collections/GetHandIns?tab=counted',
      (tx: Tx) => listHandIns(tx, everything, { ...page, tab: 'counted' }),
    ],
    [
      'statements',
      'Statements/GetStatements?tab=sent',
      (tx: Tx) => listStatements(tx, everything, { ...page, tab: 'sent' }),
    ],
    ...(['receivable', 'payable', 'open', 'settled'] as const).map((tab) =>
      named(`charges: ${tab}`, `Costs/GetFees?tab=${tab}`, (tx) => listFees(tx, everything, { ...page, tab })),
    ),
    ['what waybills earn', 'Enquiries/GetFreights', (tx: Tx) => listFreights(tx, everything, page)],
    ['where waybills are', 'Enquiries/GetTransports', (tx: Tx) => listTransports(tx, everything, page)],
  ])
}

type Of = { readonly companyId: number; readonly outletId: number; readonly toDay: string; readonly lines: number }

/** The customer and outlet with the most that stands on no statement, up to the day with which it is some 20,000 lines. */
async function whom({ pool }: Bench): Promise<Of> {
  const { rows } = await pool.query<Of>(
    `with pair as (
       select company_id, outlet_id from charge h where ${unstated} and not exists (select from statement s
         where s.company_id = h.company_id and s.outlet_id = h.outlet_id and s.state in ('draft', 'sent', 'disputed'))
       group by 1, 2 order by count(*) desc limit 1
     ), run as (
       select h.company_id, h.outlet_id, h.day, sum(count(*)) over (order by h.day) as lines from charge h join pair using (company_id, outlet_id)
       where ${unstated} group by 1, 2, 3
     )
     select company_id as "companyId", outlet_id as "outletId", day as "toDay", lines::int from run
     where day > coalesce((select max(to_day) from statement s join pair using (company_id, outlet_id) where s.state <> 'void'), '-infinity')
     order by abs(lines - $1), day limit 1`,
    [full(20_000, 20)],
  )
  return rows[0] as Of
}
const unstated = `h.direction = 'receivable' and h.state = 'owed' and h.payer = 'customer' and h.statement_id is null and h.amount <> 0`

/** A statement drafted, against its rows bare; then voided. Its Excel file by the memory that it takes. */
async function stated(bench: Bench): Promise<Row[]> {
  const of = await whom(bench)
  const { lines, ...asked } = of
  bench.say(`a statement of ${lines} lines`)
  const took: number[] = []
  const bare: number[] = []
  const grown: number[] = []
  for (let round = 0; round < full(5, 1); round += 1) {
    let made: { id: number } | undefined
    took.push(
      await timed(async () => {
        made = await post<{ id: number }>(bench, 'Statements/GenerateStatement', asked)
      }),
    )
    grown.push(await memoryOf(bench, `Statements/ExportStatement?id=${made?.id}`))
    await post(bench, 'Statements/VoidStatements', { ids: [made?.id], reason: 'bench' })
    bare.push(await bareStatement(bench, of))
  }
  return [
    {
      name: `a statement of ${lines} lines drafted`,
      ours: ms(median(took)),
      limit: `${ms(median(bare))} (insert … select, and its charges)`,
      ratio: ratio(median(took) / median(bare)),
      aim: '≤ 2 ×',
    },
    {
      name: 'its Excel file: memory of the server beyond what it had',
      ours: `${median(grown).toFixed(0)} MB`,
      limit: '—',
      ratio: '—',
      aim: '≤ 80 MB',
    },
  ]
}

/** Milliseconds of the fewest statements that write the lines and say on the charges where they stand; taken back. */
async function bareStatement({ pool }: Bench, { companyId, outletId, toDay }: Of): Promise<number> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const took = await timed(async () => {
      const { rows } = await client.query<{ id: number }>(
        `insert into statement (no, company_id, outlet_id, direction, from_day, to_day, opening, charges, adjustments, received, closing, state, search)
         values ('DZL', $1, $2, 'receivable', $3, $3, 0, 0, 0, 0, 0, 'draft', '') returning id`,
        [companyId, outletId, toDay],
      )
      const id = rows[0]?.id
      await client.query(
        `update charge h set statement_id = $4 where ${unstated} and h.company_id = $1 and h.outlet_id = $2 and h.day <= $3`,
        [companyId, outletId, toDay, id],
      )
      await client.query(
        `insert into statement_line (statement_id, kind, charge_id, waybill_id, day, of_no, fee_item, amount)
         select $1, 'charge', h.id, h.waybill_id, h.day, w.waybill_no, h.fee_item, h.amount
         from charge h join waybill w on w.id = h.waybill_id where h.statement_id = $1 order by h.day, h.id`,
        [id],
      )
      await client.query(
        `update statement s set charges = l.sum, closing = l.sum, from_day = l.first
         from (select sum(amount) as sum, min(day) as first from statement_line where statement_id = $1) l where s.id = $1`,
        [id],
      )
    })
    await client.query('rollback')
    return took
  } finally {
    client.release()
  }
}

/** Megabytes by which an answer lifts the product's most resident memory above what it has before. */
async function memoryOf({ ours, token, pid }: Bench, path: string): Promise<number> {
  const megabytes = (name: 'VmRSS' | 'VmHWM') =>
    Number(new RegExp(`${name}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
  // 5: from now on the most that there was is counted anew.
  writeFileSync(`/proc/${pid}/clear_refs`, '5')
  const before = megabytes('VmRSS')
  const answer = await fetch(`${ours}/api/${path}`, { headers: { token } })
  const bytes = (await answer.arrayBuffer()).byteLength
  if (!answer.ok || bytes < 1000) throw new Error(`${path} answered ${answer.status} with ${bytes} bytes`)
  return Math.max(0, megabytes('VmHWM') - before)
}
