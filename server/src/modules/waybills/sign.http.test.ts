import * as dispatch from '@xunyun/contract/dispatch/calls'
import * as calls from '@xunyun/contract/waybills/calls'
import { deliverInstead, notifyPickup } from '@xunyun/contract/waybills/pickup'
import * as tracks from '@xunyun/contract/waybills/tracks'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { up as finishOldReceipts } from '../../../migrations/202611301700_waybills_old_receipts.ts'
import { ago, type Freight, openFreight, piecesOf, stateOf } from '../../../test/freight.ts'
import { type Client, openWorld, type World } from '../../../test/world.ts'

let world: World
let freight: Freight
let office: Client
beforeAll(async () => {
  world = await openWorld()
  freight = await openFreight(world)
  office = (await world.person('office', { rights: 'all' })).client
})
afterAll(() => world.close())

let count = 0
/** A waybill whose pieces are out for delivery. */
async function delivering(pieces: number, over: Parameters<Freight['waybill']>[2] = {}) {
  count += 1
  const waybill = await freight.waybill(office, pieces, over)
  await office.ok(calls.checkInWaybills, { ids: [waybill.id], at: ago(200) })
  const vehicleId = await freight.addVehicle(`沪A${String(20000 + count)}`)
  const driverId = await freight.addDriver(`送货${count}`)
  const trip = await office.ok(dispatch.createArrangement, {
    type: 'delivery',
    vehicleId,
    driverId,
    planAt: ago(-60),
    assign: true,
    lines: [{ waybillId: waybill.id, fromPlace: 'outlet', fromId: freight.hangzhou, pieces }],
  })
  await office.ok(dispatch.departArrangements, { ids: [trip.id], at: ago(100) })
  return { ...waybill, trip }
}
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
async function photo() {
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(png)]), '签收.png')
  const stored = await office.fetch('/api/FileUpload/FileUpload', { method: 'POST', body: form })
  return ((await stored.json()) as { data: { FileID: number; Url: string } }).data
}
const refusedAt = async (input: Record<string, unknown>) =>
  (await office.refused(calls.signWaybill, { signer: '陈国强', signedAt: ago(5), ...input })).fields[0]

describe('signing', () => {
  it('[D-05] signed plus refused may not exceed what is there', async () => {
    const { id } = await delivering(10)
    expect(await refusedAt({ id, signed: 9, refused: 2, refuseReason: 'x' })).toMatchObject({
      path: 'signed',
      reason: 'waybills.signTooMany',
      params: { there: 10 },
    })
    expect(await refusedAt({ id, signed: 0 })).toMatchObject({ path: 'signed' })
    expect(await refusedAt({ id, signed: 8, refused: 2 })).toMatchObject({ path: 'refuseReason' })
    expect(await refusedAt({ id, signed: 8, damaged: 9 })).toMatchObject({ path: 'damaged', params: { signed: 8 } })
    expect(await refusedAt({ id, signed: 10, shortType: 'lost' })).toMatchObject({ path: 'shortType' })
    expect(await stateOf(world, id)).toMatchObject({ state: 'delivering', state_pieces: 10 })
  })

  it('[RT-16/allWayBill] what was signed on a day is found by that day; a signing that was undone is none', async () => {
    const { id } = await delivering(2)
    const at = ago(5)
    const day = (moment: number) => new Date(moment + 8 * 3_600_000).toISOString().slice(0, 10)
    const on = day(Date.parse(at))
    const found = async (from: string, to: string) =>
      (await office.ok(calls.getWaybills, { signedFrom: from, signedTo: to })).rows.map((row) => row.id)
    expect(await found(on, on)).not.toContain(id)
    await office.ok(calls.signWaybill, { id, signed: 2, signer: '陈国强', signedAt: at })
    expect(await found(on, on)).toContain(id)
    const before = day(Date.parse(at) - 86_400_000)
    expect(await found(before, before)).not.toContain(id)
    await office.ok(calls.undoWaybill, { id, reason: '签错' })
    expect(await found(on, on)).not.toContain(id)
  })

  it('[D-05] not before the departure and not in the future', async () => {
    const { id } = await delivering(1)
    expect(await refusedAt({ id, signed: 1, signedAt: ago(150) })).toMatchObject({
      path: 'signedAt',
      reason: 'waybills.signBeforeDeparture',
    })
    expect(await refusedAt({ id, signed: 1, signedAt: ago(-10) })).toMatchObject({
      path: 'signedAt',
      reason: 'field.future',
    })
  })

  it('refused pieces make it part signed and open an abnormal case shown on the waybill; undo takes both back', async () => {
    const { id } = await delivering(10)
    await office.ok(calls.signWaybill, {
      id,
      signed: 7,
      refused: 3,
      refuseReason: '外箱破损',
      signer: '陈国强',
      signedAt: ago(5),
    })
    expect(await stateOf(world, id)).toMatchObject({ state: 'partSigned', state_pieces: 7, exception_count: 1 })
    const detail = await office.ok(calls.getWaybill, { id })
    expect(detail.abnormals).toMatchObject([{ type: 'refused', pieces: 3, state: 'open', text: '外箱破损' }])
    expect(detail.signings).toMatchObject([{ signed: 7, refused: 3, signer: '陈国强' }])
    await office.ok(calls.undoWaybill, { id, reason: '录错' })
    expect(await stateOf(world, id)).toMatchObject({ state: 'delivering', state_pieces: 10, exception_count: 0 })
    expect((await office.ok(calls.getWaybill, { id })).signings).toEqual([])
  })

  it('[T-B5] of a signing that refused some, who entered it takes back what was refused; what was signed takes the right to undo', async () => {
    const clerk = (await world.person('signer', { rights: { allWayBill: 'edit' } })).client
    const other = (await world.person('onlooker', { rights: { allWayBill: 'edit' } })).client
    const { id, trip } = await delivering(10)
    const undo = async (client: Client) => {
      const { actions, undoesRefusal } = await client.ok(calls.getWaybill, { id })
      return actions.some(({ key, reason }) => key === 'undo' && reason === undefined) && { undoesRefusal }
    }
    await clerk.ok(calls.signWaybill, {
      id,
      signed: 6,
      refused: 3,
      refuseReason: '外箱破损',
      shortType: 'short',
      signer: '陈国强',
      signedAt: ago(5),
    })
    expect(await undo(clerk)).toEqual({ undoesRefusal: true })
    expect(await undo(office)).toEqual({ undoesRefusal: false })
    // What it asks about is what it takes back.
    const undoes = async (client: Client) => (await client.ok(calls.getWaybill, { id })).undoes
    const { arrangementNo } = trip
    expect(await undoes(clerk)).toEqual({ step: 'refused', pieces: 3, refused: 0, arrangementNo })
    expect(await undoes(office)).toEqual({ step: 'signed', pieces: 6, refused: 3, arrangementNo })
    expect(await undoes(other)).toBeNull()
    expect(await undo(other)).toBe(false)
    expect(await other.refused(calls.undoWaybill, { id, reason: 'x' })).toMatchObject({ code: 403 })

    await clerk.ok(calls.undoWaybill, { id, reason: '客户收下了' })
    expect(await stateOf(world, id)).toMatchObject({ state: 'delivering', state_pieces: 4, exception_count: 1 })
    const { signings, abnormals, signed, refused } = await clerk.ok(calls.getWaybill, { id })
    expect({ signed, refused }).toEqual({ signed: 6, refused: 0 })
    expect(signings).toMatchObject([{ signed: 6, refused: 0, refuseReason: null }])
    expect(abnormals).toMatchObject([{ type: 'short', pieces: 1 }])

    expect(await undo(clerk)).toBe(false)
    expect(await clerk.refused(calls.undoWaybill, { id, reason: 'x' })).toMatchObject({ code: 403 })
    await office.ok(calls.undoWaybill, { id, reason: '签错' })
    expect(await stateOf(world, id)).toMatchObject({ state: 'delivering', state_pieces: 10, exception_count: 0 })
  })

  it('[T8] what undo would take back is named for each of a waybill’s own steps', async () => {
    const { id } = await freight.waybill(office, 3, { deliveryWay: 'selfPickup', destOutletId: freight.hangzhou })
    const undoes = async () => (await office.ok(calls.getWaybill, { id })).undoes
    const of = (step: string) => ({ step, pieces: 3, refused: 0, arrangementNo: null })
    expect(await undoes()).toBeNull()
    await office.ok(calls.checkInWaybills, { ids: [id], at: ago(30) })
    expect(await undoes()).toEqual(of('checkedIn'))
    await office.ok(notifyPickup, { ids: [id] })
    expect(await undoes()).toEqual(of('pickupNotified'))
    await office.ok(deliverInstead, { ids: [id] })
    expect(await undoes()).toEqual(of('deliveredInstead'))
    await office.ok(calls.undoWaybill, { id, reason: '还是自提' })
    expect(await undoes()).toEqual(of('pickupNotified'))
  })

  it('all refused is 拒收; the pieces left over stay live with a case of their own', async () => {
    const a = await delivering(4)
    const refusal = { id: a.id, pieces: 4, reason: '错货', refusedAt: ago(5) }
    expect(
      (await office.refused(calls.refuseWaybill, { ...refusal, pieces: 5, refusedAt: ago(150) })).fields,
    ).toMatchObject([{ path: 'pieces', reason: 'waybills.signTooMany', params: { there: 4 } }])
    expect((await office.refused(calls.refuseWaybill, { ...refusal, refusedAt: ago(150) })).fields).toMatchObject([
      { path: 'refusedAt', reason: 'waybills.signBeforeDeparture' },
    ])
    await office.ok(calls.refuseWaybill, refusal)
    expect(await stateOf(world, a.id)).toMatchObject({ state: 'rejected', state_pieces: 4 })
    expect((await office.ok(calls.getWaybill, { id: a.id })).signings).toMatchObject([
      { signed: 0, refused: 4, signer: '', refuseReason: '错货', collected: '0.00' },
    ])
    const b = await delivering(4)
    await office.ok(calls.signWaybill, { id: b.id, signed: 3, shortType: 'short', signer: '陈国强', signedAt: ago(5) })
    expect(await stateOf(world, b.id)).toMatchObject({ state: 'delivering', state_pieces: 1, exception_count: 1 })
    await office.ok(dispatch.arriveArrangements, { ids: [b.trip.id], at: ago(1) })
    expect(await piecesOf(world, b.id)).toEqual({ consignee: 3, [`outlet:${freight.hangzhou}`]: 1 })
  })

  it('[D-02] of a split waybill refused pieces stand beside the state of those that go on, lie where they were refused, and are taken back by who refused them', async () => {
    const { id, waybillNo } = await freight.waybill(office, 46)
    await office.ok(calls.checkInWaybills, { ids: [id], at: ago(300) })
    const trunk = await office.ok(dispatch.createArrangement, {
      type: 'trunk',
      vehicleId: await freight.addVehicle('沪B30001'),
      driverId: await freight.addDriver('干线甲'),
      fromOutletId: freight.hangzhou,
      toOutletId: freight.guangzhou,
      planAt: ago(-60),
      assign: true,
      lines: [{ waybillId: id, fromPlace: 'outlet', fromId: freight.hangzhou, pieces: 30 }],
    })
    await office.ok(dispatch.departArrangements, { ids: [trunk.id], at: ago(200) })
    await office.ok(dispatch.arriveArrangements, { ids: [trunk.id], at: ago(150) })
    const delivery = await office.ok(dispatch.createArrangement, {
      type: 'delivery',
      vehicleId: await freight.addVehicle('粤A30002'),
      driverId: await freight.addDriver('送货甲'),
      planAt: ago(-60),
      assign: true,
      lines: [{ waybillId: id, fromPlace: 'outlet', fromId: freight.guangzhou, pieces: 30 }],
    })
    await office.ok(dispatch.departArrangements, { ids: [delivery.id], at: ago(100) })
    const clerk = (await world.person('refuser', { rights: { allWayBill: 'edit' } })).client
    const other = (await world.person('bystander', { rights: { allWayBill: 'edit' } })).client
    await clerk.ok(calls.refuseWaybill, { id, pieces: 30, reason: '包装破损', refusedAt: ago(5) })

    const seen = async () => (await clerk.ok(calls.getWaybills, { q: waybillNo })).rows[0]
    expect(await seen()).toMatchObject({ state: 'inStation', statePieces: 16, pieces: 46, refused: 30 })
    const refusedPlaces = async () =>
      (await clerk.ok(calls.getWaybill, { id })).places.filter(({ place }) => place.startsWith('refused'))
    expect(await refusedPlaces()).toMatchObject([{ place: 'refusedOut', pieces: 30, name: delivery.arrangementNo }])
    await office.ok(dispatch.arriveArrangements, { ids: [delivery.id], at: ago(2) })
    expect(await refusedPlaces()).toMatchObject([{ place: 'refused', pieces: 30, name: '广州白云站' }])

    // The others go on, which is nothing to the refused ones.
    const next = await office.ok(dispatch.createArrangement, {
      type: 'trunk',
      vehicleId: await freight.addVehicle('沪B30003'),
      driverId: await freight.addDriver('干线乙'),
      fromOutletId: freight.hangzhou,
      toOutletId: freight.guangzhou,
      planAt: ago(-60),
      assign: true,
      lines: [{ waybillId: id, fromPlace: 'outlet', fromId: freight.hangzhou, pieces: 16 }],
    })
    const undo = async (client: Client) =>
      (await client.ok(calls.getWaybill, { id })).actions.find(({ key }) => key === 'undo')
    // They lie at the outlet now; back on the trip they can be taken back.
    expect((await undo(office))?.reason).toBeDefined()
    await office.ok(dispatch.undoArrangement, { id: delivery.id, reason: '还没回来' })
    expect(await refusedPlaces()).toMatchObject([{ place: 'refusedOut', pieces: 30 }])
    expect(await undo(clerk)).toEqual({ key: 'undo' })
    await office.ok(dispatch.departArrangements, { ids: [next.id], at: ago(1) })
    expect(await undo(clerk)).toEqual({ key: 'undo' })
    expect(await undo(office)).toEqual({ key: 'undo' })
    expect(await undo(other)).toBeUndefined()
    expect(await other.refused(calls.undoWaybill, { id, reason: 'x' })).toMatchObject({ code: 403 })
    await clerk.ok(calls.undoWaybill, { id, reason: '客户改口' })
    expect(await seen()).toMatchObject({ state: 'inTransit', statePieces: 16, refused: 0, exceptions: 0 })
    expect(await piecesOf(world, id)).toEqual({ [`arrangement:${next.id}`]: 16, [`arrangement:${delivery.id}`]: 30 })
  })

  it('[D-05] money on delivery is collected whole or waived with the right', async () => {
    const { id } = await delivering(2, { codAmount: '800.00' })
    expect(await refusedAt({ id, signed: 2, cod: '799.99', codChannel: 'cash' })).toMatchObject({
      path: 'cod',
      reason: 'waybills.collectionDiffers',
      params: { due: '800.00' },
    })
    const clerk = (await world.person('clerk', { rights: { allWayBill: 'edit' } })).client
    expect(
      await clerk.refused(calls.signWaybill, { id, signed: 2, waive: true, signer: 'x', signedAt: ago(5) }),
    ).toMatchObject({ code: 403 })
    expect(await refusedAt({ id, signed: 2, cod: '800' })).toMatchObject({
      path: 'codChannel',
      reason: 'field.required',
    })
    await clerk.ok(calls.signWaybill, {
      id,
      signed: 2,
      cod: '800',
      codChannel: 'cash',
      signer: '陈国强',
      signedAt: ago(5),
    })
    expect((await office.ok(calls.getWaybill, { id })).signings).toMatchObject([
      { collected: '800.00', freight: '0.00', freightChannel: null, cod: '800.00', codChannel: 'cash', waived: false },
    ])
  })

  it('[D-05] freight to collect (到付) is paid at the door together with the COD', async () => {
    await world.db
      .insertInto('transport_price')
      .values({
        version_no: 1,
        name: '恒达',
        company_id: freight.hengda,
        direction: 'receivable',
        basis: 'piece',
        weight_unit: 'kg',
        volume_ratio: '300',
        unit_price: '30',
        tiers: '[]',
        tier_mode: 'whole',
        low_break: false,
        valid_from: '2026-01-01',
        status: 'active',
        search: '',
      })
      .execute()
    const { id } = await delivering(2, { customerId: freight.hengda, payMethod: 'collect', codAmount: '800' })
    expect((await office.ok(calls.getWaybill, { id })).toCollect).toBe('860.00')
    expect(await refusedAt({ id, signed: 2, cod: '800', codChannel: 'cash' })).toMatchObject({
      path: 'freight',
      params: { due: '60.00' },
    })
    await office.ok(calls.signWaybill, {
      id,
      signed: 2,
      freight: '60',
      freightChannel: 'wechat',
      cod: '800',
      codChannel: 'cash',
      signer: '陈国强',
      signedAt: ago(5),
    })
    expect((await office.ok(calls.getWaybill, { id })).signings).toMatchObject([
      { collected: '860.00', freight: '60.00', freightChannel: 'wechat', cod: '800.00', codChannel: 'cash' },
    ])
    const monthly = await delivering(2, { customerId: freight.hengda, payMethod: 'monthly' })
    expect((await office.ok(calls.getWaybill, { id: monthly.id })).toCollect).toBe('0.00')
  })

  it('hold blocks signing until it is released with a proof', async () => {
    const { id } = await delivering(1)
    const held = await office.ok(calls.holdWaybill, {
      id,
      version: (await office.ok(calls.getWaybill, { id })).version,
      reason: '等通知',
    })
    expect(await office.refused(calls.signWaybill, { id, signed: 1, signer: 'x', signedAt: ago(5) })).toMatchObject({
      reason: 'waybills.held',
    })
    await office.ok(calls.releaseWaybill, { id, version: held.version, proof: '客户王经理电话 14:05' })
    await office.ok(calls.signWaybill, { id, signed: 1, signer: 'x', signedAt: ago(5) })
  })

  it('a photo of the signature is seen by whoever may see the waybill, and by nobody else', async () => {
    const { id } = await delivering(1)
    const { FileID, Url } = await photo()
    await office.ok(calls.signWaybill, { id, signed: 1, signer: 'x', signedAt: ago(5), files: [FileID] })
    const mine = await world.person('yunfan', {
      rights: { allWayBill: 'browse' },
      scope: 'customer',
      companies: [freight.yunfan],
    })
    const other = await world.person('hengda', {
      rights: { allWayBill: 'browse' },
      scope: 'customer',
      companies: [freight.hengda],
    })
    expect((await mine.client.fetch(Url)).headers.get('content-type')).toBe('image/png')
    expect(await (await other.client.fetch(Url)).json()).toMatchObject({ code: 404 })
  })

  it('[T29] electronic receipts of what was signed with photos before there were receipts are done as by a signing today; the others stay to be signed', async () => {
    const sign = async (requirement: string, files: number[]) => {
      const { id } = await delivering(1, { receiptRequirement: requirement as 'electronic', receiptCopies: 1 })
      await office.ok(calls.signWaybill, { id, signed: 1, signer: 'x', signedAt: ago(5), files })
      return id
    }
    const file = async () => [(await photo()).FileID]
    const old = await sign('electronic', await file())
    const others = [await sign('electronic', []), await sign('receipt', await file())]
    const receipts = (...ids: number[]) =>
      world.db
        .selectFrom('signed_receipt')
        .select(['state', 'done_act_id', 'done_by'])
        .where('waybill_id', 'in', ids)
        .execute()
    const today = await receipts(old)
    const { events } = await office.ok(calls.getWaybillEvents, { id: old })
    await world.db
      .updateTable('signed_receipt')
      .set({ state: 'toSign', done_act_id: null, done_at: null, done_by: null })
      .where('waybill_id', '=', old)
      .execute()
    await finishOldReceipts(world.db as never)
    expect(today).toMatchObject([{ state: 'done', done_by: expect.any(Number) }])
    expect(await receipts(old)).toEqual(today)
    expect((await office.ok(calls.getWaybillEvents, { id: old })).events).toEqual(events)
    expect((await receipts(...others)).map(({ state }) => state)).toEqual(['toSign', 'toSign'])
    await office.ok(calls.undoWaybill, { id: old, reason: '签错' })
    expect(await receipts(old)).toMatchObject([{ state: 'toSign', done_act_id: null }])
  })

  it('the same signing sent twice with one key has one effect', async () => {
    const { id } = await delivering(5)
    const input = { id, signed: 5, signer: '陈国强', signedAt: ago(5) }
    const both = await Promise.all([
      office.ok(calls.signWaybill, input, { key: `s-${id}` }),
      office.ok(calls.signWaybill, input, { key: `s-${id}` }),
    ])
    expect(both[0]).toEqual(both[1])
    expect(await world.db.selectFrom('signing').select('id').where('waybill_id', '=', id).execute()).toHaveLength(1)
  })

  it('[T9] one strand at a time: the other goes on, what is neither signed nor refused stays and is no case', async () => {
    const { id } = await freight.waybill(office, 10, { codAmount: '300' })
    await office.ok(calls.checkInWaybills, { ids: [id], at: ago(300) })
    const out = async (pieces: number, minutes: number) => {
      count += 1
      const trip = await office.ok(dispatch.createArrangement, {
        type: 'delivery',
        vehicleId: await freight.addVehicle(`沪C${String(20000 + count)}`),
        driverId: await freight.addDriver(`分送${count}`),
        planAt: ago(-60),
        assign: true,
        lines: [{ waybillId: id, fromPlace: 'outlet', fromId: freight.hangzhou, pieces }],
      })
      await office.ok(dispatch.departArrangements, { ids: [trip.id], at: ago(minutes) })
      return trip
    }
    const [a, b] = [await out(6, 100), await out(4, 60)]
    const of = (trip: { id: number }) => `arrangement:${trip.id}`
    expect(await refusedAt({ id, signed: 2 })).toMatchObject({ path: 'from', reason: 'field.required' })
    expect(await refusedAt({ id, from: 'pickup:1', signed: 2 })).toMatchObject({
      path: 'from',
      reason: 'waybills.strandGone',
    })
    expect(await refusedAt({ id, from: of(b), signed: 5 })).toMatchObject({ path: 'signed', params: { there: 4 } })
    // The other trip left later: this one may be signed before that.
    expect(
      await refusedAt({ id, from: of(b), signed: 1, signedAt: ago(80), cod: '300', codChannel: 'cash' }),
    ).toMatchObject({
      path: 'signedAt',
    })
    const sign = (from: string, signed: number, more: Record<string, unknown> = {}) =>
      office.ok(calls.signWaybill, { id, from, signed, signer: '陈国强', signedAt: ago(50), ...more })
    await sign(of(a), 5, { signedAt: ago(80), cod: '300', codChannel: 'alipay', damaged: 1 })
    expect(await stateOf(world, id)).toMatchObject({ state: 'delivering', state_pieces: 5, exception_count: 1 })
    expect((await office.ok(calls.getWaybill, { id })).abnormals).toMatchObject([{ type: 'damaged', pieces: 1 }])
    // Collected once, with the first pieces.
    expect(await refusedAt({ id, from: of(b), signed: 4, cod: '300', codChannel: 'cash' })).toMatchObject({
      path: 'cod',
    })
    await sign(of(b), 4)
    expect(await piecesOf(world, id)).toEqual({ [of(a)]: 1, consignee: 9 })

    // The first one collected: it stays while the second stands, and goes after it.
    const detail = () => office.ok(calls.getWaybill, { id })
    await office.ok(calls.undoWaybill, { id, reason: '错' })
    expect(await piecesOf(world, id)).toEqual({ [of(a)]: 1, [of(b)]: 4, consignee: 5 })
    await sign(of(b), 4)
    // The van is back with one piece and sent on: that is nothing to what was signed.
    await office.ok(dispatch.arriveArrangements, { ids: [a.id], at: ago(20) })
    expect(await piecesOf(world, id)).toEqual({ [`outlet:${freight.hangzhou}`]: 1, consignee: 9 })
    await office.ok(calls.undoWaybill, { id, reason: '错' })
    expect((await detail()).places).toContainEqual(
      expect.objectContaining({ place: 'arrangement', placeId: b.id, pieces: 4 }),
    )
  })

  it('[T8] an arrival is taken back while what it brought lies there unplanned, whatever the rest of the waybill did', async () => {
    const { id, trip } = await delivering(10)
    await office.ok(calls.signWaybill, {
      id,
      signed: 7,
      refused: 2,
      refuseReason: '破',
      signer: '陈',
      signedAt: ago(50),
    })
    await office.ok(dispatch.arriveArrangements, { ids: [trip.id], at: ago(20) })
    const back = { [`outlet:${freight.hangzhou}`]: 1, [`refused:${freight.hangzhou}`]: 2, consignee: 7 }
    expect(await piecesOf(world, id)).toEqual(back)
    const next = await office.ok(dispatch.createArrangement, {
      type: 'delivery',
      vehicleId: await freight.addVehicle('沪D10001'),
      driverId: await freight.addDriver('再送'),
      planAt: ago(-60),
      lines: [{ waybillId: id, fromPlace: 'outlet', fromId: freight.hangzhou, pieces: 1 }],
    })
    const undo = () => office.send(dispatch.undoArrangement, { id: trip.id, reason: '没到' })
    expect((await undo()).error).toMatchObject({ reason: 'waybills.laterDepends' })
    await office.ok(dispatch.cancelArrangements, { ids: [next.id], reason: 'x' })
    expect((await undo()).code).toBe(200)
    expect(await piecesOf(world, id)).toEqual({
      [`arrangement:${trip.id}`]: 1,
      [`refusedOut:${trip.id}`]: 2,
      consignee: 7,
    })
    await office.ok(dispatch.arriveArrangements, { ids: [trip.id], at: ago(10) })
    expect(await piecesOf(world, id)).toEqual(back)
  })
})

describe('tracks', () => {
  const track = (id: number, node: string, minutes: number, more: Record<string, unknown> = {}) =>
    office.send(tracks.addTrack, { ids: [id], node, at: ago(minutes), ...more }, { body: 'form' })

  it('[AP-12] out of order, already signed or in the future asks with code 300, and confirm=1 saves', async () => {
    const { id } = await delivering(1)
    expect(await track(id, 'via', -30)).toMatchObject({
      code: 300,
      error: { reason: 'waybills.trackConfirm' },
      msg: '时间比现在晚 5 分钟以上，仍要保存？',
    })
    expect(await track(id, 'via', 500)).toMatchObject({ code: 300 })
    expect((await office.ok(tracks.getTracks, { waybillId: id })).tracks.filter((one) => one.node === 'via')).toEqual(
      [],
    )
    expect(await track(id, 'via', 500, { confirm: 1, place: '韶关' })).toMatchObject({ code: 200, data: { added: 1 } })
    await office.ok(calls.signWaybill, { id, signed: 1, signer: 'x', signedAt: ago(5) })
    expect(await track(id, 'via', 1)).toMatchObject({ code: 300, msg: expect.stringContaining('已签收') })
  })

  it('a hidden track is not shown to the customer, in the detail or the timeline', async () => {
    const { id } = await delivering(1)
    await track(id, 'via', 1, { visible: false, text: '司机电话打不通' })
    const mine = await world.person('yunfan-2', {
      rights: { allWayBill: 'browse' },
      scope: 'customer',
      companies: [freight.yunfan],
    })
    const seen = JSON.stringify([
      await mine.client.ok(calls.getWaybill, { id }),
      await mine.client.ok(calls.getWaybillEvents, { id }),
      await mine.client.ok(tracks.getTracks, { waybillId: id }),
    ])
    expect(seen).not.toContain('打不通')
  })
})
