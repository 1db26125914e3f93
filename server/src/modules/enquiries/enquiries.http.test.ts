import * as approvals from '@xunyun/contract/approvals/calls'
import * as setup from '@xunyun/contract/approvals/setup'
import * as requests from '@xunyun/contract/costs/costApplications'
import * as trips from '@xunyun/contract/dispatch/calls'
import * as special from '@xunyun/contract/dispatch/special'
import * as freights from '@xunyun/contract/enquiries/freight'
import * as transport from '@xunyun/contract/enquiries/transport'
import * as waybills from '@xunyun/contract/waybills/calls'
import * as charges from '@xunyun/contract/waybills/charges'
import * as tracks from '@xunyun/contract/waybills/tracks'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ago, type Freight, openFreight } from '../../../test/freight.ts'
import { download } from '../../../test/sheets.ts'
import { type Client, openWorld, type World } from '../../../test/world.ts'
import type { Tx } from '../../platform/db.ts'
import { applyCharges, invoiceCharges, releaseCharges, settleCharges, unsettleCharges } from '../charges/index.ts'

let world: World
let freight: Freight
let boss: Client
let home: Client
let away: Client
let customer: Client
let carrier: number
/** Who reviews prices and costs. */
let judge: Client

beforeAll(async () => {
  world = await openWorld()
  freight = await openFreight(world)
  carrier = await world.company('德邦专线', ['special'])
  const at = (outletId: number) => ({ scope: 'outlet' as const, companies: [outletId], outletId })
  boss = (await world.person('boss', { rights: 'all', outletId: freight.hangzhou })).client
  home = (await world.person('home', { ...at(freight.hangzhou), rights: { transport: 'browse' } })).client
  away = (await world.person('away', { ...at(freight.guangzhou), rights: { transport: 'browse' } })).client
  customer = (
    await world.person('customer', {
      scope: 'customer',
      companies: [freight.yunfan],
      rights: { transport: 'browse' },
    })
  ).client
  const reviewer = await world.person('judge', { rights: { unreviewed: 'approve', priceCheck: 'approve' } })
  judge = reviewer.client
  for (const bizType of ['price', 'costApplication'] as const)
    await world.admin.ok(setup.addApproverLevel, {
      bizType,
      level: 1,
      mode: 'any',
      amountFrom: '0',
      userIds: [reviewer.id],
      roleIds: [],
    })
}, 60_000)
afterAll(() => world.close())

const shown = async (client: Client, input: Record<string, unknown> = {}) =>
  (await client.ok(transport.getTransports, { pageSize: 200, ...input } as never)).rows
const only = async (client: Client, id: number) => {
  const [row] = await shown(client, { ids: [id] })
  if (row === undefined) throw new Error(`waybill ${id} is not shown`)
  return row
}

/** In station at Hangzhou, and from there with a line carrier. */
async function onALine() {
  const waybill = await freight.waybill(boss, 3, { remarkInternal: '老客户，勿催', remarkCustomer: '下午送' })
  await boss.ok(waybills.checkInWaybills, { ids: [waybill.id] })
  await boss.ok(special.createSpecial, {
    carrierId: carrier,
    carrierNo: `DB7788${waybill.id}`,
    fromOutletId: freight.hangzhou,
    ends: 'door',
    toRegion: '440111',
    lines: [{ waybillId: waybill.id, fromPlace: 'outlet', fromId: freight.hangzhou, pieces: 3 }],
    handOver: true,
  } as never)
  return waybill
}
async function onATrip(over: Record<string, unknown> = {}) {
  const waybill = await freight.waybill(boss, 2, over as never)
  await boss.ok(waybills.checkInWaybills, { ids: [waybill.id] })
  const plateNo = `沪B${10_000 + waybill.id}`
  const trip = await boss.ok(trips.createArrangement, {
    type: 'trunk',
    vehicleId: await freight.addVehicle(plateNo),
    driverId: await freight.addDriver(`司机${waybill.id}`),
    planAt: ago(-60),
    fromOutletId: freight.hangzhou,
    toOutletId: freight.guangzhou,
    lines: [{ waybillId: waybill.id, fromPlace: 'outlet', fromId: freight.hangzhou, pieces: 2 }],
    assign: true,
  } as never)
  await boss.ok(trips.departArrangements, { ids: [trip.id] })
  return { ...waybill, plateNo }
}

describe('[RT-13/transport] where a shipment is', () => {
  it('says its leg, what carries it, its last track and where its signed receipt is', async () => {
    const waybill = await onATrip({ receiptRequirement: 'receipt' })
    expect(await only(boss, waybill.id)).toMatchObject({
      state: 'inTransit',
      leg: { kind: 'vehicle', type: 'trunk', state: 'departed' },
      plateNo: waybill.plateNo,
      carrierNo: null,
      lastTrack: { node: 'depart' },
      receiptState: 'toSign',
      signedAt: null,
    })
    const whole = await boss.ok(transport.getTransport, { id: waybill.id })
    expect(whole.legs).toHaveLength(1)
    expect(whole.legs[0]).toMatchObject({ fromName: '杭州总站', toName: '广州白云站', pieces: 2 })
    expect(whole.places.map(({ place, pieces }) => ({ place, pieces }))).toEqual([{ place: 'arrangement', pieces: 2 }])
  })

  it('finds by plate, by line carrier and by consignee; what is a draft is nowhere', async () => {
    const line = await onALine()
    const trip = await onATrip({
      consignee: { name: '周敏', phone: '13922104475', region: '440111', address: '太和镇 9 号' },
    })
    const draft = await freight.waybill(boss, 1, { place: false })
    const ids = async (input: Record<string, unknown>) => (await shown(boss, input)).map(({ id }) => id)
    expect(await ids({ plateNo: trip.plateNo })).toEqual([trip.id])
    expect(await ids({ carrierId: carrier })).toContain(line.id)
    expect(await ids({ carrierId: carrier })).not.toContain(trip.id)
    expect(await ids({ consignee: '周敏' })).toEqual([trip.id])
    // A name is no pattern, and one of ours no consignee.
    expect(await ids({ consignee: '周%' })).toEqual([])
    expect(await ids({ consignee: '王志强' })).toEqual([])
    expect(await ids({ ids: [draft.id] })).toEqual([])
    expect((await boss.send(transport.getTransport, { id: draft.id })).code).toBe(404)
  })

  it('counts and sums what its tabs show; what is void stands in its own tab alone', async () => {
    const made = [await onATrip(), await freight.waybill(boss, 5), await freight.waybill(boss, 7)]
    const [, , voided] = made
    await boss.ok(waybills.cancelWaybills, { ids: [voided?.id as number], reason: '客户不发了' })
    const filter = { ids: made.map(({ id }) => id) }
    const totals = await boss.ok(transport.getTransportTotals, filter)
    expect(totals).toMatchObject({ count: 3, cancelled: 1, pieces: 7, weight: '70.000' })
    expect(totals.tabs).toMatchObject({ all: 3, inTransit: 1, unarranged: 1, cancelled: 1, signed: 0 })
    expect(await boss.ok(transport.getTransportTotals, { ...filter, tab: 'cancelled' })).toMatchObject({
      count: 1,
      cancelled: 0,
      pieces: 7,
    })
    expect((await shown(boss, { ...filter, tab: 'cancelled' })).map(({ id }) => id)).toEqual([voided?.id])
  })

  it('walks all rows by its cursor once, latest business day first', async () => {
    const days = ['2026-11-18', '2026-11-19', '2026-11-19', '2026-11-21']
    const ids: number[] = []
    for (const bizDate of days) ids.push((await freight.waybill(boss, 1, { bizDate })).id)
    const walked: number[] = []
    let after: string | undefined
    do {
      const page = await boss.ok(transport.getTransports, { ids, pageSize: 1, ...(after ? { after } : {}) })
      walked.push(...page.rows.map(({ id }) => id))
      after = page.next ?? undefined
    } while (after !== undefined)
    const [a, b, c, d] = ids
    expect(walked).toEqual([d, c, b, a])
  })

  it('an outlet sees what it has in hand, and says nothing of what others have', async () => {
    const mine = await freight.waybill(boss, 1)
    expect((await shown(home, { ids: [mine.id] })).map(({ id }) => id)).toEqual([mine.id])
    expect(await shown(away, { ids: [mine.id] })).toEqual([])
    expect((await away.send(transport.getTransport, { id: mine.id })).code).toBe(404)
    expect(await away.ok(transport.getTransportTotals, { ids: [mine.id] })).toMatchObject({ count: 0, pieces: 0 })
    const coming = await onATrip()
    expect((await shown(away, { ids: [coming.id] })).map(({ id }) => id)).toEqual([coming.id])
  })

  it('a customer sees his own, and by no path who carries it, what is said inside or what is hidden', async () => {
    const line = await onALine()
    const others = await freight.waybill(boss, 1, { customerId: freight.hengda })
    await boss.ok(tracks.addTrack, {
      ids: [line.id],
      node: 'via',
      place: '金华',
      text: '司机说在修车',
      visible: false,
      at: new Date().toISOString(),
      confirm: 1,
    } as never)
    expect(await shown(customer, { ids: [others.id] })).toEqual([])
    expect((await customer.send(transport.getTransport, { id: others.id })).code).toBe(404)
    expect(await only(customer, line.id)).toMatchObject({
      leg: { kind: 'vehicle', type: 'trunk', state: 'departed' },
      carrierName: null,
      carrierNo: null,
      salesmanName: null,
      remarkCustomer: '下午送',
    })
    expect(await shown(customer, { carrierId: carrier })).toEqual([])
    const whole = await customer.ok(transport.getTransport, { id: line.id })
    expect(whole.legs[0]).toMatchObject({ kind: 'vehicle', carrierName: null, carrierNo: null, arrangementNo: '' })
    const said = [
      JSON.stringify(await shown(customer)),
      JSON.stringify(whole),
      JSON.stringify(await customer.ok(tracks.getTracks, { waybillId: line.id })),
      JSON.stringify((await download(customer, transport.exportTransports, {})).rows),
    ].join('\n')
    expect(said).toContain(line.waybillNo)
    for (const secret of ['德邦专线', `DB7788${line.id}`, '老客户，勿催', '司机说在修车', others.waybillNo])
      expect(said, secret).not.toContain(secret)
    // Ours reads the same four, and is told.
    expect(JSON.stringify(await shown(boss, { ids: [line.id] }))).toContain(`DB7788${line.id}`)
    expect((await download(boss, transport.exportTransports, { ids: String(line.id) } as never)).rows.flat()).toContain(
      '德邦专线',
    )
  })
})

describe('[RT-13/freight] what a waybill earns', () => {
  const earns = async (client: Client, input: Record<string, unknown>) =>
    (await client.ok(freights.getFreights, { pageSize: 200, ...input } as never)).rows
  const priced = (amount: string, over: Record<string, unknown> = {}) =>
    freight.waybill(boss, 2, { charges: [{ feeItem: 'freight', amount }], ...over } as never)
  const approveAll = async () => {
    const { rows } = await judge.ok(approvals.getApprovals, { pageSize: 500 })
    await judge.ok(approvals.decideApprovals, { ids: rows.map(({ id }) => id), decision: 'approve', opinion: '看过' })
  }
  /** What was asked for on the waybill, owed. */
  const costs = async (waybillNo: string, amount: string) => {
    await boss.ok(requests.addExpense, {
      feeItem: 'toll',
      amount,
      reason: '过路费',
      of: [waybillNo],
      submit: true,
    } as never)
    const { rows } = await judge.ok(approvals.getApprovals, { pageSize: 500 })
    const ids = rows.filter(({ bizType }) => bizType === 'costApplication').map(({ id }) => id)
    await judge.ok(approvals.decideApprovals, { ids, decision: 'approve', opinion: '看过' })
  }
  const priceState = async (id: number) => (await earns(boss, { ids: [id] }))[0]?.priceState

  it('[M57] says receivable, cost and what is left once the price is reviewed; before that no profit', async () => {
    const { id, waybillNo } = await priced('1280')
    await costs(waybillNo, '1302.34')
    expect((await earns(boss, { ids: [id] }))[0]).toMatchObject({
      receivable: '1280.00',
      cost: '1302.34',
      profit: null,
      profitRate: null,
    })
    await approveAll()
    expect((await earns(boss, { ids: [id] }))[0]).toMatchObject({
      freight: '1280.00',
      others: '0.00',
      profit: '-22.34',
      profitRate: '-1.7',
    })
    expect(await boss.ok(freights.getFreightTotals, { ids: [id] })).toMatchObject({
      count: 1,
      receivable: '1280.00',
      cost: '1302.34',
      profit: '-22.34',
    })
  })

  it('[M6] follows what is applied for, invoiced and collected, and its tabs count it', async () => {
    const { id } = await priced('600')
    await approveAll()
    await boss.ok(charges.confirmPrices, { ids: [id] })
    expect(await priceState(id)).toBe('confirmed')
    const charge = await world.db
      .selectFrom('charge')
      .select('id')
      .where('waybill_id', '=', id)
      .executeTakeFirstOrThrow()
    const state = async () => {
      const [row] = await earns(boss, { ids: [id] })
      return [row?.invoicing, row?.collection]
    }
    const tabs = async () => (await boss.ok(freights.getFreightTotals, { ids: [id] })).tabs
    const use = (act: typeof applyCharges, amount: string) =>
      world.db.transaction().execute((tx) => act(tx as unknown as Tx, [{ chargeId: charge.id, amount }]))
    expect(await state()).toEqual(['unapplied', 'uncollected'])
    expect(await tabs()).toMatchObject({ notInvoiced: 1, notCollected: 1 })
    await use(applyCharges, '200')
    expect(await state()).toEqual(['partial', 'uncollected'])
    await use(applyCharges, '400')
    expect(await state()).toEqual(['applied', 'uncollected'])
    await use(invoiceCharges, '600')
    await use(settleCharges, '100')
    expect(await state()).toEqual(['invoiced', 'partial'])
    expect(await tabs()).toMatchObject({ notInvoiced: 0, notCollected: 1, confirmed: 1 })
    await use(settleCharges, '500')
    expect(await state()).toEqual(['invoiced', 'collected'])
    expect((await earns(boss, { ids: [id], collections: 'collected' })).map((row) => row.id)).toEqual([id])
    // No document of these holds them.
    await use(unsettleCharges, '600')
    await world.db
      .transaction()
      .execute((tx) => releaseCharges(tx as unknown as Tx, [{ chargeId: charge.id, amount: '600' }], { issued: true }))
  })

  it('nobody without the right learns what it costs: neither its row, its sums, its order, nor its file', async () => {
    const { id, waybillNo } = await priced('900')
    await costs(waybillNo, '777.77')
    const clerk = (await world.person('freight-clerk', { rights: { freight: 'browse' } })).client
    const payer = (
      await world.person('freight-customer', {
        scope: 'customer',
        companies: [freight.yunfan],
        rights: { freight: 'browse', costView: 'browse' },
      })
    ).client
    expect((await earns(boss, { ids: [id] }))[0]?.cost).toBe('777.77')
    for (const client of [clerk, payer]) {
      expect((await earns(client, { ids: [id] }))[0]).toMatchObject({
        receivable: '900.00',
        cost: null,
        profit: null,
        profitRate: null,
      })
      expect(await client.ok(freights.getFreightTotals, { ids: [id] })).toMatchObject({
        receivable: '900.00',
        cost: null,
        profit: null,
      })
      for (const sort of ['cost', 'profit'])
        expect((await client.refused(freights.getFreights, { sort } as never)).fields).toMatchObject([{ path: 'sort' }])
      const { rows } = await download(client, freights.exportFreights, { ids: String(id) } as never)
      expect(rows.flat()).toContain(waybillNo)
      for (const secret of ['777.77', '应付', '利润']) expect(rows.flat(), secret).not.toContain(secret)
    }
  })

  it('is of its own outlet and its own customer: where it is only bound for it is in no list and no sum', async () => {
    const { id } = await priced('500', { destOutletId: freight.guangzhou })
    const at = (outletId: number) => ({
      scope: 'outlet' as const,
      companies: [outletId],
      outletId,
      rights: { freight: 'browse' as const },
    })
    const here = (await world.person('freight-home', at(freight.hangzhou))).client
    const there = (await world.person('freight-away', at(freight.guangzhou))).client
    const other = (
      await world.person('freight-other', {
        scope: 'customer',
        companies: [freight.hengda],
        rights: { freight: 'browse' },
      })
    ).client
    expect((await earns(here, { ids: [id] })).map((row) => row.id)).toEqual([id])
    for (const client of [there, other]) {
      expect(await earns(client, { ids: [id] })).toEqual([])
      expect(await client.ok(freights.getFreightTotals, { ids: [id] })).toMatchObject({ count: 0, receivable: '0' })
      expect((await client.send(charges.getWaybillCharges, { id })).code).toBe(404)
    }
  })
})
