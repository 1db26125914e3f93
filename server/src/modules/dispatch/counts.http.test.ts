import * as dispatch from '@xunyun/contract/dispatch/calls'
import * as specials from '@xunyun/contract/dispatch/special'
import { isAble } from '@xunyun/contract/kernel/ability'
import * as calls from '@xunyun/contract/waybills/calls'
import { getTracks } from '@xunyun/contract/waybills/tracks'
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

it('[T10] [T13] a dedicated line arrives at our outlet with fewer: the rest stays with it, a case, until it is brought in; undone like a trip’s', async () => {
  const waybill = await freight.waybill(office, 6)
  await office.ok(calls.checkInWaybills, { ids: [waybill.id] })
  const { id } = await office.ok(specials.createSpecial, {
    carrierId: await world.company('安达清点专线', ['special']),
    fromOutletId: freight.hangzhou,
    ends: 'outlet',
    toOutletId: freight.guangzhou,
    lines: [{ waybillId: waybill.id, fromPlace: 'outlet', fromId: freight.hangzhou, pieces: 6 }],
    handOver: true,
  })
  const seen = () => office.ok(specials.getSpecial, { id })
  const lineId = (await seen()).lines[0]?.lineId as number
  const arrive = async (pieces: number) =>
    (await office.ok(specials.arriveSpecials, { ids: [id], unloaded: [{ lineId, pieces }] })).refused[0]?.reason
  expect(await arrive(7)).toBe('dispatch.fewerHere')
  expect(await arrive(0)).toBe('dispatch.nothingCame')
  expect(await arrive(4)).toBeUndefined()
  const came = await seen()
  expect(came).toMatchObject({ state: 'arrived', left: 2, undoes: 'arrive' })
  expect([isAble(came, 'bringIn'), isAble(came, 'giveBack')]).toEqual([true, false])
  expect(await piecesOf(world, waybill.id)).toEqual({ [`outlet:${freight.guangzhou}`]: 4, [`arrangement:${id}`]: 2 })
  expect(await stateOf(world, waybill.id)).toMatchObject({ state: 'inTransit', exception_count: 1 })
  const back = { id, outletId: freight.hangzhou, reason: '退', lines: [{ waybillId: waybill.id, pieces: 1 }] }
  expect((await office.refused(specials.giveBackSpecial, back)).reason).toBe('dispatch.broughtInThere')
  const found = (pieces: number) => ({ id, outletId: freight.guangzhou, lines: [{ lineId, pieces }] })
  expect((await office.refused(specials.bringInSpecial, found(3))).fields).toMatchObject([
    { path: 'lines.0.pieces', reason: 'dispatch.fewerHere' },
  ])
  await office.ok(specials.bringInSpecial, found(1))
  expect(await seen()).toMatchObject({ state: 'arrived', left: 1, undoes: 'bringIn' })
  await office.ok(specials.bringInSpecial, found(1))
  expect(await seen()).toMatchObject({ state: 'signed', left: 0, undoes: 'bringIn' })
  for (const left of [1, 2]) {
    await office.ok(specials.undoSpecial, { id, reason: '点错' })
    expect(await seen()).toMatchObject({ state: 'arrived', left })
  }
  await office.ok(specials.undoSpecial, { id, reason: '点错' })
  expect(await seen()).toMatchObject({ state: 'handedOver', left: 6, arrivedAt: null })
  expect(await stateOf(world, waybill.id)).toMatchObject({ exception_count: 0 })
})

it('[T3] a customer reads what came as it stands: no 撤销, nothing that was taken back, and 补到 as an arrival', async () => {
  const { id, first, a } = await trip(3, 1)
  const customer = (
    await world.person('yunfan', { rights: { allWayBill: 'browse' }, scope: 'customer', companies: [freight.yunfan] })
  ).client
  const depart = () => office.ok(dispatch.departArrangements, { ids: [id], at: ago(100) })
  await depart()
  await office.ok(dispatch.undoArrangement, { id, reason: '没装完' })
  await depart()
  const arrive = (at: string) =>
    office.ok(dispatch.arriveArrangements, { ids: [id], at, unloaded: [{ lineId: a, pieces: 2 }] })
  await arrive(ago(90))
  await office.ok(dispatch.undoArrangement, { id, reason: '点错' })
  await arrive(ago(80))
  const found = { id, outletId: freight.guangzhou, lines: [{ lineId: a, pieces: 1 }] }
  await office.ok(dispatch.bringIn, found)
  await office.ok(dispatch.undoArrangement, { id, reason: '不是这件' })
  await office.ok(dispatch.bringIn, found)
  const { events } = await customer.ok(calls.getWaybillEvents, { id: first })
  const told = events.map(({ type, params }) => `${type} ${params.pieces ?? ''}`).reverse()
  expect(told.slice(told.indexOf('checkedIn 3'))).toEqual(['checkedIn 3', 'departed 3', 'arrived 2', 'arrived 1'])
  const waybillNo = (await office.ok(dispatch.getArrangement, { id })).lines[0]?.waybillNo as string
  const { id: seen } = await customer.ok(calls.getWaybill, { no: waybillNo })
  const { tracks } = await customer.ok(getTracks, { waybillId: seen })
  expect(tracks.map(({ node, text }) => `${node} ${text}`).sort()).toEqual([
    'arrive 1',
    'arrive 2',
    'checkIn 3',
    'depart 3',
    'placed 3',
  ])
  const ours = (await office.ok(calls.getWaybillEvents, { id: first })).events.map(({ type }) => type)
  for (const type of ['departureUndone', 'arrivalUndone', 'bringInUndone', 'broughtIn']) expect(ours).toContain(type)
  // A waybill's own act, taken back and done anew.
  const again = await freight.waybill(office, 2)
  await office.ok(calls.checkInWaybills, { ids: [again.id] })
  await office.ok(calls.undoWaybill, { id: again.id, reason: '没到' })
  const types = async () => (await customer.ok(calls.getWaybillEvents, { id: again.id })).events.map(({ type }) => type)
  expect(await types()).not.toContain('checkedIn')
  await office.ok(calls.checkInWaybills, { ids: [again.id] })
  expect((await types()).filter((type) => type === 'checkedIn')).toHaveLength(1)
})

it('[RT-16/specialDelivery] of a number that does not wait here: where its pieces lie, free, planned and aboard, and on what', async () => {
  const waybill = await freight.waybill(office, 9)
  const where = async (by = office) => by.ok(dispatch.getWhereabouts, { no: waybill.waybillNo.toLowerCase() })
  expect(await where()).toEqual({
    no: waybill.waybillNo,
    places: [{ place: 'shipper', name: '', pieces: 9, on: null }],
  })
  await office.ok(calls.checkInWaybills, { ids: [waybill.id] })
  const line = (pieces: number) => [
    { waybillId: waybill.id, fromPlace: 'outlet' as const, fromId: freight.hangzhou, pieces },
  ]
  const handOut = async (pieces: number, handOver: boolean) =>
    office.ok(specials.createSpecial, {
      carrierId: await world.company(`安达${pieces}专线`, ['special']),
      fromOutletId: freight.hangzhou,
      ends: 'outlet',
      toOutletId: freight.guangzhou,
      lines: line(pieces),
      handOver,
    })
  const [planned, gone] = [await handOut(3, false), await handOut(2, true)]
  expect((await where())?.places).toEqual([
    { place: 'arrangement', name: '', pieces: 2, on: gone.arrangementNo },
    { place: 'outlet', name: '杭州总站', pieces: 4, on: null },
    { place: 'outlet', name: '杭州总站', pieces: 3, on: planned.arrangementNo },
  ])
  const other = await world.outlet('别处站')
  const stranger = await world.person('stranger', {
    rights: 'all',
    scope: 'outlet',
    companies: [other],
    outletId: other,
  })
  expect(await where(stranger.client)).toBeNull()
})

it('[RT-16/arrangeList] a trip says of each line it delivers what was signed and refused, also once the rest is back', async () => {
  const { id: waybillId } = await freight.waybill(office, 6)
  await office.ok(calls.checkInWaybills, { ids: [waybillId], at: ago(200) })
  const { id } = await office.ok(dispatch.createArrangement, {
    type: 'delivery',
    vehicleId: await freight.addVehicle('浙C19999'),
    driverId: await freight.addDriver('送到'),
    planAt: new Date(Date.now() + 3_600_000).toISOString(),
    lines: [{ waybillId, fromPlace: 'outlet', fromId: freight.hangzhou, pieces: 6 }],
    assign: true,
  })
  const delivered = async () => (await office.ok(dispatch.getArrangement, { id })).lines[0]?.delivered
  await office.ok(dispatch.departArrangements, { ids: [id], at: ago(100) })
  expect(await delivered()).toEqual({ signed: 0, refused: 0 })
  const signed = { id: waybillId, signed: 3, refused: 1, refuseReason: '破损', signer: '罗燕', signedAt: ago(50) }
  await office.ok(calls.signWaybill, signed)
  expect(await delivered()).toEqual({ signed: 3, refused: 1 })
  await office.ok(dispatch.arriveArrangements, { ids: [id], at: ago(10) })
  expect(await delivered()).toEqual({ signed: 3, refused: 1 })
})
