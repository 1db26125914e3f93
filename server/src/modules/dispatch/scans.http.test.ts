import { randomUUID } from 'node:crypto'
import * as dispatch from '@xunyun/contract/dispatch/calls'
import { getScanTrips, getTripScan, syncTripScans, type TripScanInput } from '@xunyun/contract/dispatch/scan'
import * as calls from '@xunyun/contract/waybills/calls'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ago, type Freight, openFreight, piecesOf, stateOf } from '../../../test/freight.ts'
import { type Client, openWorld, type World } from '../../../test/world.ts'

let world: World
let freight: Freight
let office: Client
let keeper: Client
let far: Client
beforeAll(async () => {
  world = await openWorld()
  freight = await openFreight(world)
  office = (await world.person('office', { rights: 'all', outletId: freight.hangzhou })).client
  const rights = { arrangeScan: 'edit' } as const
  keeper = (await world.person('keeper', { rights, outletId: freight.hangzhou })).client
  far = (
    await world.person('far', { rights, scope: 'outlet', companies: [freight.guangzhou], outletId: freight.guangzhou })
  ).client
})
afterAll(() => world.close())

let count = 0
const lie = async (pieces: number) => {
  const waybill = await freight.waybill(office, pieces)
  await office.ok(calls.checkInWaybills, { ids: [waybill.id], at: ago(500) })
  return waybill
}
/** An assigned trip 杭州 → 广州. */
const trip = (...cargo: { id: number; pieces: number }[]) => tripTo(freight.guangzhou, ...cargo)
async function tripTo(toOutletId: number, ...cargo: { id: number; pieces: number }[]) {
  count += 1
  const made = await office.ok(dispatch.createArrangement, {
    type: 'trunk',
    vehicleId: await freight.addVehicle(`浙P${String(10000 + count)}`),
    driverId: await freight.addDriver(`扫${count}`),
    fromOutletId: freight.hangzhou,
    toOutletId,
    planAt: new Date(Date.now() + 3_600_000).toISOString(),
    lines: cargo.map(({ id, pieces }) => ({
      waybillId: id,
      fromPlace: 'outlet' as const,
      fromId: freight.hangzhou,
      pieces,
    })),
    assign: true,
  })
  return { id: made.id, no: made.arrangementNo }
}
const act = (
  id: number,
  [seq, work]: [number, TripScanInput['work']],
  number: string | undefined,
  more: object = {},
): TripScanInput =>
  ({
    actId: randomUUID(),
    id,
    seq,
    work,
    act: number === undefined ? 'close' : 'count',
    number,
    at: ago(1),
    ...more,
  }) as TripScanInput
const send = async (acts: TripScanInput[], by = keeper) =>
  (await by.ok(syncTripScans, { acts })).map(({ outcome, reason }) => reason ?? outcome)
const load: [number, 'load'] = [1, 'load']
const unload: [number, 'unload'] = [2, 'unload']

it('[T17] what was scanned is what is loaded; a label counts once, a waybill number as many as are said, the rest is left behind', async () => {
  const [a, b] = [await lie(5), await lie(4)]
  const { id, no } = await trip({ id: a.id, pieces: 5 }, { id: b.id, pieces: 4 })
  expect((await keeper.ok(getScanTrips, {})).map((one) => one.arrangementNo)).toContain(no)
  expect(await keeper.ok(getTripScan, { no })).toMatchObject({ now: { seq: 1, work: 'load' }, blocked: null })
  const first = act(id, load, `${a.waybillNo}-001`)
  expect(await send([first, first, { ...first, actId: randomUUID() }])).toEqual([
    'done',
    'again',
    'dispatch.scannedBefore',
  ])
  expect(
    await send([
      act(id, load, `${a.waybillNo}-006`),
      act(id, load, `${a.waybillNo}-002`),
      act(id, load, a.waybillNo),
      act(id, load, a.waybillNo, { pieces: 4 }),
      act(id, load, a.waybillNo, { pieces: 2 }),
      act(id, load, b.waybillNo.toLowerCase(), { pieces: 3 }),
      act(id, load, '6901234567890'),
      act(id, unload, a.waybillNo, { pieces: 1 }),
    ]),
  ).toEqual([
    'dispatch.noSuchPiece',
    'done',
    'field.required',
    'dispatch.scannedAll',
    'done',
    'done',
    'field.invalid',
    'dispatch.scanStop',
  ])
  // Counted by mistake, and scanned again.
  const label = `${a.waybillNo}-002`
  expect(
    await send([act(id, load, label, { act: 'take' }), act(id, load, label, { act: 'take' }), act(id, load, label)]),
  ).toEqual(['done', 'dispatch.notScanned', 'done'])
  const seen = (await keeper.ok(getTripScan, { no })).lines.find(({ waybillId }) => waybillId === a.id)
  expect(seen).toMatchObject({ pieces: 5, counted: 2, labels: [1, 2] })
  expect(await send([act(id, load, undefined)])).toEqual(['done'])
  expect(await piecesOf(world, a.id)).toEqual({ [`outlet:${freight.hangzhou}`]: 1, [`arrangement:${id}`]: 4 })
  expect(await stateOf(world, b.id)).toMatchObject({ unarranged: 1 })
  // Undone, it is scanned anew.
  await office.ok(dispatch.undoArrangement, { id, reason: '没装完' })
  expect((await keeper.ok(getTripScan, { no })).lines.every((line) => line.counted + line.labels.length === 0)).toBe(
    true,
  )
})

it('[T17] 卸货: what did not come off is missing, with a case; two devices count a piece once, whoever is first', async () => {
  const a = await lie(6)
  const { id, no } = await trip({ id: a.id, pieces: 6 })
  await office.ok(dispatch.departArrangements, { ids: [id], at: ago(60) })
  expect(await keeper.ok(getTripScan, { no })).toMatchObject({ now: { seq: 2, work: 'unload' } })
  const labels = [1, 2, 3, 4, 5].map((piece) => `${a.waybillNo}-${String(piece).padStart(3, '0')}`)
  const [one, two] = await Promise.all([
    send(
      labels.map((label) => act(id, unload, label)),
      far,
    ),
    send(
      labels.map((label) => act(id, unload, label)),
      far,
    ),
  ])
  for (const [index] of labels.entries())
    expect([one[index], two[index]].sort()).toEqual(['dispatch.scannedBefore', 'done'])
  const last = act(id, unload, undefined)
  const both = await Promise.all([send([last], far), send([last], far)])
  expect(both.flat().sort()).toEqual(['again', 'done'])
  expect(await piecesOf(world, a.id)).toEqual({ [`outlet:${freight.guangzhou}`]: 5, [`arrangement:${id}`]: 1 })
  expect(await stateOf(world, a.id)).toMatchObject({ exception_count: 1 })
})

it('[T10] [T17] whoever unloads by scan at an outlet brings in there what was missing, and tells of what was too many when the stop is closed', async () => {
  const [a, b] = [await lie(3), await lie(1)]
  const { id, no } = await trip({ id: a.id, pieces: 3 })
  await office.ok(dispatch.departArrangements, { ids: [id], at: ago(60) })
  expect(await send([act(id, unload, a.waybillNo, { pieces: 2 }), act(id, unload, undefined)], far)).toEqual([
    'done',
    'done',
  ])
  expect(await far.ok(getTripScan, { no })).toMatchObject({ now: null, missing: 1 })
  const origin = (
    await world.person('origin', {
      rights: { arrangeScan: 'edit' },
      scope: 'outlet',
      companies: [freight.hangzhou],
      outletId: freight.hangzhou,
    })
  ).client
  // Scanned without the network, it is answered when the arrival has been sent.
  const tooMany = (number: string) => act(id, unload, number, { act: 'extra' })
  expect(await send([tooMany(`${b.waybillNo}-001`)], origin)).toEqual(['dispatch.otherOutletActs'])
  expect(await send([tooMany(`${b.waybillNo}-001`), act(id, unload, `${b.waybillNo}-001`)], office)).toEqual([
    'done',
    'dispatch.scanStop',
  ])
  expect(await stateOf(world, b.id)).toMatchObject({ exception_count: 1 })
  const { lines } = await office.ok(dispatch.getArrangement, { id })
  const found = { id, outletId: freight.guangzhou, lines: [{ lineId: lines[0]?.lineId as number, pieces: 1 }] }
  expect((await origin.refused(dispatch.bringIn, found)).reason).toBe('dispatch.otherOutletActs')
  await far.ok(dispatch.bringIn, found)
  expect(await far.ok(getTripScan, { no })).toMatchObject({ missing: 0 })
  expect(await piecesOf(world, a.id)).toEqual({ [`outlet:${freight.guangzhou}`]: 3 })
})

it('[T17] what is not on the trip joins it where it is free here, else it is a case 多货', async () => {
  const [a, b] = [await lie(2), await lie(3)]
  const { id, no } = await trip({ id: a.id, pieces: 2 })
  const label = `${b.waybillNo}-001`
  const [answer] = await keeper.ok(syncTripScans, { acts: [act(id, load, label)] })
  expect(answer).toMatchObject({ outcome: 'refused', reason: 'dispatch.notOnTrip', free: 3 })
  expect(await send([act(id, load, label, { act: 'join' })])).toEqual(['done'])
  const now = await keeper.ok(getTripScan, { no })
  expect(now.lines.find(({ waybillId }) => waybillId === b.id)).toMatchObject({ pieces: 1, labels: [1] })
  // One more of it, which is beyond what the trip has by now.
  const second = `${b.waybillNo}-002`
  expect(await send([act(id, load, second), act(id, load, second, { act: 'join' })])).toEqual([
    'dispatch.scannedAll',
    'done',
  ])
  const both = (await keeper.ok(getTripScan, { no })).lines.filter(({ waybillId }) => waybillId === b.id)
  expect(both.reduce((sum, { pieces }) => sum + pieces, 0)).toBe(2)
  expect(both[0]).toMatchObject({ labels: [1, 2] })
  const c = await lie(2)
  await trip({ id: c.id, pieces: 2 })
  expect(await send([act(id, load, `${c.waybillNo}-001`)])).toEqual(['dispatch.notAnyOfOurs'])
  expect(await send([act(id, load, `${c.waybillNo}-001`, { act: 'extra' })])).toEqual(['done'])
  expect(await stateOf(world, c.id)).toMatchObject({ exception_count: 1 })
})

it('[T17] a device whose clock is ahead or behind keeps nobody from loading: the time is the server’s then', async () => {
  const a = await lie(1)
  const { id } = await trip({ id: a.id, pieces: 1 })
  const ahead = new Date(Date.now() + 3_600_000).toISOString()
  expect(await send([act(id, load, `${a.waybillNo}-001`, { at: ahead }), act(id, load, undefined)])).toEqual([
    'done',
    'done',
  ])
  const behind = { at: ago(10_000) }
  const acts = [act(id, unload, `${a.waybillNo}-001`, behind), act(id, unload, undefined, behind)]
  expect(await send(acts, far)).toEqual(['done', 'done'])
  const trips = await world.db
    .selectFrom('arrangement')
    .select(['depart_at', 'arrive_at'])
    .where('id', '=', id)
    .execute()
  expect(Date.parse(String(trips[0]?.arrive_at))).toBeGreaterThanOrEqual(Date.parse(String(trips[0]?.depart_at)))
  const scans = await world.db.selectFrom('piece_scan').select('at').where('arrangement_id', '=', id).execute()
  for (const { at } of scans) expect(Math.abs(Date.now() - Date.parse(String(at)))).toBeLessThan(300_000)
})

it('[T1] only where it happens, and nobody without the right or outside the trip', async () => {
  const a = await lie(2)
  const { id, no } = await trip({ id: a.id, pieces: 2 })
  expect((await far.ok(getTripScan, { no })).blocked).not.toBeNull()
  expect(await send([act(id, load, `${a.waybillNo}-001`)], far)).toEqual(['dispatch.otherOutletActs'])
  const elsewhere = await world.outlet('别处')
  const strange = (
    await world.person('strange', {
      rights: { arrangeScan: 'edit' },
      scope: 'outlet',
      companies: [elsewhere],
      outletId: elsewhere,
    })
  ).client
  expect((await strange.refused(getTripScan, { no })).code).toBe(404)
  expect(await send([act(id, load, `${a.waybillNo}-001`)], strange)).toEqual(['kernel.notFound'])
  const none = (await world.person('none', { rights: { arrangeList: 'edit' } })).client
  expect((await none.refused(getTripScan, { no })).code).toBe(403)
})

/** A trip 杭州 → 武汉中转 → 广州 with these for 广州, waiting at 武汉中转. */
async function atWuhan(wuhan: number, cargo: readonly { id: number; pieces: number }[], loadKg?: string) {
  count += 1
  const made = await office.ok(dispatch.createArrangement, {
    vehicleId: await freight.addVehicle(`浙P${String(10000 + count)}`, loadKg === undefined ? {} : { load_kg: loadKg }),
    driverId: await freight.addDriver(`扫${count}`),
    planAt: new Date(Date.now() + 3_600_000).toISOString(),
    stops: [freight.hangzhou, wuhan, freight.guangzhou].map((outletId) => ({ kind: 'outlet' as const, outletId })),
    lines: cargo.map(({ id, pieces }) => ({
      waybillId: id,
      fromPlace: 'outlet' as const,
      fromId: freight.hangzhou,
      pieces,
      load: 1,
      unload: 3,
    })),
    assign: true,
  })
  await office.ok(dispatch.departArrangements, { ids: [made.id], at: ago(120) })
  await office.ok(dispatch.reachStop, { id: made.id, seq: 2, at: ago(60) })
  return { id: made.id, no: made.arrangementNo }
}
const at2: [number, 'load'] = [2, 'load']

it('[T17] a piece that lies free where the trip has come to joins it there, to its own stop ahead, and leaves with it', async () => {
  const wuhan = await world.outlet('武汉联运')
  const [a, b] = [await lie(2), await freight.waybill(office, 5)]
  await office.ok(calls.checkInWaybills, { ids: [b.id], outletId: wuhan, at: ago(500) })
  const { id, no } = await atWuhan(wuhan, [{ id: a.id, pieces: 2 }])
  const label = (piece: number) => `${b.waybillNo}-00${piece}`
  const [answer] = await office.ok(syncTripScans, { acts: [act(id, at2, label(1))] })
  expect(answer).toMatchObject({ reason: 'dispatch.notOnTrip', free: 5 })
  const joining = { act: 'join' } as const
  expect(
    await send(
      [
        act(id, at2, label(1), joining),
        act(id, at2, label(2), joining),
        act(id, at2, b.waybillNo, { ...joining, pieces: 2 }),
        act(id, at2, b.waybillNo, { ...joining, pieces: 2 }),
      ],
      office,
    ),
  ).toEqual(['done', 'done', 'done', 'dispatch.notAnyOfOurs'])
  const now = await office.ok(getTripScan, { no })
  expect(now.lines).toMatchObject([{ waybillId: b.id, pieces: 4, labels: [1, 2], counted: 2 }])
  expect(await send([act(id, at2, undefined)], office)).toEqual(['done'])
  expect(await piecesOf(world, b.id)).toEqual({ [`outlet:${wuhan}`]: 1, [`arrangement:${id}`]: 4 })
  const detail = await office.ok(dispatch.getArrangement, { id })
  expect(detail.lines.find(({ waybillId }) => waybillId === b.id)).toMatchObject({ load: 2, unload: 3, pieces: 4 })
})

it('[T17] part of what is aboard lies free at a stop: it joins there; too heavy for the rest of the way it does not, but by the right', async () => {
  const wuhan = await world.outlet('武汉分批')
  const a = await lie(6)
  const { id: first } = await tripTo(wuhan, { id: a.id, pieces: 2 })
  await office.ok(dispatch.departArrangements, { ids: [first], at: ago(300) })
  await office.ok(dispatch.arriveArrangements, { ids: [first], at: ago(200) })
  const { id, no } = await atWuhan(wuhan, [{ id: a.id, pieces: 4 }], '45')
  expect((await office.ok(getTripScan, { no })).others).toEqual([])
  const join = (more: object = {}) => act(id, at2, `${a.waybillNo}-005`, { act: 'join', ...more })
  expect(await send([join()], office)).toEqual(['dispatch.overweight'])
  expect(await send([join({ overload: true })], keeper)).not.toEqual(['done'])
  expect(await send([join({ overload: true })], office)).toEqual(['done'])
})

it('[T17] taken back, what joined is planned on the trip no more; what was planned before stays', async () => {
  const [a, b] = [await lie(3), await lie(4)]
  const { id, no } = await trip({ id: a.id, pieces: 2 }, { id: b.id, pieces: 4 })
  const label = `${a.waybillNo}-003`
  const pieces = async () => (await keeper.ok(getTripScan, { no })).lines.map((line) => line.pieces)
  expect(await send([act(id, load, `${a.waybillNo}-001`), act(id, load, label, { act: 'join' })])).toEqual([
    'done',
    'done',
  ])
  expect(await pieces()).toEqual([3, 4])
  expect(await send([act(id, load, label, { act: 'take' })])).toEqual(['done'])
  expect(await pieces()).toEqual([2, 4])
  expect(await stateOf(world, a.id)).toMatchObject({ unarranged: 1 })
  const c = await lie(5)
  expect(await send([act(id, load, c.waybillNo, { act: 'join', pieces: 3 })])).toEqual(['done'])
  expect(await send([act(id, load, c.waybillNo, { act: 'take', pieces: 1 })])).toEqual(['done'])
  expect(await pieces()).toEqual([2, 4, 2])
  expect(await send([act(id, load, c.waybillNo, { act: 'take', pieces: 2 })])).toEqual(['done'])
  expect(await pieces()).toEqual([2, 4])
  expect(await stateOf(world, c.id)).toMatchObject({ unarranged: 5 })
  // A planned piece that was counted by mistake stays planned.
  expect(await send([act(id, load, `${a.waybillNo}-001`, { act: 'take' })])).toEqual(['done'])
  expect(await pieces()).toEqual([2, 4])
})

it('[T17] a stop is not closed behind a scan of it that was refused; what another device counted holds nothing up', async () => {
  const a = await lie(3)
  const { id } = await trip({ id: a.id, pieces: 3 })
  const label = (piece: number) => `${a.waybillNo}-00${piece}`
  const close = act(id, load, undefined)
  expect(await send([act(id, load, label(1)), act(id, load, label(7)), close])).toEqual([
    'done',
    'dispatch.noSuchPiece',
    'dispatch.scansRefused',
  ])
  expect(await stateOf(world, a.id)).toMatchObject({ state: 'inStation' })
  expect(await send([act(id, load, label(1)), act(id, load, label(2)), { ...close, actId: randomUUID() }])).toEqual([
    'dispatch.scannedBefore',
    'done',
    'done',
  ])
  expect(await piecesOf(world, a.id)).toEqual({ [`outlet:${freight.hangzhou}`]: 1, [`arrangement:${id}`]: 2 })
})

it('[T17] an overloaded vehicle is sent by scan only by whoever may, asked for by name', async () => {
  const a = await lie(4)
  const { id } = await trip({ id: a.id, pieces: 4 })
  await sql`update vehicle set load_kg = 1 where id = (select vehicle_id from arrangement where id = ${id})`.execute(
    world.db,
  )
  const scanned = act(id, load, a.waybillNo, { pieces: 4 })
  expect(await send([scanned, act(id, load, undefined)], office)).toEqual(['done', 'dispatch.overweight'])
  expect(await send([act(id, load, undefined, { overload: true })])).toEqual(['dispatch.overweight'])
  expect(await send([act(id, load, undefined, { overload: true })], office)).toEqual(['done'])
})

it('[T17] what is on the trip for a later stop is not to be scanned at this one, and is no case either', async () => {
  const wuhan = await world.outlet('武汉中转')
  const [a, b] = [await lie(2), await lie(2)]
  count += 1
  const made = await office.ok(dispatch.createArrangement, {
    vehicleId: await freight.addVehicle(`浙P${String(10000 + count)}`),
    driverId: await freight.addDriver(`扫${count}`),
    planAt: new Date(Date.now() + 3_600_000).toISOString(),
    stops: [freight.hangzhou, wuhan, freight.guangzhou].map((outletId) => ({ kind: 'outlet' as const, outletId })),
    lines: [a, b].map(({ id }, index) => ({
      waybillId: id,
      fromPlace: 'outlet' as const,
      fromId: freight.hangzhou,
      pieces: 2,
      load: 1,
      unload: index + 2,
    })),
    assign: true,
  })
  await office.ok(dispatch.departArrangements, { ids: [made.id], at: ago(60) })
  expect(await office.ok(getTripScan, { no: made.arrangementNo })).toMatchObject({
    others: [{ waybillNo: b.waybillNo, stop: '广州白云站' }],
  })
  const label = `${b.waybillNo}-001`
  expect(await send([act(made.id, unload, label), act(made.id, unload, label, { act: 'extra' })], office)).toEqual([
    'dispatch.scanElsewhere',
    'dispatch.scanElsewhere',
  ])
  expect(await stateOf(world, b.id)).toMatchObject({ exception_count: 0 })
})
