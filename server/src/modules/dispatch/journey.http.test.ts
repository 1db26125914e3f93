import { wordFor } from '@xunyun/contract/dictionary'
import * as dispatch from '@xunyun/contract/dispatch/calls'
import * as calls from '@xunyun/contract/waybills/calls'
import { getTracks } from '@xunyun/contract/waybills/tracks'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ago, type Freight, openFreight, piecesOf, stateOf } from '../../../test/freight.ts'
import { type Client, openWorld, type World } from '../../../test/world.ts'

let world: World
let freight: Freight
let operator: Client
let dispatcher: Client
beforeAll(async () => {
  world = await openWorld()
  freight = await openFreight(world)
  operator = (
    await world.person('operator', { rights: { taskList: 'edit', allWayBill: 'edit' }, outletId: freight.hangzhou })
  ).client
  dispatcher = (await world.person('dispatcher', { rights: 'all' })).client
})
afterAll(() => world.close())

const plan = () => new Date(Date.now() + 3_600_000).toISOString()
type Line = { waybillId: number; fromPlace: 'shipper' | 'outlet'; fromId: number; pieces: number }
let vehicles = 0
/** A trip of its own vehicle and driver, assigned. */
async function trip(
  type: 'pickup' | 'trunk' | 'shuttle' | 'delivery',
  lines: Line[],
  over: Record<string, unknown> = {},
) {
  vehicles += 1
  const vehicleId = await freight.addVehicle(`浙B${String(10000 + vehicles)}`)
  const driverId = await freight.addDriver(`司机${vehicles}`)
  return dispatcher.ok(dispatch.createArrangement, {
    type,
    vehicleId,
    driverId,
    ...(type === 'trunk' || type === 'shuttle'
      ? { fromOutletId: freight.hangzhou, toOutletId: freight.guangzhou }
      : {}),
    ...(type === 'pickup' ? { toOutletId: freight.hangzhou } : {}),
    planAt: plan(),
    lines,
    assign: true,
    ...over,
  })
}
const depart = (id: number, minutes = 60) => dispatcher.ok(dispatch.departArrangements, { ids: [id], at: ago(minutes) })
const arrive = (id: number, minutes = 30) => dispatcher.ok(dispatch.arriveArrangements, { ids: [id], at: ago(minutes) })
const atShipper = (waybillId: number, pieces: number): Line => ({ waybillId, fromPlace: 'shipper', fromId: 0, pieces })
const at = (outlet: number, waybillId: number, pieces: number): Line => ({
  waybillId,
  fromPlace: 'outlet',
  fromId: outlet,
  pieces,
})

describe('the journey of a waybill', () => {
  it('[D-02] goes from the shipper over two outlets to the consignee, its state following the pieces', async () => {
    const { id, waybillNo } = await freight.waybill(operator, 100)
    expect(waybillNo).toMatch(/^YD\d{6}\d{5}$/)
    expect(await stateOf(world, id)).toMatchObject({ state: 'placed', state_pieces: 100, unarranged: 100 })

    const pickup = await trip('pickup', [atShipper(id, 100)])
    expect(await stateOf(world, id)).toMatchObject({ state: 'placed', unarranged: 0 })
    expect(await depart(pickup.id, 300)).toEqual({ done: 1, refused: [] })
    expect(await stateOf(world, id)).toMatchObject({ state: 'pickingUp' })
    await arrive(pickup.id, 240)
    expect(await stateOf(world, id)).toMatchObject({ state: 'inStation', unarranged: 100 })

    const first = await trip('trunk', [at(freight.hangzhou, id, 60)])
    expect(await stateOf(world, id)).toMatchObject({ state: 'inStation', unarranged: 40 })
    await depart(first.id, 200)
    const second = await trip('trunk', [at(freight.hangzhou, id, 40)])
    await depart(second.id, 180)
    await arrive(first.id, 150)
    expect(await stateOf(world, id)).toMatchObject({ state: 'inTransit', state_pieces: 40, unarranged: 60 })
    expect(await piecesOf(world, id)).toEqual({ [`outlet:${freight.guangzhou}`]: 60, [`arrangement:${second.id}`]: 40 })
    await arrive(second.id, 120)
    expect(await stateOf(world, id)).toMatchObject({ state: 'arrived', state_pieces: 100 })

    const delivery = await trip('delivery', [at(freight.guangzhou, id, 100)])
    await depart(delivery.id, 90)
    expect(await stateOf(world, id)).toMatchObject({ state: 'delivering' })
    await operator.ok(calls.signWaybill, { id, signed: 100, signer: '陈国强', signedAt: ago(10) })
    expect(await stateOf(world, id)).toMatchObject({ state: 'signed', state_pieces: 100, exception_count: 0 })
    expect(await piecesOf(world, id)).toEqual({ consignee: 100 })
    await arrive(delivery.id, 5)
    expect(await dispatcher.ok(dispatch.finishArrangements, { ids: [delivery.id] })).toEqual({ done: 1, refused: [] })

    const { events, chain } = await operator.ok(calls.getWaybillEvents, { id })
    expect(chain).toMatchObject({ ok: true, brokenAt: null, count: events.length })
    expect(events.map((event) => event.type).reverse()).toEqual([
      'placed',
      'arranged',
      'departed',
      'arrived',
      'arranged',
      'departed',
      'arranged',
      'departed',
      'arrived',
      'arrived',
      'arranged',
      'departed',
      'signed',
    ])
    const detail = await operator.ok(calls.getWaybill, { no: waybillNo })
    const { tracks } = await operator.ok(getTracks, { waybillId: detail.id })
    expect(tracks.map((track) => track.node).sort()).toEqual(
      ['placed', 'pickup', 'checkIn', 'depart', 'depart', 'arrive', 'arrive', 'deliver', 'sign'].sort(),
    )
    expect(detail.legs).toHaveLength(4)
  })

  it('[D-05] no more pieces can be arranged than are free at the place, also when two dispatchers try at once; of a trip that is refused nothing is kept', async () => {
    const { id } = await freight.waybill(operator, 10)
    const tries = await Promise.allSettled([
      trip('pickup', [atShipper(id, 6)]),
      trip('pickup', [atShipper(id, 6)]),
      trip('pickup', [atShipper(id, 6)]),
    ])
    expect(tries.filter((one) => one.status === 'fulfilled')).toHaveLength(1)
    const vehicleId = await freight.addVehicle('浙C11111')
    const driverId = await freight.addDriver('一号')
    const input = {
      type: 'pickup',
      vehicleId,
      driverId,
      toOutletId: freight.hangzhou,
      planAt: plan(),
      lines: [atShipper(id, 5)],
    } as const
    expect((await dispatcher.refused(dispatch.createArrangement, input)).fields).toMatchObject([
      { path: 'lines.0.pieces', reason: 'dispatch.tooManyPieces', params: { free: 4 } },
    ])
    const kept = await sql`select from arrangement where vehicle_id = ${vehicleId}`.execute(world.db)
    expect(kept.rows).toHaveLength(0)
  })

  it('[D-05] a trip cannot load pieces from where they are not', async () => {
    const { id } = await freight.waybill(operator, 5)
    await expect(trip('trunk', [at(freight.hangzhou, id, 5)])).rejects.toThrow('dispatch.tooManyPieces')
    await expect(trip('trunk', [atShipper(id, 5)])).rejects.toThrow('dispatch.stillAtShipper')
    await operator.ok(calls.checkInWaybills, { ids: [id], at: ago(200) })
    await expect(trip('pickup', [at(freight.hangzhou, id, 5)])).rejects.toThrow('dispatch.pickedUpAlready')
    await expect(trip('pickup', [at(freight.hangzhou, id, 5)])).rejects.toThrow('货已在杭州')
  })

  it('[T14] pieces of a split waybill in two cities go with one delivery, which stops at both; changed, it stops where its cargo lies', async () => {
    const { id } = await freight.waybill(operator, 46)
    await operator.ok(calls.checkInWaybills, { ids: [id], at: ago(200) })
    const trunk = await trip('trunk', [at(freight.hangzhou, id, 30)])
    await depart(trunk.id)
    await arrive(trunk.id)
    const [here, there] = [at(freight.guangzhou, id, 30), at(freight.hangzhou, id, 16)]
    const made = await trip('delivery', [here, there], { assign: false })
    const detail = await dispatcher.ok(dispatch.getArrangement, { id: made.id })
    expect(detail.stops.map(({ kind, name, load, unload }) => [kind, name, load, unload])).toEqual([
      ['outlet', '广州白云站', 30, 0],
      ['outlet', '杭州总站', 16, 0],
      ['consignee', expect.any(String), 0, 46],
    ])
    const change = { type: 'delivery', vehicleId: detail.vehicleId, driverId: detail.driverId, planAt: plan() } as const
    await dispatcher.ok(dispatch.changeArrangement, { ...change, id: made.id, version: 1, lines: [there] })
    const changed = await dispatcher.ok(dispatch.getArrangement, { id: made.id })
    expect(changed).toMatchObject({ fromName: '杭州总站', stopCount: 2 })
  })

  it('cancelling a trip before departure gives the pieces back; after departure it is refused', async () => {
    const { id } = await freight.waybill(operator, 8)
    const first = await trip('pickup', [atShipper(id, 8)])
    expect(await dispatcher.ok(dispatch.cancelArrangements, { ids: [first.id], reason: '车坏了' })).toEqual({
      done: 1,
      refused: [],
    })
    expect(await stateOf(world, id)).toMatchObject({ unarranged: 8 })
    const second = await trip('pickup', [atShipper(id, 8)])
    await depart(second.id)
    const late = await dispatcher.ok(dispatch.cancelArrangements, { ids: [second.id], reason: '晚了' })
    expect(late.refused).toMatchObject([{ reason: 'dispatch.wrongState', msg: '安排已发车，不能这样做' }])
  })

  it('changing a trip exchanges its cargo and keeps every piece in one place', async () => {
    const [a, b] = [await freight.waybill(operator, 10), await freight.waybill(operator, 20)]
    const one = await trip('pickup', [atShipper(a.id, 10)])
    const detail = await dispatcher.ok(dispatch.getArrangement, { id: one.id })
    const head = {
      id: one.id,
      type: 'pickup',
      vehicleId: detail.vehicleId,
      driverId: detail.driverId,
      toOutletId: freight.hangzhou,
      planAt: detail.planAt,
    } as const
    await dispatcher.ok(dispatch.changeArrangement, {
      ...head,
      version: 1,
      lines: [atShipper(a.id, 4), atShipper(b.id, 20)],
    })
    expect(await stateOf(world, a.id)).toMatchObject({ unarranged: 6 })
    expect(await stateOf(world, b.id)).toMatchObject({ unarranged: 0 })
    expect(
      await dispatcher.refused(dispatch.changeArrangement, { ...head, version: 1, lines: [atShipper(a.id, 10)] }),
    ).toMatchObject({ code: 409, reason: 'kernel.stale' })
  })

  it('a departure is undone as a trip, and only while nothing later depends on it', async () => {
    const { id } = await freight.waybill(operator, 6)
    const pickup = await trip('pickup', [atShipper(id, 6)])
    await depart(pickup.id)
    await dispatcher.ok(dispatch.undoArrangement, { id: pickup.id, reason: '点错了' })
    expect(await stateOf(world, id)).toMatchObject({ state: 'placed', unarranged: 0 })
    await depart(pickup.id, 20)
    await arrive(pickup.id, 15)
    const trunk = await trip('trunk', [at(freight.hangzhou, id, 6)])
    await depart(trunk.id, 10)
    expect(await dispatcher.refused(dispatch.undoArrangement, { id: pickup.id, reason: 'x' })).toMatchObject({
      reason: 'waybills.laterDepends',
    })
    await dispatcher.ok(dispatch.undoArrangement, { id: trunk.id, reason: 'x' })
    expect(await stateOf(world, id)).toMatchObject({ state: 'inStation' })
  })
})

describe('what keeps a vehicle in', () => {
  it('[RT-16/arrangeOperate] an expired paper refuses the arrangement and names it', async () => {
    const { id } = await freight.waybill(operator, 1)
    const vehicleId = await freight.addVehicle('浙C22222', { inspection_expiry: '2026-01-31' })
    const refusal = await dispatcher.refused(dispatch.createArrangement, {
      type: 'pickup',
      vehicleId,
      driverId: freight.driver,
      toOutletId: freight.hangzhou,
      planAt: plan(),
      lines: [atShipper(id, 1)],
    })
    expect(refusal.msg).toContain('浙C22222的年检已于 2026-01-31 到期')
    expect(refusal.fields).toMatchObject([{ path: 'vehicleId' }])
  })

  it('[D-05] an overloaded trip departs only with the right and when asked for', async () => {
    const { id } = await freight.waybill(operator, 100)
    const small = await freight.addVehicle('浙C33333', { load_kg: '500' })
    const heavy = await trip('pickup', [atShipper(id, 100)], { vehicleId: small })
    const refused = await depart(heavy.id)
    expect(refused.refused).toMatchObject([{ reason: 'dispatch.overweight' }])
    expect(await stateOf(world, id)).toMatchObject({ state: 'placed' })
    expect(
      await dispatcher.ok(dispatch.departArrangements, { ids: [heavy.id], at: ago(1), overload: true }),
    ).toMatchObject({ done: 1 })
  })

  it('[T14] two trips of one vehicle let go in the same moment: exactly one leaves', async () => {
    const vehicleId = await freight.addVehicle('浙C44445')
    const made = []
    for (let at = 0; at < 4; at += 1) {
      const { id } = await freight.waybill(operator, 1)
      made.push({ id, trip: await trip('pickup', [atShipper(id, 1)], { vehicleId }) })
    }
    const answers = await Promise.all(
      made.map((one) => dispatcher.send(dispatch.departArrangements, { ids: [one.trip.id], at: ago(60) })),
    )
    expect(answers.filter(({ data }) => data?.done === 1)).toHaveLength(1)
    const states = await Promise.all(made.map(({ id }) => stateOf(world, id)))
    expect(states.filter(({ state }) => state === 'pickingUp')).toHaveLength(1)
  })

  it('a vehicle or driver is on one trip at a time', async () => {
    const [a, b] = [await freight.waybill(operator, 2), await freight.waybill(operator, 2)]
    const vehicleId = await freight.addVehicle('浙C44444')
    const one = await trip('pickup', [atShipper(a.id, 2)], { vehicleId })
    const two = await trip('pickup', [atShipper(b.id, 2)], { vehicleId })
    // Given a load it has not fetched yet: offered, and said.
    const given = await dispatcher.ok(dispatch.getDispatchVehicles, { id: vehicleId })
    expect(given).toMatchObject([{ blocked: null, planned: one.arrangementNo }])
    const model = wordFor('vehicleModel', given[0]?.model ?? '', 'zh')
    const named = await dispatcher.ok(dispatch.getDispatchVehicles, { q: model })
    expect(named.map(({ id }) => id)).toContain(vehicleId)
    await depart(one.id)
    expect((await depart(two.id)).refused).toMatchObject([{ reason: 'dispatch.vehicleBusy' }])
    // Whoever may not see that trip learns that the vehicle is away, and no number.
    const far = await world.person('far', {
      rights: { arrangeOperate: 'edit' },
      scope: 'outlet',
      companies: [await world.outlet('别处站')],
    })
    const [away] = await far.client.ok(dispatch.getDispatchVehicles, { id: vehicleId })
    expect(away?.blocked).toBe('正在执行其他网点的安排')
    const [here] = await world.admin.ok(dispatch.getDispatchVehicles, { id: vehicleId })
    expect(here?.blocked).toContain(one.arrangementNo)
  })

  it('cold chain goes in a cold vehicle, and a held waybill is not delivered', async () => {
    const cold = await freight.waybill(operator, 1, { serviceType: 'cold' })
    await expect(trip('pickup', [atShipper(cold.id, 1)])).rejects.toThrow('dispatch.coldNeeded')
    const held = await freight.waybill(operator, 1, { hold: true })
    await operator.ok(calls.checkInWaybills, { ids: [held.id] })
    await expect(trip('delivery', [at(freight.hangzhou, held.id, 1)])).rejects.toThrow('dispatch.held')
  })
})

describe('lists of dispatch', () => {
  it('[RT-16/arrangedOrder] what waits stands there by place, with its next leg, and leaves when arranged', async () => {
    const { id, waybillNo } = await freight.waybill(operator, 12, { urgent: true })
    const waiting = () => dispatcher.ok(dispatch.getWaiting, { q: waybillNo })
    expect((await waiting()).rows).toMatchObject([
      { id, free: 12, nextLeg: 'pickup', fromPlace: 'shipper', weight: '120.000', urgent: true },
    ])
    const one = await trip('pickup', [atShipper(id, 5)])
    expect((await waiting()).rows).toMatchObject([{ free: 7, weight: '70.000' }])
    await dispatcher.ok(calls.checkInWaybills, { ids: [id] })
    expect((await waiting()).rows).toMatchObject([
      { free: 7, nextLeg: 'trunk', fromPlace: 'outlet', fromName: '杭州总站' },
    ])
    expect(await dispatcher.ok(dispatch.getWaitingTotals, { q: waybillNo })).toMatchObject({
      count: 1,
      free: 7,
      weight: '70.000',
      tabs: { trunk: 1 },
    })
    await depart(one.id)
  })

  it('[RT-16/arrangedOrder] what waits stands urgent first and then by its plan, at the shipper’s and at outlets alike, page by page', async () => {
    const day = (n: number) => `2027-01-0${n}T08:00:00.000Z`
    const made = async (isIn: boolean, n: number, urgent: boolean) => {
      // The plan of another step says nothing.
      const plan = isIn ? { planArrive: day(n), planPickup: day(1) } : { planPickup: day(n) }
      const { id } = await freight.waybill(operator, 2, { urgent, ...plan })
      if (isIn) await dispatcher.ok(calls.checkInWaybills, { ids: [id] })
      return id
    }
    const [late, soon, urgentIn, urgentOut, middle] = [
      await made(false, 6, false),
      await made(true, 3, false),
      await made(true, 9, true),
      await made(false, 8, true),
      await made(true, 4, false),
    ]
    const ids = [late, soon, urgentIn, urgentOut, middle]
    const page = async (more: object) => {
      const { rows, next } = await dispatcher.ok(dispatch.getWaiting, { ids, pageSize: 2, ...more })
      return { ids: rows.map(({ id }) => id), after: next ?? undefined }
    }
    const first = await page({})
    const second = await page({ after: first.after })
    const third = await page({ after: second.after })
    expect([first.ids, second.ids, third]).toEqual([
      [urgentOut, urgentIn],
      [soon, middle],
      { ids: [late], after: undefined },
    ])
    expect((await page({ page: 2 })).ids).toEqual([soon, middle])
    expect((await page({ sort: 'planAt', dir: 'desc' })).ids).toEqual([late, middle])
    expect((await page({ tab: 'pickup' })).ids).toEqual([urgentOut, late])
    expect((await page({ byVehicle: true, byOutletId: freight.guangzhou })).ids).toEqual([])
  })

  it('[RT-16/arrangeList] [RT-16/haveArranged] trips and what they carry, with totals and tabs', async () => {
    const { id, waybillNo } = await freight.waybill(operator, 9)
    const one = await trip('pickup', [atShipper(id, 9)])
    const list = await dispatcher.ok(dispatch.getArrangements, { q: one.arrangementNo })
    expect(list.rows).toMatchObject([{ state: 'assigned', waybills: 1, pieces: 9, weight: '90.000', loadRate: '1.8' }])
    expect((await dispatcher.ok(dispatch.getArrangementTotals, { q: one.arrangementNo })).tabs).toMatchObject({
      all: 1,
      assigned: 1,
    })
    const arranged = await dispatcher.ok(dispatch.getArranged, { q: waybillNo })
    expect(arranged.rows).toMatchObject([{ waybillNo, arrangementNo: one.arrangementNo, removable: true }])
    const off = await dispatcher.ok(dispatch.removeLines, { ids: [arranged.rows[0]?.id ?? 0] })
    expect(off.refused).toMatchObject([{ reason: 'dispatch.lastLine' }])
  })
})
