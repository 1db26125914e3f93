import * as dispatch from '@xunyun/contract/dispatch/calls'
import * as calls from '@xunyun/contract/waybills/calls'
import { deliverInstead, notifyPickup } from '@xunyun/contract/waybills/pickup'
import { getTracks } from '@xunyun/contract/waybills/tracks'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ago, type Freight, openFreight, piecesOf, stateOf } from '../../../test/freight.ts'
import { type Client, openWorld, type World } from '../../../test/world.ts'

/** 杭州 sends, 武汉 lies between, 广州 gives out; each has a user of its own, with all rights. 云帆 is the customer. */
let world: World
let freight: Freight
let wuhan: number
let office: Client
let hangzhou: Client
let between: Client
let guangzhou: Client
let customer: Client
beforeAll(async () => {
  world = await openWorld()
  freight = await openFreight(world)
  wuhan = await world.outlet('武汉分拨')
  await world.db
    .updateTable('company')
    .set({ service_regions: ['440000'] })
    .where('id', '=', freight.guangzhou)
    .execute()
  const of = async (account: string, outletId: number) =>
    (await world.person(account, { rights: 'all', scope: 'outlet', companies: [outletId], outletId })).client
  office = (await world.person('office', { rights: 'all' })).client
  hangzhou = await of('hangzhou', freight.hangzhou)
  between = await of('wuhan', wuhan)
  guangzhou = await of('guangzhou', freight.guangzhou)
  const rights = { allWayBill: 'browse' } as const
  customer = (await world.person('yunfan', { rights, scope: 'customer', companies: [freight.yunfan] })).client
})
afterAll(() => world.close())

let count = 0
/** A trip under way to an outlet, or to the consignee. */
async function drive(from: number, to: number | undefined, id: number, pieces: number) {
  count += 1
  const trip = await office.ok(dispatch.createArrangement, {
    type: to === undefined ? 'delivery' : 'trunk',
    vehicleId: await freight.addVehicle(`粤A${String(40000 + count)}`),
    driverId: await freight.addDriver(`自提司机${count}`),
    ...(to === undefined ? {} : { fromOutletId: from, toOutletId: to }),
    planAt: ago(-60),
    assign: true,
    lines: [{ waybillId: id, fromPlace: 'outlet', fromId: from, pieces }],
  })
  await office.ok(dispatch.departArrangements, { ids: [trip.id], at: ago(200 - count) })
  return trip.id
}
const carry = async (from: number, to: number, id: number, pieces: number) => {
  const trip = await drive(from, to, id, pieces)
  await office.ok(dispatch.arriveArrangements, { ids: [trip], at: ago(100 - count) })
}
/** A waybill to be picked up, all of it at its own outlet. */
async function checkedIn(pieces: number) {
  const waybill = await freight.waybill(hangzhou, pieces, { deliveryWay: 'selfPickup' })
  await hangzhou.ok(calls.checkInWaybills, { ids: [waybill.id], at: ago(300) })
  return waybill
}
/** The same in 广州, its consignee notified. */
async function notified(pieces: number) {
  const waybill = await checkedIn(pieces)
  await carry(freight.hangzhou, freight.guangzhou, waybill.id, pieces)
  await guangzhou.ok(notifyPickup, { ids: [waybill.id] })
  return { ...waybill, code: await codeOf(waybill.id) }
}
const read = (client: Client, id: number) => client.ok(calls.getWaybill, { id })
const codeOf = async (id: number) => (await read(guangzhou, id)).pickupCode ?? ''
const eventsOf = async (client: Client, id: number) => (await client.ok(calls.getWaybillEvents, { id })).events
const notices = async (id: number) => (await eventsOf(guangzhou, id)).filter(({ type }) => type === 'pickupNotified')
const signing = (id: number, signed: number) => ({ id, signed, signer: '陈国强', signedAt: ago(0) })
const here = () => `pickup:${freight.guangzhou}`

describe('[T9] the pickup code', () => {
  it('is issued with the notice, shown to its own outlet, the one that gives out and the customer, and stands in no list and no event', async () => {
    const { id } = await checkedIn(3)
    await carry(freight.hangzhou, wuhan, id, 3)
    await carry(wuhan, freight.guangzhou, id, 3)
    expect(await codeOf(id)).toBe('')
    expect(await guangzhou.ok(notifyPickup, { ids: [id] })).toMatchObject({ done: 1 })
    const code = await codeOf(id)
    expect(code).toMatch(/^\d{6}$/)
    for (const client of [hangzhou, customer]) expect((await read(client, id)).pickupCode).toBe(code)
    expect((await read(between, id)).pickupCode).toBeNull()
    expect((await notices(id))[0]?.params).toMatchObject({ pieces: 3, codeIssued: true })
    const told = JSON.stringify([
      await guangzhou.ok(calls.getWaybills, { ids: [id] }),
      (await eventsOf(guangzhou, id)).map(({ params, changes }) => [params, changes]),
      await guangzhou.ok(getTracks, { waybillId: id }),
    ])
    expect(told).not.toContain(`"${code}"`)
  })

  it('stays the same when more of the waybill arrives while pieces wait, and is another once none does', async () => {
    const { id } = await checkedIn(3)
    await carry(freight.hangzhou, freight.guangzhou, id, 1)
    await guangzhou.ok(notifyPickup, { ids: [id] })
    const code = await codeOf(id)
    await carry(freight.hangzhou, freight.guangzhou, id, 1)
    await guangzhou.ok(notifyPickup, { ids: [id] })
    expect(await codeOf(id)).toBe(code)
    expect((await notices(id)).map(({ params }) => params.codeIssued)).toEqual([false, true])
    await guangzhou.ok(calls.signWaybill, { ...signing(id, 2), pickupCode: code })
    expect(await codeOf(id)).toBe('')
    await carry(freight.hangzhou, freight.guangzhou, id, 1)
    await guangzhou.ok(notifyPickup, { ids: [id] })
    expect((await notices(id))[0]?.params.codeIssued).toBe(true)
    expect(await codeOf(id)).toMatch(/^\d{6}$/)
  })

  it('is asked for what is picked up: none or a wrong one is refused at its field, and nothing is stored', async () => {
    const { id, code } = await notified(3)
    const wrong = code === '000000' ? '000001' : '000000'
    const refused = async (more: Record<string, unknown>) =>
      (await guangzhou.refused(calls.signWaybill, { ...signing(id, 2), from: here(), ...more })).fields
    expect(await refused({})).toMatchObject([{ path: 'pickupCode', reason: 'waybills.pickupCodeNeeded' }])
    expect(await refused({ pickupCode: wrong })).toMatchObject([
      { path: 'pickupCode', reason: 'waybills.pickupCodeWrong' },
    ])
    expect(await refused({ pickupCode: wrong, noCodeReason: '没收到短信' })).toMatchObject([{ path: 'pickupCode' }])
    expect(await refused({ pickupCode: '12345' })).toMatchObject([{ path: 'pickupCode', reason: 'field.invalid' }])
    expect(await refused({ noCodeReason: '长'.repeat(201) })).toMatchObject([{ path: 'noCodeReason' }])
    expect(await piecesOf(world, id)).toEqual({ [here()]: 3 })
    expect((await read(guangzhou, id)).signings).toEqual([])
    // As it is read out, with a blank.
    await guangzhou.ok(calls.signWaybill, { ...signing(id, 2), pickupCode: `${code.slice(0, 3)} ${code.slice(3)}` })
    expect((await read(guangzhou, id)).signings).toMatchObject([{ signed: 2, noCodeReason: null }])
    expect(await codeOf(id)).toBe(code)
    // Refusing hands nothing over.
    await guangzhou.ok(calls.refuseWaybill, { id, pieces: 1, reason: '破损', refusedAt: ago(0) })
    expect(await codeOf(id)).toBe('')
    await guangzhou.ok(calls.undoWaybill, { id, reason: '客户改口' })
    expect(await codeOf(id)).toBe(code)
  })

  it('cannot be guessed: after five wrong ones within an hour none is taken, the right one neither, but a reason is', async () => {
    const { id, code } = await notified(2)
    const other = await notified(1)
    const wrong = (n: number) => String((Number(code) + n) % 1_000_000).padStart(6, '0')
    const refused = async (pickupCode: string) =>
      (await guangzhou.refused(calls.signWaybill, { ...signing(id, 1), from: here(), pickupCode })).fields[0]?.reason
    // At once, they are no more than one after the other.
    const reasons = await Promise.all([1, 2, 3, 4, 5, 6, 7].map((n) => refused(wrong(n))))
    expect(reasons.filter((reason) => reason === 'waybills.pickupCodeWrong')).toHaveLength(5)
    expect(await refused(code)).toBe('waybills.pickupCodeTries')
    await guangzhou.ok(calls.signWaybill, { ...signing(other.id, 1), pickupCode: other.code })
    await guangzhou.ok(calls.signWaybill, { ...signing(id, 1), noCodeReason: '核对身份证' })
    await world.db
      .updateTable('pickup_try')
      .set({ since: new Date(Date.now() - 3_700_000) })
      .where('waybill_id', '=', id)
      .execute()
    expect(await refused(wrong(1))).toBe('waybills.pickupCodeWrong')
    await guangzhou.ok(calls.signWaybill, { ...signing(id, 1), pickupCode: code })
  })

  it('gives way to a reason, which is kept with the signing and told in the timeline', async () => {
    const { id } = await notified(2)
    await hangzhou.ok(calls.signWaybill, { ...signing(id, 2), noCodeReason: '手机没电，核对身份证' })
    expect((await read(guangzhou, id)).signings).toMatchObject([{ signed: 2, noCodeReason: '手机没电，核对身份证' }])
    expect((await eventsOf(guangzhou, id))[0]).toMatchObject({
      type: 'signed',
      params: { noCodeReason: '手机没电，核对身份证' },
    })
  })

  it('is not asked where the notice was given before there were codes', async () => {
    const { id } = await notified(2)
    await world.db.updateTable('waybill').set({ pickup_code: null }).where('id', '=', id).execute()
    expect((await read(guangzhou, id)).pickupCode).toBeNull()
    await guangzhou.ok(calls.signWaybill, signing(id, 2))
    expect(await stateOf(world, id)).toMatchObject({ state: 'signed' })
  })
})

describe('[T9] 自提改送', () => {
  it('takes what waits back to the outlet that gives it out, to be delivered; the code ends, and no code is asked at the door', async () => {
    const { id, code } = await notified(5)
    await guangzhou.ok(calls.signWaybill, { ...signing(id, 2), pickupCode: code })
    expect(await hangzhou.ok(deliverInstead, { ids: [id] })).toMatchObject({
      done: 0,
      refused: [{ reason: 'waybills.otherOutletActs' }],
    })
    expect(await guangzhou.ok(deliverInstead, { ids: [id], reason: '客户来不了' })).toMatchObject({ done: 1 })
    expect(await piecesOf(world, id)).toEqual({ [`outlet:${freight.guangzhou}`]: 3, consignee: 2 })
    expect(await read(guangzhou, id)).toMatchObject({
      state: 'arrived',
      unarranged: 3,
      deliveryWay: 'delivery',
      pickupCode: null,
    })
    expect((await eventsOf(customer, id))[0]).toMatchObject({
      type: 'deliveredInstead',
      params: { pieces: 3, reason: '客户来不了' },
      changes: [{ field: 'delivery_way', from: 'selfPickup', to: 'delivery' }],
    })
    expect((await customer.ok(getTracks, { waybillId: id })).tracks[0]).toMatchObject({
      node: 'deliverInstead',
      place: '广州白云站',
    })
    expect(await guangzhou.ok(deliverInstead, { ids: [id] })).toMatchObject({
      refused: [{ reason: 'waybills.nothingAwaitsPickup' }],
    })
    expect(await guangzhou.ok(notifyPickup, { ids: [id] })).toMatchObject({
      refused: [{ reason: 'waybills.notSelfPickup' }],
    })
    await drive(freight.guangzhou, undefined, id, 3)
    await guangzhou.ok(calls.signWaybill, signing(id, 3))
    expect(await stateOf(world, id)).toMatchObject({ state: 'signed' })
  })

  it('is taken back with the delivery way and the same code; when the notice is taken back too, the code ends', async () => {
    const { id, code } = await notified(2)
    await guangzhou.ok(deliverInstead, { ids: [id] })
    const { version } = await read(guangzhou, id)
    expect(await guangzhou.ok(calls.undoWaybill, { id, reason: '点错' })).toEqual({ version: version + 1 })
    expect(await piecesOf(world, id)).toEqual({ [here()]: 2 })
    expect(await read(guangzhou, id)).toMatchObject({
      state: 'awaitingPickup',
      deliveryWay: 'selfPickup',
      pickupCode: code,
      version: version + 1,
    })
    await guangzhou.ok(calls.undoWaybill, { id, reason: '通知错了' })
    expect(await read(guangzhou, id)).toMatchObject({ state: 'arrived', deliveryWay: 'selfPickup', pickupCode: null })
    await guangzhou.ok(notifyPickup, { ids: [id] })
    expect((await notices(id))[0]?.params.codeIssued).toBe(true)
  })

  it('is not taken back once a trip has planned for the pieces', async () => {
    const { id } = await notified(2)
    await guangzhou.ok(deliverInstead, { ids: [id] })
    await drive(freight.guangzhou, undefined, id, 2)
    await guangzhou.refused(calls.undoWaybill, { id, reason: 'x' })
    expect(await read(guangzhou, id)).toMatchObject({ state: 'delivering', deliveryWay: 'delivery' })
  })

  it('is offered in the row and on the page while pieces wait, to whoever may notify', async () => {
    const { id } = await notified(1)
    const offered = async (client: Client) =>
      (await client.ok(calls.getWaybills, { ids: [id] })).rows[0]?.actions.map(({ key }) => key)
    expect(await offered(guangzhou)).toContain('deliverInstead')
    expect((await read(guangzhou, id)).actions).toContainEqual({ key: 'deliverInstead' })
    expect((await read(hangzhou, id)).actions.find(({ key }) => key === 'deliverInstead')?.reason).toContain('广州')
    expect(await customer.refused(deliverInstead, { ids: [id] })).toMatchObject({ code: 403 })
    const reader = await world.person('reader', { rights: { allWayBill: 'browse' }, scope: 'all' })
    expect(await reader.client.refused(deliverInstead, { ids: [id] })).toMatchObject({ code: 403 })
    await guangzhou.ok(deliverInstead, { ids: [id] })
    expect(await offered(guangzhou)).not.toContain('deliverInstead')
  })
})
