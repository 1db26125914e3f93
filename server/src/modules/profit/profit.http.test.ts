import * as approvals from '@xunyun/contract/approvals/calls'
import * as close from '@xunyun/contract/close/calls'
import { addAdjustments } from '@xunyun/contract/costs/adjustments'
import * as requests from '@xunyun/contract/costs/costApplications'
import * as lines from '@xunyun/contract/costs/lines'
import * as trips from '@xunyun/contract/dispatch/calls'
import { Exact, sumDecimals } from '@xunyun/contract/kernel/decimal'
import * as profit from '@xunyun/contract/profit/calls'
import * as waybills from '@xunyun/contract/waybills/calls'
import * as pickup from '@xunyun/contract/waybills/pickup'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Freight, openFreight, waybillOf } from '../../../test/freight.ts'
import { downloadPdf } from '../../../test/pdf.ts'
import { reviewedBy } from '../../../test/reviews.ts'
import { download } from '../../../test/sheets.ts'
import { type Client, openWorld, type World } from '../../../test/world.ts'

let world: World
let freight: Freight
let boss: Client
let judge: Client
/** Gives special invoices, whose tax is deducted. */
let carrier: number
/** Gives none. */
let plain: number
let plates = 0

beforeAll(async () => {
  world = await openWorld()
  freight = await openFreight(world)
  carrier = await world.company('顺达运输', ['carrier'])
  plain = await world.company('老李车队', ['carrier'])
  await world.db.updateTable('company').set({ deductible_invoice: 'special' }).where('id', '=', carrier).execute()
  boss = (await world.person('boss', { rights: 'all', outletId: freight.hangzhou })).client
  const reviewer = await world.person('judge', {
    rights: { unreviewed: 'approve', priceCheck: 'approve', carCost: 'approve' },
  })
  judge = reviewer.client
  await reviewedBy(world, reviewer.id, ['price', 'carCost', 'costApplication', 'costZJ'])
}, 60_000)
afterAll(async () => {
  await sql`update month_close set state = 'open', reason = 'test'`.execute(world.db)
  // No rates of a warehouse made them.
  await sql`delete from charge where source = 'storage'`.execute(world.db)
  await world.close()
})

const approveAll = async () => {
  const { rows } = await judge.ok(approvals.getApprovals, { pageSize: 500 })
  if (rows.length > 0)
    await judge.ok(approvals.decideApprovals, { ids: rows.map(({ id }) => id), decision: 'approve', opinion: '看过' })
}
type Made = { id: number; waybillNo: string }
/** A waybill of one business day and weight, with a freight at 9 %, reviewed. */
async function priced(
  bizDate: string,
  amount: string,
  weight: string,
  over: Record<string, unknown> = {},
): Promise<Made> {
  const plainOne = waybillOf(freight.hangzhou, freight.yunfan, 1)
  const made = await freight.waybill(boss, 1, {
    bizDate,
    goods: [{ ...plainOne.goods?.[0], weight, volume: '0.0100' }],
    charges: [{ feeItem: 'freight', amount, taxRate: '9' }],
    ...over,
  } as never)
  await approveAll()
  return made
}
/** A trip of a hired truck with these waybills, and what it costs at 9 %, approved. */
async function carried(of: readonly Made[], amount: string | null, by = carrier, feeItem = 'vehicle') {
  plates += 1
  const plateNo = `浙C8${1000 + plates}`
  const { id } = await boss.ok(trips.createArrangement, {
    vehicleId: await freight.addVehicle(plateNo, { type: 'hired', carrier_id: by, load_kg: 30_000 }),
    driverId: await freight.addDriver(`周${plates}`),
    carrierId: by,
    planAt: new Date(Date.now() + 3_600_000).toISOString(),
    lines: of.map((one) => ({ waybillId: one.id, pieces: 1, fromPlace: 'shipper', fromId: 0, load: 1, unload: 2 })),
    stops: [{ kind: 'shipper' }, { kind: 'outlet', outletId: freight.guangzhou }],
  } as never)
  await boss.ok(trips.assignArrangements, { ids: [id] })
  if (amount !== null) {
    const { version } = await boss.ok(lines.getArrangementCosts, { id })
    await boss.ok(lines.setArrangementCosts, {
      arrangementId: id,
      version,
      method: 'weight',
      lines: [{ feeItem, amount, taxRate: '9', companyId: by }],
    } as never)
    await boss.ok(requests.applyTripCosts, { ids: [id], submit: true })
    await approveAll()
  }
  return plateNo
}
const officeCost = async (amount: string) => {
  await boss.ok(requests.addExpense, { feeItem: 'handling', amount, reason: '办公', submit: true } as never)
  await approveAll()
}
/** Goods in a warehouse are charged by its rates elsewhere: here a charge of theirs as it stands. */
const storage = (amount: string, day: string, net = amount) =>
  sql`insert into charge (outlet_id, day, seq, fee_item, direction, company_id, amount, tax_rate, source, approved, explanation)
    values (${freight.hangzhou}, ${day}, 1, 'storage', 'receivable', ${freight.yunfan}, ${amount}, ${amount === net ? null : '6'}, 'storage', true, '[]')`.execute(
    world.db,
  )

const asked = (from: string, to: string, over: Record<string, unknown> = {}) =>
  ({ from, to, dimension: 'customer', basis: 'biz', ...over }) as never
const table = (from: string, to: string, over: Record<string, unknown> = {}) =>
  boss.ok(profit.getProfit, asked(from, to, over))
const cell = async (from: string, to: string, over: Record<string, unknown> = {}) => {
  const filter = asked(from, to, over)
  const { rows } = await boss.ok(profit.getProfitLines, { ...(filter as object), pageSize: 500 } as never)
  return { rows, totals: await boss.ok(profit.getProfitLineTotals, filter) }
}
const said = ({
  revenue,
  cost,
  profit: left,
  rate,
}: {
  revenue: string
  cost: string
  profit: string
  rate: string | null
}) => [revenue, cost, left, rate]

describe('[RT-14/profit] [RT-14/profitView] what earns', () => {
  const weights = ['1250', '830', '415.5']
  const revenues = ['1280', '900', '520']

  it('[V23] a truck is shared over its waybills, and what is left of each is exact, with tax and without', async () => {
    const of: Made[] = []
    for (const [at, amount] of revenues.entries()) of.push(await priced('2026-03-10', amount, weights[at] as string))
    const plateNo = await carried(of, '2600')
    const gross = await cell('2026-03-01', '2026-03-31')
    const line = (found: typeof gross, one: Made) => {
      const row = found.rows.find(({ waybillId }) => waybillId === one.id)
      return row && said(row)
    }
    expect(of.map((one) => line(gross, one))).toEqual([
      ['1280.00', '1302.34', '-22.34', '-1.7'],
      ['900.00', '864.76', '35.24', '3.9'],
      ['520.00', '432.90', '87.10', '16.8'],
    ])
    expect(said((await table('2026-03-01', '2026-03-31')).total)).toEqual(['2700.00', '2600.00', '100.00', '3.7'])
    const net = await cell('2026-03-01', '2026-03-31', { net: true })
    expect(
      of.map((one) => net.rows.find(({ waybillId }) => waybillId === one.id)).map((row) => [row?.cost, row?.profit]),
    ).toEqual([
      ['1194.81', '-20.50'],
      ['793.36', '32.33'],
      ['397.15', '79.91'],
    ])
    expect((await table('2026-03-01', '2026-03-31', { net: true })).total).toMatchObject({
      cost: '2385.32',
      profit: '91.74',
    })
    // The lines are found by what carried them and what they were charged for.
    const bare = await priced('2026-03-11', '77', '10')
    const ids = async (over: Record<string, unknown>) => {
      const { rows, totals } = await cell('2026-03-01', '2026-03-31', over)
      expect(totals.count).toBe(rows.length)
      return rows.map(({ waybillId }) => waybillId).sort()
    }
    const carriedIds = of.map(({ id }) => id).sort()
    expect(await ids({ plateNo: plateNo.slice(1).toLowerCase() })).toEqual(carriedIds)
    expect(await ids({ carrierId: carrier })).toEqual(carriedIds)
    expect(await ids({ feeItem: 'vehicle' })).toEqual(carriedIds)
    expect(await ids({ feeItem: 'freight' })).toEqual([...carriedIds, bare.id].sort())
    expect(await ids({ feeItem: 'toll' })).toEqual([])
  })

  it('[V24] without an invoice whose tax is deducted the truck costs all of it', async () => {
    const of: Made[] = []
    for (const [at, amount] of revenues.entries()) of.push(await priced('2026-04-10', amount, weights[at] as string))
    await carried(of, '2600', plain)
    expect((await table('2026-04-01', '2026-04-30', { net: true })).total).toMatchObject({
      revenue: '2477.06',
      cost: '2600.00',
      profit: '-122.94',
    })
  })

  it('[M13] [RT-14/profit] what corrects a cost is deducted as that was, whatever its payee gives by now; explained it names its ZJ, to be opened at its outlets', async () => {
    const one = await priced('2025-07-10', '545', '10')
    await carried([one], '218')
    const span = ['2025-07-01', '2025-07-31'] as const
    expect((await table(...span, { net: true })).total).toMatchObject({ revenue: '500.00', cost: '200.00' })
    const gives = (kind: string | null) =>
      world.db.updateTable('company').set({ deductible_invoice: kind }).where('id', '=', carrier).execute()
    await gives(null)
    const { rows } = await sql<{ chargeId: number }>`
      select charge_id as "chargeId" from charge_share where waybill_id = ${one.id}`.execute(world.db)
    const line = { chargeId: rows[0]?.chargeId as number, feeItem: 'vehicle' as const, amount: '-109', taxRate: '9' }
    const { ids, nos } = await boss.ok(addAdjustments, { lines: [{ ...line, reason: '少装一件' }], submit: true })
    await approveAll()
    await gives('special')
    expect((await table(...span)).total).toMatchObject({ cost: '109.00', tripCost: null })
    expect((await table(...span, { net: true })).total).toMatchObject({ cost: '100.00' })
    const told = async (client: Client) =>
      (await client.ok(profit.explainProfit, { ...(asked(...span) as object), lineId: one.id } as never)).charges.map(
        ({ amount, no, adjustment }) => [amount, no === null ? null : no.slice(0, 2), adjustment],
      )
    const [id, no] = [ids[0] as number, nos[0] as string]
    const trip = expect.any(String)
    expect(await told(boss)).toEqual([
      ['545.00', null, null],
      ['218.00', trip, null],
      ['-109.00', trip, { id, no }],
    ])
    // Of a cost that another outlet owes.
    await world.db.updateTable('application').set({ outlet_id: freight.guangzhou }).where('id', '=', id).execute()
    const home = await world.person('profit-corrected', {
      scope: 'outlet',
      companies: [freight.hangzhou],
      outletId: freight.hangzhou,
      rights: { profitView: 'browse' },
    })
    expect((await told(home.client)).at(-1)).toEqual(['-109.00', trip, { id: null, no }])
    await world.db.updateTable('application').set({ outlet_id: freight.hangzhou }).where('id', '=', id).execute()
  })

  it('[V25] [M58] revenue goes to vehicles by what they cost, without costs by pieces, without legs to 未安排', async () => {
    const one = await priced('2026-05-10', '1280', '100')
    const parts = ['80', '1000', '222.34']
    // Three legs after one another: each trip goes on from where the last one ended.
    const plate: string[] = []
    plate.push(await carried([one], '80'))
    for (const amount of parts.slice(1)) {
      const { rows } = await sql<{ id: number; line: number }>`
        select a.id, l.id as line from arrangement a join arrangement_line l on l.arrangement_id = a.id where l.waybill_id = ${one.id} order by a.id desc limit 1`.execute(
        world.db,
      )
      await boss.ok(trips.departArrangements, { ids: [rows[0]?.id as number] })
      await boss.ok(trips.arriveArrangements, { ids: [rows[0]?.id as number] })
      plate.push(await onward(one, amount))
    }
    const found = await table('2026-05-01', '2026-05-31', { dimension: 'vehicle' })
    const by = new Map(found.rows.map((row) => [row.label, row]))
    expect(plate.map((no) => by.get(no)?.revenue)).toEqual(['78.63', '982.85', '218.52'])
    expect(plate.map((no) => by.get(no)?.cost)).toEqual(['80.00', '1000.00', '222.34'])
    // One waybill, though three rows have it.
    expect(found.total).toMatchObject({ count: 1, revenue: '1280.00', cost: '1302.34', profit: '-22.34' })
    const key = by.get(plate[1] as string)?.key as string
    const told = await boss.ok(profit.explainProfit, {
      ...(asked('2026-05-01', '2026-05-31', { dimension: 'vehicle' }) as object),
      key,
      lineId: one.id,
    } as never)
    expect(told).toMatchObject({ revenue: '982.85', cost: '1000.00', profit: '-17.15' })
    expect(told.division.map(({ weight, revenue }) => [weight, revenue])).toEqual(
      expect.arrayContaining([
        ['80', '78.63'],
        ['1000', '982.85'],
        ['222.34', '218.52'],
      ]),
    )
    const two = [await priced('2026-06-10', '300', '10'), await priced('2026-06-10', '90', '10')]
    const free = await carried(two.slice(0, 1), null)
    const june = await table('2026-06-01', '2026-06-30', { dimension: 'vehicle' })
    expect(june.rows.map(({ label, revenue }) => [label, revenue])).toEqual([
      [free, '300.00'],
      ['未安排', '90.00'],
    ])
  })

  /** From Guangzhou on, with another truck. */
  async function onward(one: Made, amount: string): Promise<string> {
    plates += 1
    const plateNo = `浙C8${1000 + plates}`
    const { id } = await boss.ok(trips.createArrangement, {
      vehicleId: await freight.addVehicle(plateNo, { type: 'hired', carrier_id: carrier, load_kg: 30_000 }),
      driverId: await freight.addDriver(`吴${plates}`),
      carrierId: carrier,
      planAt: new Date(Date.now() + 3_600_000).toISOString(),
      lines: [{ waybillId: one.id, pieces: 1, fromPlace: 'outlet', fromId: at(), load: 1, unload: 2 }],
      stops: [
        { kind: 'outlet', outletId: at() },
        { kind: 'outlet', outletId: at() === freight.guangzhou ? freight.hangzhou : freight.guangzhou },
      ],
    } as never)
    turn += 1
    await boss.ok(trips.assignArrangements, { ids: [id] })
    const { version } = await boss.ok(lines.getArrangementCosts, { id })
    await boss.ok(lines.setArrangementCosts, {
      arrangementId: id,
      version,
      lines: [{ feeItem: 'vehicle', amount, taxRate: '9', companyId: carrier }],
    } as never)
    await boss.ok(requests.applyTripCosts, { ids: [id], submit: true })
    await approveAll()
    return plateNo
  }
  let turn = 0
  const at = () => (turn % 2 === 0 ? freight.guangzhou : freight.hangzhou)

  it('[V26] storage and a cost of the office stand in a row of their own, before the sum', async () => {
    const today = (
      await sql<{ day: string }>`select (now() at time zone 'Asia/Shanghai')::date as day`.execute(world.db)
    ).rows[0]?.day as string
    const before = await table(today, today)
    expect(before.rows).toEqual([])
    const one = await priced(today, '2700', '100')
    await carried([one], '2600')
    await storage('2600', today)
    await officeCost('1000')
    const { rows, total } = await table(today, today, { more: true })
    expect(rows.map(({ label, profit: left }) => [label, left])).toEqual([
      ['杭州云帆电子有限公司', '100.00'],
      ['无运单', '1600.00'],
    ])
    expect(rows[1]).toMatchObject({ count: 0, revenue: '2600.00', cost: '1000.00', storage: '2600.00' })
    expect(rows[1]).toMatchObject({ tripCost: '0.00', claims: '0.00', otherCost: '1000.00' })
    const [heads = [], ...sheet] = (await download(boss, profit.exportProfit, asked(today, today))).rows
    expect(sheet.map((row) => row[heads.findIndex((head) => head.startsWith('其他成本'))])).toEqual(['0', '1000'])
    expect(total).toMatchObject({ profit: '1700.00', count: 1, tripCost: '2600.00', storage: '2600.00' })
    const others = await cell(today, today, { key: profit.otherKey })
    expect(others.totals).toMatchObject({ count: 2, profit: '1600.00' })
    expect(others.rows.map(({ waybillId, profit: left }) => [waybillId, left])).toEqual([
      [null, '-1000.00'],
      [null, '2600.00'],
    ])
  })

  it('[M57] what is under review or void is no revenue, and stands nowhere', async () => {
    const one = await priced('2026-07-10', '500', '10')
    const gone = await priced('2026-07-10', '70', '10')
    await boss.ok(waybills.cancelWaybills, { ids: [gone.id], reason: '不发了' })
    const two = await freight.waybill(boss, 1, {
      bizDate: '2026-07-10',
      charges: [{ feeItem: 'freight', amount: '800' }],
    } as never)
    const july = async () =>
      (await cell('2026-07-01', '2026-07-31')).rows.map(({ waybillId, revenue }) => [waybillId, revenue])
    expect(await july()).toEqual([[one.id, '500.00']])
    await approveAll()
    expect(await july()).toEqual([
      [one.id, '500.00'],
      [two.id, '800.00'],
    ])
  })

  it('[M59] by the day of signing an open waybill is 未签收, and a signed one on the day of its last piece', async () => {
    const open = await priced('2026-08-10', '100', '10')
    const signed = await priced('2026-08-10', '250', '10', { deliveryWay: 'selfPickup' })
    await boss.ok(waybills.checkInWaybills, { ids: [signed.id], outletId: freight.guangzhou } as never)
    await boss.ok(pickup.notifyPickup, { ids: [signed.id] } as never)
    await boss.ok(waybills.signWaybill, {
      id: signed.id,
      signed: 1,
      signer: '陈国强',
      signedAt: new Date().toISOString(),
      noCodeReason: '本人',
    } as never)
    await sql`update signing set signed_at = '2026-09-02T10:00:00+08:00' where waybill_id = ${signed.id}`.execute(
      world.db,
    )
    const by = async (from: string, to: string, basis: string) =>
      (await table(from, to, { basis })).rows.map(({ label, revenue }) => [label, revenue])
    expect(await by('2026-08-01', '2026-08-31', 'biz')).toEqual([['杭州云帆电子有限公司', '350.00']])
    expect(await by('2026-08-01', '2026-08-31', 'signed')).toEqual([['未签收', '100.00']])
    expect(await by('2026-09-01', '2026-09-30', 'signed')).toEqual([['杭州云帆电子有限公司', '250.00']])
    expect(
      (await cell('2026-08-01', '2026-09-30', { basis: 'signed', key: profit.openKey })).rows.map(
        ({ waybillId }) => waybillId,
      ),
    ).toEqual([open.id])
  })

  it('[D-01] compares with as many months before, in the table and in its file', async () => {
    await priced('2026-01-10', '100', '10')
    await priced('2026-02-10', '160', '10')
    const found = await table('2026-02-01', '2026-02-28', { compare: true })
    expect(found).toMatchObject({
      beforeFrom: '2026-01-01',
      beforeTo: '2026-01-31',
      rows: [{ profit: '160.00', before: '100.00' }],
      total: { before: '100.00' },
    })
    expect(
      (await table('2026-01-01', '2026-02-28', { dimension: 'month' })).rows.map(({ key, profit: left }) => [
        key,
        left,
      ]),
    ).toEqual([
      ['2026-02', '160.00'],
      ['2026-01', '100.00'],
    ])
    const { rows } = await download(boss, profit.exportProfit, asked('2026-02-01', '2026-02-28'))
    expect(rows[1]).toEqual(expect.arrayContaining(['杭州云帆电子有限公司', '160', '100']))
  })

  it('[RT-14/profit] tells so many rows by any column, and the sum of all; what is no customer stays below, and one row can be asked for', async () => {
    await priced('2023-05-10', '100', '30')
    await priced('2023-05-11', '300', '10', { customerId: freight.hengda })
    await storage('20', '2023-05-12')
    const of = (over: Record<string, unknown>) => table('2023-05-01', '2023-05-31', over)
    const keys = async (over: Record<string, unknown>) => (await of(over)).rows.map(({ key }) => key)
    const [yunfan, hengda] = [String(freight.yunfan), String(freight.hengda)]
    expect(await keys({})).toEqual([hengda, yunfan, profit.otherKey])
    expect(await keys({ sort: 'revenue', dir: 'asc' })).toEqual([yunfan, hengda, profit.otherKey])
    expect(await keys({ sort: 'weight', dir: 'desc' })).toEqual([yunfan, hengda, profit.otherKey])
    const first = await of({ sort: 'weight', dir: 'desc', pageSize: 1 })
    expect(first).toMatchObject({
      count: 3,
      rows: [{ key: yunfan, label: '杭州云帆电子有限公司' }, { key: profit.otherKey }],
      total: { revenue: '420.00' },
    })
    expect(await of({ key: hengda })).toMatchObject({
      rows: [{ key: hengda, revenue: '300.00', label: '宁波恒达机电有限公司' }],
      total: { revenue: '420.00' },
    })
    expect((await download(boss, profit.exportProfit, asked('2023-05-01', '2023-05-31'))).rows).toHaveLength(4)
  })

  it('[D-05] is of its own outlets, of nobody without the right, and of no customer', async () => {
    const at = (outletId: number) => ({
      scope: 'outlet' as const,
      companies: [outletId],
      outletId,
      rights: { profit: 'browse' as const, profitView: 'browse' as const },
    })
    await priced('2025-05-10', '100', '10')
    await storage('50', '2025-05-10')
    const home = (await world.person('profit-home', at(freight.hangzhou))).client
    const away = (await world.person('profit-away', at(freight.guangzhou))).client
    const payer = (
      await world.person('profit-customer', {
        scope: 'customer',
        companies: [freight.yunfan],
        rights: { profit: 'browse', profitView: 'browse' },
      })
    ).client
    const filter = asked('2025-05-01', '2025-05-31')
    expect((await home.ok(profit.getProfit, filter)).total.profit).toBe('150.00')
    expect(await away.ok(profit.getProfit, filter)).toMatchObject({ rows: [], total: { profit: '0.00' } })
    expect(await away.ok(profit.getProfitLineTotals, filter)).toMatchObject({ count: 0, profit: '0.00' })
    for (const call of [profit.getProfit, profit.getProfitLines, profit.explainProfit])
      expect((await payer.send(call, filter)).code, call.path).not.toBe(200)
    expect((await boss.refused(profit.getProfit, asked('2026-02-01', '2026-01-01'))).fields).toMatchObject([
      { path: 'to' },
    ])
    expect((await boss.refused(profit.getProfit, asked('1900-01-01', '2026-01-01'))).fields).toMatchObject([
      { path: 'from' },
    ])
  })
})

describe('[M57] [M58] [M59] any table is the sum of its lines', () => {
  const costParts = profit.profitParts.filter((part) => part !== 'storage')
  let seed = Number(process.env.SEED ?? 20_261_129)
  const next = (max: number): number => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed % max
  }
  const pick = <T>(all: readonly T[]): T => all[next(all.length)] as T
  const amount = () => `${1 + next(2000)}.${String(next(100)).padStart(2, '0')}`

  it('each dimension, gross and net, by three bases: Σ rows = Σ waybills + Σ others = the lines behind them, and the columns of the cost come to it', async () => {
    const made: Made[] = []
    for (let n = 0; n < 14; n += 1)
      made.push(
        await priced(`2024-0${1 + next(3)}-1${next(9)}`, amount(), String(5 + next(900)), {
          customerId: pick([freight.yunfan, freight.hengda]),
          transMode: pick(['road', 'rail']),
        }),
      )
    for (let n = 0; n < 5; n += 1) {
      const some = made.splice(0, 1 + next(3))
      await carried(some, next(4) === 0 ? null : amount(), pick([carrier, plain]), pick(['vehicle', 'toll']))
      if (next(2) === 0)
        await boss.ok(requests.addExpense, {
          feeItem: 'claim',
          amount: amount(),
          taxRate: '6',
          companyId: plain,
          reason: '随机',
          of: some.map(({ waybillNo }) => waybillNo),
          submit: true,
        } as never)
    }
    await approveAll()
    await sql`update charge set day = ('2024-02-01'::date + (id % 40)::int) where source in ('arrangement', 'expense') and id % 2 = 0`.execute(
      world.db,
    )
    await storage(amount(), '2024-02-05')
    // Borne by the company.
    await sql`insert into charge (outlet_id, day, seq, fee_item, direction, amount, source, approved, explanation)
      values (${freight.hangzhou}, '2024-02-06', 1, 'handInDifference', 'payable', '12.34', 'handIn', true, '[]')`.execute(
      world.db,
    )
    const whole: Record<string, Set<string>> = {}
    const cents = (values: readonly string[]) => sumDecimals(values, 2)
    for (const [from, to] of [
      ['2024-02-01', '2024-02-29'],
      ['2020-01-01', '2029-12-31'],
    ] as const)
      for (const basis of profit.profitBases)
        for (const net of [false, true])
          for (const dimension of profit.profitDimensions) {
            const name = `${from} ${basis} ${net ? 'net' : 'gross'} ${dimension}`
            const over = { basis, dimension, ...(net ? { net } : {}) }
            const found = await table(from, to, { ...over, more: true })
            for (const row of [...found.rows, found.total])
              expect(cents(costParts.map((part) => row[part] as string)), `${name} apart`).toBe(row.cost)
            const all = (await cell(from, to, over)).totals
            for (const figure of ['revenue', 'cost', 'profit'] as const) {
              expect(cents(found.rows.map((row) => row[figure])), name).toBe(found.total[figure])
              expect(found.total[figure], name).toBe(all[figure])
            }
            for (const row of found.rows) {
              const behind = await boss.ok(profit.getProfitLineTotals, {
                ...(asked(from, to, over) as object),
                key: row.key,
              } as never)
              expect([behind.revenue, behind.cost, behind.profit], `${name} ${row.label}`).toEqual([
                row.revenue,
                row.cost,
                row.profit,
              ])
              if (from === '2024-02-01') {
                const told = await boss.ok(profit.explainProfit, {
                  ...(asked(from, to, over) as object),
                  key: row.key,
                } as never)
                const of = (side: string) =>
                  cents(told.parts.filter((part) => part.side === side).map((part) => part.amount))
                expect([of('revenue'), of('cost')], `${name} ${row.label} explained`).toEqual([row.revenue, row.cost])
              }
            }
            // The same whatever it is by.
            whole[`${from} ${basis} ${net}`] = (whole[`${from} ${basis} ${net}`] ?? new Set()).add(found.total.profit)
            // Over all days the same whatever the days are of.
            if (from === '2020-01-01') whole[`all ${net}`] = (whole[`all ${net}`] ?? new Set()).add(found.total.profit)
          }
    expect(Object.entries(whole).filter(([, sums]) => sums.size > 1)).toEqual([])
    expect(new Exact([...(whole['all false'] ?? [])][0] as string).isZero()).toBe(false)
  }, 300_000)

  it('[M60] of closed months each figure opens the lines that come to it, whatever their waybills are of afterwards', async () => {
    await boss.ok(close.closeMonth, { month: '2024-01' })
    await boss.ok(close.closeMonth, { month: '2024-02' })
    const span = ['2024-01-01', '2024-02-29'] as const
    const agrees = async (dimension: (typeof profit.profitDimensions)[number], basis: 'biz' | 'posted') => {
      const over = { dimension, basis, more: true }
      const { rows } = await table(...span, over)
      for (const row of rows)
        for (const later of basis === 'biz' ? [undefined, false, true] : [undefined]) {
          const behind = await boss.ok(profit.getProfitLineTotals, {
            ...(asked(...span, { dimension, basis }) as object),
            key: row.key,
            ...(later === undefined ? {} : { later }),
          } as never)
          const figure = later === undefined ? row : later ? row.later : row.kept
          expect([behind.revenue, behind.cost], `${dimension} ${basis} ${row.label} ${later}`).toEqual([
            figure?.revenue,
            figure?.cost,
          ])
        }
      return rows
    }
    const was = await agrees('salesman', 'posted')
    const all = sql`update waybill set salesman_id = (select max(id) from app_user), trans_mode = 'air', consignee_region = '440100'
      where id in (select id from waybill where biz_date between '2024-01-01' and '2024-02-29' order by id limit 6)`
    await all.execute(world.db)
    for (const dimension of ['salesman', 'mode', 'line', 'customer'] as const)
      for (const basis of ['biz', 'posted'] as const) await agrees(dimension, basis)
    // What was kept stays whose it was.
    expect(await agrees('salesman', 'posted')).toEqual(was)
  })

  it('[RT-14/profitView] a figure that comes from one source opens what comes from it alone; a customer’s storage stays his', async () => {
    const span = ['2024-01-01', '2024-12-31'] as const
    const { total } = await table(...span, { more: true })
    for (const part of profit.profitParts) {
      const behind = await boss.ok(profit.getProfitLineTotals, { ...(asked(...span) as object), part } as never)
      expect(part === 'storage' ? behind.revenue : behind.cost, part).toBe(total[part])
    }
    const of = await table(...span, { customerId: freight.yunfan, more: true })
    const others = of.rows.find(({ key }) => key === profit.otherKey)
    expect(others?.storage ?? '0.00').toBe(total.storage)
    const { pages } = await downloadPdf(boss, profit.getProfitPdf, asked(...span) as never)
    expect(pages.flat().join('')).toContain('无运单')
  })
})
