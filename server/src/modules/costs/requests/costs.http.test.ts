import * as approvals from '@xunyun/contract/approvals/calls'
import * as setup from '@xunyun/contract/approvals/setup'
import * as applications from '@xunyun/contract/costs/applications'
import * as calls from '@xunyun/contract/costs/costApplications'
import * as fees from '@xunyun/contract/costs/feeList'
import * as lines from '@xunyun/contract/costs/lines'
import type { CostKind } from '@xunyun/contract/costs/states'
import * as trips from '@xunyun/contract/dispatch/calls'
import * as waybills from '@xunyun/contract/waybills/calls'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Freight, openFreight } from '../../../../test/freight.ts'
import { openWorld, type Person, type World } from '../../../../test/world.ts'

let world: World
let freight: Freight
let clerk: Person
let boss: Person
let chief: Person
let carrier: number
let ofCarrier: Record<string, unknown>
let plates = 0
let driver: number

const office = {
  taskList: 'edit',
  allWayBill: 'edit',
  arrangeOperate: 'edit',
  arrangeList: 'edit',
  carCostApply: 'edit',
  costApplication: 'edit',
  specialList: 'edit',
  courierList: 'edit',
  feeList: 'browse',
  costView: 'browse',
} as const

beforeAll(async () => {
  world = await openWorld()
  freight = await openFreight(world)
  carrier = await world.company('顺达运输', ['carrier'])
  ofCarrier = { type: 'hired', carrier_id: carrier, model: 'm9_6', load_kg: 20_000 }
  await freight.addVehicle('浙A88888', ofCarrier)
  driver = await freight.addDriver('老周')
  clerk = await world.person('clerk', { rights: office })
  boss = await world.person('boss', { rights: { carCost: 'approve', unreviewed: 'approve', arrangeList: 'approve' } })
  chief = await world.person('chief', { rights: { unreviewed: 'approve', carCost: 'approve' } })
  for (const kind of ['carCost', 'specialCost', 'courierCost', 'costApplication'] satisfies CostKind[]) {
    await world.admin.ok(setup.addApproverLevel, {
      bizType: kind,
      level: 1,
      mode: 'any',
      amountFrom: '0',
      userIds: [boss.id],
      roleIds: [],
    })
    await world.admin.ok(setup.addApproverLevel, {
      bizType: kind,
      level: 2,
      mode: 'any',
      amountFrom: '3000',
      userIds: [chief.id],
      roleIds: [],
    })
  }
})
afterAll(() => world.close())

const decide = async (by: Person, no: string, decision: 'approve' | 'reject' = 'approve') => {
  const { rows } = await by.client.ok(approvals.getApprovals, { pageSize: 500, q: no })
  return by.client.ok(approvals.decideApprovals, { ids: rows.map(({ id }) => id), decision, opinion: '核对过' })
}
/** A hired truck's trip with waybills of so many pieces, 10 kg each, from 杭州 to 广州. */
const trip = async (pieces: readonly number[], assign = true) => {
  const made = []
  for (const count of pieces) made.push(await freight.waybill(clerk.client, count, {}))
  plates += 1
  const { id, version } = await clerk.client.ok(trips.createArrangement, {
    vehicleId: await freight.addVehicle(`浙A8${1000 + plates}`, ofCarrier),
    driverId: await freight.addDriver(`周${plates}`),
    carrierId: carrier,
    planAt: new Date(Date.now() + 3_600_000).toISOString(),
    lines: made.map(({ id }, at) => ({
      waybillId: id,
      pieces: pieces[at] as number,
      fromPlace: 'shipper',
      fromId: 0,
      load: 1,
      unload: 2,
    })),
    stops: [{ kind: 'shipper' }, { kind: 'outlet', outletId: freight.guangzhou }],
  } as never)
  if (assign) await clerk.client.ok(trips.assignArrangements, { ids: [id] })
  return { id, version, waybills: made }
}
const costsOf = (id: number) => clerk.client.ok(lines.getArrangementCosts, { id })
const parts = (over: Partial<Record<string, string>> = {}) =>
  Object.entries({
    prepaid: '2000',
    fuel: '1000',
    onArrival: '1500',
    onReceipt: '400',
    balance: '200',
    information: '100',
    ...over,
  }).map(([payPart, amount]) => ({
    payPart,
    amount,
    feeItem: payPart === 'fuel' ? 'fuel' : payPart === 'information' ? 'information' : 'vehicle',
    companyId: carrier,
  }))
const agree = async (id: number, over: Record<string, unknown> = {}) => {
  const { version } = await costsOf(id)
  return clerk.client.ok(lines.setArrangementCosts, {
    arrangementId: id,
    version,
    agreed: '5000',
    lines: parts() as never,
    ...over,
  })
}
const cost = async (id: number) => {
  const row = await world.db.selectFrom('waybill').select('cost').where('id', '=', id).executeTakeFirstOrThrow()
  return row.cost
}
const latest = async () => (await clerk.client.ok(calls.getCostApplications, { kinds: ['carCost'] })).rows[0]

describe('[RT-16/carCostApply] [RT-15/carCost] [D-02] what a trip costs', () => {
  it('[T18] the parts of a hired truck come to what was agreed, else the form is told the difference', async () => {
    const { id } = await trip([5])
    const { fields } = await clerk.client.refused(lines.setArrangementCosts, {
      arrangementId: id,
      version: 0,
      agreed: '5000',
      lines: parts({ balance: '199' }),
    })
    expect(fields).toMatchObject([
      { path: 'agreed', reason: 'costs.partsDiffer', params: { sum: '4999.00', total: '5000.00', difference: '1.00' } },
    ])
    await agree(id)
    const costs = await costsOf(id)
    expect(costs).toMatchObject({ agreed: '5000.00', total: '5000.00', approved: '0.00', method: 'chargeWeight' })
    expect(costs.lines.find(({ payPart }) => payPart === 'information')?.amount).toBe('-100.00')
    for (const [line, path, reason] of [
      [{ feeItem: 'vehicle', amount: '1.005' }, 'lines.0.amount', 'field.places'],
      [{ feeItem: 'vehicle', amount: '0' }, 'lines.0.amount', 'field.tooSmall'],
      [{ feeItem: 'vehicle', amount: '1', companyId: freight.yunfan }, 'lines.0.companyId', 'costs.notPayee'],
      [{ feeItem: 'vehicle', amount: '1', companyId: carrier, driverId: driver }, 'lines.0.driverId', 'costs.onePayee'],
      [{ feeItem: 'toll', amount: '1', payPart: 'prepaid' }, 'lines.0.feeItem', 'costs.itemOfPart'],
      [{ id: 999_999, feeItem: 'toll', amount: '1' }, 'lines.0.id', 'costs.unknownLine'],
    ] as const) {
      const answer = await clerk.client.refused(lines.setArrangementCosts, {
        arrangementId: id,
        version: 1,
        lines: [line],
      })
      expect(answer.fields, reason).toMatchObject([{ path, reason }])
    }
    expect(await costsOf(id)).toMatchObject({ total: '5000.00', version: 1 })
  })

  it('[T19] another way of sharing is looked at before it is saved; what somebody else saved meanwhile is no longer overwritten, and named', async () => {
    const { id } = await trip([30, 10])
    await agree(id, { method: 'weight' })
    const seen = await clerk.client.ok(lines.getArrangementCosts, { id, method: 'waybills' })
    expect(seen.shares.map(({ basis, amount }) => [Number(basis), amount])).toEqual([
      [1, '2500.00'],
      [1, '2500.00'],
    ])
    expect((await costsOf(id)).shares.map(({ amount }) => amount)).toEqual(['3750.00', '1250.00'])
    const stale = await clerk.client.refused(lines.setArrangementCosts, { arrangementId: id, version: 0, lines: [] })
    expect(stale).toMatchObject({ code: 409, msg: expect.stringContaining('clerk') })
    expect((await costsOf(id)).total).toBe('5000.00')
    await clerk.client.ok(calls.applyTripCosts, { ids: [id] })
    const { id: draft = 0 } = (await latest()) ?? {}
    const detail = await clerk.client.ok(calls.getCostApplication, { id: draft })
    const change = {
      id: draft,
      reason: '改',
      lines: detail.lines.slice(0, 1).map((line) => ({ id: line.id, amount: '1' })),
    }
    const late = await clerk.client.refused(calls.changeCostApplication, { ...change, version: detail.version + 1 })
    expect(late).toMatchObject({ code: 409, msg: expect.stringContaining('clerk') })
    const drafts = await clerk.client.ok(calls.getCostApplications, { kinds: ['carCost'], tab: 'draft' })
    expect(drafts.rows.map((row) => [row.id, row.carrierName, row.amount])).toEqual([
      [draft, expect.stringContaining('顺达'), '5000.00'],
    ])
  })

  it('[T20] whoever applies is told beforehand whom it goes to by its amount', async () => {
    const path = (amount: string) => clerk.client.ok(calls.getCostPath, { kind: 'carCost', amount })
    expect(await path('2999.99')).toMatchObject({ levels: [expect.stringContaining('boss')], problem: null })
    expect((await path('3000')).levels).toHaveLength(2)
  })

  it('[T19] [T20] the prepaid part before departure, the rest after it: shared to the cent, once each', async () => {
    const { id, waybills: [a, b, c] = [] } = await trip([125, 83, 41])
    await agree(id)
    const { lines: all } = await costsOf(id)
    const prepaid = all.find(({ payPart }) => payPart === 'prepaid')
    await clerk.client.ok(calls.applyTripCosts, { ids: [id], lineIds: [prepaid?.id ?? 0], submit: true })
    const first = await latest()
    expect(first).toMatchObject({ state: 'pending', amount: '2000.00', levels: 1, parts: { prepaid: '2000.00' } })
    expect(await cost(a?.id ?? 0)).toBe('0.00')
    await decide(boss, first?.no ?? '')
    expect([await cost(a?.id ?? 0), await cost(b?.id ?? 0), await cost(c?.id ?? 0)]).toEqual([
      '1004.01',
      '666.67',
      '329.32',
    ])
    await clerk.client.ok(trips.departArrangements, { ids: [id] })
    await clerk.client.ok(calls.applyTripCosts, { ids: [id], submit: true })
    const rest = await latest()
    expect(rest).toMatchObject({ amount: '3000.00', level: 1, levels: 2 })
    await decide(boss, rest?.no ?? '')
    await decide(chief, rest?.no ?? '')
    expect(await costsOf(id)).toMatchObject({ approved: '5000.00', pending: '0.00' })
    const borne = await Promise.all([a, b, c].map(async (one) => Number(await cost(one?.id ?? 0))))
    expect(borne.reduce((sum, one) => sum + Math.round(one * 100), 0)).toBe(500_000)
    const again = await clerk.client.ok(calls.applyTripCosts, { ids: [id], submit: true })
    expect(again.refused).toMatchObject([{ reason: 'costs.nothingFree' }])
  })

  it('[T19] shares follow what the trip carries until it has arrived', async () => {
    const { id, waybills: [a, b] = [] } = await trip([10, 10])
    await agree(id)
    await clerk.client.ok(calls.applyTripCosts, { ids: [id], submit: true })
    const { no = '' } = (await latest()) ?? {}
    await decide(boss, no)
    await decide(chief, no)
    expect([await cost(a?.id ?? 0), await cost(b?.id ?? 0)]).toEqual(['2500.00', '2500.00'])
    const detail = await clerk.client.ok(trips.getArrangement, { id })
    const line = detail.lines.find(({ waybillId }) => waybillId === b?.id)
    await clerk.client.ok(trips.departArrangements, {
      ids: [id],
      loaded: [{ lineId: line?.lineId ?? 0, pieces: 5 }],
    } as never)
    expect([await cost(a?.id ?? 0), await cost(b?.id ?? 0)]).toEqual(['3333.33', '1666.67'])
    await clerk.client.ok(trips.arriveArrangements, { ids: [id] })
    expect((await costsOf(id)).frozen).toBe(true)
    expect([await cost(a?.id ?? 0), await cost(b?.id ?? 0)]).toEqual(['3333.33', '1666.67'])
  })

  it('[T22] a departure is not undone once a cost was applied for after it, nor a trip cancelled while one is under review', async () => {
    const { id } = await trip([4])
    await agree(id)
    const { lines: all } = await costsOf(id)
    const of = (part: string) => all.find(({ payPart }) => payPart === part)?.id ?? 0
    await clerk.client.ok(calls.applyTripCosts, { ids: [id], lineIds: [of('prepaid')], submit: true })
    const { no = '' } = (await latest()) ?? {}
    /** What the button says, before anybody is asked for a reason. */
    const whyNot = async (action: string) =>
      (await boss.client.ok(trips.getArrangement, { id })).actions.find(({ key }) => key === action)?.reason
    const cancelled = await boss.client.ok(trips.cancelArrangements, { ids: [id], reason: '不跑了' })
    expect(cancelled.refused).toMatchObject([{ reason: 'costs.costPending', msg: await whyNot('cancel') }])
    await decide(boss, no)
    await clerk.client.ok(trips.departArrangements, { ids: [id] })
    // What was applied for before it stands.
    expect(await whyNot('undoDepart')).toBeUndefined()
    await boss.client.ok(trips.undoArrangement, { id, reason: '点错' })
    await clerk.client.ok(trips.departArrangements, { ids: [id] })
    await clerk.client.ok(calls.applyTripCosts, { ids: [id], lineIds: [of('fuel')], submit: true })
    const after = (await latest())?.no ?? '?'
    const pending = await boss.client.refused(trips.undoArrangement, { id, reason: '点错' })
    expect(pending).toMatchObject({ reason: 'costs.pendingAfter', msg: expect.stringContaining(after) })
    expect(await whyNot('undoDepart')).toBe(pending.msg)
    await decide(boss, after)
    const approved = await boss.client.refused(trips.undoArrangement, { id, reason: '点错' })
    expect(approved).toMatchObject({ reason: 'costs.approvedAfter', msg: expect.stringContaining(after) })
    expect(await whyNot('undoDepart')).toBe(approved.msg)
  })

  it('a trip that is cancelled keeps what was approved as an empty run, which no waybill bears', async () => {
    const { id, waybills: [a] = [] } = await trip([4])
    await agree(id)
    await clerk.client.ok(calls.applyTripCosts, { ids: [id], submit: true })
    const { no = '' } = (await latest()) ?? {}
    await decide(boss, no)
    await decide(chief, no)
    expect(await cost(a?.id ?? 0)).toBe('5000.00')
    await boss.client.ok(trips.cancelArrangements, { ids: [id], reason: '货主取消' })
    expect(await cost(a?.id ?? 0)).toBe('0.00')
    expect(await costsOf(id)).toMatchObject({ approved: '5000.00', shares: [] })
  })

  it('[T22] what nobody applied for before its trip was cancelled is applied for no more; an empty run that is entered afterwards is', async () => {
    const { id } = await trip([4])
    await agree(id)
    const of = (all: readonly lines.ShownLine[], part: string) => all.find(({ payPart }) => payPart === part)?.id ?? 0
    const { lines: all, arrangementNo } = await costsOf(id)
    const apply = (lineIds?: number[], submit = true) =>
      clerk.client.ok(calls.applyTripCosts, { ids: [id], submit, ...(lineIds ? { lineIds } : {}) })
    await apply([of(all, 'prepaid')])
    await decide(boss, (await latest())?.no ?? '')
    await apply([of(all, 'fuel')], false)
    const draft = (await latest())?.id ?? 0
    await boss.client.ok(trips.cancelArrangements, { ids: [id], reason: '货主取消' })

    const offered = async () => (await clerk.client.ok(calls.getUnapplied, { ids: [id] })).rows
    expect(await offered()).toEqual([])
    const refused = [{ reason: 'costs.ofCancelled', msg: expect.stringContaining(arrangementNo) }]
    expect((await apply()).refused).toMatchObject(refused)
    expect((await apply([of(all, 'balance')])).refused).toMatchObject(refused)
    expect((await clerk.client.ok(applications.submitApplications, { ids: [draft] })).refused).toMatchObject(refused)
    expect((await costsOf(id)).approved).toBe('2000.00')

    const { version } = await costsOf(id)
    const kept = all.map(({ id, feeItem, companyId, amount, payPart }) => ({
      id,
      feeItem,
      companyId,
      payPart,
      amount: amount.replace('-', ''),
    }))
    await clerk.client.ok(lines.setArrangementCosts, {
      arrangementId: id,
      version,
      agreed: '5000',
      lines: [...kept, { feeItem: 'deadhead', companyId: carrier, amount: '300' }] as never,
    })
    expect(await offered()).toMatchObject([{ amount: '300.00', parts: { other: '300.00' } }])
    expect((await clerk.client.ok(calls.getUnappliedTotals, { ids: [id] })).amount).toBe('300.00')
    expect((await apply([of(all, 'balance'), (await costsOf(id)).lines.at(-1)?.id ?? 0])).refused).toMatchObject(
      refused,
    )
    expect((await apply()).refused).toEqual([])
    const empty = await latest()
    expect(empty).toMatchObject({ state: 'pending', amount: '300.00' })
    await decide(boss, empty?.no ?? '')
    expect((await costsOf(id)).approved).toBe('2300.00')
  })

  it('of sixteen who apply for one trip at once exactly one does; sent back it is mended and its lines are free when it is void', async () => {
    const { id } = await trip([4])
    await agree(id)
    const all = await Promise.all(
      Array.from({ length: 16 }, () => clerk.client.ok(calls.applyTripCosts, { ids: [id], submit: true })),
    )
    expect(all.filter(({ done }) => done === 1)).toHaveLength(1)
    const one = await latest()
    await decide(boss, one?.no ?? '', 'reject')
    const detail = await clerk.client.ok(calls.getCostApplication, { id: one?.id ?? 0 })
    expect(detail).toMatchObject({ state: 'rejected', opinion: '核对过', shares: [{ amount: '5000.00' }] })
    await clerk.client.ok(applications.voidApplications, { ids: [one?.id ?? 0], reason: '重来' })
    expect((await costsOf(id)).lines.every(({ applicationId }) => applicationId === null)).toBe(true)
    expect((await clerk.client.ok(calls.getUnapplied, { ids: [id] })).rows).toMatchObject([{ amount: '5000.00' }])
  })

  it('[D-04] applications of several trips are sent in by one call and approved by another; one that no longer fits is named, and the others are owed', async () => {
    const some = [await trip([10]), await trip([20, 20]), await trip([5])]
    for (const { id } of some) await agree(id)
    await clerk.client.ok(calls.applyTripCosts, { ids: some.map(({ id }) => id) })
    const { rows } = await clerk.client.ok(calls.getCostApplications, { kinds: ['carCost'], tab: 'draft', pageSize: 3 })
    const ids = rows.map(({ id }) => id)
    const sent = await clerk.client.ok(applications.submitApplications, { ids })
    expect(sent).toEqual({ done: 3, refused: [] })
    const waiting = async () =>
      (await boss.client.ok(approvals.getApprovals, { pageSize: 500 })).rows.map(({ id }) => id)
    expect(
      await boss.client.ok(approvals.decideApprovals, { ids: await waiting(), decision: 'approve' }),
    ).toMatchObject({ done: 3 })
    // The agreement of one was changed behind the reviewers' backs.
    const odd = some[1]?.id ?? 0
    await world.db.updateTable('arrangement_cost').set({ agreed: '5001' }).where('arrangement_id', '=', odd).execute()
    const { rows: second } = await chief.client.ok(approvals.getApprovals, { pageSize: 500 })
    const decided = await chief.client.ok(approvals.decideApprovals, {
      ids: second.map(({ id }) => id),
      decision: 'approve',
      opinion: '一起批',
    })
    expect(decided).toMatchObject({ done: 2, refused: [{ reason: 'costs.partsUneven' }] })
    expect(await cost(some[0]?.waybills[0]?.id ?? 0)).toBe('5000.00')
    expect(await cost(some[1]?.waybills[0]?.id ?? 0)).toBe('0.00')
    expect(await cost(some[2]?.waybills[0]?.id ?? 0)).toBe('5000.00')
    const told = await world.db
      .selectFrom('notification')
      .select(['kind', 'params'])
      .where('user_id', '=', clerk.id)
      .orderBy('id')
      .execute()
    expect(told.filter(({ kind, params }) => kind === 'approvalPassed' && params.opinion === '一起批')).toHaveLength(2)
    await world.db.updateTable('arrangement_cost').set({ agreed: '5000' }).where('arrangement_id', '=', odd).execute()
  })

  it('[RT-16/costApplication] a slip is asked for, approved, and shared over the waybills it was for', async () => {
    const a = await freight.waybill(clerk.client, 10)
    const b = await freight.waybill(clerk.client, 20)
    const { id, no } = await clerk.client.ok(calls.addExpense, {
      feeItem: 'toll',
      driverId: driver,
      amount: '100.01',
      reason: '过路费',
      of: [a.waybillNo, b.waybillNo],
      method: 'pieces',
      submit: true,
    })
    await decide(boss, no)
    expect([await cost(a.id), await cost(b.id)]).toEqual(['33.34', '66.67'])
    expect(await clerk.client.ok(calls.getCostApplication, { id })).toMatchObject({
      state: 'approved',
      payeeName: '老周',
    })
    const { fields } = await clerk.client.refused(calls.addExpense, {
      feeItem: 'toll',
      amount: '1',
      reason: 'x',
      of: ['浙A88888', a.waybillNo],
    })
    expect(fields).toMatchObject([{ path: 'of.1', reason: 'costs.oneRelation' }])
  })

  it('[RT-16/feeList] every charge is in one list, a waybill finds its shares, what is under review has its own tab', async () => {
    const a = await freight.waybill(clerk.client, 10)
    const { no } = await clerk.client.ok(calls.addExpense, {
      feeItem: 'toll',
      amount: '10',
      reason: '路桥',
      of: [a.waybillNo],
      submit: true,
    })
    const under = await clerk.client.ok(fees.getFees, { tab: 'pending', q: no })
    expect(under.rows).toMatchObject([{ pendingKind: 'cost', amount: '10.00', state: 'pending', docNo: no }])
    await decide(boss, no)
    const found = await clerk.client.ok(fees.getFees, { tab: 'payable', waybillId: a.id })
    expect(found.rows).toMatchObject([
      { direction: 'payable', feeItem: 'toll', amount: '10.00', docNo: no, state: 'confirmed' },
    ])
    const one = await clerk.client.ok(fees.getFee, { id: found.rows[0]?.id ?? 0 })
    expect(one.shares).toMatchObject([{ waybillId: a.id, amount: '10.00' }])
    expect(await clerk.client.ok(fees.getFeeTotals, { tab: 'payable', waybillId: a.id })).toMatchObject({
      count: 1,
      amount: '10.00',
    })
  })

  it('[D-05] without 看成本 no call tells a cost; a customer reads its own receivables alone; another outlet none of this', async () => {
    const { id, waybills: [a] = [] } = await trip([4])
    await agree(id)
    await clerk.client.ok(calls.applyTripCosts, { ids: [id], submit: true })
    const { no = '', id: application = 0 } = (await latest()) ?? {}
    await decide(boss, no)
    await decide(chief, no)
    const borne = await clerk.client.ok(fees.getFees, { tab: 'payable', q: a?.waybillNo ?? '' })
    expect(borne.rows.map(({ docNo }) => docNo)).toEqual(Array(6).fill(no))
    // Which part of the truck's price each is, for they are all called 车费.
    const truckParts = borne.rows.flatMap(({ feeItem, payPart }) => (feeItem === 'vehicle' ? [payPart] : []))
    expect(truckParts.sort()).toEqual(['balance', 'onArrival', 'onReceipt', 'prepaid'])
    expect(await clerk.client.ok(calls.getCostApplication, { id: application })).toMatchObject({ whole: '5000.00' })
    const { costView: _, ...without } = office
    const blind = await world.person('blind', { rights: without })
    expect((await blind.client.send(lines.getArrangementCosts, { id })).code).toBe(403)
    expect((await blind.client.ok(fees.getFees, { tab: 'payable' })).rows).toEqual([])
    expect((await blind.client.ok(calls.getUnapplied, {})).rows).toEqual([])
    expect((await blind.client.ok(calls.getCostApplications, { kinds: ['carCost'] })).rows).toEqual([])
    expect((await blind.client.send(calls.getCostApplication, { id: application })).code).toBe(404)
    expect((await blind.client.send(calls.applyTripCosts, { ids: [id] })).code).toBe(403)
    const detail = await blind.client.ok(waybills.getWaybill, { id: a?.id ?? 0 })
    expect(JSON.stringify(detail)).not.toContain('5000.00')
    const told = async (client: typeof clerk.client) =>
      JSON.stringify(await client.ok(trips.getArrangementHistory, { id }))
    expect(await told(blind.client)).not.toContain('5000.00')
    expect(await told(clerk.client)).toContain('5000.00')
    const customer = await world.person('customer2', {
      rights: { feeList: 'browse', allWayBill: 'browse' },
      scope: 'customer',
      companies: [freight.yunfan],
    })
    const own = await customer.client.ok(fees.getFees, {})
    expect(own.rows.every(({ direction }) => direction === 'receivable')).toBe(true)
    expect((await customer.client.ok(fees.getFees, { tab: 'payable' })).rows).toEqual([])
    const other = await world.person('other2', {
      rights: office,
      scope: 'outlet',
      companies: [await world.outlet('武汉中转站')],
    })
    expect((await other.client.send(lines.getArrangementCosts, { id })).code).toBe(404)
    expect((await other.client.ok(fees.getFees, { tab: 'payable' })).rows).toEqual([])
  })
})
