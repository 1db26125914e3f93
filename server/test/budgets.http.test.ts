import { randomUUID } from 'node:crypto'
import * as dispatch from '@xunyun/contract/dispatch/calls'
import type { Call, Sent } from '@xunyun/contract/kernel/call'
import { getPhoneOrders } from '@xunyun/contract/mobileOrders/calls'
import { getMoves } from '@xunyun/contract/warehouse/ledger/ledger'
import { getStock } from '@xunyun/contract/warehouse/ledger/stock'
import * as inbound from '@xunyun/contract/warehouse/receiving/calls'
import * as cartons from '@xunyun/contract/warehouse/shipping/cartons'
import * as outbound from '@xunyun/contract/warehouse/shipping/notices'
import { createWave, getPickTask, pickLine } from '@xunyun/contract/warehouse/shipping/picking'
import * as waybills from '@xunyun/contract/waybills/calls'
import { getChains } from '@xunyun/contract/waybills/chains'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Dock, openDock } from './dock.ts'
import { counted } from './floor.ts'
import { ago, type Freight, openFreight, waybillOf } from './freight.ts'
import { readByPlan, type Statement, statementsOf } from './statements.ts'
import type { Client, World } from './world.ts'

/**
 * What an act may cost, counted and not timed: statements between begin and commit, on one document of one line. An
 * `await` more in a loop, or a look-up that has lost its index, shows here. A figure is lowered with what lowers it.
 */
const budgets = {
  // Who and where, the price, everything written, the credit.
  place: 4,
  // Besides: who reviews, the review with its seats and what they are told.
  placeWithReview: 7,
  // The waybill locked, its places and the outlet's name read; pieces; state and chain with track and event.
  checkIn: 5,
  // Who goes, where from, the trip; the freight locked and read, whose doors it stops at; stops and lines, what they take along; what
  // waits and the chain with event and history.
  assign: 9,
  // Trip and freight locked and read, in a savepoint of its own who goes and what they are on; the trip, its stop, the outlet's name, and
  // as above.
  depart: 12,
  // The same without what goes; nothing is aboard any more.
  arrive: 9,
  // Locked, where the pieces are, what came before; pieces; state and chain with event, signing and track; whether it is closed at once.
  sign: 6,
  // Notice and receipt locked, lines, the place; batches, entries, where they may go, tasks; the posting, the receipt, what follows.
  receive: 14,
  putAway: 10,
  // Locked, what lacks, what is free; promised, told and settled, posted.
  allocate: 7,
  wave: 4,
  // Notice and task locked, what it looks at; written, settled, posted.
  pickLine: 6,
  openCarton: 5,
  pack: 7,
  weigh: 4,
  seal: 5,
  ship: 7,
} as const
type Act = keyof typeof budgets

/** Tables that a statement of these acts still reads whole, until that is mended; what is not named here is refused. */
const readWhole: Partial<Record<Act, readonly string[]>> = {
  // The places that goods may be put, each with what stands there.
  receive: ['stock', 'location'],
}

/** Asked by a user of one outlet: that which has everything, or one that few trips go to. */
const ofOutlet: Readonly<Record<string, 'hangzhou' | 'guangzhou'>> = {
  'waybills an outlet has in hand': 'hangzhou',
  'few of them: drafts': 'hangzhou',
  'what an outlet has to fetch': 'hangzhou',
  'trips of an outlet': 'hangzhou',
  'few of them: trips to it': 'guangzhou',
}
/** A table holds so many rows, and a statement of an act reads so many of one. */
const [rows, mostRead] = [50_000, 1000]
const pageSize = 50
const keysOfPlace = 20
/** Trips, one in so many of them to another outlet. */
const [trips, oneIn] = [10_000, 160]
/** The list of a page as it is first asked for, and how many rows it may read behind its page: usually one. */
const pages: Record<string, readonly [call: Call, input: object, more?: number]> = {
  waybills: [waybills.getWaybills, {}],
  'waybills an outlet has in hand': [waybills.getWaybills, {}],
  'few of them: drafts': [waybills.getWaybills, { tab: 'draft' }],
  'price confirmation': [waybills.getWaybills, { priceTab: 'reviewed', sort: 'bizDate', dir: 'asc' }],
  'phone orders': [getPhoneOrders, {}],
  chains: [getChains, {}],
  // Place by place: to the end of the last one of the page.
  stock: [getStock, {}, keysOfPlace],
  ledger: [getMoves, {}],
  // Every other waybill waits at the shipper's: those between are passed over.
  'what is to be arranged': [dispatch.getWaiting, {}, pageSize + 4],
  'what an outlet has to fetch': [dispatch.getWaiting, { tab: 'pickup' }, pageSize + 4],
  // One more says that those of the same time are all there.
  'arranged waybills': [dispatch.getArranged, {}, 2],
  // Two stops each.
  trips: [dispatch.getArrangements, {}, pageSize + 2],
  'trips of an outlet': [dispatch.getArrangements, {}, pageSize + 2],
  'few of them: trips to it': [dispatch.getArrangements, {}, trips / oneIn],
}

let dock: Dock
let world: World
let freight: Freight
/** What each act sent between begin and commit. */
const sent = {} as Record<Act, Statement[]>
/** Tables that were filled: those that grow. */
const large = new Set<string>()
/** The most rows of a table that grows that one step of a page's plan reads. */
const most: Record<string, { rows: number; read: string }> = {}

beforeAll(async () => {
  dock = await openDock()
  world = dock.world
  freight = await openFreight(world)
  await fill()
  const userOf = async (outlet: 'hangzhou' | 'guangzhou') =>
    (await world.person(outlet, { rights: 'all', scope: 'outlet', companies: [freight[outlet]] })).client
  const users = { hangzhou: await userOf('hangzhou'), guangzhou: await userOf('guangzhou') }
  for (const [name, [call, input]] of Object.entries(pages)) {
    const outlet = ofOutlet[name]
    most[name] = await readOf(outlet === undefined ? world.admin : users[outlet], call, input)
  }
  await act()
}, 120_000)
afterAll(async () => expect(await dock.close()).toEqual([]))

/** Many waybills of one customer with a credit limit and a rate, phone orders, and stock with its ledger. */
async function fill(): Promise<void> {
  const one = {
    n: rows,
    customer: freight.yunfan,
    outlet: freight.hangzhou,
    house: dock.goods.warehouseId,
    vehicle: freight.vehicle,
    driver: freight.driver,
  }
  const run = (text: string) =>
    sql
      .raw(text.replace(/:(\w+)/g, (whole, name: string) => String(one[name as keyof typeof one] ?? whole)))
      .execute(world.db)
  await run(`update company set credit_limit = 1000000000 where id = :customer`)
  await run(`insert into transport_price (version_no, name, direction, company_id, basis, weight_unit, volume_ratio, unit_price, tier_mode, low_break,
    valid_from, status, search) values (1, 'rate', 'receivable', :customer, 'weight', 'kg', 300, 0.8, 'whole', false, '2024-01-01', 'active', 'rate')`)
  await run('update transport_price set line_id = id')
  await run(`insert into waybill (waybill_no, outlet_id, customer_id, source, biz_date, placed_at, created_at, trans_mode, service_type, carriage, pickup_way,
      delivery_way, receipt_requirement, receipt_copies, urgent, hold, cod_amount, pay_method, shipper_name, shipper_phone, shipper_region,
      shipper_region_name, shipper_city, shipper_address, consignee_name, consignee_phone, consignee_region, consignee_region_name, consignee_city,
      consignee_address, goods_name, pieces, weight, volume, declared_value, state, state_pieces, unarranged, search, chain_at, price_state, receivable, freight)
    select 'OLD' || n, :outlet, :customer, 'office', date '2026-11-20' - n % 300, at, at, 'road', 'normal', 'part', 'pickup', 'delivery', 'none', 0, false, false, 0,
      'monthly', '王', '13857112086', '330110', '浙江省 杭州市 余杭区', '杭州', '仓前', '陈', '13922104475', '440111', '广东省 广州市 白云区', '广州', '太和',
      '货', 1, 10, 0.1, 0, case when n % 400 = 0 then 'draft' when n % 2 = 1 then 'inStation' else 'placed' end, 1, (n % 400 > 0)::int, '', at, 'reviewed', 8, 8
    from generate_series(1, :n) n, lateral (select timestamptz '2026-11-20' - n * interval '1 minute' as at) x`)
  await run(
    `insert into piece_movement (waybill_id, from_place, from_id, to_place, to_id, pieces, at) select id, 'none', 0, 'shipper', 0, 1, created_at from waybill where state <> 'draft'`,
  )
  await run(
    `insert into piece_movement (waybill_id, from_place, from_id, to_place, to_id, pieces, at) select id, 'shipper', 0, 'outlet', outlet_id, 1, created_at from waybill where state = 'inStation'`,
  )
  await run(
    `insert into piece_place (waybill_id, place, place_id, pieces) select id, p.place, p.place_id, 1 from waybill
      cross join lateral (values ('placed', 'shipper', 0), ('inStation', 'outlet', outlet_id)) p(state, place, place_id) where p.state = waybill.state`,
  )
  await run(
    `insert into waybill_outlet (waybill_id, outlet_id, created_at) select id, outlet_id, created_at from waybill`,
  )
  await run(
    `insert into track (waybill_id, node, at, text, source, visible, by_name) select id, 'placed', created_at, '1', 'system', true, 'x' from waybill`,
  )
  await run(
    `insert into charge (waybill_id, outlet_id, day, seq, fee_item, direction, company_id, amount, source, approved, state, pay_method) select id, outlet_id, biz_date, 1, 'freight', 'receivable', customer_id, 8, 'manual', true, 'draft', pay_method from waybill`,
  )
  await run(`insert into phone_order (order_no, outlet_id, channel, customer_id, shipper_name, shipper_phone, shipper_region, shipper_region_name, shipper_city,
      shipper_address, consignee_name, consignee_phone, consignee_region, consignee_region_name, consignee_city, consignee_address, goods_name, pieces, state,
      placed_at, search)
    select 'OLD' || id, outlet_id, 'customer', customer_id, shipper_name, shipper_phone, shipper_region, shipper_region_name, shipper_city, shipper_address,
      consignee_name, consignee_phone, consignee_region, consignee_region_name, consignee_city, consignee_address, goods_name, 1, 'new', created_at, '' from waybill`)
  await run(`insert into arrangement (arrangement_no, outlet_id, kind, type, state, vehicle_id, driver_id, from_outlet_id, to_outlet_id, plan_at, depart_at,
      arrive_at, done_at, search)
    select 'OLD' || n, :outlet, 'vehicle', 'trunk', 'done', :vehicle, :driver, :outlet, case n % ${oneIn} when 0 then ${freight.guangzhou} else :outlet end, at, at, at, at, ''
    from generate_series(1, ${trips}) n, lateral (select timestamptz '2026-11-20' - n * interval '1 minute' as at) x`)
  await run(`insert into arrangement_stop (arrangement_id, seq, kind, outlet_id, plan_at, arrived_at, left_at)
    select id, s.seq, 'outlet', case s.seq when 1 then from_outlet_id else to_outlet_id end, plan_at, case s.seq when 2 then arrive_at end, case s.seq when 1 then depart_at end
    from arrangement, generate_series(1, 2) s(seq)`)
  await run(`insert into arrangement_line (arrangement_id, waybill_id, seq, leg, from_place, from_id, pieces, weight, volume, load_stop, unload_stop)
    select a.id, w.id, 1, 'trunk', 'outlet', a.outlet_id, 1, 10, 0.1, 1, 2 from arrangement a join waybill w on w.waybill_no = a.arrangement_no`)
  await run(`insert into item (owner_id, item_no, name, base_unit, temp_class, search)
    select owner_id, 'OLD' || n, 'OLD', 'piece', 'normal', '' from item, generate_series(1, :n / 10) n where item_no = 'SCREW'`)
  await run(`insert into batch (item_id, inbound) select id, '2026-01-01' from item where name = 'OLD'`)
  await run(`insert into location (warehouse_id, zone_id, code)
    select warehouse_id, zone_id, 'A-OLD' || n from location, generate_series(1, :n / 20) n where warehouse_id = :house and code = 'A-04'`)
  await run(`insert into stock (warehouse_id, location_id, owner_id, item_id, batch_id, quality, on_hand)
    select :house, l.id, b.owner_id, b.item_id, b.id, 'good', 5
    from (select b.id, b.item_id, i.owner_id, row_number() over () as n from batch b join item i on i.id = b.item_id and i.name = 'OLD') b,
      generate_series(0, 9) k
    join (select id, row_number() over (order by id) - 1 as n from location where code like 'A-OLD%') l on true
    where l.n = (b.n * 10 + k) % (:n / 20)`)
  await run(
    `insert into stock_posting (warehouse_id, idem_key, doc_type, doc_id, doc_no, actor_name) values (:house, 'old', 'receipt', 999, 'OLD', 'x')`,
  )
  await run(`insert into stock_move (posting_id, seq, warehouse_id, stock_id, owner_id, item_id, doc_line, type, flow, d_on_hand, d_allocated, d_frozen, on_hand,
      allocated, frozen, occurred_at)
    select p.id, s.id, s.warehouse_id, s.id, s.owner_id, s.item_id, 1, 'RCV', 1, 5, 0, 0, 5, 0, 0, now() - interval '9 days'
    from stock s join item i on i.id = s.item_id and i.name = 'OLD', stock_posting p where p.idem_key = 'old'`)
  await run(`with level as (insert into approver_level (biz_type, level, mode, amount_from) values ('price', 1, 'any', 0) returning id)
    insert into approver_member (level_id, user_id) select level.id, u.id from level, app_user u where u.account = 'admin'`)
  await run('analyze')
  const found = await sql<{ name: string }>`
    select relname as name from pg_class where relkind = 'r' and reltuples > ${mostRead}`.execute(world.db)
  for (const { name } of found.rows) large.add(name)
}

async function readOf(client: Client, call: Call, input: object): Promise<{ rows: number; read: string }> {
  const statements = await statementsOf(world, () => client.ok(call, { pageSize, ...input } as never))
  const read = await Promise.all(statements.map((statement) => readByPlan(world, statement)))
  const growing = read.flatMap((tables) => Object.entries(tables).filter(([table]) => large.has(table)))
  return { rows: Math.max(0, ...growing.map(([, rows]) => rows)), read: JSON.stringify(read) }
}

async function act(): Promise<void> {
  const { admin } = world
  const dispatcher = (await world.person('dispatcher', { rights: 'all' })).client
  async function during<T>(name: Act, run: () => Promise<T>): Promise<T> {
    let answer: T | undefined
    const all = await statementsOf(world, async () => {
      answer = await run()
    })
    sent[name] = all.filter(({ inTransaction }) => inTransaction)
    return answer as T
  }
  const command = <C extends Call>(name: Act, call: C, input: Sent<C>, client = dispatcher) =>
    during(name, () => client.ok(call, input))
  const input = waybillOf(freight.hangzhou, freight.yunfan, 20)

  const { id } = await command('place', waybills.createWaybill, { ...input, place: true })
  await command('placeWithReview', waybills.createWaybill, {
    ...input,
    charges: [{ feeItem: 'freight', amount: '12.5' }],
    place: true,
  })
  await command('checkIn', waybills.checkInWaybills, { ids: [id] })
  const trip = {
    type: 'delivery',
    vehicleId: freight.vehicle,
    driverId: freight.driver,
    planAt: new Date(Date.now() + 3_600_000).toISOString(),
    lines: [{ waybillId: id, fromPlace: 'outlet', fromId: freight.hangzhou, pieces: 20 }],
    assign: true,
  } as const
  const arranged = await command('assign', dispatch.createArrangement, trip as never)
  await command('depart', dispatch.departArrangements, { ids: [arranged.id], at: ago(60) })
  await command('sign', waybills.signWaybill, { id, signed: 20, signer: '陈国强', signedAt: ago(10) })
  await command('arrive', dispatch.arriveArrangements, { ids: [arranged.id], at: ago(5) })

  const nail = await dock.goods.item('NAIL')
  const { receipt } = await dock.goods.notice([{ itemId: nail, qty: '10' }])
  const line = receipt.lines[0]?.id as number
  await command('receive', inbound.receiveGoods, { id: receipt.id, lines: [counted(line, '10')] } as never, admin)
  const waiting = await admin.ok(inbound.getPutAways, { receiptId: receipt.id, tab: 'waiting' })
  await command(
    'putAway',
    inbound.putAwayGoods,
    { id: waiting.rows[0]?.id as number, locationId: dock.at['A-01'] as number, serials: [] },
    admin,
  )
  const { id: noticeId } = await dock.notice([{ itemId: nail, qty: '3' }], {}, admin)
  await command('allocate', outbound.allocateNotices, { ids: [noticeId] }, admin)
  const waved = await command('wave', createWave, { ids: [noticeId], mode: 'single' }, admin)
  const task = await admin.ok(getPickTask, { id: waved.tasks[0]?.id as number })
  const picked = task.lines[0]
  await command(
    'pickLine',
    pickLine,
    { actId: randomUUID(), taskId: task.id, lineId: picked?.id, qty: '3', serials: [] } as never,
    admin,
  )
  const { id: cartonId } = await command('openCarton', cartons.openCarton, { noticeId }, admin)
  const { loose } = await admin.ok(cartons.getPackingDesk, { id: noticeId })
  const packed = { cartonId, lines: [{ lineId: loose[0]?.lineId as number, qty: '3', serials: [] }] }
  const { calculated } = await command('pack', cartons.packGoods, packed, admin)
  const { version } = await admin.ok(cartons.getCarton, { id: cartonId })
  const weight = Number(calculated) > 0 ? calculated : '1'
  await command('weigh', cartons.weighCarton, { id: cartonId, version, weight }, admin)
  await command('seal', cartons.sealCartons, { cartons: [{ id: cartonId }] }, admin)
  await command('ship', outbound.shipNotices, { ids: [noticeId] }, admin)
}

describe('the cost of an act', () => {
  it.each(Object.entries(budgets))('statements of %s: at most %i', (name, most) => {
    const statements = sent[name as Act].map(({ text }) => text.replace(/\s+/g, ' ').slice(0, 100))
    expect(statements.length, statements.join('\n')).toBeGreaterThan(0)
    expect(statements.length, statements.join('\n')).toBeLessThanOrEqual(most)
  })

  it.each(Object.keys(budgets))('%s reads as much with many documents and keys as with few', (name) => {
    const tooMuch = sent[name as Act].flatMap(({ text, read }) =>
      Object.entries(read).flatMap(([table, rows]) =>
        rows <= mostRead || readWhole[name as Act]?.includes(table)
          ? []
          : `${table} ${rows}: ${text.replace(/\s+/g, ' ')}`,
      ),
    )
    expect(tooMuch).toEqual([])
  })
})

describe('the first page of a list, in its own order', () => {
  it.each(Object.keys(pages))('%s reads no more than its page, of as many as there are', (name) => {
    expect(most[name]?.rows, most[name]?.read).toBeGreaterThanOrEqual(pageSize)
    expect(most[name]?.rows, most[name]?.read).toBeLessThanOrEqual(pageSize + (pages[name]?.[2] ?? 1))
  })
})
