import { decideApprovals, getApprovals } from '@xunyun/contract/approvals/calls'
import { addApproverLevel } from '@xunyun/contract/approvals/setup'
import { getDashboard, getDashboardMoney } from '@xunyun/contract/dashboard/calls'
import * as dispatch from '@xunyun/contract/dispatch/calls'
import { addCashAccount } from '@xunyun/contract/money/accounts'
import * as payments from '@xunyun/contract/payments/calls'
import * as waybills from '@xunyun/contract/waybills/calls'
import { getShippingStatistics } from '@xunyun/contract/waybills/statistics'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Door, openDoor } from '../../../test/door.ts'
import { ago, type Freight, waybillOf } from '../../../test/freight.ts'
import { type Client, openWorld, type World } from '../../../test/world.ts'
import { clock, dayOf } from '../../platform/clock.ts'
import { keepEvening } from './evening.ts'

/** The business day, wherever the machine stands. */
const bizDate = dayOf(new Date())
let world: World
let freight: Freight
let door: Door
let clerk: Client
beforeAll(async () => {
  world = await openWorld()
  door = await openDoor(world)
  freight = door.freight
  clerk = (
    await world.person('clerk', {
      rights: {
        allWayBill: 'edit',
        taskList: 'edit',
        arrangedOrder: 'edit',
        arrangeList: 'edit',
        arrangeOperate: 'edit',
        unshippedList: 'browse',
      },
      outletId: freight.hangzhou,
    })
  ).client
})
afterAll(() => world.close())

const waitingOf = async (client: Client, mine = false) =>
  Object.fromEntries((await client.ok(getDashboard, { mine })).waiting.map(({ kind, count }) => [kind, count]))
const figureOf = async (client: Client, key: string) =>
  (await client.ok(getDashboard, {})).figures.find((one) => one.key === key)

it('[RT-02] the desk counts what the lists behind it hold, by what is mine and what is everybody’s', async () => {
  const colleague = await world.person('colleague', { rights: { allWayBill: 'edit', taskList: 'edit' } })
  await freight.waybill(clerk, 4, { bizDate })
  await freight.waybill(clerk, 6, { bizDate })
  await freight.waybill(colleague.client, 5, { bizDate, outletId: freight.hangzhou })
  expect(await waitingOf(clerk)).toMatchObject({ arrange: 3 })
  expect(await waitingOf(clerk, true)).toMatchObject({ arrange: 2 })
  // Neither counts: a draft, and one that is void. Nor is what was placed today today's business.
  await freight.waybill(clerk, 50, { bizDate, place: false })
  const cancelled = await freight.waybill(clerk, 70, { bizDate })
  await world.admin.ok(waybills.cancelWaybills, { ids: [cancelled.id], reason: '开错' })
  await freight.waybill(clerk, 90, { bizDate: dayOf(new Date(Date.now() - 86_400_000)) })
  const today = { bizFrom: bizDate, bizTo: bizDate }
  const list = await clerk.ok(waybills.getWaybillTotals, today)
  expect(list).toMatchObject({ count: 5, drafts: 1, cancelled: 1, pieces: 15 })
  expect((await clerk.ok(waybills.getWaybills, today)).rows).toHaveLength(5)
  expect(await clerk.ok(waybills.getWaybillTotals, { ...today, tab: 'cancelled' })).toMatchObject({
    count: 1,
    cancelled: 0,
    pieces: 70,
  })
  const totals = { count: list.count - list.drafts - list.cancelled, pieces: list.pieces }
  const shipped = await world.admin.ok(getShippingStatistics, {
    bizFrom: bizDate,
    bizTo: bizDate,
    group: 'mode',
    period: 'day',
  })
  expect(shipped.total).toMatchObject(totals)
  const placed = await figureOf(clerk, 'placed')
  expect(placed?.today).toBe(String(totals.count))
  // The list behind it holds just these: no draft, nothing void.
  const behind = new URLSearchParams(placed?.link.split('?')[1])
  const states = behind.get('states')?.split(',') as never
  expect(await clerk.ok(waybills.getWaybillTotals, { ...today, states })).toMatchObject({
    ...totals,
    drafts: 0,
    cancelled: 0,
  })
  expect((await figureOf(clerk, 'pieces'))?.today).toBe(String(totals.pieces))
  const { curve } = await clerk.ok(getDashboard, {})
  expect(curve?.today.at(-1)).toBe(totals.count)
  expect(curve?.yesterday.at(-1)).toBe(1)
  // Each leads to the list of its day.
  expect(curve?.todayLink).toContain(`bizFrom=${dayOf(new Date())}&bizTo=${dayOf(new Date())}`)
})

it('[D-05] what is past its plan stands there worst first, and leaves when it is done', async () => {
  const late = await freight.waybill(clerk, 2, { planPickup: ago(600) })
  const later = await freight.waybill(clerk, 2, { planPickup: ago(60) })
  const rows = async () => (await clerk.ok(getDashboard, {})).late.rows.filter(({ kind }) => kind === 'unshipped')
  expect((await rows()).map(({ no }) => no)).toEqual([late.waybillNo, later.waybillNo])
  const trip = await clerk.ok(dispatch.createArrangement, {
    type: 'pickup',
    vehicleId: freight.vehicle,
    driverId: freight.driver,
    toOutletId: freight.hangzhou,
    planAt: ago(30),
    lines: [{ waybillId: late.id, fromPlace: 'shipper', fromId: 0, pieces: 2 }],
    assign: true,
  })
  const { late: now, waiting } = await clerk.ok(getDashboard, {})
  expect(now.rows.map(({ no }) => no)).toContain(trip.arrangementNo)
  expect(waiting.find(({ kind }) => kind === 'depart')?.count).toBe(1)
  // The list that opens holds just what is counted: what is not due yet and what a colleague made are not late with me.
  await world.admin.ok(dispatch.createArrangement, {
    type: 'pickup',
    vehicleId: await freight.addVehicle('浙W10009'),
    driverId: await freight.addDriver('别人'),
    toOutletId: freight.hangzhou,
    planAt: ago(20),
    lines: [{ waybillId: later.id, fromPlace: 'shipper', fromId: 0, pieces: 1 }],
    assign: true,
  })
  for (const mine of [false, true]) {
    const found = (await clerk.ok(getDashboard, { mine })).late.counts.find(({ kind }) => kind === 'notDeparted')
    const behind = Object.fromEntries(new URL(found?.link ?? '', 'http://desk').searchParams) as never
    expect((await clerk.ok(dispatch.getArrangementTotals, behind)).count).toBe(mine ? 1 : 2)
    expect(found?.count).toBe(mine ? 1 : 2)
  }
  // Just now: twenty minutes ago may have been yesterday.
  await clerk.ok(dispatch.departArrangements, { ids: [trip.id], at: ago(0) })
  expect((await clerk.ok(getDashboard, {})).late.rows.map(({ no }) => no)).not.toContain(trip.arrangementNo)
  const departed = await figureOf(clerk, 'departed')
  expect(departed?.today).toBe('1')
  const filter = Object.fromEntries(new URL(departed?.link ?? '', 'http://desk').searchParams)
  expect(await clerk.ok(dispatch.getArrangementTotals, filter)).toMatchObject({ count: 1 })
  expect(await clerk.ok(dispatch.getArrangementTotals, { ...filter, departTo: '2020-01-01' })).toMatchObject({
    count: 0,
  })
})

it('[RT-02] a line leads to the waybills that it counts: signed on these days between these cities, with a planned arrival', async () => {
  const paid = { freight: '180', freightChannel: 'cash' }
  for (const planArrive of [ago(-60), ago(60), undefined])
    await door.sign((await door.delivering({ planArrive })).id, paid)
  await door.sign(
    (await door.delivering({ planArrive: ago(60), consignee: { ...waybillOf(0, 0, 1).consignee, region: '310115' } }))
      .id,
    paid,
  )
  const { lines } = await door.office.ok(getDashboard, {})
  expect(lines).toMatchObject([
    { count: 2, onTime: 1 },
    { to: '上海', count: 1, onTime: 0 },
  ])
  for (const { link, count } of lines) {
    const filter = Object.fromEntries(new URL(link, 'http://desk').searchParams)
    expect(await door.office.ok(waybills.getWaybillTotals, filter)).toMatchObject({ count })
  }
})

it('[RT-02] 待安排 weighs the pieces that wait, as its list does, and not the whole waybills they are of', async () => {
  const split = await freight.waybill(clerk, 5)
  const weights = async () => {
    const row = (await clerk.ok(getDashboard, {})).waiting.find(({ kind }) => kind === 'arrange')
    return [Number(row?.weight), Number((await clerk.ok(dispatch.getWaitingTotals, {})).weight)] as const
  }
  const [whole] = await weights()
  await clerk.ok(dispatch.createArrangement, {
    type: 'pickup',
    vehicleId: await freight.addVehicle('浙W10001'),
    driverId: await freight.addDriver('分批'),
    toOutletId: freight.hangzhou,
    planAt: new Date(Date.now() + 3_600_000).toISOString(),
    lines: [{ waybillId: split.id, fromPlace: 'shipper', fromId: 0, pieces: 2 }],
    assign: false,
  })
  const [shown, listed] = await weights()
  expect(shown).toBe(listed)
  expect(shown).toBeLessThan(whole)
})

it('[SE-08] nobody’s desk tells more than his lists: no right no figure, a customer its own waybills and no names', async () => {
  const driverOnly = await world.person('driverOnly', { rights: { driver: 'browse' } })
  const empty = await driverOnly.client.ok(getDashboard, {})
  expect(empty).toMatchObject({ figures: [], waiting: [], late: { rows: [], counts: [] }, curve: null, lines: [] })
  const customer = await world.person('customer', {
    rights: { allWayBill: 'browse', taskList: 'edit', arrangeList: 'browse', arrangedOrder: 'browse' },
    scope: 'customer',
    companies: [freight.hengda],
  })
  await freight.waybill(clerk, 3, { bizDate, customerId: freight.hengda, planPickup: ago(90) })
  const own = await customer.client.ok(getDashboard, {})
  expect(own.figures.map(({ key }) => key)).not.toContain('departed')
  expect(own.figures.find(({ key }) => key === 'placed')?.today).toBe('1')
  expect(own.waiting.map(({ kind }) => kind)).not.toContain('arrange')
  expect(own.late.rows).toMatchObject([{ kind: 'unshipped', person: '' }])
  const far = await world.person('far', {
    rights: { allWayBill: 'browse' },
    scope: 'outlet',
    companies: [freight.guangzhou],
  })
  expect((await figureOf(far.client, 'placed'))?.today).toBe('0')
})

it('[RT-15/unreviewed] what I am asked to review waits on my desk, on nobody else’s, and leaves when it is decided', async () => {
  const rights = { unreviewed: 'approve', priceCheck: 'approve', allWayBill: 'browse' } as const
  const boss = await world.person('asked', { rights })
  const other = await world.person('other', { rights })
  await world.admin.ok(addApproverLevel, {
    bizType: 'price',
    level: 1,
    mode: 'any',
    amountFrom: '0',
    userIds: [boss.id],
    roleIds: [],
  })
  await freight.waybill(world.admin, 2, { charges: [{ feeItem: 'freight', amount: '100' }] })
  const { waiting } = await boss.client.ok(getDashboard, {})
  expect(waiting[0]).toMatchObject({ kind: 'reviews', count: 1, link: '/tms/auditManagement/unreviewed' })
  const { rows } = await boss.client.ok(getApprovals, {})
  expect(waiting[0]?.oldest).toBe(rows[0]?.appliedAt)
  expect(await waitingOf(boss.client, true)).toMatchObject({ reviews: 1 })
  expect(await waitingOf(other.client)).not.toHaveProperty('reviews')
  await boss.client.ok(decideApprovals, { ids: rows.map(({ id }) => id), decision: 'approve', opinion: '' })
  expect(await waitingOf(boss.client)).not.toHaveProperty('reviews')
})

it('[D-05] what was approved waits on the desk of whoever pays it out, as its list has it, and leaves when it is paid', async () => {
  const [maker, boss, payer] = [
    await world.person('desk-maker', { rights: { payment: 'edit' }, outletId: freight.hangzhou }),
    await world.person('desk-boss', {
      rights: { unreviewed: 'approve', payment: 'approve' },
      outletId: freight.hangzhou,
    }),
    await world.person('desk-payer', { rights: { payment: 'browse', payOut: 'edit' }, outletId: freight.hangzhou }),
  ]
  const level = { bizType: 'payment', level: 1, mode: 'any', amountFrom: '0', roleIds: [] } as const
  await world.admin.ok(addApproverLevel, { ...level, roleIds: [], userIds: [boss.id] })
  const account = { outletId: freight.hangzhou, name: '工行', kind: 'bank', opening: '1000' } as const
  const bank = await world.admin.ok(addCashAccount, account)
  const carrier = await world.company('顺达', ['carrier'])
  const { id } = await maker.client.ok(payments.addPayment, {
    companyId: carrier,
    cashAccountId: bank.id,
    channel: 'bank',
    day: bizDate,
    amount: '100',
    lines: [],
    submit: true,
  })
  expect(await waitingOf(payer.client)).not.toHaveProperty('toPay')
  const { rows } = await boss.client.ok(getApprovals, {})
  await boss.client.ok(decideApprovals, { ids: rows.map((row) => row.id), decision: 'approve', opinion: '' })
  const { waiting } = await payer.client.ok(getDashboard, {})
  expect(waiting).toMatchObject([{ kind: 'toPay', count: 1, link: '/financial/payment?tab=toPay' }])
  expect((await payer.client.ok(payments.getPayments, { tab: 'toPay' })).rows.map((row) => row.id)).toEqual([id])
  await payer.client.ok(payments.payPayments, { ids: [id], day: bizDate })
  expect(await waitingOf(payer.client)).not.toHaveProperty('toPay')
})

it('[RT-02] what cannot be told of a day that is over is kept by the night after it, once, and said beside the figure a month later', async () => {
  const rights = { billApplyList: 'browse', feeList: 'browse', cod: 'browse' } as const
  const all = await world.person('desk-all', { rights })
  const far = await world.person('desk-far', { rights, scope: 'outlet', companies: [freight.guangzhou] })
  const of = async (key: string, { client } = all) =>
    (await client.ok(getDashboardMoney, {})).find((one) => one.key === key)
  const owed = (amount: string) =>
    sql`insert into charge (outlet_id, day, seq, fee_item, direction, company_id, amount, tax_rate, source, approved, state)
      values (${freight.hangzhou}, ${bizDate}, 1, 'other', 'receivable', ${freight.yunfan}, ${amount}, 6, 'storage', true, 'owed')`.execute(
      world.db,
    )
  await owed('500')
  const { value = '' } = (await of('toInvoice')) ?? {}
  expect(await of('toInvoice')).toMatchObject({ before: null })
  expect(await of('codToPay')).toMatchObject({ before: null })
  // The same day of the month before, or its last.
  const month = new Date(`${bizDate.slice(0, 7)}-01T00:00:00Z`)
  month.setUTCDate(0)
  const last = month.toISOString().slice(0, 10)
  const then = [`${last.slice(0, 8)}${bizDate.slice(8)}`, last].sort()[0] as string
  const nightAfter = () =>
    clock.as(new Date(Date.parse(`${then}T00:05:00+08:00`) + 86_400_000), () => keepEvening(world.db as never))
  await nightAfter()
  await owed('70')
  await nightAfter()
  expect(await of('toInvoice')).toMatchObject({ value: (Number(value) + 70).toFixed(2), before: value })
  expect(await of('codToPay')).toMatchObject({ before: '0.00' })
  expect(await of('toInvoice', far)).toMatchObject({ value: '0.00', before: '0.00' })
  // Charges that were made here are of no goods: nothing proves them.
  await sql`delete from charge where source = 'storage'`.execute(world.db)
})
