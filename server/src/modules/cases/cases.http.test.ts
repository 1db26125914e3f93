import * as approvals from '@xunyun/contract/approvals/calls'
import * as setup from '@xunyun/contract/approvals/setup'
import * as abnormals from '@xunyun/contract/cases/abnormals'
import * as complaints from '@xunyun/contract/cases/complaints'
import {
  type AbnormalAction,
  abnormalLifecycle,
  abnormalStates,
  type ComplaintAction,
  complaintLifecycle,
  complaintStates,
} from '@xunyun/contract/cases/states'
import * as requests from '@xunyun/contract/costs/costApplications'
import * as costs from '@xunyun/contract/costs/lines'
import { getDashboard } from '@xunyun/contract/dashboard/calls'
import * as dispatch from '@xunyun/contract/dispatch/calls'
import { isAble } from '@xunyun/contract/kernel/ability'
import { canStart } from '@xunyun/contract/kernel/lifecycle'
import { addCashAccount } from '@xunyun/contract/money/accounts'
import { addReceipt, getOpenCharges, reversePayments } from '@xunyun/contract/payments/calls'
import { runWatch } from '@xunyun/contract/watch/calls'
import { changeWatchSetting, getWatchSetting } from '@xunyun/contract/watch/settings'
import * as calls from '@xunyun/contract/waybills/calls'
import { changeClosingSetting, getClosingSetting } from '@xunyun/contract/waybills/closing'
import * as onward from '@xunyun/contract/waybills/onward'
import { getNotifications } from '@xunyun/contract/workbench/notifications'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ago, type Freight, openFreight } from '../../../test/freight.ts'
import { type Client, openWorld, type Person, type World } from '../../../test/world.ts'
import { clock } from '../../platform/clock.ts'

let world: World
let freight: Freight
let boss: Person
let agent: Person
let chief: Person
let office: Client

beforeAll(async () => {
  world = await openWorld()
  freight = await openFreight(world)
  boss = await world.person('cases-boss', { rights: 'all', outletId: freight.hangzhou })
  chief = await world.person('cases-chief', { rights: { unreviewed: 'approve' }, outletId: freight.hangzhou })
  agent = await world.person('cases-agent', {
    rights: { abnormalList: 'edit', complaintList: 'edit', allWayBill: 'edit' },
    outletId: freight.hangzhou,
  })
  office = boss.client
  for (const bizType of ['claim', 'costZJ', 'carCost'] as const)
    await world.admin.ok(setup.addApproverLevel, {
      bizType,
      level: 1,
      mode: 'any',
      amountFrom: '0',
      userIds: [chief.id],
      roleIds: [],
    })
}, 60_000)
afterAll(() => world.close())

const open = async (over: Record<string, unknown> = {}, client = office) => {
  const waybill = await freight.waybill(office, 4)
  const made = await client.ok(abnormals.addAbnormal, {
    waybillNo: waybill.waybillNo,
    type: 'damaged',
    happenedAt: ago(5),
    pieces: 2,
    text: '外箱压扁',
    ...over,
  } as never)
  return { ...made, waybill }
}
const abnormal = (id: number, client = office) => client.ok(abnormals.getAbnormal, { id })
const handle = async (id: number) =>
  office.ok(abnormals.handleAbnormal, {
    id,
    version: (await abnormal(id)).version,
    text: '核实中',
    responsible: 'handling',
  } as never)
const close = async (id: number, dealing: string, more: Record<string, unknown> = {}, client = office) =>
  client.send(abnormals.closeAbnormal, {
    id,
    version: (await abnormal(id)).version,
    dealing,
    result: '已处理',
    ...more,
  } as never)

const approve = async (no: string) => {
  const { rows } = await chief.client.ok(approvals.getApprovals, { pageSize: 500, q: no })
  return chief.client.ok(approvals.decideApprovals, {
    ids: rows.map(({ id }) => id),
    decision: 'approve',
    opinion: '同意',
  })
}
/** What a waybill bears that is paid to somebody. */
const owed = async (waybillId: number) =>
  (
    await sql<Record<string, unknown>>`select direction, source, fee_item, c.amount, company_id from charge c
      join charge_share s on s.charge_id = c.id where s.waybill_id = ${waybillId}`.execute(world.db)
  ).rows

/** What the dashboard counts of late cases, beside what its link opens. */
const countedAndOpened = async (client: Client, list: 'abnormal' | 'complaint', mine: boolean) => {
  const found = (await client.ok(getDashboard, { mine })).late.counts.find(({ kind }) => kind === list)
  const filter = Object.fromEntries(new URL(found?.link ?? '', 'http://desk').searchParams) as never
  const totals = list === 'abnormal' ? abnormals.getAbnormalTotals : complaints.getComplaintTotals
  return { counted: found?.count, opened: (await client.ok(totals, filter)).count }
}

describe('异常件', () => {
  it('[RT-17/abnormalList] a case opened by hand stands on its waybill until it is closed by what was done', async () => {
    const { id, abnormalNo, waybill } = await open()
    expect(abnormalNo).toMatch(/^YC\d{11}$/)
    expect((await office.ok(calls.getWaybill, { id: waybill.id })).exceptions).toBe(1)
    expect((await office.ok(abnormals.getAbnormals, { tab: 'open', q: waybill.waybillNo })).rows).toMatchObject([
      { id, pieces: 2, state: 'open', node: null },
    ])
    await handle(id)
    expect(await close(id, 'return')).toMatchObject({
      error: { fields: [{ path: 'dealing', reason: 'cases.nothingDone' }] },
    })
    expect(await close(id, 'none')).toMatchObject({ code: 200 })
    expect((await office.ok(calls.getWaybill, { id: waybill.id })).exceptions).toBe(0)
    await sql`update abnormal set due_at = now() - interval '3 days', level = 2, due_told = true where id = ${id}`.execute(
      world.db,
    )
    await office.ok(abnormals.reopenAbnormal, { id, version: (await abnormal(id)).version, reason: '客户又提' })
    expect((await office.ok(calls.getWaybill, { id: waybill.id })).exceptions).toBe(1)
    // Its clock begins anew.
    const { dueAt, level } = await abnormal(id)
    expect(level).toBe(0)
    expect(Date.parse(dueAt ?? '')).toBeGreaterThan(Date.now())
  })

  it('[T28] every state × act: what the row offers without a reason is done, everything else is refused', async () => {
    const acts: Record<AbnormalAction, (id: number, version: number) => Promise<boolean>> = {
      handle: async (id, version) =>
        (await office.send(abnormals.handleAbnormal, { id, version, text: 'x' } as never)).code === 200,
      close: async (id) => (await close(id, 'none')).code === 200,
      reopen: async (id, version) =>
        (await office.send(abnormals.reopenAbnormal, { id, version, reason: 'x' })).code === 200,
      assign: async (id) =>
        (await office.ok(abnormals.assignAbnormals, { ids: [id], ownerId: agent.id, reason: 'x' })).done === 1,
      changeDue: async (id) =>
        (await office.ok(abnormals.changeAbnormalDue, { ids: [id], dueAt: ago(-600), reason: 'x' })).done === 1,
    }
    for (const state of abnormalStates)
      for (const action of Object.keys(acts) as AbnormalAction[]) {
        const { id } = await open()
        if (state !== 'open') await handle(id)
        if (state === 'closed') await close(id, 'none')
        const row = await abnormal(id)
        const expected = canStart(abnormalLifecycle, action, state)
        expect(isAble(row, action), `${state} ${action}`).toBe(expected)
        expect(await acts[action](id, row.version), `${state} ${action}`).toBe(expected)
      }
  })

  it('[T28] a claim is paid to the customer once it is approved; a second one waits until the first is void', async () => {
    const { id, waybill } = await open()
    await handle(id)
    expect(await close(id, 'claim', { amount: '99999' }, agent.client)).toMatchObject({
      error: { fields: [{ path: 'amount', reason: 'cases.claimAbove' }] },
    })
    const closed = await close(id, 'claim', { amount: '120.50' })
    const no = (closed as { data: { applicationNo: string } }).data.applicationNo
    expect(no).toMatch(/^FY\d{11}$/)
    expect(await owed(waybill.id)).toEqual([])
    await office.ok(abnormals.reopenAbnormal, { id, version: (await abnormal(id)).version, reason: '金额有误' })
    expect(await close(id, 'claim', { amount: '100' })).toMatchObject({
      error: { fields: [{ path: 'amount', reason: 'cases.appliedBefore', params: { no } }] },
    })
    await approve(no)
    expect(await owed(waybill.id)).toEqual([
      { direction: 'payable', source: 'claim', fee_item: 'claim', amount: '120.50', company_id: freight.yunfan },
    ])
    const { cost } = await world.db
      .selectFrom('waybill')
      .select('cost')
      .where('id', '=', waybill.id)
      .executeTakeFirstOrThrow()
    expect(cost).toBe('120.50')
  })

  it('[T28] [M22] a penalty is taken off what the carrier is owed for that trip; without enough of it the carrier or driver owes it, and what is written off of it is his', async () => {
    const carrier = await world.company('顺达承运', ['carrier'])
    const vehicleId = await freight.addVehicle('浙A77001', { type: 'hired', carrier_id: carrier })
    const waybill = await freight.waybill(office, 4)
    const trip = await office.ok(dispatch.createArrangement, {
      vehicleId,
      driverId: await freight.addDriver('老周'),
      carrierId: carrier,
      planAt: ago(-60),
      lines: [{ waybillId: waybill.id, pieces: 4, fromPlace: 'shipper', fromId: 0, load: 1, unload: 2 }],
      stops: [{ kind: 'shipper' }, { kind: 'outlet', outletId: freight.guangzhou }],
    } as never)
    await office.ok(dispatch.assignArrangements, { ids: [trip.id] })
    const punish = async (amount: string, arrangementId = trip.id, { waybillNo } = waybill) => {
      const { id } = await open({ waybillNo, arrangementId })
      await office.ok(abnormals.handleAbnormal, {
        id,
        version: (await abnormal(id)).version,
        text: '司机绑扎不牢',
        responsible: 'carrier',
        arrangementId,
      } as never)
      return close(id, 'penalty', { amount })
    }
    await office.ok(costs.setArrangementCosts, {
      arrangementId: trip.id,
      version: 0,
      lines: [{ feeItem: 'vehicle', amount: '800', companyId: carrier }],
    } as never)
    await office.ok(requests.applyTripCosts, { ids: [trip.id], submit: true })
    const { rows } = await office.ok(requests.getCostApplications, { kinds: ['carCost'] })
    await approve(rows[0]?.no ?? '')
    const off = (await punish('300')) as { data: { applicationNo: string } }
    await approve(off.data.applicationNo)
    // Who is responsible is noted on a claim, where its reviewer reads it.
    const { id: claimed, abnormalNo } = await open({ waybillNo: waybill.waybillNo, arrangementId: trip.id })
    await office.ok(abnormals.handleAbnormal, {
      id: claimed,
      version: (await abnormal(claimed)).version,
      text: '绑扎不牢',
      responsible: 'carrier',
      responsibleName: '顺达的老周',
      arrangementId: trip.id,
    } as never)
    const asked = (await close(claimed, 'claim', { amount: '80' })) as { data: { applicationNo: string } }
    const { rows: claims } = await office.ok(requests.getCostApplications, {
      kinds: ['claim'],
      q: asked.data.applicationNo,
    })
    expect((await office.ok(requests.getCostApplication, { id: claims[0]?.id ?? 0 })).madeFrom).toEqual({
      page: 'abnormalList',
      no: abnormalNo,
      responsible: 'carrier',
      responsibleName: expect.stringMatching(/顺达承运 · 顺达的老周$/),
    })
    const more = (await punish('600')) as { data: { applicationNo: string } }
    await approve(more.data.applicationNo)
    const all = await sql<{ direction: string; fee_item: string; amount: string }>`
      select direction, fee_item, amount from charge where company_id = ${carrier} order by id`.execute(world.db)
    expect(all.rows).toEqual([
      { direction: 'payable', fee_item: 'vehicle', amount: '800.00' },
      { direction: 'payable', fee_item: 'vehicle', amount: '-300.00' },
      { direction: 'receivable', fee_item: 'penalty', amount: '600.00' },
    ])
    // What the carrier owes for its trip is nothing of what the waybill's customer owes.
    expect((await office.ok(calls.getWaybill, { id: waybill.id })).receivable).toBe('0.00')
    const { charges: owes } = await office.ok(getOpenCharges, { direction: 'receipt', companyId: carrier })
    expect(owes).toMatchObject([{ ofNo: trip.arrangementNo, feeItem: 'penalty', open: '600.00' }])
    // A driver of one's own, who is owed nothing for his trip, owes it too.
    const driverId = await freight.addDriver('小吴')
    const other = await freight.waybill(office, 2)
    const own = await office.ok(dispatch.createArrangement, {
      vehicleId: await freight.addVehicle('浙A77002'),
      driverId,
      planAt: ago(-60),
      assign: true,
      lines: [{ waybillId: other.id, pieces: 2, fromPlace: 'shipper', fromId: 0, load: 1, unload: 2 }],
      stops: [{ kind: 'shipper' }, { kind: 'outlet', outletId: freight.guangzhou }],
    } as never)
    const his = (await punish('50', own.id, other)) as { data: { applicationNo: string } }
    await approve(his.data.applicationNo)
    const { charges: driverOwes } = await office.ok(getOpenCharges, { direction: 'receipt', driverId })
    expect(driverOwes).toMatchObject([{ ofNo: own.arrangementNo, feeItem: 'penalty', open: '50.00' }])
    // What is written off of it is his, and what takes that back.
    const till = await office.ok(addCashAccount, { outletId: freight.hangzhou, name: '总站现金', kind: 'cash' })
    const { chargeId = 0 } = driverOwes[0] ?? {}
    const paid = { driverId, cashAccountId: till.id, channel: 'cash' as const, amount: '49.50', day: clock.today() }
    const lines = [{ chargeId, amount: '49.50' }]
    const { id: receipt } = await office.ok(addReceipt, { ...paid, lines, roundOff: [chargeId] })
    expect((await office.ok(reversePayments, { ids: [receipt], reason: '点错' })).done).toBe(1)
    const kept = await sql<{ amount: string }>`
      select amount from charge where driver_id = ${driverId} order by id`.execute(world.db)
    expect(kept.rows.map(({ amount }) => amount)).toEqual(['50.00', '-0.50', '0.50'])
    expect((await office.ok(getOpenCharges, { direction: 'receipt', driverId })).open).toBe('50.00')
    const { id } = await open()
    await handle(id)
    expect(await close(id, 'penalty', { amount: '50' })).toMatchObject({
      error: { fields: [{ path: 'dealing', reason: 'cases.nobodyResponsible' }] },
    })
  })

  it('[T12] lost goods keep their waybill open until a claim for each piece is approved, or nothing is to be done; with 0 days it closes at once', async () => {
    const setDays = async (days: number) =>
      office.ok(changeClosingSetting, { days, version: (await office.ok(getClosingSetting, {})).version })
    const waybill = await freight.waybill(office, 3)
    await office.ok(calls.checkInWaybills, { ids: [waybill.id], at: ago(200) })
    const lose = async (pieces: number) => {
      const { version } = await office.ok(calls.getWaybill, { id: waybill.id })
      const from = `outlet:${freight.hangzhou}`
      await office.ok(onward.losePieces, { id: waybill.id, version, from, pieces, text: '盘点不见' })
      const { rows } = await office.ok(abnormals.getAbnormals, { waybillId: waybill.id })
      return Math.max(...rows.map(({ id }) => id))
    }
    await setDays(0)
    const [first, second] = [await lose(1), await lose(2)]
    const isClosed = async () =>
      (
        await sql<{
          closed: boolean
        }>`select closed_at is not null as closed from waybill where id = ${waybill.id}`.execute(world.db)
      ).rows[0]?.closed
    await handle(first)
    await close(first, 'none')
    await handle(second)
    const claimed = (await close(second, 'claim', { amount: '50' })) as { data: { applicationNo: string } }
    // One of them is dealt with, the claim for the other is under review.
    expect(await isClosed()).toBe(false)
    await approve(claimed.data.applicationNo)
    expect(await isClosed()).toBe(true)
    await setDays(3)
  })

  it('[T11] refused goods that went back close their case; one in hand keeps the signing from being undone', async () => {
    const waybill = await freight.waybill(office, 3)
    await office.ok(calls.checkInWaybills, { ids: [waybill.id], at: ago(200) })
    const trip = await office.ok(dispatch.createArrangement, {
      type: 'delivery',
      vehicleId: freight.vehicle,
      driverId: freight.driver,
      planAt: ago(-60),
      assign: true,
      lines: [{ waybillId: waybill.id, fromPlace: 'outlet', fromId: freight.hangzhou, pieces: 3 }],
    })
    await office.ok(dispatch.departArrangements, { ids: [trip.id], at: ago(100) })
    await office.ok(calls.signWaybill, {
      id: waybill.id,
      signed: 2,
      damaged: 1,
      refused: 1,
      refuseReason: '破',
      signer: '陈',
      signedAt: ago(50),
    })
    const { rows } = await office.ok(abnormals.getAbnormals, { waybillId: waybill.id })
    expect(rows.map(({ type }) => type).sort()).toEqual(['damaged', 'refused'])
    const refused = rows.find(({ type }) => type === 'refused')
    await handle(refused?.id as number)
    expect(await office.send(calls.undoWaybill, { id: waybill.id, reason: 'x' })).toMatchObject({
      error: { reason: 'waybills.caseInHand', params: { no: refused?.abnormalNo } },
    })
    await office.ok(dispatch.arriveArrangements, { ids: [trip.id], at: ago(20) })
    const auditor = await world.person('cases-auditor', {
      rights: { abnormalList: 'approve', allWayBill: 'browse' },
      outletId: freight.hangzhou,
    })
    const blind = await world.person('cases-blind', { rights: { abnormalList: 'approve' } })
    const offered = async (client: Client) =>
      (await client.ok(abnormals.getAbnormals, { waybillId: waybill.id })).rows.map((row) => row.onward)
    expect(await offered(agent.client)).toEqual(Array(2).fill(['sendOnward', 'readdress']))
    // Whoever decides cases may give goods up, from the case as on the waybill's page; who may not open the waybill does nothing to it.
    const decided = ['abandon', 'lose']
    expect(await offered(auditor.client)).toEqual(Array(2).fill(decided))
    expect(await offered(blind.client)).toEqual([[], []])
    const { version, actions } = await auditor.client.ok(calls.getWaybill, { id: waybill.id })
    expect(actions.filter(({ reason }) => reason === undefined).map(({ key }) => key)).toEqual(decided)
    await office.ok(onward.sendOnward, {
      id: waybill.id,
      version,
      relation: 'return',
      from: `refused:${freight.hangzhou}`,
      pieces: 1,
      payMethod: 'monthly',
      reason: '拒收',
    } as never)
    expect((await abnormal(refused?.id as number)).arrangements).toMatchObject([{ id: trip.id }])
    expect((await abnormal(refused?.id as number)).done).toEqual(['return'])
    expect(await close(refused?.id as number, 'return')).toMatchObject({ code: 200 })
    expect(await offered(agent.client)).toEqual([[], []])
  })

  it('bad input is refused at its field, and nothing is stored', async () => {
    const waybill = await freight.waybill(office, 2)
    const add = async (over: Record<string, unknown>) =>
      (
        await office.refused(abnormals.addAbnormal, {
          waybillNo: waybill.waybillNo,
          type: 'short',
          happenedAt: ago(5),
          pieces: 1,
          text: 'x',
          ...over,
        } as never)
      ).fields[0]?.path
    expect(await add({ waybillNo: 'YD99999999999' })).toBe('waybillNo')
    expect(await add({ pieces: 3 })).toBe('pieces')
    expect(await add({ happenedAt: ago(-60) })).toBe('happenedAt')
    expect(await add({ loss: '-1' })).toBe('loss')
    expect(await add({ ownerId: 999_999 })).toBe('ownerId')
    expect(await add({ arrangementId: 999_999 })).toBe('arrangementId')
    expect((await office.ok(abnormals.getAbnormals, { waybillId: waybill.id })).rows).toEqual([])
    expect(
      (
        await office.ok(abnormals.addAbnormal, {
          waybillNo: `${waybill.waybillNo}-001`,
          type: 'short',
          happenedAt: ago(5),
          pieces: 1,
          text: '<b>=1+1</b>',
        } as never)
      ).abnormalNo,
    ).toMatch(/^YC/)
  })

  it('[T28] [T27] the head of its outlet is told once, where a level of the setting names him', async () => {
    const { version, ...values } = await office.ok(getWatchSetting, { list: 'abnormal' })
    const level = { after: 0, userIds: [], roleIds: [], head: true }
    await office.ok(changeWatchSetting, { ...values, list: 'abnormal', version, escalations: [level] })
    await world.db.updateTable('company').set({ head_id: chief.id }).where('id', '=', freight.hangzhou).execute()
    const { id, abnormalNo } = await open({ ownerId: agent.id })
    await sql`update abnormal set created_at = created_at - interval '5 hours' where id = ${id}`.execute(world.db)
    await office.ok(runWatch, {})
    await office.ok(runWatch, {})
    const told = (await chief.client.ok(getNotifications, {})).rows.filter(({ params }) => params.no === abnormalNo)
    expect(told.map(({ kind }) => kind)).toEqual(['watchEscalated'])
    await world.db.updateTable('company').set({ head_id: null }).where('id', '=', freight.hangzhou).execute()
    await office.ok(changeWatchSetting, { ...values, list: 'abnormal', version: version + 1, escalations: [] })
  })

  it('[T28] its owner is told when it is due and it shows among the late ones; it is assigned, and a deadline moves', async () => {
    const { id, abnormalNo } = await open({ ownerId: agent.id })
    await sql`update abnormal set created_at = created_at - interval '5 hours' where id = ${id}`.execute(world.db)
    const idsIn = async (tab: 'outlet' | 'escalated', client = office) =>
      (await client.ok(abnormals.getAbnormals, { tab, pageSize: 500 })).rows.map((row) => row.id)
    expect(await idsIn('outlet')).toContain(id)
    expect(await idsIn('outlet', world.admin)).not.toContain(id)
    await sql`update abnormal set level = 1 where id = ${id}`.execute(world.db)
    expect(await idsIn('escalated')).toContain(id)
    expect(await idsIn('escalated')).not.toContain((await open()).id)
    expect((await office.ok(abnormals.getAbnormals, { tab: 'overdue' })).rows.map((row) => row.id)).toContain(id)
    await office.ok(runWatch, {})
    await office.ok(runWatch, {})
    const told = (await agent.client.ok(getNotifications, {})).rows.filter(({ params }) => params.no === abnormalNo)
    expect(told.map(({ kind }) => kind)).toEqual(['watchDue'])
    expect(
      await agent.client.ok(abnormals.assignAbnormals, { ids: [id], ownerId: boss.id, reason: '休假' }),
    ).toMatchObject({ done: 1 })
    await office.ok(abnormals.changeAbnormalDue, { ids: [id], dueAt: ago(-300), reason: '等照片' })
    expect((await office.ok(abnormals.getAbnormals, { tab: 'mine' })).rows.map((row) => row.id)).toContain(id)
    expect((await office.ok(abnormals.getAbnormals, { tab: 'overdue' })).rows.map((row) => row.id)).not.toContain(id)
    expect((await office.ok(abnormals.getAbnormalHistory, { id })).map(({ action }) => action)).toEqual([
      'dueChanged',
      'assigned',
      'created',
    ])
  })

  it('[T3] another outlet and a customer see no case; the dashboard counts what the list counts', async () => {
    const { id, waybill } = await open()
    const far = await world.person('cases-far', {
      rights: 'all',
      scope: 'outlet',
      companies: [await world.outlet('成都站')],
    })
    expect(await far.client.send(abnormals.getAbnormal, { id })).toMatchObject({ code: 404 })
    const customer = await world.person('cases-customer', {
      rights: 'all',
      scope: 'customer',
      companies: [freight.yunfan],
    })
    expect(await customer.client.send(abnormals.getAbnormal, { id })).toMatchObject({ code: 403 })
    const seen = async () => ({
      row: (await customer.client.ok(calls.getWaybills, { q: waybill.waybillNo })).rows[0]?.exceptions,
      tab: (await customer.client.ok(calls.getWaybills, { tab: 'exception' })).rows.length,
      count: (await customer.client.ok(calls.getWaybillTotals, {})).tabs.exception,
      desk: (await customer.client.ok(getDashboard, {})).waiting.filter(({ kind }) => kind === 'exceptions').length,
    })
    expect(await seen()).toEqual({ row: 0, tab: 0, count: 0, desk: 0 })
    await handle(id)
    expect(await close(id, 'none')).toMatchObject({ code: 200 })
    await office.ok(abnormals.reopenAbnormal, { id, version: (await abnormal(id)).version, reason: '客户又提' })
    const told = (await customer.client.ok(calls.getWaybillEvents, { id: waybill.id })).events.map(({ type }) => type)
    expect(told.filter((type) => type.startsWith('abnormal'))).toEqual([])
    const { count, tabs } = await office.ok(abnormals.getAbnormalTotals, {})
    const unclosed = (tabs.open ?? 0) + (tabs.handling ?? 0)
    expect(count).toBeGreaterThan(unclosed)
    expect(await countedAndOpened(office, 'abnormal', false)).toEqual({ counted: unclosed, opened: unclosed })
    // Mine are those in hand too, not all that nobody took up.
    const mine = await countedAndOpened(office, 'abnormal', true)
    expect(mine).toEqual({ counted: tabs.mine, opened: tabs.mine })
    expect(mine.counted).not.toBe(tabs.open)
  })
})

describe('投诉', () => {
  const take = async (over: Record<string, unknown> = {}) =>
    office.ok(complaints.addComplaint, {
      complainant: '李先生',
      phone: '13800138000',
      channel: 'phone',
      category: 'late',
      urgency: 2,
      text: '说好昨天到',
      ...over,
    } as never)
  const read = (id: number, client = office) => client.ok(complaints.getComplaint, { id })
  const answer = async (id: number, client = agent.client) =>
    client.ok(complaints.answerComplaint, { id, version: (await read(id)).version, result: '已道歉并加急' } as never)
  const follow = async (id: number, input: Record<string, unknown>, client = office) =>
    client.send(complaints.followUpComplaint, { id, version: (await read(id)).version, ...input } as never)
  const finish = async (id: number) =>
    office.send(complaints.finishComplaint, { id, version: (await read(id)).version })

  it('[RT-17/complaintList] is answered, followed up by another, closed, and reopened with a clock of its own', async () => {
    const waybill = await freight.waybill(office, 1)
    const { id, complaintNo } = await take({ waybillNo: waybill.waybillNo })
    expect(complaintNo).toMatch(/^TS\d{11}$/)
    const made = await read(id)
    expect(made).toMatchObject({ state: 'open', customerId: freight.yunfan, waybillNo: waybill.waybillNo })
    expect(Math.round((Date.parse(made.dueAt) - Date.parse(made.createdAt)) / 3_600_000)).toBe(8)
    await agent.client.ok(complaints.acceptComplaints, { ids: [id] })
    expect((await read(id)).ownerId).toBe(agent.id)
    await answer(id)
    expect(await finish(id)).toMatchObject({ error: { reason: 'cases.notFollowedUp' } })
    expect(await follow(id, { reached: true, satisfaction: 5 }, agent.client)).toMatchObject({
      error: { reason: 'cases.handledByYou' },
    })
    expect(await follow(id, { reached: true })).toMatchObject({ error: { fields: [{ path: 'satisfaction' }] } })
    expect(await follow(id, { reached: true, satisfaction: 2 })).toMatchObject({ code: 200 })
    expect(await finish(id)).toMatchObject({ code: 200 })
    await take()
    const { tabs } = await office.ok(complaints.getComplaintTotals, {})
    expect(tabs.done).toBe(1)
    expect(await countedAndOpened(office, 'complaint', false)).toEqual({ counted: tabs.current, opened: tabs.current })
    await office.ok(complaints.reopenComplaint, { id, version: (await read(id)).version, reason: '又来电' })
    expect(await read(id)).toMatchObject({ state: 'reopened', satisfaction: null, doneAt: null })
    // Answered by another now, it is still none of those who handled it before.
    await office.ok(complaints.acceptComplaints, { ids: [id] })
    await answer(id, office)
    expect(await follow(id, { reached: true, satisfaction: 5 }, agent.client)).toMatchObject({
      error: { reason: 'cases.handledByYou' },
    })
  })

  it('[T28] called in vain three times it may be closed without an opinion', async () => {
    const { id } = await take()
    await agent.client.ok(complaints.acceptComplaints, { ids: [id] })
    await answer(id)
    for (let at = 0; at < 2; at += 1) await follow(id, { reached: false })
    expect(await finish(id)).toMatchObject({ error: { reason: 'cases.notFollowedUp' } })
    await follow(id, { reached: false })
    expect(await finish(id)).toMatchObject({ code: 200 })
  })

  it('[T28] every state × act of a complaint: what is offered without a reason is done', async () => {
    const version = async (id: number) => (await read(id)).version
    const acts: Record<ComplaintAction, (id: number) => Promise<boolean>> = {
      accept: async (id) => (await office.ok(complaints.acceptComplaints, { ids: [id] })).done === 1,
      change: async (id) =>
        (
          await office.send(complaints.changeComplaint, {
            id,
            version: await version(id),
            complainant: '王',
            phone: '13800138001',
            channel: 'mail',
            category: 'fee',
            urgency: 1,
            text: 'y',
          } as never)
        ).code === 200,
      answer: async (id) =>
        (await office.send(complaints.answerComplaint, { id, version: await version(id), result: 'x' } as never))
          .code === 200,
      followUp: async (id) => (await follow(id, { reached: true, satisfaction: 4 })).code === 200,
      finish: async (id) => (await finish(id)).code === 200,
      reopen: async (id) =>
        (await office.send(complaints.reopenComplaint, { id, version: await version(id), reason: 'x' })).code === 200,
      assign: async (id) =>
        (await office.ok(complaints.assignComplaints, { ids: [id], ownerId: agent.id, reason: 'x' })).done === 1,
      changeDue: async (id) =>
        (await office.ok(complaints.changeComplaintDue, { ids: [id], dueAt: ago(-600), reason: 'x' })).done === 1,
    }
    for (const state of complaintStates)
      for (const action of Object.keys(acts) as ComplaintAction[]) {
        const { id } = await take()
        if (state !== 'open') await agent.client.ok(complaints.acceptComplaints, { ids: [id] })
        if (state !== 'open' && state !== 'handling') {
          await answer(id)
          await follow(id, { reached: true, satisfaction: 3 })
        }
        if (state === 'done' || state === 'reopened') await finish(id)
        if (state === 'reopened')
          await office.ok(complaints.reopenComplaint, { id, version: await version(id), reason: 'x' })
        const expected = canStart(complaintLifecycle, action, state)
        expect(isAble(await read(id), action), `${state} ${action}`).toBe(expected)
        expect(await acts[action](id), `${state} ${action}`).toBe(expected)
      }
  })
})
