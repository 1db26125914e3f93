import * as dispatch from '@xunyun/contract/dispatch/calls'
import * as calls from '@xunyun/contract/waybills/calls'
import * as closing from '@xunyun/contract/waybills/closing'
import * as pickup from '@xunyun/contract/waybills/pickup'
import * as tracks from '@xunyun/contract/waybills/tracks'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ago, type Freight, openFreight, stateOf, waybillOf } from '../../../test/freight.ts'
import { type Client, countRows, openWorld, type World } from '../../../test/world.ts'

let world: World
let freight: Freight
let office: Client
beforeAll(async () => {
  world = await openWorld()
  freight = await openFreight(world)
  office = (await world.person('office', { rights: 'all' })).client
})
afterAll(() => world.close())

describe('placing', () => {
  it('[RT-16/taskList] a mistyped year is named at its field, while late records and early bookings pass', async () => {
    const input = waybillOf(freight.hangzhou, freight.yunfan, 1)
    const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString()
    const place = (more: Record<string, unknown>) => office.refused(calls.createWaybill, { ...input, ...more })
    const ahead = await place({ bizDate: day(400).slice(0, 10) })
    expect(ahead.fields).toMatchObject([{ path: 'bizDate', reason: 'waybills.bizDateAhead' }])
    for (const field of ['planPickup', 'planArrive'])
      expect((await place({ [field]: '2020-01-01T02:00:00Z' })).fields).toMatchObject([
        { path: field, reason: 'waybills.planLongBefore' },
      ])
    await office.ok(calls.createWaybill, { ...input, planArrive: day(-10) })
    await office.ok(calls.createWaybill, { ...input, bizDate: day(90).slice(0, 10), planPickup: day(91) })
  })

  it('[RT-16/taskList] a draft is saved, continued and placed; its sums follow the goods', async () => {
    const input = waybillOf(freight.hangzhou, freight.yunfan, 40)
    const draft = await office.ok(calls.createWaybill, { ...input, customerNo: 'YF-SO-1' })
    expect(await stateOf(world, draft.id)).toMatchObject({ state: 'draft', unarranged: 0 })
    const goods = [
      { name: '电子配件', package: 'carton' as const, pieces: 40, weight: '486', volume: '3.36' },
      {
        name: '控制柜',
        package: 'crate' as const,
        pieces: 6,
        weight: '312.5',
        volume: '1.584',
        declaredValue: '10000',
      },
    ]
    await office.ok(calls.changeWaybill, { ...input, customerNo: 'YF-SO-1', id: draft.id, version: 1, goods })
    expect(await office.ok(calls.placeWaybills, { ids: [draft.id] })).toEqual({ done: 1, refused: [] })
    expect(await office.ok(calls.getWaybill, { id: draft.id })).toMatchObject({
      state: 'placed',
      pieces: 46,
      weight: '798.500',
      volume: '4.9440',
      declaredValue: '10000.00',
      goodsName: '电子配件、控制柜',
      shipperCity: '杭州',
      consigneeCity: '广州',
      shipper: { regionName: '浙江省 杭州市 余杭区', phone: '13857112086' },
    })
    expect(await office.ok(calls.placeWaybills, { ids: [draft.id] })).toMatchObject({
      done: 0,
      refused: [{ reason: 'waybills.otherState', msg: '运单已开单；草稿时才能这样做' }],
    })
  })

  it('the salesman of a waybill is a colleague: no customer account, nobody who does not exist', async () => {
    const buyer = await world.person('buyer', { rights: 'all', scope: 'customer', companies: [freight.yunfan] })
    const clerk = await world.person('clerk', { rights: 'all' })
    const input = waybillOf(freight.hangzhou, freight.yunfan, 2)
    for (const salesmanId of [buyer.id, 999_999])
      expect(await office.refused(calls.createWaybill, { ...input, salesmanId })).toMatchObject({
        fields: [{ path: 'salesmanId', reason: 'field.id' }],
      })
    const { id } = await office.ok(calls.createWaybill, { ...input, salesmanId: clerk.id })
    expect(await office.refused(calls.changeWaybill, { ...input, id, version: 1, salesmanId: buyer.id })).toMatchObject(
      {
        fields: [{ path: 'salesmanId', reason: 'field.id' }],
      },
    )
  })

  it('[D-05] nonsense is refused field by field, in the language of the user, and nothing is stored', async () => {
    const before = await countRows(world.db, 'waybill')
    const refusal = await office.refused(
      calls.createWaybill,
      {
        ...waybillOf(freight.hangzhou, freight.yunfan, 1),
        bizDate: '2026-02-30',
        shipper: { name: ' ', phone: '1380013', region: '330110', address: 'x' },
        goods: [{ name: 'x', package: 'barrel', pieces: 2.5, weight: '-5', volume: 'abc' }],
      },
      { language: 'en' },
    )
    expect(refusal).toMatchObject({ code: 422, msg: 'bizDate: Not a date', params: { count: 7 } })
    expect(Object.fromEntries(refusal.fields.map(({ path, reason }) => [path, reason]))).toEqual({
      bizDate: 'field.date',
      'shipper.name': 'field.required',
      'shipper.phone': 'field.phone',
      'goods.0.package': 'field.choice',
      'goods.0.pieces': 'field.integer',
      'goods.0.weight': 'field.negative',
      'goods.0.volume': 'field.number',
    })
    expect(await countRows(world.db, 'waybill')).toBe(before)
  })

  it("[D-05] a customer's number stands once per customer, also when two clerks place at once", async () => {
    const input = { ...waybillOf(freight.hangzhou, freight.yunfan, 1), customerNo: 'YF-SO-TWICE' }
    const answers = await Promise.all([
      office.send(calls.createWaybill, input),
      office.send(calls.createWaybill, input),
    ])
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 422])
    await office.ok(calls.createWaybill, { ...input, customerId: freight.hengda })
  })

  it('the same intent sent twice with one key makes one waybill', async () => {
    const input = waybillOf(freight.hangzhou, freight.yunfan, 3)
    const [a, b] = await Promise.all([
      office.ok(calls.createWaybill, input, { key: 'w-1' }),
      office.ok(calls.createWaybill, input, { key: 'w-1' }),
    ])
    expect(a).toEqual(b)
  })

  it('numbers are unique under concurrency', async () => {
    const made = await Promise.all(Array.from({ length: 30 }, () => freight.waybill(office, 1)))
    expect(new Set(made.map(({ waybillNo }) => waybillNo)).size).toBe(30)
  })

  it('the pieces of a placed waybill may change until one has moved or been arranged; other fields go on', async () => {
    const { id } = await freight.waybill(office, 10)
    const input = waybillOf(freight.hangzhou, freight.yunfan, 12)
    await office.ok(calls.changeWaybill, { ...input, id, version: 1 })
    expect(await stateOf(world, id)).toMatchObject({ pieces: 12, unarranged: 12, state_pieces: 12 })
    await office.ok(calls.checkInWaybills, { ids: [id] })
    const version = (await office.ok(calls.getWaybill, { id })).version
    expect(
      (await office.refused(calls.changeWaybill, { ...waybillOf(freight.hangzhou, freight.yunfan, 9), id, version }))
        .fields,
    ).toMatchObject([{ reason: 'waybills.goodsFixed' }])
    await office.ok(calls.changeWaybill, {
      ...input,
      id,
      version,
      consignee: { ...input.consignee, address: '石湖路88号' },
    })
    const { events } = await office.ok(calls.getWaybillEvents, { id })
    expect(events[0]?.changes).toContainEqual({
      field: 'consignee_address',
      from: '太和镇石湖路88号A区12仓',
      to: '石湖路88号',
    })
  })

  it('[D-05] the pieces of a waybill stand once one of them is on the road, though its state is that of those that wait', async () => {
    const { id } = await freight.waybill(office, 14)
    const trip = await office.ok(dispatch.createArrangement, {
      type: 'pickup',
      vehicleId: freight.vehicle,
      driverId: freight.driver,
      toOutletId: freight.hangzhou,
      planAt: ago(-60),
      assign: true,
      lines: [{ waybillId: id, fromPlace: 'shipper', fromId: 0, pieces: 1 }],
    })
    await office.ok(dispatch.departArrangements, { ids: [trip.id], at: ago(5) })
    const change = async (pieces: number, more: object = {}) => {
      const { version, state } = await office.ok(calls.getWaybill, { id })
      expect(state).toBe('placed')
      return { ...waybillOf(freight.hangzhou, freight.yunfan, pieces), ...more, id, version }
    }
    expect((await office.refused(calls.changeWaybill, await change(12))).fields).toMatchObject([
      { path: 'goods', reason: 'waybills.goodsFixed' },
    ])
    expect(
      (await office.refused(calls.changeWaybill, await change(14, { outletId: freight.guangzhou }))).fields,
    ).toMatchObject([{ path: 'outletId', reason: 'waybills.outletFixed' }])
    // What was weighed at the station is still put right.
    const [line] = waybillOf(freight.hangzhou, freight.yunfan, 14).goods
    await office.ok(calls.changeWaybill, await change(14, { goods: [{ ...line, weight: '151.5', volume: '1.6' }] }))
    expect(await office.ok(calls.getWaybill, { id })).toMatchObject({ weight: '151.500', volume: '1.6000' })
  })

  it('cancelling needs a reason and that nothing moved; the number of the customer is free again', async () => {
    const input = { ...waybillOf(freight.hangzhou, freight.yunfan, 2), customerNo: 'YF-SO-CANCEL', place: true }
    const { id } = await office.ok(calls.createWaybill, input)
    expect((await office.refused(calls.cancelWaybills, { ids: [id], reason: '' })).fields).toMatchObject([
      { path: 'reason' },
    ])
    expect(await office.ok(calls.cancelWaybills, { ids: [id], reason: '客户取消' })).toMatchObject({ done: 1 })
    await office.ok(calls.createWaybill, input)
    const moved = await freight.waybill(office, 2)
    await office.ok(calls.checkInWaybills, { ids: [moved.id] })
    expect((await office.ok(calls.cancelWaybills, { ids: [moved.id], reason: 'x' })).refused).toMatchObject([
      { reason: 'waybills.cancelTooLate', msg: '运单已入站，不能作废；货物全部在发货人处才能作废，请先撤销之前的步骤' },
    ])
  })
})

describe('the list', () => {
  it('[RT-16/allWayBill] filters, searches and sorts on the server, and its totals and tabs agree with the rows', async () => {
    const made = await Promise.all(
      [3, 5, 8].map((pieces) =>
        freight.waybill(office, pieces, {
          customerId: freight.hengda,
          bizDate: '2026-10-01',
          goods: [{ name: '水泵', package: 'crate', pieces, weight: '10.5', volume: '0.1' }],
        }),
      ),
    )
    await office.ok(calls.checkInWaybills, { ids: [made[0]?.id ?? 0] })
    const filter = { customerId: freight.hengda, bizFrom: '2026-10-01', bizTo: '2026-10-01' }
    const { rows } = await office.ok(calls.getWaybills, { ...filter, sort: 'pieces', dir: 'desc' })
    expect(rows.map((row) => row.pieces)).toEqual([8, 5, 3])
    expect(await office.ok(calls.getWaybillTotals, filter)).toMatchObject({
      count: 3,
      pieces: 16,
      weight: '31.500',
      volume: '0.3000',
      tabs: { all: 3, unarranged: 3, cancelled: 0 },
    })
    expect((await office.ok(calls.getWaybills, { ...filter, states: ['inStation'] })).rows).toHaveLength(1)
    for (const q of ['水泵', '恒达', made[1]?.waybillNo ?? '', (made[1]?.waybillNo ?? '').slice(-6), '2210447']) {
      const found = await office.ok(calls.getWaybills, { ...filter, q })
      expect(found.rows.length, q).toBeGreaterThan(0)
    }
    expect((await office.ok(calls.getWaybills, { ...filter, q: '水_' })).rows).toEqual([])
    expect((await office.ok(calls.getWaybills, { ...filter, to: '440000' })).rows).toHaveLength(3)
    expect((await office.ok(calls.getWaybills, { ...filter, to: '330000' })).rows).toEqual([])
  })

  it('[RT-16/allWayBill] a waybill is found by any part of what people know of it, and several by their numbers at once', async () => {
    const input = waybillOf(freight.hangzhou, freight.yunfan, 3)
    const one = await freight.waybill(office, 3, {
      customerNo: 'PO20261100000',
      consignee: { ...input.consignee, name: '欧阳菲', company: '天府软件园物业', address: '天府大道1200号' },
    })
    const other = await freight.waybill(office, 2, { customerNo: 'PO20261100001' })
    await office.ok(calls.checkInWaybills, { ids: [one.id], at: ago(60) })
    await office.ok(dispatch.createArrangement, {
      type: 'delivery',
      vehicleId: await freight.addVehicle('川A9Q77Z'),
      driverId: await freight.addDriver('查车'),
      planAt: ago(-60),
      lines: [{ waybillId: one.id, fromPlace: 'outlet', fromId: freight.hangzhou, pieces: 3 }],
    })
    const found = async (q: string) => (await office.ok(calls.getWaybills, { q })).rows.map(({ id }) => id)
    const known = [
      'PO20261100000',
      'po202611000',
      '1100000',
      one.waybillNo,
      '天府大道',
      '天府大道1200',
      '欧阳菲',
      'ouyangfei',
      'oyf',
      'tfrjy',
      '川A9Q77Z',
      'a9q77',
    ]
    for (const q of known) {
      const ids = await found(q)
      expect([q, ids.includes(one.id)]).toEqual([q, true])
      if (q !== 'po202611000') expect([q, ids.includes(other.id)]).toEqual([q, false])
    }
    expect((await found(`${one.waybillNo} PO20261100001`)).sort()).toEqual([one.id, other.id].sort())
    expect((await office.ok(calls.getWaybillTotals, { q: `${one.waybillNo},${other.waybillNo}` })).count).toBe(2)
  })

  it('pages by cursor without showing a row twice or leaving one out, and refuses a made-up cursor', async () => {
    const seen: number[] = []
    let after: string | undefined
    do {
      const page = await office.ok(calls.getWaybills, { pageSize: 7, ...(after === undefined ? {} : { after }) })
      seen.push(...page.rows.map((row) => row.id))
      after = page.next ?? undefined
    } while (after !== undefined)
    expect(new Set(seen).size).toBe(seen.length)
    expect(seen).toHaveLength(await countRows(world.db, 'waybill'))
    const jumped = await office.ok(calls.getWaybills, { pageSize: 7, page: 3 })
    expect(jumped.rows.map((row) => row.id)).toEqual(seen.slice(14, 21))
    expect((await office.refused(calls.getWaybills, { after: 'xx' })).fields).toMatchObject([{ path: 'after' }])
  })

  it('[T-B13] a row offers nothing that its own figures rule out', async () => {
    const offered = async (id: number) =>
      (await office.ok(calls.getWaybills, { ids: [id] })).rows[0]?.actions.map(({ key }) => key)
    const { id } = await freight.waybill(office, 4)
    const placed = await offered(id)
    expect(placed).toEqual(expect.arrayContaining(['checkIn', 'cancel', 'hold']))
    for (const action of ['notifyPickup', 'undo', 'release']) expect(placed).not.toContain(action)
    await office.ok(calls.checkInWaybills, { ids: [id] })
    expect(await offered(id)).toContain('undo')
    const { id: arranged } = await freight.waybill(office, 4)
    await office.ok(dispatch.createArrangement, {
      type: 'pickup',
      vehicleId: await freight.addVehicle('浙D13013'),
      driverId: await freight.addDriver('提货十三'),
      toOutletId: freight.hangzhou,
      planAt: ago(-60),
      lines: [{ waybillId: arranged, fromPlace: 'shipper', fromId: 0, pieces: 4 }],
    })
    expect(await offered(arranged)).not.toContain('cancel')
  })
})

describe('the hash chain', () => {
  it('[D-05] an event changed by hand in the database is found and named', async () => {
    const { id } = await freight.waybill(office, 4)
    await office.ok(calls.checkInWaybills, { ids: [id] })
    const verify = async () => (await office.ok(calls.getWaybillEvents, { id })).chain
    expect(await verify()).toMatchObject({ ok: true, count: 2 })
    await sql`alter table waybill_event disable trigger waybill_event__append_only`.execute(world.db)
    await sql`update waybill_event set payload = jsonb_set(payload, '{params,pieces}', '3') where waybill_id = ${id} and seq = 2`.execute(
      world.db,
    )
    expect(await verify()).toMatchObject({ ok: false, brokenAt: 2 })
    await sql`update waybill_event set payload = jsonb_set(payload, '{params,pieces}', '4') where waybill_id = ${id} and seq = 2`.execute(
      world.db,
    )
    expect(await verify()).toMatchObject({ ok: true })
    await sql`update waybill_event_personal set fields = jsonb_set(fields, '{consignee}', '"李四"') where waybill_id = ${id}`.execute(
      world.db,
    )
    expect(await verify()).toMatchObject({ ok: false, brokenAt: 1 })
    await sql`delete from waybill_event_personal where waybill_id = ${id}`.execute(world.db)
    expect(await verify()).toMatchObject({ ok: true })
    await sql`alter table waybill_event enable trigger waybill_event__append_only`.execute(world.db)
    await expect(sql`delete from waybill_event where waybill_id = ${id}`.execute(world.db)).rejects.toThrow(
      'append-only',
    )
  })
})

describe('who sees what', () => {
  it("[D-05] a customer's waybill goes to the outlet of its account, else of its last one; whatever it sends", async () => {
    const huadong = await world.company('华东新客户', ['customer'])
    const { client } = await world.person('newcomer', { rights: 'all', scope: 'customer', companies: [huadong] })
    const input = { ...waybillOf(freight.guangzhou, huadong, 1), outletId: undefined }
    expect((await client.refused(calls.createWaybill, { ...input, place: true })).reason).toBe('waybills.outletUnset')
    await freight.waybill(office, 1, { customerId: huadong, outletId: freight.guangzhou })
    const { id } = await client.ok(calls.createWaybill, { ...input, outletId: freight.hangzhou, place: true })
    expect((await office.ok(calls.getWaybill, { id })).outletId).toBe(freight.guangzhou)
  })

  it('[D-05] a customer sees its own waybills only and never internal things, by any path', async () => {
    const own = await freight.waybill(office, 2, { remarkInternal: '利润太低', remarkCustomer: '周五前送到' })
    const other = await freight.waybill(office, 2, { customerId: freight.hengda })
    const { client } = await world.person('customer', { rights: 'all', scope: 'customer', companies: [freight.yunfan] })
    const detail = await client.ok(calls.getWaybill, { id: own.id })
    expect(detail).toMatchObject({
      remarkInternal: null,
      remarkCustomer: '周五前送到',
      clerkName: null,
      salesmanId: null,
    })
    expect(JSON.stringify(await client.ok(calls.getWaybills, { ids: [own.id] }))).not.toContain('利润')
    // What is placed is the office's to change, and the page is told so; who did what is internal.
    expect(
      (await client.ok(calls.getWaybills, { ids: [own.id] })).rows[0]?.actions.map(({ key }) => key),
    ).not.toContain('edit')
    expect(detail.actions.map(({ key }) => key)).not.toContain('edit')
    expect((await client.ok(calls.getWaybillEvents, { id: own.id })).events.map(({ byName }) => byName)).not.toContain(
      'office',
    )
    // Nor what was planned, and taken back, before anything moved.
    const { id: planned } = await office.ok(dispatch.createArrangement, {
      type: 'pickup',
      vehicleId: freight.vehicle,
      driverId: freight.driver,
      toOutletId: freight.hangzhou,
      planAt: ago(1),
      assign: true,
      lines: [{ waybillId: own.id, fromPlace: 'shipper', fromId: 0, pieces: 1 }],
    })
    await office.ok(dispatch.cancelArrangements, { ids: [planned], reason: '车坏了' })
    const told = (await client.ok(calls.getWaybillEvents, { id: own.id })).events.map(({ type }) => type)
    expect(told).toContain('placed')
    expect(told).not.toContain('arranged')
    expect(told).not.toContain('removed')
    expect((await client.ok(calls.getWaybills, { ids: [other.id] })).rows).toEqual([])
    expect((await client.ok(calls.getWaybillTotals, { ids: [other.id] })).count).toBe(0)
    for (const call of [calls.getWaybill, calls.getWaybillEvents])
      expect(await client.refused(call, { id: other.id })).toMatchObject({ code: 404 })
    expect(await client.refused(calls.getWaybill, { no: other.waybillNo })).toMatchObject({ code: 404 })
    expect((await client.ok(calls.placeWaybills, { ids: [other.id] })).refused).toMatchObject([
      { reason: 'kernel.notFound', no: String(other.id) },
    ])
    // His own neither: what is placed is the office's, whatever rights he was given.
    for (const call of [calls.checkInWaybills, pickup.notifyPickup, pickup.deliverInstead])
      expect(await client.refused(call, { ids: [own.id] })).toMatchObject({ code: 403 })
    expect(await client.refused(calls.cancelWaybills, { ids: [own.id], reason: 'x' })).toMatchObject({ code: 403 })
    expect(detail.actions).toEqual([])
    expect(
      await client.refused(calls.signWaybill, {
        id: other.id,
        signed: 1,
        signer: 'x',
        signedAt: new Date().toISOString(),
      }),
    ).toMatchObject({ code: 403 })
    expect(
      await client.refused(tracks.addTrack, { ids: [other.id], node: 'via', at: new Date().toISOString() }),
    ).toMatchObject({ code: 403 })
    for (const list of [dispatch.getWaiting, dispatch.getArrangements, dispatch.getDispatchDrivers])
      expect(await client.refused(list, {})).toMatchObject({ code: 403 })
    const placed = await client.ok(calls.createWaybill, {
      ...waybillOf(freight.guangzhou, freight.hengda, 1),
      customerId: undefined,
      remarkInternal: 'x',
    })
    expect(await office.ok(calls.getWaybill, { id: placed.id })).toMatchObject({
      customerId: freight.yunfan,
      remarkInternal: null,
    })
    expect(
      (await client.refused(calls.createWaybill, waybillOf(freight.hangzhou, freight.hengda, 1))).fields,
    ).toMatchObject([{ path: 'customerId' }])
  })

  it('[D-05] an outlet sees its own waybills and those of the outlets below it', async () => {
    const below = await world.outlet('余杭点', freight.hangzhou)
    const a = await freight.waybill(office, 1, { outletId: below })
    const b = await freight.waybill(office, 1, { outletId: freight.guangzhou })
    const { client } = await world.person('station', { rights: 'all', scope: 'outlet', companies: [freight.hangzhou] })
    expect((await client.ok(calls.getWaybills, { ids: [a.id, b.id] })).rows.map((row) => row.id)).toEqual([a.id])
    expect(await client.refused(calls.getWaybill, { id: b.id })).toMatchObject({ code: 404 })
    expect(
      (await client.refused(calls.createWaybill, { ...waybillOf(freight.guangzhou, freight.yunfan, 1) })).fields,
    ).toMatchObject([{ path: 'outletId', reason: 'waybills.outletOutside' }])
  })
})

it('[T12] who changed after how many days waybills are closed, from what to what', async () => {
  const boss = await world.person('closing-boss', { rights: { receiptList: 'approve' } })
  const { version } = await boss.client.ok(closing.getClosingSetting, {})
  await boss.client.ok(closing.changeClosingSetting, { days: 5, version })
  expect(await boss.client.ok(closing.getClosingHistory, {})).toMatchObject([
    { action: 'changed', byName: 'closing-boss', changes: [{ field: 'days', from: '3', to: '5' }] },
  ])
  await boss.client.ok(closing.changeClosingSetting, { days: 3, version: version + 1 })
})
