import { getBoard, getTaken } from '@xunyun/contract/dispatch/board'
import * as dispatch from '@xunyun/contract/dispatch/calls'
import { isAble } from '@xunyun/contract/kernel/ability'
import * as calls from '@xunyun/contract/waybills/calls'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ago, type Freight, openFreight } from '../../../test/freight.ts'
import { type Client, openWorld, type World } from '../../../test/world.ts'

let world: World
let freight: Freight
let dispatcher: Client
let elsewhere: Client
let driver: number
beforeAll(async () => {
  world = await openWorld()
  freight = await openFreight(world)
  const own = (outletId: number) => ({ scope: 'outlet' as const, outletId, companies: [outletId] })
  dispatcher = (
    await world.person('boarder', {
      rights: { carArrange: 'edit', allWayBill: 'edit', taskList: 'edit' },
      ...own(freight.hangzhou),
    })
  ).client
  elsewhere = (await world.person('elsewhere', { rights: 'all', ...own(await world.outlet('成都站')) })).client
  driver = await freight.addDriver('王师傅')
})
afterAll(() => world.close())

let vehicles = 0
const addVehicle = (columns: Record<string, unknown> = {}) => {
  vehicles += 1
  return freight.addVehicle(`浙C${String(20000 + vehicles)}`, columns)
}
const lie = async (pieces: number, over: Parameters<Freight['waybill']>[2] = {}) => {
  const made = await freight.waybill(dispatcher, pieces, over)
  await dispatcher.ok(calls.checkInWaybills, { ids: [made.id], at: ago(600) })
  return made
}
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
const dayOf = (at: string) => new Date(Date.parse(at) + 8 * 3_600_000).toISOString().slice(0, 10)
const from = (waybillId: number, pieces: number) => ({
  waybillId,
  fromPlace: 'outlet' as const,
  fromId: freight.hangzhou,
  pieces,
  unloadOutletId: freight.guangzhou,
})
const put = async (
  waybillId: number,
  pieces: number,
  planAt: string,
  who: { vehicleId?: number; driverId?: number } = {},
) => {
  const answer = await dispatcher.ok(dispatch.arrangeOnto, {
    vehicleId: await (who.vehicleId ?? addVehicle()),
    driverId: who.driverId ?? driver,
    planAt,
    lines: [from(waybillId, pieces)],
  })
  return answer.trip?.id as number
}
const board = (by: Client = dispatcher, input: Record<string, unknown> = {}) => by.ok(getBoard, input)

it('[RT-16/carArrange] shows today’s trips with their loads, what should have left before, and what left today; of another day only its own', async () => {
  const { id, waybillNo } = await lie(40)
  const [today, before, later, left] = [
    await put(id, 10, new Date().toISOString()),
    await put(id, 10, inDays(-2)),
    await put(id, 10, inDays(3)),
    await put(id, 5, ago(60)),
  ]
  await dispatcher.ok(dispatch.assignArrangements, { ids: [left] })
  await dispatcher.ok(dispatch.departArrangements, { ids: [left], at: ago(1) })
  const shown = (await board()).trips
  expect(shown.map((trip) => trip.id).sort()).toEqual([today, before, left].sort())
  const trip = shown.find((one) => one.id === today)
  expect(trip).toMatchObject({ state: 'new', blocked: null, loadRate: '2.0' })
  expect(trip?.lines).toMatchObject([
    { waybillNo, pieces: 10, weight: '100.000', load: 1, unload: 2, unloadOutletId: freight.guangzhou },
  ])
  expect(trip?.stops.map(({ seq, outletId }) => [seq, outletId])).toEqual([
    [1, freight.hangzhou],
    [2, freight.guangzhou],
  ])
  // The board's own right is enough for its acts.
  expect(isAble(trip, 'assign') && isAble(trip, 'change')).toBe(true)
  expect((await board(dispatcher, { date: dayOf(inDays(3)) })).trips.map((one) => one.id)).toEqual([later])
  expect((await board(dispatcher, { outletId: freight.guangzhou })).trips).toHaveLength(3)
})

it('[RT-16/carArrange] says of each vehicle that may not go why: papers, disabled, its driver, away', async () => {
  const expired = await addVehicle({ inspection_expiry: '2026-01-02' })
  const disabled = await addVehicle({ enabled: false })
  const bad = await addVehicle({ driver_id: await freight.addDriver('旧证', { licence_expiry: '2026-01-03' }) })
  const away = await addVehicle()
  const { id } = await lie(4)
  const trip = await put(id, 2, ago(30), { vehicleId: away, driverId: freight.driver })
  await dispatcher.ok(dispatch.assignArrangements, { ids: [trip] })
  await dispatcher.ok(dispatch.departArrangements, { ids: [trip], at: ago(1) })
  const { vehicles: all } = await board()
  const of = (vehicle: number) => all.find((one) => one.id === vehicle)
  expect(of(expired)?.blocked).toMatch(/2026-01-02/)
  expect(of(disabled)?.blocked).toBeTruthy()
  expect(of(bad)).toMatchObject({ blocked: null, driverBlocked: expect.stringMatching(/2026-01-03/) })
  expect(of(away)?.blocked).toMatch(/^正在执行 PC/)
  const line = from(id, 1)
  const on = { driverId: driver, planAt: inDays(0), lines: [line] }
  expect((await dispatcher.refused(dispatch.arrangeOnto, { ...on, vehicleId: expired })).fields?.[0]?.path).toBe(
    'vehicleId',
  )
  // A trip whose vehicle's papers have run out since.
  const stale = await addVehicle()
  const planned = await put(id, 1, inDays(0), { vehicleId: stale })
  await world.db.updateTable('vehicle').set({ insurance_expiry: '2026-01-04' }).where('id', '=', stale).execute()
  const row = (await board()).trips.find((one) => one.id === planned)
  expect(row?.blocked).toMatch(/2026-01-04/)
  expect(isAble(row, 'assign')).toBe(false)
})

it('[RT-16/carArrange] another outlet’s trips and waiting pieces are not on it; its mark changes when what waits does, and only then', async () => {
  const { id } = await lie(6)
  const before = await board()
  expect(await board()).toEqual(before)
  const foreign = await board(elsewhere)
  expect(foreign.trips).toEqual([])
  expect(foreign.waiting).toBe('0.0')
  expect((await elsewhere.ok(dispatch.getWaiting, { byVehicle: true })).rows).toEqual([])
  await put(id, 2, inDays(0))
  expect((await board()).waiting).not.toBe(before.waiting)
  // Of a customer who has nothing here.
  expect((await board(dispatcher, { customerId: freight.hengda })).waiting).toBe('0.0')
  expect((await board(elsewhere)).waiting).toBe('0.0')
})

it('[RT-16/carArrange] says of what was chosen and waits no more who has it and on what; of another outlet’s waybill nothing', async () => {
  const [a, b] = [await lie(2), await lie(3)]
  await put(a.id, 2, inDays(1))
  const office = (await world.person('wonders', { rights: 'all', outletId: freight.hangzhou })).client
  const said = (by: Client) => by.ok(getTaken, { ids: [a.id, b.id] })
  expect(await said(office)).toMatchObject([
    { no: a.waybillNo, reason: 'dispatch.takenBy', msg: expect.stringMatching(/^boarder 已安排到 PC\d+/) },
    { no: b.waybillNo, reason: 'dispatch.waitsNoMore' },
  ])
  expect(await said(elsewhere)).toEqual([])
})

it('[RT-16/carArrange] offers what a vehicle takes on, with whose it is and where, not what is fetched or brought in; by the outlet that arranges it', async () => {
  const fetched = await lie(3, { deliveryWay: 'selfPickup' })
  const brought = await freight.waybill(dispatcher, 2, { pickupWay: 'dropOff' } as never)
  const sent = await freight.waybill(dispatcher, 2, { pickupWay: 'pickup' } as never)
  const ids = [fetched.id, brought.id, sent.id]
  const rows = (await dispatcher.ok(dispatch.getWaiting, { ids, byVehicle: true })).rows
  expect(rows.map((row) => row.id)).toContain(sent.id)
  expect(rows.map((row) => row.nextLeg)).not.toContain('checkIn')
  expect(rows.find((row) => row.id === sent.id)).toMatchObject({
    shipperName: '王志强',
    shipperRegionName: expect.stringMatching(/余杭区$/),
    shipperAddress: '仓前街道良睦路1399号3幢',
    consigneeRegion: '440111',
    outletId: freight.hangzhou,
  })
  const by = async (byOutletId: number) => (await dispatcher.ok(dispatch.getWaiting, { ids, byOutletId })).rows.length
  expect(await by(freight.hangzhou)).toBe(3)
  expect(await by(freight.guangzhou)).toBe(0)
})

it('[RT-16/carArrange] whoever may only look sees the board and arranges nothing', async () => {
  const looks = (await world.person('looks', { rights: { carArrange: 'browse' } })).client
  const { id } = await lie(2)
  expect((await board(looks)).trips.every(({ actions }) => actions.length === 0)).toBe(true)
  const on = { vehicleId: await addVehicle(), driverId: driver, planAt: inDays(0), lines: [from(id, 1)] }
  expect((await looks.refused(dispatch.arrangeOnto, on)).code).toBe(403)
  const [line] = (await board()).trips.flatMap(({ lines }) => lines)
  expect((await looks.refused(dispatch.removeLines, { ids: [line?.lineId as number] })).code).toBe(403)
})
