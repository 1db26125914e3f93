import * as dispatch from '@xunyun/contract/dispatch/calls'
import { isAble } from '@xunyun/contract/kernel/ability'
import * as calls from '@xunyun/contract/waybills/calls'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ago, type Freight, openFreight, piecesOf, stateOf } from '../../../test/freight.ts'
import { type Client, openWorld, type World } from '../../../test/world.ts'

let world: World
let freight: Freight
let office: Client
beforeAll(async () => {
  world = await openWorld()
  freight = await openFreight(world)
  office = (await world.person('office', { rights: 'all', outletId: freight.hangzhou })).client
})
afterAll(() => world.close())

let count = 0
/** An assigned trunk trip 杭州 → 广州 with so many pieces of two waybills. */
async function trip(one: number, two: number) {
  count += 1
  const waybills = [await freight.waybill(office, one), await freight.waybill(office, two)] as const
  await office.ok(calls.checkInWaybills, { ids: waybills.map(({ id }) => id) })
  const { id } = await office.ok(dispatch.createArrangement, {
    type: 'trunk',
    vehicleId: await freight.addVehicle(`浙C${String(10000 + count)}`),
    driverId: await freight.addDriver(`点${count}`),
    fromOutletId: freight.hangzhou,
    toOutletId: freight.guangzhou,
    planAt: new Date(Date.now() + 3_600_000).toISOString(),
    lines: waybills.map((waybill, index) => ({
      waybillId: waybill.id,
      fromPlace: 'outlet' as const,
      fromId: freight.hangzhou,
      pieces: index === 0 ? one : two,
    })),
    assign: true,
  })
  const [a, b] = (await office.ok(dispatch.getArrangement, { id })).lines
  return { id, first: waybills[0].id, second: waybills[1].id, a: a?.lineId as number, b: b?.lineId as number }
}

it('[RT-16/arrangeList] 甩货: what was not loaded waits again, and undoing the departure plans only what was', async () => {
  const { id, first, second, a, b } = await trip(10, 4)
  const loaded = [
    { lineId: a, pieces: 8 },
    { lineId: b, pieces: 0 },
  ]
  const refused = async (counts: unknown) =>
    (await office.ok(dispatch.departArrangements, { ids: [id], loaded: counts } as never)).refused[0]?.reason
  expect(await refused([{ lineId: a, pieces: 11 }])).toBe('dispatch.fewerHere')
  expect(await refused([{ lineId: 999_999, pieces: 1 }])).toBe('field.id')
  expect(await refused(loaded.map(({ lineId }) => ({ lineId, pieces: 0 })))).toBe('dispatch.nothingLoaded')
  expect(await stateOf(world, first)).toMatchObject({ unarranged: 0 })
  await office.ok(dispatch.departArrangements, { ids: [id], at: ago(100), loaded })
  expect(await piecesOf(world, first)).toEqual({ [`outlet:${freight.hangzhou}`]: 2, [`arrangement:${id}`]: 8 })
  expect(await stateOf(world, first)).toMatchObject({ unarranged: 2 })
  expect(await stateOf(world, second)).toMatchObject({ state: 'inStation', unarranged: 4 })
  const gone = await office.ok(dispatch.getArrangement, { id })
  expect(gone).toMatchObject({ pieces: 8, weight: '80.000', waybills: 1 })
  const { events } = await office.ok(calls.getWaybillEvents, { id: second })
  expect(events[0]).toMatchObject({ type: 'leftBehind', params: { pieces: 4 } })
  await office.ok(dispatch.undoArrangement, { id, reason: '没走' })
  expect(await stateOf(world, first)).toMatchObject({ unarranged: 2 })
})

it('[T10] 少货: what did not come stays with the arrived trip and opens a case; 补到 brings it in, 完成 waits for it, and each is taken back', async () => {
  const { id, first, a } = await trip(10, 4)
  await office.ok(dispatch.departArrangements, { ids: [id], at: ago(100) })
  const unloaded = [{ lineId: a, pieces: 9 }]
  await office.ok(dispatch.arriveArrangements, { ids: [id], at: ago(60), unloaded })
  expect(await piecesOf(world, first)).toEqual({ [`outlet:${freight.guangzhou}`]: 9, [`arrangement:${id}`]: 1 })
  expect(await stateOf(world, first)).toMatchObject({ state: 'inTransit', state_pieces: 1, exception_count: 1 })
  const arrived = await office.ok(dispatch.getArrangement, { id })
  expect(arrived).toMatchObject({ state: 'arrived', missing: 1 })
  expect(isAble(arrived, 'finish')).toBe(false)
  expect((await office.ok(dispatch.finishArrangements, { ids: [id] })).refused[0]?.reason).toBe(
    'dispatch.unsignedPieces',
  )

  // The arrival is taken back with its case, and reported anew.
  await office.ok(dispatch.undoArrangement, { id, reason: '点错' })
  expect(await stateOf(world, first)).toMatchObject({ state: 'inTransit', state_pieces: 10, exception_count: 0 })
  await office.ok(dispatch.arriveArrangements, { ids: [id], at: ago(50), unloaded })

  const found = (pieces: number) => ({ id, outletId: freight.guangzhou, lines: [{ lineId: a, pieces }] })
  expect((await office.refused(dispatch.bringIn, found(2))).fields).toMatchObject([
    { path: 'lines.0.pieces', reason: 'dispatch.fewerHere' },
  ])
  expect((await office.refused(dispatch.bringIn, found(0))).fields[0]?.path).toBe('lines.0.pieces')
  await office.ok(dispatch.bringIn, found(1))
  expect(await piecesOf(world, first)).toEqual({ [`outlet:${freight.guangzhou}`]: 10 })
  const whole = await office.ok(dispatch.getArrangement, { id })
  expect(whole.actions.map(({ key }) => key)).toEqual(['finish', 'undoBringIn'])
  await office.ok(dispatch.undoArrangement, { id, reason: '还没找到' })
  expect(await office.ok(dispatch.getArrangement, { id })).toMatchObject({ state: 'arrived', missing: 1 })
  await office.ok(dispatch.bringIn, found(1))
  expect(await office.ok(dispatch.finishArrangements, { ids: [id] })).toEqual({ done: 1, refused: [] })
})
