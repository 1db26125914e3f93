import * as dispatch from '@xunyun/contract/dispatch/calls'
import * as couriers from '@xunyun/contract/dispatch/courier'
import * as specials from '@xunyun/contract/dispatch/special'
import * as calls from '@xunyun/contract/waybills/calls'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ago, type Freight, openFreight, piecesOf, stateOf } from '../../../test/freight.ts'
import { type Client, openWorld, type World } from '../../../test/world.ts'

let world: World
let freight: Freight
let clerk: Client
let office: Client
let line: number
let courier: number
let wuhan: number
beforeAll(async () => {
  world = await openWorld()
  freight = await openFreight(world)
  wuhan = await world.outlet('武汉网点')
  line = await world.company('安达浙粤专线', ['special'])
  courier = await world.company('顺达速运', ['courier'])
  clerk = (
    await world.person('clerk', {
      rights: 'all',
      outletId: freight.hangzhou,
      scope: 'outlet',
      companies: [freight.hangzhou],
    })
  ).client
  office = (await world.person('office', { rights: 'all' })).client
})
afterAll(() => world.close())

type Line = { waybillId: number; fromPlace: 'shipper' | 'outlet'; fromId: number; pieces: number }
const at = (outlet: number, waybillId: number, pieces: number): Line => ({
  waybillId,
  fromPlace: 'outlet',
  fromId: outlet,
  pieces,
})
/** A waybill whose pieces lie at 杭州. */
async function stored(pieces: number, over: Parameters<Freight['waybill']>[2] = {}) {
  const made = await freight.waybill(clerk, pieces, over)
  await clerk.ok(calls.checkInWaybills, { ids: [made.id] })
  return made
}
const handOut = (lines: Line[], over: Record<string, unknown> = {}) =>
  clerk.ok(specials.createSpecial, {
    carrierId: line,
    fromOutletId: freight.hangzhou,
    ends: 'station',
    toRegion: '440111',
    station: '白云物流园 A12',
    lines,
    ...over,
  })
const special = (id: number) => clerk.ok(specials.getSpecial, { id })
let express = 0
const parcel = (waybillId: number, pieces: number, over: Record<string, unknown> = {}) => {
  express += 1
  return {
    ...at(freight.hangzhou, waybillId, pieces),
    courierId: courier,
    courierNo: `SD${String(express).padStart(6, '0')}`,
    ...over,
  }
}
const send = async (waybillId: number, pieces: number, over: Record<string, unknown> = {}) =>
  (await clerk.ok(couriers.createCouriers, { parcels: [parcel(waybillId, pieces, over)], collect: true })).parcels[0]
    ?.id as number
const courierState = async (id: number) => (await clerk.ok(couriers.getCourier, { id })).state

describe('a dedicated line', () => {
  it('[RT-16/specialDelivery] [T13] carries pieces to its station, where they are signed; it is signed when nothing is left', async () => {
    const { id, waybillNo } = await stored(40)
    const made = await handOut([at(freight.hangzhou, id, 40)], { carrierNo: 'AD-1', receiptCopies: 2 })
    expect(made.arrangementNo).toMatch(/^ZX\d{11}$/)
    expect(await stateOf(world, id)).toMatchObject({ state: 'inStation', unarranged: 0 })
    expect(await clerk.ok(specials.handOverSpecials, { ids: [made.id], at: ago(300) })).toEqual({
      done: 1,
      refused: [],
    })
    expect(await stateOf(world, id)).toMatchObject({ state: 'inTransit', state_pieces: 40 })
    await clerk.ok(specials.arriveSpecials, { ids: [made.id], at: ago(200) })
    expect(await stateOf(world, id)).toMatchObject({ state: 'awaitingPickup' })
    expect((await special(made.id)).state).toBe('arrived')

    const { strands } = await clerk.ok(calls.getWaybill, { no: waybillNo })
    expect(strands).toEqual([{ from: `carrier:${made.id}`, name: made.arrangementNo, pieces: 40 }])
    await clerk.ok(calls.signWaybill, {
      id,
      from: `carrier:${made.id}`,
      signed: 37,
      refused: 3,
      refuseReason: '破损',
      signer: '陈国强',
      signedAt: ago(60),
    })
    expect(await special(made.id)).toMatchObject({ state: 'arrived', left: 3, lines: [{ left: 0, refused: 3 }] })
    await clerk.ok(specials.giveBackSpecial, {
      id: made.id,
      outletId: freight.guangzhou,
      reason: '送回广州',
      lines: [{ waybillId: id, refused: 3 }],
    })
    expect(await special(made.id)).toMatchObject({ state: 'signed', left: 0 })
    expect(await piecesOf(world, id)).toEqual({ consignee: 37, [`refused:${freight.guangzhou}`]: 3 })

    // Taken back in turn: what came back, then the signing; then the arrival goes too.
    expect(await special(made.id)).toMatchObject({ undoes: 'giveBack' })
    expect((await clerk.ok(specials.undoSpecial, { id: made.id, reason: '点错' })).id).toBe(made.id)
    expect(await special(made.id)).toMatchObject({ state: 'arrived', left: 3, undoes: 'arrive' })
    expect((await clerk.refused(specials.undoSpecial, { id: made.id, reason: '点错' })).reason).toBe(
      'dispatch.signedThere',
    )
    await clerk.ok(calls.undoWaybill, { id, reason: '签错' })
    await clerk.ok(specials.undoSpecial, { id: made.id, reason: '点错' })
    expect(await special(made.id)).toMatchObject({ state: 'handedOver', arrivedAt: null, left: 40, undoes: 'handOver' })
    expect(await stateOf(world, id)).toMatchObject({ state: 'inTransit' })
    await clerk.ok(specials.undoSpecial, { id: made.id, reason: '没交' })
    expect(await special(made.id)).toMatchObject({ state: 'new', handedAt: null, undoes: null })
    expect(await stateOf(world, id)).toMatchObject({ state: 'inStation', unarranged: 0 })
    await clerk.ok(specials.cancelSpecials, { ids: [made.id], reason: '不发了' })
    expect(await stateOf(world, id)).toMatchObject({ state: 'inStation', unarranged: 40 })
  })

  it('[T13] to an outlet of ours it is signed with its arrival, which that outlet reports; the waybill is seen there from the handing over', async () => {
    const { id } = await stored(10)
    const there = (
      await world.person('wuhan', {
        rights: { allWayBill: 'edit', specialList: 'edit', arrangedOrder: 'edit', haveArranged: 'browse' },
        outletId: wuhan,
        scope: 'outlet',
        companies: [wuhan],
      })
    ).client
    const made = await handOut([at(freight.hangzhou, id, 10)], {
      ends: 'outlet',
      toOutletId: wuhan,
      toRegion: undefined,
      station: undefined,
      handOver: true,
    })
    expect((await clerk.ok(specials.arriveSpecials, { ids: [made.id] })).refused[0]?.reason).toBe(
      'dispatch.otherOutletActs',
    )
    expect((await there.ok(calls.getWaybills, {})).rows.map((row) => row.id)).toEqual([id])
    await there.ok(specials.arriveSpecials, { ids: [made.id] })
    expect(await special(made.id)).toMatchObject({ state: 'signed', left: 0, undoes: 'arrive' })
    expect(await piecesOf(world, id)).toEqual({ [`outlet:${wuhan}`]: 10 })
    await clerk.ok(specials.undoSpecial, { id: made.id, reason: '误报' })
    expect(await special(made.id)).toMatchObject({ state: 'handedOver', left: 10 })
  })

  it('[T16] held cargo goes by line to an outlet of ours alone, or where the carrier waits for a notice', async () => {
    const { id } = await stored(2)
    await clerk.ok(calls.holdWaybill, { id, version: 1, reason: '款未到' })
    const lines = [at(freight.hangzhou, id, 2)]
    const asked = { carrierId: line, fromOutletId: freight.hangzhou, ends: 'door' as const, toRegion: '440111', lines }
    expect((await clerk.refused(specials.createSpecial, asked)).fields).toMatchObject([
      { path: 'lines.0.waybillId', reason: 'dispatch.heldOnLine' },
    ])
    await clerk.ok(specials.createSpecial, { ...asked, onNotice: true, handOver: true })
    expect(await stateOf(world, id)).toMatchObject({ state: 'inTransit' })
  })

  it('[RT-16/specialDelivery] says at its field what is wrong, and keeps nothing', async () => {
    const { id } = await stored(5)
    await handOut([at(freight.hangzhou, id, 1)], { carrierNo: 'AD-9' })
    const black = await world.company('老赖专线', ['special'])
    await world.db.updateTable('company').set({ blacklisted: true }).where('id', '=', black).execute()
    const late = await world.company('过期专线', ['special'])
    await world.db.updateTable('company').set({ permit_expiry: '2020-01-01' }).where('id', '=', late).execute()
    const asked = (over: object) => ({
      carrierId: line,
      fromOutletId: freight.hangzhou,
      ends: 'door',
      toRegion: '440111',
      lines: [at(freight.hangzhou, id, 1)],
      ...over,
    })
    const fields = async (over: object) =>
      (await clerk.refused(specials.createSpecial, asked(over))).fields.map(({ path, reason }) => `${path} ${reason}`)
    expect(await fields({ carrierId: courier })).toEqual(['carrierId field.id'])
    expect(await fields({ carrierId: black })).toEqual(['carrierId dispatch.carrierBlacklisted'])
    expect(await fields({ carrierId: late })).toEqual(['carrierId dispatch.paperExpired'])
    expect(await fields({ carrierNo: 'AD-9' })).toEqual(['carrierNo dispatch.carrierNoTaken'])
    expect(await fields({ toRegion: undefined })).toEqual(['toRegion field.required'])
    expect(await fields({ toRegion: '999999' })).toEqual(['toRegion field.region'])
    expect(await fields({ ends: 'station' })).toEqual(['station field.required'])
    expect(await fields({ ends: 'outlet', toOutletId: freight.yunfan })).toEqual(['toOutletId field.id'])
    expect(await fields({ ends: 'outlet', toOutletId: freight.hangzhou })).toEqual(['toOutletId dispatch.sameOutlet'])
    expect(await fields({ lines: [at(freight.hangzhou, id, 5)] })).toEqual(['lines.0.pieces dispatch.tooManyPieces'])
    expect(await fields({ lines: [at(freight.hangzhou, id, 2), at(freight.hangzhou, id, 4)] })).toEqual([
      'lines.1.pieces dispatch.tooManyPieces',
    ])
    expect(await fields({ lines: [{ ...at(0, id, 1), fromPlace: 'shipper' }] })).toEqual([
      'lines.0.fromPlace dispatch.notAtStart',
    ])
    expect(await fields({ lines: [at(freight.hangzhou, id, 0)] })).toEqual(['lines.0.pieces field.positive'])
    expect(await stateOf(world, id)).toMatchObject({ unarranged: 4 })
  })

  it('[T3] a customer reads of a line that it is a 干线, and finds neither its carrier nor its number anywhere', async () => {
    const { id, waybillNo } = await stored(6)
    const made = await handOut([at(freight.hangzhou, id, 6)], { carrierNo: 'AD-7700123456', handOver: true })
    await clerk.ok(specials.arriveSpecials, { ids: [made.id] })
    const customer = (
      await world.person('yunfan', { rights: { allWayBill: 'browse' }, scope: 'customer', companies: [freight.yunfan] })
    ).client
    const detail = await customer.ok(calls.getWaybill, { no: waybillNo })
    const events = await customer.ok(calls.getWaybillEvents, { id })
    expect(detail.legs).toMatchObject([
      { kind: 'vehicle', type: 'trunk', arrangementNo: '', state: 'arrived', toName: '广州', ends: 'station' },
    ])
    for (const text of [detail, events].map((one) => JSON.stringify(one)))
      for (const secret of [made.arrangementNo, '安达', 'AD-7700123456', '白云物流园', 'carrier:'])
        expect(text).not.toContain(secret)
    for (const q of [made.arrangementNo, 'AD-7700123456', '安达'])
      expect((await customer.ok(calls.getWaybills, { q })).rows).toEqual([])
    expect((await customer.refused(specials.getSpecial, { id: made.id })).code).toBe(403)
  })
})

describe('a courier', () => {
  it('[T3] a customer finds his waybill by the express number, as long as the parcel stands, and nobody else does', async () => {
    const { id } = await stored(2)
    const made = await send(id, 2)
    const { courierNo } = await clerk.ok(couriers.getCourier, { id: made })
    const customer = async (account: string, company: number) =>
      (
        await world.person(account, {
          rights: { allWayBill: 'browse' },
          scope: 'customer',
          companies: [company],
        })
      ).client
    const [owner, other] = [
      await customer('owner', freight.yunfan),
      await customer('other', await world.company('别家货主', ['customer'])),
    ]
    const foundBy = async (client: Client, q: string) =>
      (await client.ok(calls.getWaybills, { q })).rows.map((row) => row.id)
    expect(await foundBy(owner, courierNo)).toEqual([id])
    expect(await foundBy(owner, courierNo.toLowerCase())).toEqual([id])
    expect((await owner.ok(calls.getWaybill, { id })).legs).toMatchObject([{ kind: 'courier', carrierNo: courierNo }])
    expect(await foundBy(other, courierNo)).toEqual([])
    await clerk.ok(couriers.undoCourier, { id: made, reason: '点错' })
    await clerk.ok(couriers.cancelCouriers, { ids: [made], reason: '不发了' })
    expect(await foundBy(owner, courierNo)).toEqual([])
  })

  it('[RT-16/courierDelivery] [T13] collects, carries and delivers a parcel; each step is taken back in turn', async () => {
    const { id } = await stored(4)
    const made = await send(id, 4)
    expect(await stateOf(world, id)).toMatchObject({ state: 'inTransit' })
    await clerk.ok(couriers.transitCouriers, { ids: [made] })
    await clerk.ok(couriers.deliverCouriers, { ids: [made] })
    expect(await stateOf(world, id)).toMatchObject({ state: 'delivering' })
    await clerk.ok(couriers.signCouriers, { ids: [made], signer: '本人' })
    expect(await courierState(made)).toBe('signed')
    expect(await stateOf(world, id)).toMatchObject({ state: 'signed' })
    const undoes = async () => (await clerk.ok(couriers.getCourier, { id: made })).undoes
    for (const [step, state] of [
      ['sign', 'outForDelivery'],
      ['deliver', 'inTransit'],
      ['transit', 'collected'],
      ['collect', 'new'],
    ]) {
      // Said before it is done, so that nobody takes back another step than he thinks.
      expect(await undoes()).toBe(step)
      await clerk.ok(couriers.undoCourier, { id: made, reason: '点错' })
      expect(await courierState(made)).toBe(state)
    }
    expect(await undoes()).toBeNull()
    expect(await stateOf(world, id)).toMatchObject({ state: 'inStation', unarranged: 0 })
    await clerk.ok(couriers.cancelCouriers, { ids: [made], reason: '不发了' })
    expect(await stateOf(world, id)).toMatchObject({ unarranged: 4 })
  })

  it('[T13] a refused parcel stays with the courier until it comes back, the refused to the refused of its outlet', async () => {
    const { id } = await stored(3)
    const made = await send(id, 3)
    await clerk.ok(couriers.refuseCouriers, { ids: [made], reason: '拒收' })
    expect(await courierState(made)).toBe('refused')
    await clerk.ok(couriers.giveBackCouriers, { ids: [made], reason: '退回' })
    expect(await courierState(made)).toBe('returned')
    expect((await clerk.ok(couriers.getCourier, { id: made })).undoes).toBe('giveBack')
    expect(await piecesOf(world, id)).toEqual({ [`refused:${freight.hangzhou}`]: 3 })
  })

  it('[T13] signed by the strand a part of it is handed over; what is refused then makes it refused', async () => {
    const { id } = await stored(5)
    const made = await send(id, 5)
    await clerk.ok(calls.signWaybill, { id, signed: 3, signer: '陈国强', signedAt: ago(0) })
    expect(await clerk.ok(couriers.getCourier, { id: made })).toMatchObject({ state: 'collected', undoes: 'sign' })
    await clerk.ok(calls.refuseWaybill, { id, pieces: 2, reason: '不要', refusedAt: ago(0) })
    expect(await courierState(made)).toBe('refused')
    await clerk.ok(couriers.giveBackCouriers, { ids: [made], reason: '退回' })
    expect(await courierState(made)).toBe('signed')
  })

  it('[RT-16/courierDelivery] a number is used once per courier, COD is no more than is left, held cargo stays, and a bad row stores none', async () => {
    const { id } = await stored(9, { codAmount: '100.00' })
    await send(id, 1, { courierNo: 'SD-TWICE', codAmount: '60.00' })
    const held = await stored(1)
    await clerk.ok(calls.holdWaybill, { id: held.id, version: 1, reason: '款未到' })
    const ours = await clerk.refused(couriers.createCouriers, {
      parcels: [parcel(id, 1, { courierNo: 'YD26112600001-003' })],
    })
    expect(ours.fields).toMatchObject([{ path: 'parcels.0.courierNo', reason: 'dispatch.ourNumber' }])
    const parcels = [
      parcel(id, 1),
      parcel(id, 1, { courierNo: 'SD-TWICE' }),
      parcel(id, 1, { courierNo: 'SD-ONE' }),
      parcel(id, 1, { courierNo: 'SD-ONE', codAmount: '40.01' }),
      parcel(id, 9),
      parcel(held.id, 1),
      parcel(id, 1, { courierId: line }),
    ]
    const { fields } = await clerk.refused(couriers.createCouriers, { parcels })
    expect(fields.map(({ path, reason }) => `${path} ${reason}`)).toEqual([
      'parcels.1.courierNo dispatch.carrierNoTaken',
      'parcels.3.courierNo dispatch.carrierNoTwice',
      'parcels.3.codAmount dispatch.codTooMuch',
      'parcels.6.courierId field.id',
    ])
    const left = parcels.filter((_, index) => ![1, 3, 6].includes(index))
    expect((await clerk.refused(couriers.createCouriers, { parcels: left })).fields).toMatchObject([
      { path: 'parcels.2.pieces', reason: 'dispatch.tooManyPieces' },
      { path: 'parcels.3.waybillId', reason: 'dispatch.heldByCourier' },
    ])
    expect(await stateOf(world, id)).toMatchObject({ unarranged: 8 })
    expect((await clerk.ok(couriers.getCouriers, { q: 'SD-ONE' })).rows).toEqual([])
  })

  it('[T9] the courier that collects the COD signs with it; other money at the door is signed for on the waybill', async () => {
    const { id } = await stored(2, { codAmount: '80.00' })
    const made = await send(id, 2, { codAmount: '80.00' })
    await clerk.ok(couriers.signCouriers, { ids: [made], signer: '本人' })
    const [signing] = (await clerk.ok(calls.getWaybill, { id })).signings
    expect(signing).toMatchObject({ signed: 2, cod: '80.00', codChannel: 'transfer' })
    const other = await stored(2, { codAmount: '80.00' })
    const without = await send(other.id, 2)
    expect((await clerk.ok(couriers.signCouriers, { ids: [without], signer: '本人' })).refused[0]?.reason).toBe(
      'dispatch.collectsOther',
    )
  })

  it('[RT-16/courierList] weighs by 6000 cm³ a kg with the rounding of the trade, is late past its days, and says what is wrong', async () => {
    const { id } = await stored(3)
    // 30 kg, 0.3 m³: 50 kg by volume.
    expect(await clerk.ok(couriers.proposeChargeWeight, { courierId: courier, waybillId: id, pieces: 3 })).toEqual({
      chargeWeight: '50',
    })
    const made = await send(id, 3)
    expect((await clerk.ok(couriers.getCourier, { id: made })).chargeWeight).toBe('50.000')
    await world.db
      .updateTable('arrangement')
      .set({ depart_at: ago(3 * 1440 + 5) })
      .where('id', '=', made)
      .execute()
    expect((await clerk.ok(couriers.getCouriers, { tab: 'late' })).rows.map((row) => row.id)).toEqual([made])
    await world.db.updateTable('company').set({ courier_days: 5 }).where('id', '=', courier).execute()
    expect((await clerk.ok(couriers.getCouriers, { tab: 'late' })).rows).toEqual([])
    await clerk.ok(couriers.markCouriers, { ids: [made], reason: '电话不通' })
    const { tabs } = await clerk.ok(couriers.getCourierTotals, {})
    expect(tabs).toMatchObject({ abnormal: 1 })
    await clerk.ok(couriers.markCouriers, { ids: [made] })
    expect((await clerk.ok(couriers.getCourierTotals, {})).tabs).toMatchObject({ abnormal: 0 })
  })
})

it('[RT-16/haveArranged] lists what trips, lines and couriers carry, each with its kind; a line is taken off as from a trip', async () => {
  const { id } = await stored(20)
  const other = await stored(1)
  const made = await handOut([at(freight.hangzhou, id, 10), at(freight.hangzhou, other.id, 1)])
  await send(id, 2)
  await clerk.ok(dispatch.createArrangement, {
    type: 'delivery',
    vehicleId: freight.vehicle,
    driverId: freight.driver,
    planAt: new Date(Date.now() + 3_600_000).toISOString(),
    lines: [at(freight.hangzhou, id, 3)],
  })
  const { rows } = await clerk.ok(dispatch.getArranged, { q: (await clerk.ok(calls.getWaybill, { id })).waybillNo })
  expect(rows.map(({ kind, state, pieces }) => ({ kind, state, pieces }))).toEqual(
    expect.arrayContaining([
      { kind: 'line', state: 'new', pieces: 10 },
      { kind: 'courier', state: 'collected', pieces: 2 },
      { kind: 'vehicle', state: 'new', pieces: 3 },
    ]),
  )
  const lineRow = rows.find(({ kind }) => kind === 'line')
  expect(await clerk.ok(dispatch.removeLines, { ids: [lineRow?.id as number] })).toEqual({ done: 1, refused: [] })
  expect(await special(made.id)).toMatchObject({ pieces: 1 })
  expect(await stateOf(world, id)).toMatchObject({ unarranged: 15 })
})

it('[D-05] what belongs to another outlet does not exist for the acts of this one', async () => {
  const { id } = await stored(8)
  const made = await handOut([at(freight.hangzhou, id, 4)])
  const [sent] = [await send(id, 2)]
  const stranger = (
    await world.person('stranger', { rights: 'all', outletId: wuhan, scope: 'outlet', companies: [wuhan] })
  ).client
  for (const call of [specials.getSpecial, specials.getSpecialHistory])
    expect((await stranger.refused(call, { id: made.id })).code).toBe(404)
  expect(
    (await stranger.ok(specials.handOverSpecials, { ids: [made.id, sent] })).refused.map(({ reason }) => reason),
  ).toEqual(['kernel.notFound', 'kernel.notFound'])
  expect((await stranger.ok(couriers.deliverCouriers, { ids: [sent] })).refused[0]?.reason).toBe('kernel.notFound')
  expect((await stranger.refused(couriers.undoCourier, { id: sent, reason: 'x' })).code).toBe(404)
  // A trip's, a line's and a courier's acts are each for their own kind.
  expect((await office.ok(dispatch.departArrangements, { ids: [made.id] })).refused[0]?.reason).toBe('kernel.notFound')
  expect((await office.refused(couriers.getCourier, { id: made.id })).code).toBe(404)
})

it('[T6] [D-02] the state follows the least advanced pieces over a transfer outlet, a line, a van and a courier, to the last of them', async () => {
  const chengdu = await world.outlet('成都青白江站', undefined, ['510100'])
  const { id } = await stored(100, {
    consignee: { name: '罗燕', phone: '13880276613', region: '510114', address: '物流大道 399 号' },
  })
  const state = () => stateOf(world, id).then((row) => `${row.state} ${row.state_pieces}`)
  let trips = 0
  const trip = async (type: 'trunk' | 'delivery', from: number, to: number | undefined, pieces: number) => {
    trips += 1
    const made = await office.ok(dispatch.createArrangement, {
      type,
      vehicleId: await freight.addVehicle(`川A${String(70000 + trips)}`),
      driverId: await freight.addDriver(`川${trips}`),
      ...(type === 'trunk' ? { fromOutletId: from, toOutletId: to } : {}),
      planAt: new Date(Date.now() + 3_600_000).toISOString(),
      lines: [at(from, id, pieces)],
      assign: true,
    })
    await office.ok(dispatch.departArrangements, { ids: [made.id] })
    return made.id
  }
  const arrive = (trip: number) => office.ok(dispatch.arriveArrangements, { ids: [trip] })

  const first = await trip('trunk', freight.hangzhou, wuhan, 60)
  const line = await handOut([at(freight.hangzhou, id, 40)], { toRegion: '510114', handOver: true })
  await arrive(first)
  expect(await state()).toBe('inTransit 100')
  await arrive(await trip('trunk', wuhan, chengdu, 60))
  expect(await state()).toBe('inTransit 40')
  await clerk.ok(specials.arriveSpecials, { ids: [line.id] })
  expect(await state()).toBe('arrived 60')

  const van = await trip('delivery', chengdu, undefined, 56)
  const { parcels } = await office.ok(couriers.createCouriers, {
    parcels: [{ ...at(chengdu, id, 4), courierId: courier, courierNo: 'SF-T6' }],
    collect: true,
  })
  const ids = parcels.map((parcel) => parcel.id)
  expect(await state()).toBe('inTransit 4')
  await office.ok(couriers.deliverCouriers, { ids })
  expect(await state()).toBe('delivering 60')

  const sign = (from: string, signed: number, refused: number) =>
    office.ok(calls.signWaybill, {
      id,
      from,
      signed,
      refused,
      ...(refused > 0 ? { refuseReason: '破损' } : {}),
      signer: '罗燕',
      signedAt: ago(0),
    })
  await sign(`arrangement:${van}`, 51, 3)
  await office.ok(couriers.signCouriers, { ids, signer: '罗燕' })
  // The station's are signed by the clerk of the waybill's own outlet.
  await clerk.ok(calls.signWaybill, { id, from: `carrier:${line.id}`, signed: 40, signer: '罗燕', signedAt: ago(0) })
  expect(await state()).toBe('delivering 2')
  await arrive(van)
  expect(await state()).toBe('arrived 2')
  expect(await piecesOf(world, id)).toEqual({ consignee: 95, [`outlet:${chengdu}`]: 2, [`refused:${chengdu}`]: 3 })
  // The van's arrival is taken back, and done again.
  await office.ok(dispatch.undoArrangement, { id: van, reason: '没到' })
  expect(await state()).toBe('delivering 2')
  await arrive(van)
  await office.ok(dispatch.finishArrangements, { ids: [van] })
  const again = await trip('delivery', chengdu, undefined, 2)
  await sign(`arrangement:${again}`, 2, 0)
  expect(await state()).toBe('partSigned 97')
  expect((await special(line.id)).state).toBe('signed')
  expect((await office.ok(couriers.getCourier, { id: ids[0] as number })).state).toBe('signed')
})

it('[D-05] sixteen at once, by vehicle, line and courier, never plan a piece twice', async () => {
  const { id } = await stored(100)
  const tries = await Promise.allSettled(
    Array.from({ length: 16 }, async (_, n) => {
      if (n % 3 === 0) return handOut([at(freight.hangzhou, id, 10)])
      if (n % 3 === 1) return clerk.ok(couriers.createCouriers, { parcels: [parcel(id, 10)], collect: n % 2 === 0 })
      return clerk.ok(dispatch.createArrangement, {
        type: 'delivery',
        vehicleId: freight.vehicle,
        driverId: freight.driver,
        planAt: new Date(Date.now() + 3_600_000).toISOString(),
        lines: [at(freight.hangzhou, id, 10)],
      })
    }),
  )
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
  expect(await stateOf(world, id)).toMatchObject({ unarranged: 0 })
})

/** Numbers that look random, and are the same in each run. */
function dice(seed: number): (sides: number) => number {
  let state = seed
  return (sides) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    return state % sides
  }
}

it.each([1, 2, 3])(
  '[D-05] whatever is done with what lines and couriers have, every piece is somewhere and each state says so (history %i)',
  async (seed) => {
    const roll = dice(seed * 7919)
    const { id } = await stored(20)
    const made: { kind: 'line' | 'courier'; id: number }[] = []
    const reason = '随机'
    for (let turn = 0; turn < 60; turn += 1) {
      const one = made[roll(Math.max(made.length, 1))]
      const pieces = 1 + roll(5)
      if (one === undefined || roll(5) === 0) {
        const answer =
          roll(2) === 0
            ? await clerk.send(specials.createSpecial, {
                carrierId: line,
                fromOutletId: freight.hangzhou,
                ...(roll(2) === 0 ? { ends: 'outlet', toOutletId: wuhan } : { ends: 'door', toRegion: '440111' }),
                lines: [at(freight.hangzhou, id, pieces)],
              })
            : await clerk.send(couriers.createCouriers, { parcels: [parcel(id, pieces)] })
        const data = answer.data as { id?: number; parcels?: { id: number }[] } | null
        if (data?.id !== undefined) made.push({ kind: 'line', id: data.id })
        else if (data?.parcels?.[0] !== undefined) made.push({ kind: 'courier', id: data.parcels[0].id })
        continue
      }
      const ids = { ids: [one.id] }
      const acts =
        one.kind === 'line'
          ? [
              () => office.send(specials.handOverSpecials, ids),
              () => office.send(specials.arriveSpecials, ids),
              () => office.send(specials.undoSpecial, { id: one.id, reason }),
              () => office.send(specials.cancelSpecials, { ...ids, reason }),
              () =>
                office.send(specials.giveBackSpecial, {
                  id: one.id,
                  outletId: freight.hangzhou,
                  reason,
                  lines: [{ waybillId: id, pieces: roll(3), refused: roll(2) }],
                }),
            ]
          : [
              () => office.send(couriers.collectCouriers, ids),
              () => office.send(couriers.deliverCouriers, ids),
              () => office.send(couriers.refuseCouriers, { ...ids, reason }),
              () => office.send(couriers.giveBackCouriers, { ...ids, reason }),
              () => office.send(couriers.undoCourier, { id: one.id, reason }),
              () => office.send(couriers.cancelCouriers, { ...ids, reason }),
            ]
      const signing = () =>
        office.send(calls.signWaybill, {
          id,
          from: `carrier:${one.id}`,
          signed: 1 + roll(2),
          signer: '陈国强',
          signedAt: ago(0),
        })
      await [...acts, signing, () => office.send(calls.undoWaybill, { id, reason })][roll(acts.length + 2)]?.()
    }
    const places = await piecesOf(world, id)
    expect(Object.values(places).reduce((sum, pieces) => sum + pieces, 0)).toBe(20)
    // The rest is proved of the whole database when it is closed.
  },
)
