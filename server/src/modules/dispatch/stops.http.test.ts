import * as dispatch from '@xunyun/contract/dispatch/calls'
import { isAble } from '@xunyun/contract/kernel/ability'
import type { Sent } from '@xunyun/contract/kernel/call'
import * as calls from '@xunyun/contract/waybills/calls'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ago, type Freight, openFreight, piecesOf, stateOf } from '../../../test/freight.ts'
import { type Client, openWorld, type World } from '../../../test/world.ts'

let world: World
let freight: Freight
let office: Client
let wuhan: number
let atWuhan: Client
beforeAll(async () => {
  world = await openWorld()
  freight = await openFreight(world)
  wuhan = await world.outlet('武汉中转')
  office = (await world.person('office', { rights: 'all', outletId: freight.hangzhou })).client
  atWuhan = (await world.person('wuhan', { rights: 'all', scope: 'outlet', companies: [wuhan], outletId: wuhan }))
    .client
})
afterAll(() => world.close())

const stranger = async () => {
  const elsewhere = await world.outlet('别处')
  return world.person('strange', { rights: 'all', scope: 'outlet', companies: [elsewhere], outletId: elsewhere })
}
const plan = () => new Date(Date.now() + 3_600_000).toISOString()
type Trip = Sent<typeof dispatch.createArrangement>
let vehicles = 0
async function vehicleAndDriver(columns: Record<string, unknown> = {}) {
  vehicles += 1
  return {
    vehicleId: await freight.addVehicle(`浙S${String(10000 + vehicles)}`, columns),
    driverId: await freight.addDriver(`站${vehicles}`),
  }
}
/** A trip over stops, assigned. */
const over = async (
  stops: NonNullable<Trip['stops']>,
  lines: Trip['lines'],
  more: Partial<Trip> = {},
  by: Client = office,
) =>
  by.ok(dispatch.createArrangement, {
    ...(await vehicleAndDriver()),
    planAt: plan(),
    stops,
    lines,
    assign: true,
    ...more,
  })
const outlet = (outletId: number) => ({ kind: 'outlet' as const, outletId })
const shipper = { kind: 'shipper' as const }
const consignee = { kind: 'consignee' as const }
const fetched = (waybillId: number, pieces: number, load: number, unload: number) => ({
  waybillId,
  fromPlace: 'shipper' as const,
  fromId: 0,
  pieces,
  load,
  unload,
})
const from = (outletId: number, waybillId: number, pieces: number, load: number, unload: number) => ({
  waybillId,
  fromPlace: 'outlet' as const,
  fromId: outletId,
  pieces,
  load,
  unload,
})
const lie = async (pieces: number, over: Record<string, unknown> = {}) => {
  const waybill = await freight.waybill(office, pieces, over)
  await office.ok(calls.checkInWaybills, { ids: [waybill.id], at: ago(500) })
  return waybill
}
const depart = async (id: number, minutes: number, more: object = {}) => {
  const done = await office.ok(dispatch.departArrangements, { ids: [id], at: ago(minutes), ...more } as never)
  expect(done.refused).toEqual([])
}
const reach = (id: number, seq: number, minutes: number, more: object = {}, by = office) =>
  by.ok(dispatch.reachStop, { id, seq, at: ago(minutes), ...more } as never)
const leave = (id: number, seq: number, minutes: number, more: object = {}) =>
  office.ok(dispatch.leaveStop, { id, seq, at: ago(minutes), ...more } as never)
const arrive = async (id: number, minutes: number) => {
  const done = await office.ok(dispatch.arriveArrangements, { ids: [id], at: ago(minutes) })
  expect(done.refused).toEqual([])
}
const undo = (id: number, by = office) => by.ok(dispatch.undoArrangement, { id, reason: '报错了' })
const detailOf = (id: number) => office.ok(dispatch.getArrangement, { id })

describe('[T14] a trip over several stops', () => {
  it('[RT-16/arrangeOperate] fetches at each shipper when it leaves him; what it has still to fetch is being picked up, and what is not ready waits again', async () => {
    const [a, b] = [
      await freight.waybill(office, 6),
      await freight.waybill(office, 5, { shipper: { ...somewhere, address: '良渚街道 9 号' } } as never),
    ]
    const { id } = await over(
      [shipper, shipper, outlet(freight.hangzhou)],
      [fetched(a.id, 6, 1, 3), fetched(b.id, 5, 2, 3)],
    )
    await depart(id, 100)
    expect(await stateOf(world, a.id)).toMatchObject({ state: 'pickingUp', state_pieces: 6 })
    // Still at its shipper's, but a vehicle is on its way (T6).
    expect(await stateOf(world, b.id)).toMatchObject({ state: 'pickingUp', state_pieces: 5, unarranged: 0 })
    expect(await piecesOf(world, b.id)).toEqual({ shipper: 5 })
    expect(await detailOf(id)).toMatchObject({
      type: 'pickup',
      stopCount: 3,
      stopsDone: 1,
      nextStop: { seq: 2, act: 'reach' },
    })
    await reach(id, 2, 80)
    const line = (await detailOf(id)).lines.find(({ waybillId }) => waybillId === b.id)?.lineId
    await leave(id, 2, 70, { loaded: [{ lineId: line, pieces: 3 }] })
    expect(await piecesOf(world, b.id)).toEqual({ shipper: 2, [`arrangement:${id}`]: 3 })
    expect(await stateOf(world, b.id)).toMatchObject({ state: 'placed', state_pieces: 2, unarranged: 2 })
    await arrive(id, 50)
    expect(await piecesOf(world, b.id)).toEqual({ shipper: 2, [`outlet:${freight.hangzhou}`]: 3 })
    // Taken back step by step, to before departure.
    for (const _ of [1, 2, 3]) await undo(id)
    expect(await piecesOf(world, b.id)).toEqual({ shipper: 5 })
    expect(await stateOf(world, b.id)).toMatchObject({ state: 'placed', unarranged: 2 })
    await undo(id)
    expect(await stateOf(world, a.id)).toMatchObject({ state: 'placed', state_pieces: 6, unarranged: 0 })
    expect(await detailOf(id)).toMatchObject({ state: 'assigned', stopsDone: 0, nextStop: null })
  })

  it('[RT-16/arrangeList] unloads at an outlet between, whose people see the trip, report the stop, and nothing else of it; one piece is missing there and found', async () => {
    const [a, b] = [await lie(10), await lie(4)]
    const { id, arrangementNo } = await over(
      [outlet(freight.hangzhou), outlet(wuhan), outlet(freight.guangzhou)],
      [from(freight.hangzhou, a.id, 10, 1, 2), from(freight.hangzhou, b.id, 4, 1, 3)],
    )
    await depart(id, 200)
    const mine = await atWuhan.ok(dispatch.getArrangements, { toMine: true, pageSize: 20 })
    expect(mine.rows.map((row) => row.arrangementNo)).toEqual([arrangementNo])
    expect(mine.rows[0]?.actions.filter(({ reason }) => reason === undefined).map(({ key }) => key)).toEqual([
      'reachStop',
    ])
    // b goes past it: it is not theirs to see among waybills, though the trip shows what it carries (T1).
    expect((await atWuhan.ok(calls.getWaybills, { pageSize: 20 })).rows.map((row) => row.id)).toEqual([a.id])
    expect((await atWuhan.refused(dispatch.leaveStop, { id, seq: 2 })).reason).toBe('dispatch.stopBefore')
    const line = (await detailOf(id)).lines.find(({ waybillId }) => waybillId === a.id)?.lineId as number
    await reach(id, 2, 150, { unloaded: [{ lineId: line, pieces: 9 }] }, atWuhan)
    expect(await piecesOf(world, a.id)).toEqual({ [`outlet:${wuhan}`]: 9, [`arrangement:${id}`]: 1 })
    expect(await stateOf(world, a.id)).toMatchObject({ state: 'inTransit', exception_count: 1 })
    expect(await detailOf(id)).toMatchObject({ missing: 1, stopsDone: 2, nextStop: { seq: 2, act: 'leave' } })
    const brought = { id, outletId: wuhan, at: ago(140), lines: [{ lineId: line, pieces: 1 }] }
    await atWuhan.ok(dispatch.bringIn, brought)
    expect(await piecesOf(world, a.id)).toEqual({ [`outlet:${wuhan}`]: 10 })
    expect(await detailOf(id)).toMatchObject({ missing: 0 })
    // What was found goes back first, then the stop with its case.
    await undo(id)
    await undo(id, atWuhan)
    expect(await stateOf(world, a.id)).toMatchObject({ exception_count: 0 })
    expect(await piecesOf(world, a.id)).toEqual({ [`arrangement:${id}`]: 10 })
    await reach(id, 2, 130, {}, atWuhan)
    await leave(id, 2, 120)
    // Of what was unloaded the way is over, though the trip goes on.
    const [leg] = (await office.ok(calls.getWaybill, { id: a.id })).legs
    expect(leg).toMatchObject({ toName: '武汉中转', via: [], arriveAt: expect.stringContaining('T') })
    // b stays aboard there, and its waybill says when it called.
    const [passing] = (await office.ok(calls.getWaybill, { id: b.id })).legs
    expect(passing?.via).toEqual([{ name: '武汉中转', arrivedAt: expect.stringMatching(/T.*Z$/) }])
    await arrive(id, 60)
    expect(await piecesOf(world, b.id)).toEqual({ [`outlet:${freight.guangzhou}`]: 4 })
    expect((await office.ok(dispatch.finishArrangements, { ids: [id] })).done).toBe(1)
  })

  it('stops that nobody reported count as done as planned when it arrives, and go back with the arrival', async () => {
    const [a, b] = [await lie(3), await freight.waybill(office, 2)]
    const { id } = await over(
      [outlet(freight.hangzhou), shipper, outlet(wuhan), outlet(freight.guangzhou)],
      [from(freight.hangzhou, a.id, 3, 1, 3), fetched(b.id, 2, 2, 4)],
    )
    await depart(id, 100)
    await reach(id, 2, 90)
    await arrive(id, 50)
    expect(await piecesOf(world, a.id)).toEqual({ [`outlet:${wuhan}`]: 3 })
    expect(await piecesOf(world, b.id)).toEqual({ [`outlet:${freight.guangzhou}`]: 2 })
    const there = await detailOf(id)
    expect(there.stops.map(({ assumed }) => assumed)).toEqual([false, true, true, false])
    expect(there).toMatchObject({ state: 'arrived', type: 'round', stopsDone: 4 })
    await undo(id)
    const again = await detailOf(id)
    expect(again).toMatchObject({ state: 'departed', stopsDone: 2, nextStop: { seq: 2, act: 'leave' } })
    expect(again.stops.every(({ assumed }) => !assumed)).toBe(true)
    expect(await piecesOf(world, a.id)).toEqual({ [`arrangement:${id}`]: 3 })
    expect(await piecesOf(world, b.id)).toEqual({ shipper: 2 })
    expect(await stateOf(world, b.id)).toMatchObject({ state: 'pickingUp', unarranged: 0 })
    await arrive(id, 40)
  })

  it('goes straight from the shipper to the consignee; what he does not take comes to the last outlet on the way, else to the own', async () => {
    const a = await freight.waybill(office, 4)
    const { id } = await over([shipper, consignee], [fetched(a.id, 4, 1, 2)])
    await depart(id, 100)
    expect(await stateOf(world, a.id)).toMatchObject({ state: 'delivering' })
    await office.ok(calls.signWaybill, {
      id: a.id,
      signed: 2,
      refused: 1,
      refuseReason: '破损',
      signer: '陈国强',
      signedAt: ago(50),
    } as never)
    await arrive(id, 20)
    expect(await piecesOf(world, a.id)).toEqual({
      consignee: 2,
      [`outlet:${freight.hangzhou}`]: 1,
      [`refused:${freight.hangzhou}`]: 1,
    })
  })

  it('weighs by goods where these are named: one pallet of 500 kg, not a tenth of all', async () => {
    const goods = [
      { name: '托盘货', package: 'pallet', pieces: 1, weight: '500', volume: '1.2' },
      { name: '纸箱', package: 'carton', pieces: 9, weight: '45', volume: '0.9' },
    ]
    const a = await lie(10, { goods } as never)
    const line = { ...from(freight.hangzhou, a.id, 1, 1, 2), goods: [{ seq: 1, pieces: 1 }] }
    expect(await office.ok(dispatch.getCargoGoods, { waybillId: a.id })).toMatchObject([
      { seq: 1, name: '托盘货', pieces: 1, weight: '500.000' },
      { seq: 2, pieces: 9 },
    ])
    expect((await atWuhan.refused(dispatch.getCargoGoods, { waybillId: a.id })).code).toBe(404)
    const way = [outlet(freight.hangzhou), outlet(wuhan)]
    const head = { ...(await vehicleAndDriver()), planAt: plan(), stops: way }
    const wrong = async (goods: unknown) =>
      (await office.refused(dispatch.createArrangement, { ...head, lines: [{ ...line, goods }] } as never)).fields
    expect(await wrong([{ seq: 1, pieces: 2 }])).toMatchObject([
      { path: 'lines.0.goods', reason: 'dispatch.goodsPieces' },
    ])
    expect(await wrong([{ seq: 7, pieces: 1 }])).toMatchObject([{ path: 'lines.0.goods.0.seq', reason: 'field.id' }])
    const { id } = await over(way, [line])
    expect(await detailOf(id)).toMatchObject({ weight: '500.000', volume: '1.2000' })
  })
})

const somewhere = { name: '张三', phone: '13800138001', region: '330110' }

describe('[T15] the load of a trip', () => {
  it('is that of its fullest stretch; beyond the limit it leaves with the right alone', async () => {
    const goods = (pieces: number, weight: string, volume: string) =>
      ({ goods: [{ name: '货', package: 'carton', pieces, weight, volume }] }) as never
    const [a, b, c] = [
      await lie(1, goods(1, '900', '4')),
      await lie(1, goods(1, '800', '9')),
      await freight.waybill(office, 1, goods(1, '900', '2')),
    ]
    const stops = [outlet(freight.hangzhou), shipper, outlet(freight.guangzhou)]
    const going = await vehicleAndDriver({ load_kg: '1800', volume_m3: '14' })
    // B leaves the vehicle where C comes aboard: there is no stop for that but an outlet.
    const way = [outlet(freight.hangzhou), outlet(wuhan), shipper, outlet(freight.guangzhou)]
    const { id } = await over(
      way,
      [from(freight.hangzhou, a.id, 1, 1, 4), from(freight.hangzhou, b.id, 1, 1, 2), fetched(c.id, 1, 3, 4)],
      going,
    )
    expect(await detailOf(id)).toMatchObject({ loadRate: '100.0', weight: '2600.000' })
    await depart(id, 50)
    await undo(id)
    const heavier = await lie(1, goods(1, '0.1', '0.001'))
    const { version } = await detailOf(id)
    await office.ok(dispatch.changeArrangement, {
      ...going,
      id,
      version,
      planAt: plan(),
      stops,
      lines: [
        from(freight.hangzhou, a.id, 1, 1, 3),
        from(freight.hangzhou, b.id, 1, 1, 3),
        from(freight.hangzhou, heavier.id, 1, 1, 3),
        fetched(c.id, 1, 2, 3),
      ],
    })
    const clerk = (await world.person('noOverload', { rights: { arrangeList: 'edit' }, outletId: freight.hangzhou }))
      .client
    const no = await clerk.ok(dispatch.departArrangements, { ids: [id], at: ago(10), overload: true })
    expect(no.refused[0]?.reason).toBe('dispatch.overweight')
    await depart(id, 10, { overload: true })
  })
})

describe('[T14] 换车', () => {
  it('takes all that is aboard and the stops ahead onto another vehicle, and is taken back while that has done nothing', async () => {
    const [a, b, c] = [await lie(10), await lie(5), await freight.waybill(office, 2)]
    const { id, arrangementNo } = await over(
      [outlet(freight.hangzhou), outlet(wuhan), shipper, outlet(freight.guangzhou)],
      [from(freight.hangzhou, a.id, 10, 1, 2), from(freight.hangzhou, b.id, 5, 1, 4), fetched(c.id, 2, 3, 4)],
    )
    await depart(id, 100)
    await reach(id, 2, 90)
    await leave(id, 2, 80)
    const other = await vehicleAndDriver()
    const same = await detailOf(id)
    const wrong = { ...other, id, vehicleId: same.vehicleId, reason: '抛锚' }
    expect((await office.refused(dispatch.swapVehicle, wrong)).fields).toMatchObject([
      { path: 'vehicleId', reason: 'dispatch.sameVehicle' },
    ])
    const next = await office.ok(dispatch.swapVehicle, { ...other, id, reason: '抛锚', at: ago(70) })
    expect(await piecesOf(world, b.id)).toEqual({ [`arrangement:${next.id}`]: 5 })
    expect(await stateOf(world, c.id)).toMatchObject({ state: 'pickingUp', unarranged: 0 })
    expect(await detailOf(id)).toMatchObject({ state: 'arrived', swappedTo: { no: next.arrangementNo }, missing: 0 })
    const { legs } = await office.ok(calls.getWaybill, { id: b.id })
    expect(legs.map((leg) => [leg.arrangementNo, leg.swappedTo])).toEqual([
      [arrangementNo, next.arrangementNo],
      [next.arrangementNo, null],
    ])
    const took = await detailOf(next.id)
    expect(took).toMatchObject({
      state: 'departed',
      stopCount: 3,
      stopsDone: 1,
      pieces: 7,
      nextStop: { seq: 2, act: 'reach' },
    })
    expect((await office.refused(dispatch.undoArrangement, { id: next.id, reason: '错' })).reason).toBe(
      'dispatch.undoAtOld',
    )
    expect(took.actions.some(({ key }) => key === 'undoDepart')).toBe(false)
    // Taken back whole.
    await undo(id)
    expect(await piecesOf(world, b.id)).toEqual({ [`arrangement:${id}`]: 5 })
    expect(await detailOf(next.id)).toMatchObject({ state: 'cancelled' })
    expect(await detailOf(id)).toMatchObject({ state: 'departed', pieces: 17, nextStop: { seq: 3, act: 'reach' } })
    // Done again, and gone on with: then it stays.
    const again = await office.ok(dispatch.swapVehicle, { ...other, id, reason: '抛锚', at: ago(70) })
    await reach(again.id, 2, 60)
    expect((await office.refused(dispatch.undoArrangement, { id, reason: '错' })).reason).toBe('dispatch.swapGoesOn')
    await leave(again.id, 2, 50)
    await arrive(again.id, 40)
    expect(await piecesOf(world, c.id)).toEqual({ [`outlet:${freight.guangzhou}`]: 2 })
    expect(await piecesOf(world, b.id)).toEqual({ [`outlet:${freight.guangzhou}`]: 5 })
    const { events } = await office.ok(calls.getWaybillEvents, { id: b.id })
    expect(events.find(({ type }) => type === 'swapped')?.params).toMatchObject({ arrangementNo, pieces: 5 })
  })

  it('at a stop that was not left goes on from that stop, which it has once: what is aboard stays, what waits there is loaded', async () => {
    const [a, b] = [await lie(5), await freight.waybill(office, 2)]
    const { id } = await over(
      [outlet(freight.hangzhou), shipper, outlet(wuhan), outlet(freight.guangzhou)],
      [from(freight.hangzhou, a.id, 5, 1, 4), fetched(b.id, 2, 2, 4)],
    )
    await depart(id, 100)
    await reach(id, 2, 90)
    const other = await vehicleAndDriver()
    const next = await office.ok(dispatch.swapVehicle, { ...other, id, reason: '抛锚', at: ago(70) })
    const took = await detailOf(next.id)
    expect(took.stops.map(({ kind, load }) => [kind, load])).toEqual([
      ['shipper', 2],
      ['outlet', 0],
      ['outlet', 0],
    ])
    expect(took).toMatchObject({ state: 'departed', nextStop: { seq: 1, act: 'leave' } })
    expect(took.lines.map(({ load, unload, left }) => [load, unload, left])).toEqual([
      [0, 3, 5],
      [1, 3, 0],
    ])
    await undo(id)
    expect(await detailOf(id)).toMatchObject({ state: 'departed', nextStop: { seq: 2, act: 'leave' }, pieces: 7 })
    const again = await office.ok(dispatch.swapVehicle, { ...other, id, reason: '抛锚', at: ago(70) })
    await leave(again.id, 1, 60)
    expect(await piecesOf(world, b.id)).toEqual({ [`arrangement:${again.id}`]: 2 })
    expect((await detailOf(again.id)).actions.some(({ key }) => key === 'undoLeaveStop')).toBe(true)
    await undo(again.id)
    expect(await stateOf(world, b.id)).toMatchObject({ state: 'pickingUp' })
    await leave(again.id, 1, 60)
    await arrive(again.id, 40)
    for (const [one, pieces] of [
      [a, 5],
      [b, 2],
    ] as const)
      expect(await piecesOf(world, one.id)).toEqual({ [`outlet:${freight.guangzhou}`]: pieces })
  })
})

describe('[RT-16/arrangeOperate] stops that do not hold together', () => {
  it('are field errors, and nothing is stored', async () => {
    const a = await lie(3)
    const head = { ...(await vehicleAndDriver()), planAt: plan() }
    const way = [outlet(freight.hangzhou), outlet(wuhan)]
    const line = from(freight.hangzhou, a.id, 3, 1, 2)
    const fields = async (stops: unknown, lines: unknown) =>
      (await office.refused(dispatch.createArrangement, { ...head, stops, lines } as never)).fields?.map(
        ({ path, reason }) => `${path} ${reason}`,
      )
    expect(await fields(undefined, [line])).toContain('type field.required')
    expect(await fields([outlet(wuhan)], [line])).toContain('stops dispatch.twoStops')
    expect(await fields([outlet(wuhan), outlet(wuhan)], [line])).toContain('stops.1.outletId dispatch.sameStop')
    expect(await fields([outlet(freight.yunfan), outlet(wuhan)], [line])).toContain('stops.0.outletId field.id')
    expect(await fields([...way, shipper], [line])).toEqual(['stops.2.address field.required'])
    expect(await fields(way, [{ ...line, unload: 1 }])).toEqual(['lines.0.unload dispatch.unloadNotAfter'])
    expect(await fields(way, [{ ...line, load: 2, unload: 3 }])).toEqual([
      'lines.0.load dispatch.notLoadedThere',
      'lines.0.unload field.id',
    ])
    expect(await fields(way, [line, line])).toContain('lines.1.waybillId dispatch.lineTwice')
    expect(await fields([outlet(freight.hangzhou), shipper], [line])).toContain(
      'lines.0.unload dispatch.notUnloadedThere',
    )
    expect(await stateOf(world, a.id)).toMatchObject({ unarranged: 3 })
  })

  it('are reported in order, not in the future, not before what was reported before', async () => {
    const a = await lie(3)
    const { id } = await over(
      [outlet(freight.hangzhou), outlet(wuhan), outlet(freight.guangzhou)],
      [from(freight.hangzhou, a.id, 3, 1, 3)],
    )
    expect((await office.refused(dispatch.reachStop, { id, seq: 2 })).reason).toBe('dispatch.wrongState')
    await depart(id, 60)
    const reason = async (seq: number, at?: string) => {
      const no = await office.refused(dispatch.reachStop, { id, seq, at } as never)
      return no.fields?.[0]?.reason ?? no.reason
    }
    expect(await reason(2, new Date(Date.now() + 60_000).toISOString())).toBe('dispatch.departFuture')
    expect(await reason(2, ago(70))).toBe('dispatch.beforeLastStep')
    expect(await reason(1)).toBe('dispatch.stopDone')
    expect(await reason(3)).toBe('dispatch.lastStopArrives')
    expect(await reason(9)).toBe('field.id')
    await reach(id, 2, 30)
    expect(await reason(2)).toBe('dispatch.stopDone')
    const strange = await stranger()
    for (const call of [dispatch.leaveStop, dispatch.reachStop] as const)
      expect((await strange.client.refused(call, { id, seq: 2 } as never)).code).toBe(404)
    const clerk = (
      await world.person('guangzhou', {
        rights: 'all',
        scope: 'outlet',
        companies: [freight.guangzhou],
        outletId: freight.guangzhou,
      })
    ).client
    expect((await clerk.refused(dispatch.leaveStop, { id, seq: 2 })).reason).toBe('dispatch.otherOutletActs')
    expect(isAble(await clerk.ok(dispatch.getArrangement, { id }), 'leaveStop')).toBe(false)
    // Arriving at its own outlet it may: what nobody reported is taken for done.
    expect((await clerk.ok(dispatch.arriveArrangements, { ids: [id], at: ago(5) })).done).toBe(1)
  })
})

describe('[T16] cargo that was held after it was arranged', () => {
  it('is not sent out for delivery: neither 派车 nor 发车 nor leaving the stop where it is loaded', async () => {
    const [a, b] = [await lie(2), await lie(3)]
    const hold = async (id: number) => {
      const { version } = await office.ok(calls.getWaybill, { id })
      await office.ok(calls.holdWaybill, { id, version, reason: '货款未到' })
    }
    const { id } = await over([outlet(freight.hangzhou), consignee], [from(freight.hangzhou, a.id, 2, 1, 2)], {
      assign: false,
    })
    await hold(a.id)
    const no = await office.ok(dispatch.assignArrangements, { ids: [id] })
    expect(no.refused[0]?.reason).toBe('dispatch.held')
    const later = await over(
      [outlet(wuhan), outlet(freight.hangzhou), consignee],
      [from(freight.hangzhou, b.id, 3, 2, 3)],
    )
    await depart(later.id, 50)
    await reach(later.id, 2, 40)
    await hold(b.id)
    const held = await office.refused(dispatch.leaveStop, { id: later.id, seq: 2, at: ago(30) })
    expect(held.reason).toBe('dispatch.held')
    expect(await piecesOf(world, b.id)).toEqual({ [`outlet:${freight.hangzhou}`]: 3 })
  })
})

describe('[RT-16/carArrange] arranging onto a vehicle or a trip', () => {
  it('puts each waiting line at the stops it needs, and what another dispatcher took is refused with his name while the rest stands', async () => {
    const [a, b] = [await lie(10), await freight.waybill(office, 4)]
    const made = await office.ok(dispatch.arrangeOnto, {
      ...(await vehicleAndDriver()),
      planAt: plan(),
      lines: [{ waybillId: b.id, fromPlace: 'shipper', fromId: 0, pieces: 4 }],
    })
    expect(made).toMatchObject({ done: 1, refused: [], trip: { version: 1 } })
    const id = made.trip?.id as number
    expect(await detailOf(id)).toMatchObject({ state: 'new', type: 'pickup', stopCount: 2 })
    const rival = (await world.person('rival', { rights: 'all' })).client
    const taken = await rival.ok(dispatch.arrangeOnto, {
      ...(await vehicleAndDriver()),
      planAt: plan(),
      lines: [{ waybillId: a.id, fromPlace: 'outlet', fromId: freight.hangzhou, pieces: 8, unloadOutletId: wuhan }],
    })
    const here = { fromPlace: 'outlet' as const, fromId: freight.hangzhou, unloadOutletId: freight.guangzhou }
    const c = await lie(3)
    const answer = await office.ok(dispatch.arrangeOnto, {
      id,
      lines: [
        { ...here, waybillId: a.id, pieces: 5 },
        { ...here, waybillId: c.id, pieces: 3 },
      ],
    })
    expect(answer).toMatchObject({ done: 1, trip: { id, version: 2 } })
    expect(answer.refused).toMatchObject([
      { id: a.id, reason: 'dispatch.takenBy', msg: `rival 已安排到 ${taken.trip?.arrangementNo}，还剩 2 件` },
    ])
    const trip = await detailOf(id)
    expect(trip.stops.map(({ kind, name }) => [kind, kind === 'outlet' ? name : null])).toEqual([
      ['shipper', null],
      ['outlet', '杭州总站'],
      ['outlet', '广州白云站'],
    ])
    expect(trip).toMatchObject({ type: 'round', toName: '广州白云站' })
    expect(await stateOf(world, c.id)).toMatchObject({ unarranged: 0 })
    // 改派: the rival's line comes over; his trip, empty now, is cancelled.
    const moved = await office.ok(dispatch.arrangeOnto, { id, lines: [], moved: taken.lineIds })
    expect(moved).toMatchObject({ done: 1, refused: [] })
    expect(await detailOf(taken.trip?.id as number)).toMatchObject({ state: 'cancelled' })
    expect(await stateOf(world, a.id)).toMatchObject({ unarranged: 2 })
    // 移出: the shipper is no stop any more once nothing is fetched there.
    await office.ok(dispatch.removeLines, { ids: made.lineIds })
    const left = await detailOf(id)
    expect(left.stops.map(({ name, load, unload }) => [name, load, unload])).toEqual([
      ['杭州总站', 11, 0],
      ['广州白云站', 0, 11],
    ])
    expect(left).toMatchObject({ type: 'trunk', fromName: '杭州总站' })
  })

  it('refuses what is not free, not there, or has no way to go, and a line of a trip that has left', async () => {
    const a = await lie(2, { hold: false } as never)
    const on = { ...(await vehicleAndDriver()), planAt: plan() }
    const line = { waybillId: a.id, fromPlace: 'outlet' as const, fromId: freight.hangzhou, pieces: 3 }
    const reason = async (one: object) =>
      (await office.ok(dispatch.arrangeOnto, { ...on, lines: [one] } as never)).refused[0]?.reason
    expect(await reason({ ...line, unloadOutletId: wuhan })).toBe('dispatch.tooManyPieces')
    expect(await reason({ ...line, waybillId: 999_999, pieces: 1 })).toBe('kernel.notFound')
    expect(
      (await office.refused(dispatch.arrangeOnto, { lines: [line] } as never)).fields?.map(({ path }) => path),
    ).toEqual(['vehicleId', 'driverId', 'planAt'])
    expect((await office.refused(dispatch.arrangeOnto, { ...on, lines: [] })).fields).toMatchObject([{ path: 'lines' }])
    const { id } = await over([outlet(freight.hangzhou), outlet(wuhan)], [from(freight.hangzhou, a.id, 2, 1, 2)])
    const [own] = (await detailOf(id)).lines
    await depart(id, 10)
    expect(
      (await office.refused(dispatch.arrangeOnto, { ...on, lines: [], moved: [own?.lineId as number] })).reason,
    ).toBe('dispatch.wrongState')
    expect((await office.refused(dispatch.arrangeOnto, { id, lines: [line] })).reason).toBe('dispatch.wrongState')
    expect((await atWuhan.refused(dispatch.arrangeOnto, { id: 999_999, lines: [line] })).code).toBe(404)
  })
})
