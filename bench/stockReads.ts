import { sql } from 'kysely'
import { stockAsOf } from '../server/src/modules/warehouse/ledger/index.ts'
import { listMoves, totalMoves } from '../server/src/modules/warehouse/ledger/queries.ledger.ts'
import { listStock, totalStock } from '../server/src/modules/warehouse/ledger/queries.stock.ts'
import { listBalances, totalBalances } from '../server/src/modules/warehouse/ledger/queries.summary.ts'
import { proveStock } from '../server/src/modules/warehouse/ledger/store.proof.ts'
import { roomToGroup, type Tx } from '../server/src/platform/db.ts'
import { type Bench, get } from './calls.ts'
import { moves, prepareLedger } from './ledger.ts'
import { compareLists } from './lists.ts'
import { byTurns, median, timed } from './load.ts'
import { everything, ms, type Row, ratio } from './scenarios.ts'
import { full } from './smoke.ts'

/** Questions to a ledger of so many rows: what was there, what came and went, the lists, the proofs. */
export async function stockReads(bench: Bench): Promise<Row[]> {
  await prepareLedger(bench)
  return [...(await moments(bench)), ...(await growth(bench)), ...(await lists(bench)), ...(await proofs(bench))]
}

const dayOf = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10)
/** The first day of a month so many months ago. */
const monthOf = (back: number, day = 1) => {
  const now = new Date()
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, day)).toISOString().slice(0, 10)
}

/** The whole ledger added up to a moment: what every answer about the past would cost without openings. */
const groupedBy = (key: string, until: string) =>
  `select count(*), sum(q) from (select ${key}, sum(d_on_hand) as q from stock_move where occurred_at < '${until}' group by ${key}) x`

const stockAt = (bench: Bench, at: string) =>
  bench.db.transaction().execute(async (whole) => {
    const tx = whole as unknown as Tx
    await roomToGroup(tx)
    await sql`select count(*), sum(on_hand) from (${stockAsOf(at)}) x`.execute(tx)
  })

/** Stock at a day gone by, and what came and went in a period, of all items. */
async function moments(bench: Bench): Promise<Row[]> {
  bench.say('stock at a moment, periods')
  const at = `${monthOf(4, 15)} 00:00:00+08`
  const day = at.slice(0, 10)
  const stock = await byTurns(
    3,
    () => stockAt(bench, at),
    () => bench.pool.query(groupedBy('stock_id', at)),
  )
  const page: number[] = []
  for (let round = 0; round < full(3, 1); round += 1)
    page.push(await timed(() => get(bench, `Stock/GetStockTotals?at=${new Date(at).toISOString()}`)))
  const period = async (from: string, to: string) =>
    byTurns(
      3,
      () => get(bench, `StockSummary/GetBalanceTotals?group=item&from=${from}&to=${to}`),
      () => bench.pool.query(groupedBy('warehouse_id, owner_id, item_id', `${dayOf(1)} 00:00:00+08`)),
    )
  const month = await period(monthOf(4), new Date(Date.parse(monthOf(3)) - 86_400_000).toISOString().slice(0, 10))
  const any = await period(monthOf(5, 10), monthOf(3, 20))
  const row = (name: string, found: { ours: number; limit: number }, aim: string): Row => ({
    name,
    ours: ms(found.ours),
    limit: `${ms(found.limit)} (bare group-by)`,
    ratio: ratio(found.ours / found.limit),
    aim,
  })
  return [
    row(`stock of all keys at ${day}`, stock, '≤ 0.15'),
    row('the same, as the page asks for its totals and tabs', { ours: median(page), limit: stock.limit }, '—'),
    row('opening, in, out, closing of a month, all items', month, '≤ 0.1'),
    row('the same of 10th to 20th, three months on', any, '≤ 0.25'),
  ]
}

/** The same question, asked at moments with more and more history behind them. */
async function growth(bench: Bench): Promise<Row[]> {
  const rows: Row[] = []
  for (const part of [0.1, 0.2, 0.5, 1]) {
    bench.say(`growth, ${part}`)
    const { rows: found } = await bench.pool.query<{ at: string; n: number }>(
      `with t as (select occurred_at as at from stock_move order by occurred_at offset $1 limit 1)
       select to_char(at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS+00') as at, $1::int as n from t`,
      [Math.floor(moves * part) - 1],
    )
    const at = found[0]?.at as string
    const { ours, limit } = await byTurns(
      3,
      () => stockAt(bench, at),
      () => bench.pool.query(groupedBy('stock_id', at)),
    )
    rows.push({
      name: `stock of all keys with ${(moves * part) / 1e6} million rows behind`,
      ours: ms(ours),
      limit: `${ms(limit)} (bare group-by)`,
      ratio: ratio(ours / limit),
      aim: '—',
    })
  }
  return rows
}

async function lists(bench: Bench): Promise<Row[]> {
  const { rows } = await bench.pool.query<{ owner: number; house: number; item: string }>(
    `select i.owner_id as owner, s.warehouse_id as house, i.item_no as item from item i join stock s on s.item_id = i.id
     where i.item_no like 'LI%' order by i.id offset 4321 limit 1`,
  )
  const { owner = 0, house = 0, item = '' } = rows[0] ?? {}
  const page = { pageSize: 50 }
  const mine = { ownerId: Number(owner), warehouseId: Number(house) }
  const query = `ownerId=${owner}&warehouseId=${house}`
  const days = { from: monthOf(2), to: monthOf(1) }
  const between = `from=${days.from}&to=${days.to}`
  return compareLists(bench, [
    ['stock', 'Stock/GetStock', (tx) => listStock(tx, everything, page)],
    [
      'stock of an owner and warehouse',
      `Stock/GetStock?${query}`,
      (tx) => listStock(tx, everything, { ...page, ...mine }),
    ],
    ['stock by item number', `Stock/GetStock?q=${item}`, (tx) => listStock(tx, everything, { ...page, q: item })],
    ['stock of an owner: totals and tabs', `Stock/GetStockTotals?${query}`, (tx) => totalStock(tx, everything, mine)],
    ['stock: totals and tabs', 'Stock/GetStockTotals', (tx) => totalStock(tx, everything, {})],
    ['ledger', 'StockLedger/GetMoves', (tx) => listMoves(tx, everything, page)],
    [
      'ledger of an owner, warehouse and month',
      `StockLedger/GetMoves?${query}&${between}`,
      (tx) => listMoves(tx, everything, { ...page, ...mine, ...days }),
    ],
    [
      'ledger by item number',
      `StockLedger/GetMoves?q=${item}`,
      (tx) => listMoves(tx, everything, { ...page, q: item }),
    ],
    [
      'ledger of an owner and month: totals',
      `StockLedger/GetMoveTotals?${query}&${between}`,
      (tx) => totalMoves(tx, everything, { ...mine, ...days }),
    ],
    [
      'balances of a month by item',
      `StockSummary/GetBalances?group=item&${between}`,
      (tx) => listBalances(tx, everything, { ...page, group: 'item', ...days } as never),
    ],
    [
      'balances of a month by item: totals',
      `StockSummary/GetBalanceTotals?group=item&${between}`,
      (tx) => totalBalances(tx, everything, { group: 'item', ...days } as never),
    ],
  ])
}

async function proofs(bench: Bench): Promise<Row[]> {
  const rows: Row[] = []
  for (const kind of ['sinceOpening', 'whole'] as const) {
    bench.say(`proof ${kind}`)
    let differences = 0
    const took = await timed(() =>
      bench.db.transaction().execute(async (tx) => {
        differences = (await proveStock(tx as unknown as Tx, kind, null)).differences
      }),
    )
    if (differences > 0) throw new Error(`${differences} balances differ from their ledger`)
    rows.push({ name: `proof, ${kind}`, ours: ms(took), limit: '—', ratio: '—', aim: '0 differences' })
  }
  return rows
}
