import { randomUUID } from 'node:crypto'
import { addApproverLevel } from '@xunyun/contract/approvals/setup'
import * as dispatch from '@xunyun/contract/dispatch/calls'
import { jobRights } from '@xunyun/contract/rights'
import * as receipts from '@xunyun/contract/signedReceipts/calls'
import { getEpod } from '@xunyun/contract/signedReceipts/epod'
import * as calls from '@xunyun/contract/waybills/calls'
import { getChains, getChainTotals } from '@xunyun/contract/waybills/chains'
import { getWaybillCharges } from '@xunyun/contract/waybills/charges'
import { changeDestination, proposeDestination } from '@xunyun/contract/waybills/destination'
import { notifyPickup } from '@xunyun/contract/waybills/pickup'
import { getShippingStatistics } from '@xunyun/contract/waybills/statistics'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ago, type Freight, openFreight, piecesOf, stateOf, waybillOf } from '../../../test/freight.ts'
import { type Client, openWorld, type World } from '../../../test/world.ts'
import { refreshState } from './pieces.ts'

/** 杭州 sends, 武汉 lies between, 广州 gives out; each has a user of its own, with all rights. */
let world: World
let freight: Freight
let wuhan: number
let office: Client
let hangzhou: Client
let between: Client
let guangzhou: Client
beforeAll(async () => {
  world = await openWorld()
  freight = await openFreight(world)
  wuhan = await world.outlet('武汉分拨')
  await world.db
    .updateTable('company')
    .set({ region_code: '420112', region_name: '湖北省 武汉市 东西湖区' })
    .where('id', '=', wuhan)
    .execute()
  await serves(freight.guangzhou, '440000')
  await world.admin.ok(addApproverLevel, {
    bizType: 'price',
    level: 1,
    mode: 'any',
    amountFrom: '0',
    userIds: [(await world.person('boss', { rights: 'all' })).id],
    roleIds: [],
  })
  const of = async (account: string, outletId: number) =>
    (await world.person(account, { rights: 'all', scope: 'outlet', companies: [outletId], outletId })).client
  office = (await world.person('office', { rights: 'all' })).client
  hangzhou = await of('hangzhou', freight.hangzhou)
  between = await of('wuhan', wuhan)
  guangzhou = await of('guangzhou', freight.guangzhou)
})
afterAll(() => world.close())

const serves = (outletId: number, ...regions: string[]) =>
  world.db.updateTable('company').set({ service_regions: regions }).where('id', '=', outletId).execute()
const seen = async (client: Client, id: number) =>
  (await client.ok(calls.getWaybills, { ids: [id] })).rows.map((row) => row.id)
const read = (client: Client, id: number) => client.ok(calls.getWaybill, { id })

let count = 0
/** A trip with a vehicle and a driver of its own, assigned. */
async function trip(by: Client, type: string, from: number, to: number | undefined, id: number, pieces: number) {
  count += 1
  return by.ok(dispatch.createArrangement, {
    type: type as 'trunk',
    vehicleId: await freight.addVehicle(`鄂A${String(30000 + count)}`),
    driverId: await freight.addDriver(`武汉司机${count}`),
    ...(type === 'delivery' ? {} : { fromOutletId: from, toOutletId: to }),
    planAt: ago(-60),
    assign: true,
    lines: [{ waybillId: id, fromPlace: 'outlet', fromId: from, pieces }],
  })
}
const depart = (by: Client, id: number, minutes: number) =>
  by.ok(dispatch.departArrangements, { ids: [id], at: ago(minutes) })
const arrive = (by: Client, id: number, minutes: number) =>
  by.ok(dispatch.arriveArrangements, { ids: [id], at: ago(minutes) })

describe('[T4] where a waybill goes', () => {
  it('is proposed by the consignee’s region when it is placed; a typed one stays, and is nobody’s but the office’s to type', async () => {
    const { id } = await freight.waybill(hangzhou, 2)
    expect(await read(hangzhou, id)).toMatchObject({ destOutletId: freight.guangzhou, destTyped: false })
    const typed = await freight.waybill(hangzhou, 2, { destOutletId: wuhan })
    expect(await read(hangzhou, typed.id)).toMatchObject({ destName: '武汉分拨', destTyped: true })
    const bad = await office.refused(calls.createWaybill, {
      ...sentOf(),
      destOutletId: freight.yunfan,
      place: true,
    })
    expect(bad.fields).toMatchObject([{ path: 'destOutletId', reason: 'field.id' }])
    const customer = await world.person('their-own', {
      rights: { taskList: 'edit', allWayBill: 'browse' },
      scope: 'customer',
      companies: [freight.yunfan],
      outletId: freight.hangzhou,
    })
    const own = await freight.waybill(customer.client, 1, { destOutletId: wuhan, outletId: undefined })
    expect(await read(office, own.id)).toMatchObject({ destOutletId: freight.guangzhou, destTyped: false })
    expect(await office.ok(proposeDestination, { region: '440111' })).toEqual({
      id: freight.guangzhou,
      name: '广州白云站',
    })
    expect(await office.ok(proposeDestination, { region: '650102' })).toBeNull()
  })

  it('follows the consignee while nothing has left the origin, and a draft is asked again when it is placed', async () => {
    await serves(wuhan, '420000')
    const draft = await freight.waybill(hangzhou, 2, { place: false })
    const { version } = await read(hangzhou, draft.id)
    const to = (region: string) => ({ name: '陈国强', phone: '13922104475', region, address: '太和镇石湖路88号' })
    await hangzhou.ok(calls.changeWaybill, { ...sentOf(), consignee: to('420112'), id: draft.id, version })
    expect(await read(hangzhou, draft.id)).toMatchObject({ destOutletId: wuhan })
    await serves(wuhan)
    expect(await hangzhou.ok(calls.placeWaybills, { ids: [draft.id] })).toMatchObject({ done: 1 })
    expect(await read(hangzhou, draft.id)).toMatchObject({ destOutletId: null })
    expect(await seen(between, draft.id)).toEqual([])
  })

  it('is changed with a reason until pieces are given out from it; the one before sees it no longer, unless it was reached', async () => {
    const { id } = await freight.waybill(hangzhou, 2)
    expect(await seen(guangzhou, id)).toEqual([id])
    const change = async (destOutletId: number | undefined, reason = '改由武汉派送') =>
      hangzhou.send(changeDestination, {
        id,
        version: (await read(hangzhou, id)).version,
        destOutletId,
        reason,
      })
    expect((await change(wuhan)).code).toBe(200)
    expect([await seen(guangzhou, id), await seen(between, id)]).toEqual([[], [id]])
    const event = (await hangzhou.ok(calls.getWaybillEvents, { id })).events[0]
    expect(event).toMatchObject({
      type: 'destinationChanged',
      params: { from: '广州白云站', to: '武汉分拨', reason: '改由武汉派送' },
    })
    expect((await change(wuhan)).code).toBe(422)
    await hangzhou.ok(calls.checkInWaybills, { ids: [id], at: ago(300) })
    const trunk = await trip(hangzhou, 'trunk', freight.hangzhou, wuhan, id, 2)
    await depart(hangzhou, trunk.id, 280)
    await arrive(between, trunk.id, 200)
    expect(await stateOf(world, id)).toMatchObject({ state: 'arrived', state_pieces: 2 })
    // Back to what the service regions say: 武汉 lies between then, and it has had the pieces.
    expect((await change(undefined)).code).toBe(200)
    expect(await read(hangzhou, id)).toMatchObject({ destOutletId: freight.guangzhou, destTyped: false })
    expect(await stateOf(world, id)).toMatchObject({ state: 'inTransit', state_pieces: 2 })
    expect(await seen(between, id)).toEqual([id])
    const edited = await hangzhou.refused(calls.changeWaybill, {
      ...sentOf(2),
      destOutletId: wuhan,
      id,
      version: (await read(hangzhou, id)).version,
    })
    expect(edited.fields).toMatchObject([{ path: 'destOutletId', reason: 'waybills.destinationLeft' }])
    expect((await change(wuhan)).code).toBe(200)
    const delivery = await trip(between, 'delivery', wuhan, undefined, id, 2)
    await depart(between, delivery.id, 100)
    expect((await change(freight.guangzhou)).error).toMatchObject({ reason: 'waybills.destinationGivenOut' })
    expect(await read(hangzhou, id)).toMatchObject({
      actions: expect.arrayContaining([
        expect.objectContaining({ key: 'changeDestination', reason: expect.any(String) }),
      ]),
    })
  })
})

describe('[T1] who has it in hand sees it, and does his own part', () => {
  it('origin and destination from placing on, an outlet between from the departure towards it; nobody else', async () => {
    const { id } = await freight.waybill(hangzhou, 10)
    const who = async () =>
      Promise.all([hangzhou, between, guangzhou].map(async (client) => (await seen(client, id)).length))
    expect(await who()).toEqual([1, 0, 1])
    expect((await between.refused(calls.getWaybill, { id })).code).toBe(404)
    await hangzhou.ok(calls.checkInWaybills, { ids: [id], at: ago(300) })
    const trunk = await trip(hangzhou, 'trunk', freight.hangzhou, wuhan, id, 6)
    // A stop of the trip sees the trip with its cargo; the waybill itself once it is under way.
    expect((await between.ok(dispatch.getArrangement, { id: trunk.id })).lines).toMatchObject([{ waybillId: id }])
    expect((await guangzhou.refused(dispatch.getArrangement, { id: trunk.id })).code).toBe(404)
    expect(await who()).toEqual([1, 0, 1])
    await depart(hangzhou, trunk.id, 280)
    expect(await who()).toEqual([1, 1, 1])
    expect((await between.ok(calls.getWaybillTotals, { ids: [id] })).count).toBe(1)
    expect((await between.ok(calls.getWaybillEvents, { id })).chain.ok).toBe(true)
  })

  it('[T29] a receipt goes along with a trip that there is and that is seen; its number says so before the first paper is scanned', async () => {
    const { id } = await freight.waybill(hangzhou, 2)
    await hangzhou.ok(calls.checkInWaybills, { ids: [id], at: ago(300) })
    const { arrangementNo } = await trip(hangzhou, 'trunk', freight.hangzhou, wuhan, id, 2)
    const asked = { arrangementNo: arrangementNo.toLowerCase() }
    expect(await between.ok(receipts.getReceiptTrip, asked)).toEqual({ arrangementNo })
    const fields = [{ path: 'arrangementNo', reason: 'signedReceipts.noTrip' }]
    expect(await guangzhou.refused(receipts.getReceiptTrip, asked)).toMatchObject({ fields })
    expect(await between.refused(receipts.getReceiptTrip, { arrangementNo: 'PC00000000000' })).toMatchObject({ fields })
  })

  it('elsewhere its money is empty and in no sum, but for what is to be collected at the door', async () => {
    const { id } = await freight.waybill(hangzhou, 4, {
      customerId: undefined,
      payMethod: 'collect',
      codAmount: '88.00',
      charges: [{ feeItem: 'freight', amount: '120.00' }],
    })
    const own = (await hangzhou.ok(calls.getWaybills, { ids: [id] })).rows[0]
    expect(own).toMatchObject({ mine: true, receivable: '120.00', freight: '120.00' })
    const row = (await guangzhou.ok(calls.getWaybills, { ids: [id] })).rows[0]
    expect(row).toMatchObject({
      mine: false,
      receivable: null,
      freight: null,
      quoted: null,
      codAmount: '88.00',
      priceActions: [],
    })
    expect(await guangzhou.ok(calls.getWaybillTotals, { ids: [id] })).toMatchObject({
      count: 1,
      receivable: '0',
      freight: '0',
      codAmount: '88.00',
    })
    expect(await read(guangzhou, id)).toMatchObject({ receivable: null, toCollect: '208.00' })
    expect((await guangzhou.refused(getWaybillCharges, { id })).code).toBe(404)
    expect((await guangzhou.ok(calls.getWaybills, { ids: [id], priceTab: 'all' })).rows).toEqual([])
    const types = (await guangzhou.ok(calls.getWaybillEvents, { id })).events.map(({ type }) => type)
    expect(types).toEqual(['placed'])
    expect((await guangzhou.ok(getChains, { ids: [id] })).rows).toMatchObject([{ receivable: null }])
    expect(await guangzhou.ok(getChainTotals, { ids: [id] })).toMatchObject({ count: 1, receivable: '0' })
    const placed = async (client: Client) =>
      (
        await client.ok(getShippingStatistics, {
          period: 'day',
          group: 'outlet',
          bizFrom: '2026-11-01',
          bizTo: '2026-11-30',
        })
      ).rows
    expect((await placed(guangzhou)).length).toBe(0)
    expect((await placed(hangzhou)).length).toBeGreaterThan(0)
    // Not by its order either.
    const sorted = await guangzhou.ok(calls.getWaybills, { sort: 'receivable', dir: 'desc' })
    expect(sorted.rows.map(({ receivable }) => receivable).every((amount) => amount === null)).toBe(true)
  })

  it('change, cancel, hold, release and the destination stay with its own outlet, whose name is said', async () => {
    const { id } = await freight.waybill(hangzhou, 2)
    const { version } = await read(guangzhou, id)
    const tries = [
      guangzhou.send(calls.changeWaybill, { ...sentOf(2), outletId: undefined, id, version }),
      guangzhou.send(calls.holdWaybill, { id, version, reason: 'x' }),
      guangzhou.send(changeDestination, { id, version, destOutletId: wuhan, reason: 'x' }),
    ]
    for (const answer of await Promise.all(tries))
      expect(answer.error).toMatchObject({ reason: 'waybills.otherOutletActs', params: { outlet: '杭州总站' } })
    expect(await guangzhou.ok(calls.cancelWaybills, { ids: [id], reason: 'x' })).toMatchObject({ done: 0 })
    const { actions } = await read(guangzhou, id)
    expect(actions.find(({ key }) => key === 'hold')?.reason).toContain('杭州总站')
    expect(await read(hangzhou, id)).toMatchObject({ version, state: 'placed' })
  })

  it('pieces are arranged, sent and received where they lie; another’s are refused by name, and nothing moves', async () => {
    const { id } = await freight.waybill(hangzhou, 6)
    await hangzhou.ok(calls.checkInWaybills, { ids: [id], at: ago(300) })
    const foreign = await guangzhou.refused(dispatch.createArrangement, {
      type: 'trunk',
      vehicleId: freight.vehicle,
      driverId: freight.driver,
      fromOutletId: freight.hangzhou,
      toOutletId: freight.guangzhou,
      planAt: ago(-60),
      lines: [{ waybillId: id, fromPlace: 'outlet', fromId: freight.hangzhou, pieces: 6 }],
    })
    expect(foreign.fields).toMatchObject([
      { path: 'lines.0.fromPlace', reason: 'dispatch.otherOutletArranges', params: { outlet: '杭州总站' } },
    ])
    const waits = async (client: Client) =>
      (await client.ok(dispatch.getWaiting, { ids: [id] })).rows.map(({ fromName, nextLeg, destName }) => [
        fromName,
        nextLeg,
        destName,
      ])
    expect(await waits(hangzhou)).toEqual([['杭州总站', 'trunk', '广州白云站']])
    expect(await waits(guangzhou)).toEqual([])
    const trunk = await trip(hangzhou, 'trunk', freight.hangzhou, freight.guangzhou, id, 6)
    const refusedAct = { done: 0, refused: [expect.objectContaining({ id: trunk.id })] }
    expect(await depart(guangzhou, trunk.id, 280)).toMatchObject(refusedAct)
    await depart(hangzhou, trunk.id, 280)
    expect(await arrive(hangzhou, trunk.id, 200)).toMatchObject(refusedAct)
    const coming = async (client: Client) => [
      (await client.ok(dispatch.getArrangements, { toMine: true })).rows.map((row) => row.id),
      (await client.ok(dispatch.getArrangementTotals, { toMine: true })).pieces,
      (await client.ok(dispatch.getArrangementTotals, {})).tabs.toMine,
    ]
    expect(await coming(guangzhou)).toEqual([[trunk.id], 6, 1])
    expect((await coming(hangzhou))[0]).not.toContain(trunk.id)
    const can = async (client: Client) =>
      (await client.ok(dispatch.getArrangement, { id: trunk.id })).actions.find(({ key }) => key === 'arrive')?.reason
    expect([await can(hangzhou), await can(guangzhou)]).toEqual([expect.any(String), undefined])
    await arrive(guangzhou, trunk.id, 200)
    expect(await piecesOf(world, id)).toEqual({ [`outlet:${freight.guangzhou}`]: 6 })
    expect([await waits(hangzhou), await waits(guangzhou)]).toEqual([[], [['广州白云站', 'delivery', '广州白云站']]])
  })

  it('signing is the own outlet’s, or of the one that gave the pieces out: of another’s strand nothing', async () => {
    const { id } = await freight.waybill(hangzhou, 5)
    await hangzhou.ok(calls.checkInWaybills, { ids: [id], at: ago(300) })
    const trunk = await trip(hangzhou, 'trunk', freight.hangzhou, freight.guangzhou, id, 3)
    await depart(hangzhou, trunk.id, 290)
    await arrive(guangzhou, trunk.id, 250)
    const own = await trip(hangzhou, 'delivery', freight.hangzhou, undefined, id, 2)
    await depart(hangzhou, own.id, 200)
    expect((await read(guangzhou, id)).strands).toEqual([])
    const sign = (by: Client, signed: number) =>
      by.send(calls.signWaybill, { id, signed, signer: '陈国强', signedAt: ago(10) })
    expect((await sign(guangzhou, 1)).error).toMatchObject({ reason: 'waybills.nothingToSign' })
    const theirs = await trip(guangzhou, 'delivery', freight.guangzhou, undefined, id, 3)
    await depart(guangzhou, theirs.id, 150)
    expect((await read(guangzhou, id)).strands).toEqual([
      { from: `arrangement:${theirs.id}`, name: theirs.arrangementNo, pieces: 3 },
    ])
    expect((await read(hangzhou, id)).strands).toHaveLength(2)
    expect(await sign(guangzhou, 3)).toMatchObject({ code: 200 })
    expect(await piecesOf(world, id)).toEqual({ [`arrangement:${own.id}`]: 2, consignee: 3 })
    // The last step is theirs to take back, and not the origin's neighbour's.
    expect(await read(between, id).catch(() => null)).toBeNull()
    expect(await guangzhou.ok(calls.undoWaybill, { id, reason: '签错' })).toMatchObject({ version: expect.any(Number) })
    expect(await piecesOf(world, id)).toEqual({ [`arrangement:${own.id}`]: 2, [`arrangement:${theirs.id}`]: 3 })
  })

  it('the consignee is notified where the pieces are given out, not where they come from', async () => {
    const { id } = await freight.waybill(hangzhou, 2, { deliveryWay: 'selfPickup' })
    await hangzhou.ok(calls.checkInWaybills, { ids: [id], at: ago(300) })
    const early = await hangzhou.ok(notifyPickup, { ids: [id] })
    expect(early).toMatchObject({ done: 0, refused: [{ reason: 'waybills.notAtDestination' }] })
    const trunk = await trip(hangzhou, 'trunk', freight.hangzhou, freight.guangzhou, id, 2)
    await depart(hangzhou, trunk.id, 280)
    await arrive(guangzhou, trunk.id, 200)
    expect(await hangzhou.ok(notifyPickup, { ids: [id] })).toMatchObject({ done: 0 })
    expect(await guangzhou.ok(notifyPickup, { ids: [id] })).toMatchObject({ done: 1 })
    expect(await piecesOf(world, id)).toEqual({ [`pickup:${freight.guangzhou}`]: 2 })
  })

  it('one outlet’s list goes page by page in the order of time, whether it has much in hand or little', async () => {
    const all: number[] = []
    let cursor: string | undefined
    do {
      const page = await guangzhou.ok(calls.getWaybills, { pageSize: 3, ...(cursor ? { after: cursor } : {}) })
      all.push(...page.rows.map(({ id }) => id))
      cursor = page.next ?? undefined
    } while (cursor !== undefined)
    expect(all.length).toBe((await guangzhou.ok(calls.getWaybillTotals, {})).count)
    expect(all).toEqual([...all].sort((a, b) => b - a))
    expect(new Set(all).size).toBe(all.length)
  })
})

describe('[T6] the transport state by place, destination and leg', () => {
  const everywhere = ['hangzhou', 'wuhan', 'guangzhou'] as const
  type Name = (typeof everywhere)[number]
  const idOf = (name: Name) => ({ hangzhou: freight.hangzhou, wuhan, guangzhou: freight.guangzhou })[name]
  const places = [
    ['shipper', null],
    ['arrangement', 'pickup'],
    ['arrangement', 'trunk'],
    ['arrangement', 'shuttle'],
    ['arrangement', 'delivery'],
    ...everywhere.flatMap((name) => [
      ['outlet', name],
      ['pickup', name],
    ]),
  ] as [string, string | null][]
  const expected = (place: string, which: string | null, destination: Name | null): string => {
    if (place === 'shipper') return 'placed'
    if (place === 'pickup') return 'awaitingPickup'
    if (place === 'arrangement')
      return which === 'pickup' ? 'pickingUp' : which === 'delivery' ? 'delivering' : 'inTransit'
    if (which === 'hangzhou') return 'inStation'
    // The consignee lives in 广州.
    return which === (destination ?? 'guangzhou') ? 'arrived' : 'inTransit'
  }
  it.each([null, ...everywhere])('with the destination %s', async (destination) => {
    const { id } = await freight.waybill(office, 100)
    for (const [place, which] of places) {
      const isOutlet = place === 'outlet' || place === 'pickup'
      await world.db.transaction().execute(async (tx) => {
        await sql`update waybill set dest_outlet_id = ${destination === null ? null : idOf(destination)} where id = ${id}`.execute(
          tx,
        )
        await sql`delete from piece_place where waybill_id = ${id}`.execute(tx)
        await sql`insert into piece_place (waybill_id, place, place_id, leg, pieces) values (${id}, ${place},
          ${isOutlet ? idOf(which as Name) : place === 'arrangement' ? 7 : 0}, ${place === 'arrangement' ? which : null}, 100)`.execute(
          tx,
        )
        await refreshState(tx as never, [id])
      })
      expect(await stateOf(world, id), `${place} ${which}`).toMatchObject({
        state: expected(place, which, destination),
        state_pieces: 100,
      })
    }
    await world.db.transaction().execute(async (tx) => {
      await sql`delete from piece_place where waybill_id = ${id}`.execute(tx)
      await sql`insert into piece_place (waybill_id, place, place_id, pieces) values (${id}, 'shipper', 0, 100)`.execute(
        tx,
      )
      await refreshState(tx as never, [id])
    })
  })
})

/** A waybill as sent, of so many pieces. */
const sentOf = (pieces = 2) => waybillOf(freight.hangzhou, freight.yunfan, pieces)

it('[T2] [RT-16/receiptList] a driver brings back the papers of what he drove: no other, no receivable, no e-POD of another', async () => {
  const asking = () =>
    freight.waybill(office, 2, {
      outletId: freight.hangzhou,
      deliveryWay: 'delivery',
      receiptRequirement: 'receipt',
      receiptCopies: 1,
    } as never)
  const [mine, other] = [await asking(), await asking()]
  const driverId = await freight.addDriver('回单司机')
  const carry = async (id: number, driver: number, plate: string) => {
    await office.ok(calls.checkInWaybills, { ids: [id], at: ago(300), outletId: freight.hangzhou })
    const trip = await office.ok(dispatch.createArrangement, {
      type: 'delivery',
      vehicleId: await freight.addVehicle(plate),
      driverId: driver,
      fromOutletId: freight.hangzhou,
      planAt: ago(250),
      assign: true,
      lines: [{ waybillId: id, fromPlace: 'outlet', fromId: freight.hangzhou, pieces: 2 }],
    } as never)
    await office.ok(dispatch.departArrangements, { ids: [trip.id], at: ago(200) })
    await office.ok(calls.signWaybill, { id, signed: 2, signer: '陈', signedAt: ago(100) })
  }
  await carry(mine.id, driverId, '浙W10011')
  await carry(other.id, await freight.addDriver('另一司机'), '浙W10012')
  const { client, id } = await world.person('receipt-driver', {
    scope: 'outlet',
    companies: [freight.hangzhou],
    outletId: freight.hangzhou,
    rights: { ...jobRights.driver },
  })
  const rows = async () => (await client.ok(receipts.getSignedReceipts, {})).rows
  expect(await rows()).toEqual([])
  await world.db.updateTable('driver').set({ user_id: id }).where('id', '=', driverId).execute()
  expect((await office.ok(receipts.getSignedReceipts, { q: mine.waybillNo })).rows[0]?.receivable).not.toBeNull()
  expect(await rows()).toMatchObject([{ waybillNo: mine.waybillNo, receivable: null }])
  const scan = (code: string) =>
    client.send(receipts.scanSignedReceipt, {
      actId: randomUUID(),
      roundId: randomUUID(),
      step: 'recover',
      code,
    } as never)
  expect((await scan(other.waybillNo)).error?.reason).toBe('signedReceipts.unknown')
  expect((await client.send(getEpod, { waybillId: other.id })).code).toBe(404)
  expect((await client.send(getEpod, { waybillId: mine.id })).code).not.toBe(404)
  expect((await scan(mine.waybillNo)).error).toBeUndefined()
  expect((await rows())[0]?.state).toBe('recovered')
})
