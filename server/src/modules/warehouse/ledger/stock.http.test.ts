import { getMoves, getMoveTotals, getStockProofs, proveLedger } from '@xunyun/contract/warehouse/ledger/ledger'
import { getItemStock, getItemStockTotals, getStock, getStockTotals } from '@xunyun/contract/warehouse/ledger/stock'
import { type BalanceGroup, getBalances, getBalanceTotals } from '@xunyun/contract/warehouse/ledger/summary'
import { getTurnover, getTurnoverTotals, type TurnoverGroup } from '@xunyun/contract/warehouse/ledger/turnover'
import { getItemChoices } from '@xunyun/contract/warehouse/masters/items'
import { getOwnerChoices } from '@xunyun/contract/warehouse/masters/warehouses'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { furnish, type Storehouse } from '../../../../test/storehouse.ts'
import { openWorld, type World } from '../../../../test/world.ts'
import { clock, dayOf } from '../../../platform/clock.ts'
import { type Movement, postMovements, type StockKey } from './post.ts'
import { buildOpenings } from './store.openings.ts'

/** What the stock pages show of the ledger: now, at a past moment, over a period; to each his own. */
let world: World
let hangzhou: Storehouse
let ningbo: Storehouse
type Goods = { itemId: number; batchId: number }
let milk: Goods
let phone: Goods
let other: Goods
let acts = 0

const daysAgo = (days: number) => new Date(clock.ms() - days * 86_400_000).toISOString()
const dayAgo = (days: number) => dayOf(new Date(daysAgo(days)))
const post = (house: Storehouse, at: string | undefined, movements: Movement[], docNo = `YK${++acts}`) =>
  world.db.transaction().execute((tx) =>
    postMovements(tx as never, house.keeper, {
      warehouseId: house.warehouseId,
      docType: 'move',
      docId: acts,
      docNo,
      act: `post-${++acts}`,
      ...(at === undefined ? {} : { at }),
      movements,
    }),
  )
const at = (house: Storehouse, goods: Goods, place = 0, quality: StockKey['quality'] = 'good'): StockKey => ({
  ...goods,
  locationId: house.locations[place] as number,
  quality,
  containerId: 0,
})
const move = (key: StockKey, type: Movement['type'], flow: Movement['flow'], figures: Partial<Movement>): Movement => ({
  ...key,
  line: 1,
  type,
  flow,
  ...figures,
})

beforeAll(async () => {
  world = await openWorld()
  hangzhou = await furnish(world.db, 'HZ1')
  ningbo = await furnish(world.db, 'NB1')
  milk = await hangzhou.item('MILK-01', { expiry: dayAgo(-10), min_stock: '100' })
  phone = await hangzhou.item('PHONE-01', { serial_controlled: true })
  other = await ningbo.item('OTHER-01')
  // Milk: 100 in 80 days ago, 30 out 50 days ago, a count adds 5, today 20 are promised and 10 frozen.
  await post(hangzhou, daysAgo(80), [move(at(hangzhou, milk), 'RCV', 1, { onHand: '100' })], 'RK1-1')
  await post(hangzhou, daysAgo(50), [move(at(hangzhou, milk), 'SHP', -1, { onHand: '-30' })], 'CK1')
  await post(hangzhou, daysAgo(5), [
    move(at(hangzhou, milk), 'ADJ', 1, { onHand: '5' }),
    move(at(hangzhou, milk), 'MV', 0, { onHand: '-25' }),
    move(at(hangzhou, milk, 1), 'MV', 0, { onHand: '25' }),
  ])
  await post(hangzhou, undefined, [move(at(hangzhou, milk), 'ALC', 0, { allocated: '20' })], 'CK2')
  await post(hangzhou, undefined, [move(at(hangzhou, milk, 1), 'FRZ', 0, { frozen: '10' })])
  await post(hangzhou, daysAgo(3), [move(at(hangzhou, phone), 'RCV', 1, { onHand: '2', serials: ['SN-1', 'SN-2'] })])
  await post(hangzhou, undefined, [
    move(at(hangzhou, phone), 'QLT', 0, { onHand: '-1', serials: ['SN-2'] }),
    move(at(hangzhou, phone, 0, 'bad'), 'QLT', 0, { onHand: '1', serials: ['SN-2'] }),
  ])
  await post(ningbo, daysAgo(2), [move(at(ningbo, other), 'RCV', 1, { onHand: '7' })])
  await buildOpenings(world.db as never)
})
afterAll(() => world.close())

const figuresOf = (row: { onHand: string; allocated: string; frozen: string; available: string }) =>
  [row.onHand, row.allocated, row.frozen, row.available].join('/')

describe('the stock', () => {
  it('[RT-18/stock] shows on hand, allocated, frozen and what is free, by place and by item', async () => {
    const { rows } = await world.admin.ok(getStock, {})
    expect(
      rows.map((row) => `${row.warehouseName} ${row.locationCode} ${row.itemNo} ${row.quality} ${figuresOf(row)}`),
    ).toEqual([
      'HZ1 仓 A-01-01 MILK-01 good 50/20/0/30',
      'HZ1 仓 A-01-01 PHONE-01 good 1/0/0/1',
      'HZ1 仓 A-01-01 PHONE-01 bad 1/0/0/0',
      'NB1 仓 A-01-01 OTHER-01 good 7/0/0/7',
      'HZ1 仓 A-01-02 MILK-01 good 25/0/10/15',
    ])
    expect(await world.admin.ok(getStockTotals, {})).toMatchObject({
      count: 5,
      onHand: '84',
      allocated: '20',
      frozen: '10',
      available: '53',
      tabs: { available: 4, bad: 1, frozen: 1, near: 2, expired: 0, pending: 0 },
    })
    const items = await world.admin.ok(getItemStock, { tab: 'below' })
    expect(items.rows.map((row) => `${row.itemNo} ${figuresOf(row)} < ${row.minStock}`)).toEqual([
      'MILK-01 75/20/10/45 < 100',
    ])
    expect((await world.admin.ok(getItemStockTotals, {})).tabs).toEqual({ inStock: 3, below: 1, none: 0 })
  })

  it('[RT-18/stock] is found by place, item, batch, serial number and page by page', async () => {
    const found = async (input: Parameters<typeof world.admin.ok<typeof getStock>>[1]) =>
      (await world.admin.ok(getStock, input)).rows.map(({ itemNo, quality }) => `${itemNo} ${quality}`)
    expect(await found({ serialNo: 'SN-2' })).toEqual(['PHONE-01 bad'])
    expect(await found({ q: 'a-01-02' })).toEqual(['MILK-01 good'])
    expect(await found({ q: 'PHONE', tab: 'bad' })).toEqual(['PHONE-01 bad'])
    const named = await world.db
      .updateTable('batch')
      .set({ batch_no: 'L26-7' })
      .where('id', '=', milk.batchId)
      .executeTakeFirst()
    expect(named.numUpdatedRows).toBe(1n)
    expect(await found({ q: 'l26' })).toEqual(['MILK-01 good', 'MILK-01 good'])
    expect(await found({ q: '26-7' })).toEqual([])
    expect(await found({ q: 'milk', at: daysAgo(60) })).toEqual(['MILK-01 good'])
    expect(await found({ warehouseId: ningbo.warehouseId })).toEqual(['OTHER-01 good'])
    const first = await world.admin.ok(getStock, { pageSize: 2 })
    const second = await world.admin.ok(getStock, { pageSize: 3, after: first.next ?? '' })
    expect(new Set([...first.rows, ...second.rows].map(({ id }) => id)).size).toBe(5)
    expect(second.next).toBeNull()
  })

  it('[RT-18/stock] is shown as it was at any past moment', async () => {
    const was = async (days: number) =>
      (await world.admin.ok(getStock, { at: daysAgo(days), itemId: milk.itemId })).rows.map(
        (row) => `${row.locationCode} ${figuresOf(row)}`,
      )
    expect(await was(90)).toEqual([])
    expect(await was(60)).toEqual(['A-01-01 100/0/0/100'])
    expect(await was(40)).toEqual(['A-01-01 70/0/0/70'])
    expect(await was(4)).toEqual(['A-01-01 50/0/0/50', 'A-01-02 25/0/0/25'])
    expect((await world.admin.ok(getStockTotals, { at: daysAgo(60) })).onHand).toBe('100')
  })
})

describe('the ledger', () => {
  it('[RT-18/serialInfo] shows every line behind a figure, latest first, and what a filter adds up to', async () => {
    const { rows } = await world.admin.ok(getMoves, { itemId: milk.itemId })
    expect(
      rows.map((row) => `${row.type} ${row.docNo} ${row.dOnHand} ${row.dAllocated} ${row.dFrozen}`).reverse(),
    ).toEqual([
      'RCV RK1-1 100 0 0',
      'SHP CK1 -30 0 0',
      expect.stringMatching(/^ADJ YK\d+ 5 0 0$/),
      expect.stringMatching(/^MV YK\d+ -25 0 0$/),
      expect.stringMatching(/^MV YK\d+ 25 0 0$/),
      'ALC CK2 0 20 0',
      expect.stringMatching(/^FRZ YK\d+ 0 0 10$/),
    ])
    expect(await world.admin.ok(getMoveTotals, { itemId: milk.itemId })).toEqual({
      count: 7,
      dOnHand: '75',
      dAllocated: '20',
      dFrozen: '10',
    })
    const by = async (input: Parameters<typeof world.admin.ok<typeof getMoves>>[1]) =>
      (await world.admin.ok(getMoves, input)).rows.map(({ type, serials }) => [type, ...serials].join(' '))
    expect(await by({ q: 'ck' })).toEqual(['ALC', 'SHP'])
    expect(await by({ q: 'other' })).toEqual(['RCV'])
    expect((await world.admin.ok(getMoveTotals, { q: 'milk' })).count).toBe(7)
    expect(await by({ q: 'nothing like it' })).toEqual([])
    expect(await by({ serialNo: 'SN-2' })).toEqual(['QLT SN-2', 'QLT SN-2', 'RCV SN-1 SN-2'])
    expect(await by({ tab: 'held' })).toEqual(['FRZ', 'ALC'])
    expect(await by({ from: dayAgo(51), to: dayAgo(49) })).toEqual(['SHP'])
  })

  it('[RT-18/serialInfo] is proved on demand; a balance changed by hand is named to everybody who may prove it', async () => {
    expect(await world.admin.ok(proveLedger, { kind: 'whole' })).toMatchObject({ differences: 0, broken: [] })
    await sql`update stock set on_hand = on_hand + 1 where item_id = ${other.itemId}`.execute(world.db)
    const proof = await world.admin.ok(proveLedger, { kind: 'sinceOpening' })
    expect(proof).toMatchObject({ differences: 1, broken: [{ itemNo: 'OTHER-01', location: 'A-01-01' }] })
    await sql`update stock set on_hand = on_hand - 1 where item_id = ${other.itemId}`.execute(world.db)
    const told = await world.db.selectFrom('notification').select('params').where('kind', '=', 'stockBroken').execute()
    expect(told).toEqual([{ params: { count: 1, key: 'NB1 A-01-01 OTHER-01' } }])
    expect((await world.admin.ok(getStockProofs, {})).map(({ differences }) => differences)).toEqual([1, 0])
  })
})

describe('a period', () => {
  const rowsOf = async (group: BalanceGroup, from: number, to: number, still = true) =>
    (await world.admin.ok(getBalances, { group, from: dayAgo(from), to: dayAgo(to), still })).rows.map(
      (row) =>
        `${row.itemNo ?? row.name} ${[row.opening, row.received, row.otherIn, row.shipped, row.otherOut, row.closing].join('/')}`,
    )

  it('[RT-18/summaryInfo1] opening + in − out = closing, by item, batch, owner and warehouse, and in total', async () => {
    expect(await rowsOf('item', 81, 0)).toEqual([
      'MILK-01 0/100/5/30/0/75',
      'OTHER-01 0/7/0/0/0/7',
      'PHONE-01 0/2/0/0/0/2',
    ])
    expect(await rowsOf('item', 60, 20)).toEqual(['MILK-01 100/0/0/30/0/70'])
    expect(await rowsOf('batch', 60, 20)).toEqual(['MILK-01 100/0/0/30/0/70'])
    expect(await rowsOf('item', 40, 20)).toEqual(['MILK-01 70/0/0/0/0/70'])
    expect(await rowsOf('item', 40, 20, false)).toEqual([])
    expect(await rowsOf('owner', 60, 0)).toEqual(['OWN-HZ1 100/2/5/30/0/77', 'OWN-NB1 0/7/0/0/0/7'])
    expect(await rowsOf('warehouse', 4, 0)).toEqual(['HZ1 仓 75/2/0/0/0/77', 'NB1 仓 0/7/0/0/0/7'])
    for (const [from, to] of [
      [100, 0],
      [81, 81],
      [60, 20],
      [5, 5],
      [45, 1],
    ] as const) {
      const period = { from: dayAgo(from), to: dayAgo(to) }
      const totals = await world.admin.ok(getBalanceTotals, { group: 'item', ...period })
      expect(totals.balanced).toBe(true)
      const { rows } = await world.admin.ok(getBalances, { group: 'item', ...period, still: true })
      for (const figure of ['opening', 'received', 'otherIn', 'shipped', 'otherOut', 'closing'] as const)
        expect(rows.reduce((sum, row) => sum + Number(row[figure]), 0)).toBe(Number(totals[figure]))
    }
    const wrong = await world.admin.refused(getBalances, { group: 'item', from: dayAgo(1), to: dayAgo(2) })
    expect(wrong.fields).toMatchObject([{ path: 'to', reason: 'field.range' }])
  })

  it('[RT-18/summaryInfo1] what is dated back changes the period it belongs to, and every one after it', async () => {
    await post(ningbo, daysAgo(70), [move(at(ningbo, other), 'RCV', 1, { onHand: '3' })])
    expect(await rowsOf('warehouse', 71, 69)).toContain('NB1 仓 0/3/0/0/0/3')
    expect(await rowsOf('warehouse', 30, 0)).toContain('NB1 仓 3/7/0/0/0/10')
    expect((await world.admin.ok(proveLedger, { kind: 'whole' })).differences).toBe(0)
  })
})

describe('what came and went', () => {
  const rowsOf = async (
    group: TurnoverGroup,
    more: Partial<Parameters<typeof world.admin.ok<typeof getTurnover>>[1]> = {},
  ) =>
    (
      await world.admin.ok(getTurnover, {
        group,
        from: dayAgo(100),
        to: dayAgo(0),
        warehouseId: hangzhou.warehouseId,
        sort: 'name',
        ...more,
      })
    ).rows.map(
      (row) =>
        `${row.name} ${[row.receipts, row.received, row.shipments, row.shipped, row.net, row.adjusted].join('/')}`,
    )

  it('[RT-18/summaryInfo] [RT-13/summaryInfo] receipts and shipments of a period by item, owner, warehouse, type, day and month', async () => {
    expect(await rowsOf('item')).toEqual(['MILK-01 1/100/1/30/70/5', 'PHONE-01 1/2/0/0/2/0'])
    expect(await rowsOf('item', { sort: 'received', dir: 'desc', pageSize: 1 })).toEqual(['MILK-01 1/100/1/30/70/5'])
    expect(await rowsOf('owner')).toEqual(['OWN-HZ1 2/102/1/30/72/5'])
    expect(await rowsOf('warehouse')).toEqual(['HZ1 仓 2/102/1/30/72/5'])
    expect(await rowsOf('type')).toEqual(['ADJ 0/0/0/0/0/5', 'RCV 2/102/0/0/102/0', 'SHP 0/0/1/30/-30/0'])
    expect(await rowsOf('day', { from: dayAgo(50), to: dayAgo(50) })).toEqual([`${dayAgo(50)} 0/0/1/30/-30/0`])
    expect((await rowsOf('month', { from: dayAgo(50), to: dayAgo(50) }))[0]).toMatch(/^\d{4}-\d\d 0\/0\/1\/30/)
    expect(await rowsOf('item', { q: 'phone' })).toEqual(['PHONE-01 1/2/0/0/2/0'])
    for (const group of ['item', 'day', 'type'] as const)
      expect(
        await world.admin.ok(getTurnoverTotals, {
          group,
          from: dayAgo(100),
          to: dayAgo(0),
          warehouseId: hangzhou.warehouseId,
        }),
      ).toMatchObject({ receipts: 2, received: '102', shipments: 1, shipped: '30', net: '72', adjusted: '5' })
    const wrong = await world.admin.refused(getTurnover, { group: 'item', from: dayAgo(1), to: dayAgo(2) })
    expect(wrong.fields).toMatchObject([{ path: 'to', reason: 'field.range' }])
  })
})

describe('who sees what', () => {
  it('[D-05] [RT-13/stock] [RT-13/warehouseStock] [RT-13/serialInfo] [RT-13/summaryInfo1] an owner sees his own goods and no place; a keeper sees his warehouses; an outlet those of its own', async () => {
    const rights = { stock: 'browse', serialInfo: 'browse', summaryInfo: 'browse', summaryInfo1: 'browse' } as const
    // Whoever does not work in the warehouse has the enquiries alone.
    const enquiries = {
      integratedStock: 'browse',
      warehouseStock: 'browse',
      integratedSerialInfo: 'browse',
      integratedSummaryInfo: 'browse',
      integratedSummaryInfo1: 'browse',
    } as const
    const owner = await world.person('owner', { rights: enquiries, scope: 'customer', companies: [ningbo.ownerId] })
    const outlet = await world.person('outlet', { rights, scope: 'outlet', companies: [hangzhou.outletId] })
    const keeper = await world.person('keeper', { rights })
    await sql`update app_user set all_warehouses = false where id = ${keeper.id}`.execute(world.db)
    await sql`insert into user_warehouse values (${keeper.id}, ${ningbo.warehouseId})`.execute(world.db)
    // fixed wait: what somebody may see is kept for a second.
    await new Promise((resolve) => setTimeout(resolve, 1100))
    const period = { group: 'item', from: dayAgo(100), to: dayAgo(0) } as const
    for (const [person, items] of [
      [owner, ['OTHER-01']],
      [keeper, ['OTHER-01']],
      [outlet, ['MILK-01', 'PHONE-01']],
    ] as const) {
      const own = async (rows: Promise<{ rows: { itemNo: string | null }[] }>) =>
        [...new Set((await rows).rows.map(({ itemNo }) => itemNo))].sort()
      expect(await own(person.client.ok(getStock, {}))).toEqual(items)
      expect(await own(person.client.ok(getMoves, {}))).toEqual(items)
      expect((await person.client.ok(getTurnover, period)).rows.map(({ name }) => name).sort()).toEqual(items)
      expect((await person.client.ok(getTurnoverTotals, period)).count).toBe(items.length)
      expect(await own(person.client.ok(getBalances, { ...period, still: true }))).toEqual(items)
      expect((await person.client.ok(getBalanceTotals, { ...period, still: true })).count).toBe(items.length)
    }
    expect((await owner.client.ok(getItemStock, {})).rows.map(({ itemNo }) => itemNo)).toEqual(['OTHER-01'])
    // What the filters of his lists ask for.
    expect((await owner.client.ok(getOwnerChoices, {})).map(({ id }) => id)).toEqual([ningbo.ownerId])
    expect((await owner.client.ok(getItemChoices, {})).map(({ itemNo }) => itemNo)).toEqual(['OTHER-01'])
    const lines = await owner.client.ok(getMoves, {})
    expect(lines.rows.every(({ locationCode, byName }) => locationCode === null && byName === '')).toBe(true)
    const stood = await owner.client.ok(getStock, {})
    const nowhere = {
      locationId: null,
      locationCode: null,
      zoneName: null,
      containerId: null,
      containerCode: null,
      countNo: null,
    }
    expect(stood.rows).toEqual(stood.rows.map((row) => ({ ...row, ...nowhere })))
    // Neither does asking by a place tell him.
    expect((await owner.client.ok(getStock, { q: 'A-01' })).rows).toEqual([])
    expect((await owner.client.ok(getStock, { locationId: 999_999 })).rows).toEqual(stood.rows)
    expect((await owner.client.refused(proveLedger, { kind: 'whole' })).reason).toBe('kernel.forbidden')
  })
})
