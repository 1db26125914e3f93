import { listProfitLines } from '../server/src/modules/profit/lines.ts'
import type { Tx } from '../server/src/platform/db.ts'
import { type Bench, get, post } from './calls.ts'
import { compareLists } from './lists.ts'
import { byTurns, median, timed } from './load.ts'
import { everything, ms, type Row, ratio } from './scenarios.ts'
import { full } from './smoke.ts'

/** Profit of a month and of a year that is closed, the lines behind its largest figure, and the closing of a month. */
export async function closing(bench: Bench): Promise<Row[]> {
  await closeYear(bench)
  return [
    await month(bench),
    await year(bench, 'outlet'),
    await year(bench, 'customer'),
    ...(await cell(bench)),
    ...(await closed(bench)),
  ]
}

const daysOf = (from: string, to = from) => {
  const [y, m] = to.split('-').map(Number) as [number, number]
  return { from: `${from}-01`, to: new Date(Date.UTC(y, m, 0)).toISOString().slice(0, 10) }
}
function after(one: string, months = 1): string {
  const [y, m] = one.split('-').map(Number) as [number, number]
  return new Date(Date.UTC(y, m - 1 + months, 1)).toISOString().slice(0, 7)
}
type Days = { readonly from: string; readonly to: string }
/** Over and open; what is dated since the closed ones is a month or two, as where months are closed in time. */
const openMonth = '2026-10'
const closedYear = { from: after(openMonth, -full(12, 2)), to: after(openMonth, -1) }

/** Once: the twelve months, in order. */
async function closeYear(bench: Bench): Promise<void> {
  for (let one = closedYear.from; one <= closedYear.to; one = after(one)) {
    const { rows } = await bench.pool.query(`select from month_close where month = $1`, [`${one}-01`])
    if (rows.length === 0) await closeMonth(bench, one)
  }
}

/** Where goods in warehouses have rates, their days were charged before: that is another row of the bench. */
async function closeMonth(bench: Bench, one: string): Promise<void> {
  const { from, to } = daysOf(one)
  await bench.pool.query(
    `insert into storage_day (day, max_move_id, charged_at) select d, 0, now() from generate_series($1::date, $2::date, interval '1 day') d
     where exists (select from quotation) on conflict (day) do update set charged_at = now()`,
    [from, to],
  )
  bench.say(`closing ${one}`)
  await post(bench, 'Close/CloseMonth', { month: one })
}

/** By customer what waybills bring in and cost, with how many, their pieces and weight: each waybill once. */
const bareProfit = ({ from, to }: Days, dimension: 'customer' | 'outlet' = 'customer') => `
  select key, count(*), sum(pieces), sum(weight), sum(revenue), sum(cost) from (
    select x.id, any_value(x.key) as key, any_value(x.pieces) as pieces, any_value(x.weight) as weight, sum(x.revenue) as revenue, sum(x.cost) as cost from (
      select w.id, w.${dimension}_id as key, w.pieces, w.weight, h.amount as revenue, 0::numeric as cost from waybill w join charge h on h.waybill_id = w.id
      where h.direction = 'receivable' and h.state <> 'void' and w.biz_date between '${from}' and '${to}'
      union all
      select w.id, w.${dimension}_id, w.pieces, w.weight, 0, s.amount from waybill w join charge_share s on s.waybill_id = w.id join charge h on h.id = s.charge_id
      where h.state <> 'void' and w.biz_date between '${from}' and '${to}'
    ) x group by 1
  ) w group by 1`

/** As the page asks. */
const profitOf =
  (bench: Bench, { from, to }: Days, dimension: 'customer' | 'outlet' = 'customer') =>
  () =>
    get(bench, `Profit/GetProfit?from=${from}&to=${to}&dimension=${dimension}&basis=biz&pageSize=200`)

async function month(bench: Bench): Promise<Row> {
  bench.say('profit of a month')
  const days = daysOf(openMonth)
  const found = await byTurns(full(7, 1), profitOf(bench, days), () => bench.pool.query(bareProfit(days)))
  return {
    name: 'profit of a month by customer',
    ours: ms(found.ours),
    limit: `${ms(found.limit)} (the bare aggregate)`,
    ratio: ratio(found.ours / found.limit),
    aim: '≤ 1.2 ×',
  }
}

async function year(bench: Bench, by: 'customer' | 'outlet'): Promise<Row> {
  bench.say('profit of twelve closed months')
  const days = daysOf(closedYear.from, closedYear.to)
  const found = await byTurns(full(5, 1), profitOf(bench, days, by), () => bench.pool.query(bareProfit(days, by)))
  return {
    name: `profit of twelve closed months by ${by}`,
    ours: ms(found.ours),
    limit: `${ms(found.limit)} (the bare aggregate)`,
    ratio: ratio(found.ours / found.limit),
    aim: '≤ 0.15 ×',
  }
}

/** The waybills behind the figure of the customer with the most. */
async function cell(bench: Bench): Promise<Row[]> {
  const days = daysOf(openMonth)
  const { rows } = await bench.pool.query<{ key: string; n: number }>(
    `select customer_id::text as key, count(*)::int as n from waybill where biz_date between $1 and $2 group by 1 order by 2 desc limit 1`,
    [days.from, days.to],
  )
  const key = rows[0]?.key as string
  const asked = { ...days, dimension: 'customer', basis: 'biz', key } as const
  return compareLists(bench, [
    [
      `lines of the largest figure of a month (${rows[0]?.n} waybills)`,
      `Profit/GetProfitLines?${new URLSearchParams(asked)}`,
      (tx: Tx) => listProfitLines(tx, everything, { ...asked, pageSize: 50 }),
    ],
  ])
}

/** The month that is next, while two others date receipts in it; then opened again, as the review of its reopening would. */
async function closed(bench: Bench): Promise<Row[]> {
  const days = daysOf(openMonth)
  const took: number[] = []
  const bare: number[] = []
  const waits: number[] = []
  const open = () =>
    bench.pool.query(
      `update month_close set state = 'open', reason = 'bench', reopened_at = now(), reopened_by = 1 where month = $1`,
      [days.from],
    )
  // Where a run broke off.
  await open()
  for (let round = 0; round < full(3, 1); round += 1) {
    const writing = writers(bench, 2)
    bare.push(await bareClosing(bench, days))
    await writing.stop()
    const held = writers(bench, 2)
    took.push(await timed(() => closeMonth(bench, openMonth)))
    waits.push(...(await held.stop()))
    await open()
  }
  return [
    {
      name: 'a month closed',
      ours: ms(median(took)),
      limit: `${ms(median(bare))} (its aggregates bare)`,
      ratio: ratio(median(took) / median(bare)),
      aim: '≤ 2 ×',
    },
    {
      name: `who writes meanwhile is held (${waits.length} receipts, median ${ms(median(waits))})`,
      ours: ms(Math.max(...waits)),
      limit: '—',
      ratio: '—',
      aim: '≤ 1 s',
    },
  ]
}

/** Receipts dated in a month that is over, one after the other until they are stopped: how long each took. */
function writers(bench: Bench, count: number) {
  const waits: number[] = []
  let goes = true
  const receipt = async () => {
    const { rows } = await bench.pool.query<{ company: number; account: number }>(
      `select (select min(id) from company where roles @> '{customer}') as company, (select min(id) from cash_account where kind = 'bank') as account`,
    )
    const { company, account } = rows[0] as (typeof rows)[number]
    const dated = {
      companyId: company,
      cashAccountId: account,
      channel: 'bank',
      amount: '1',
      day: daysOf(openMonth).to,
      lines: [],
    }
    // The first that comes too late is refused, and was held as long as any.
    const isTaken = () => post(bench, 'Payments/AddReceipt', dated).then(() => true, isTooLate)
    while (goes)
      waits.push(
        await timed(async () => {
          if (!(await isTaken())) goes = false
        }),
      )
  }
  const all = Promise.all(Array.from({ length: count }, receipt))
  return {
    async stop() {
      goes = false
      await all
      return waits
    },
  }
}

function isTooLate(error: unknown): false {
  if (error instanceof Error && /"path":"day"|charges\.closed/.test(error.message)) return false
  throw error
}

/** What is kept of a month, summed up bare: by business day and by day of posting, by each dimension and outlet; and the proof of the money. */
async function bareClosing({ pool }: Bench, { from, to }: { from: string; to: string }): Promise<number> {
  const within = (column: string) => `${column} between '${from}' and '${to}'`
  const waybills = (column: string) => `
    with part as (
      select x.id, sum(x.revenue) as revenue, sum(x.net_revenue) as net_revenue, sum(x.cost) as cost, sum(x.net_cost) as net_cost from (
        select w.id, h.amount as revenue, h.net as net_revenue, 0::numeric as cost, 0::numeric as net_cost from waybill w join charge h on h.waybill_id = w.id
        where h.direction = 'receivable' and h.state <> 'void' and ${within(column)}
        union all
        select w.id, 0, 0, s.amount, s.net from waybill w join charge_share s on s.waybill_id = w.id join charge h on h.id = s.charge_id
        where h.state <> 'void' and ${within(column)}
      ) x group by 1
    )
    select d.dimension, w.outlet_id, d.key, count(*), sum(w.pieces), sum(w.weight), sum(p.revenue), sum(p.net_revenue), sum(p.cost), sum(p.net_cost)
    from part p join waybill w on w.id = p.id cross join lateral (values ('customer', w.customer_id::text),
      ('line', left(w.shipper_region, 4) || '-' || left(w.consignee_region, 4)), ('salesman', w.salesman_id::text), ('mode', w.trans_mode),
      ('outlet', w.outlet_id::text), ('month', to_char(w.biz_date, 'YYYY-MM'))) d(dimension, key) group by 1, 2, 3`
  const legs = (column: string, key: string) => `
    select w.outlet_id, ${key} as key, count(distinct w.id), sum(s.amount), sum(s.net) from waybill w join charge_share s on s.waybill_id = w.id
    join charge h on h.id = s.charge_id left join cost_line l on l.id = h.cost_line_id left join arrangement a on a.id = l.arrangement_id
    where ${within(column)} group by 1, 2`
  const client = await pool.connect()
  try {
    return await timed(async () => {
      for (const column of ['w.biz_date', 'h.day']) {
        await client.query(waybills(column))
        for (const key of ['a.vehicle_id', 'a.carrier_id']) await client.query(legs(column, key))
      }
      // The proofs that a closing waits for.
      await client.query('select posting_id from money_entry group by 1 having sum(amount) <> 0')
      await client.query(`select id from (select id, settled from charge where settled <> 0) h full join (
          select owner_id as id, sum(case account when 'receivable' then -amount else amount end) as sum from money_entry
          where account in ('receivable', 'payable') group by 1) e using (id)
        where coalesce(h.settled, 0) <> coalesce(e.sum, 0)`)
      await client.query(
        'select account, owner_kind, owner_id, sum(amount) from money_entry group by 1, 2, 3 having sum(amount) = 0.001',
      )
    })
  } finally {
    client.release()
  }
}
