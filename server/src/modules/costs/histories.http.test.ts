import * as approvals from '@xunyun/contract/approvals/calls'
import * as setup from '@xunyun/contract/approvals/setup'
import * as adjustments from '@xunyun/contract/costs/adjustments'
import * as applications from '@xunyun/contract/costs/applications'
import * as requests from '@xunyun/contract/costs/costApplications'
import * as lines from '@xunyun/contract/costs/lines'
import * as trips from '@xunyun/contract/dispatch/calls'
import * as charges from '@xunyun/contract/waybills/charges'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Freight, openFreight } from '../../../test/freight.ts'
import { prove } from '../../../test/proofs.ts'
import { openWorld, type Person, type World } from '../../../test/world.ts'

/** Random histories against a model that only adds up: what was approved, and who carried what. */
let world: World
let freight: Freight
let clerk: Person
let boss: Person
let carrier: number
let seed = Number(process.env.SEED ?? 20_261_127)
const next = (max: number): number => {
  seed = (seed * 48_271) % 2_147_483_647
  return seed % max
}
const pick = <T>(all: readonly T[]): T => all[next(all.length)] as T

beforeAll(async () => {
  world = await openWorld()
  freight = await openFreight(world)
  carrier = await world.company('顺达运输', ['carrier'])
  clerk = await world.person('clerk', {
    rights: {
      taskList: 'edit',
      allWayBill: 'edit',
      wayBillList: 'edit',
      arrangeOperate: 'edit',
      arrangeList: 'edit',
      carCostApply: 'edit',
      costApplication: 'edit',
      incOrDec: 'edit',
      incOrDecList: 'edit',
      costView: 'browse',
    },
  })
  boss = await world.person('boss', { rights: { unreviewed: 'approve', arrangeList: 'approve' } })
  for (const bizType of ['price', 'carCost', 'costApplication', 'costZJ'] as const)
    await world.admin.ok(setup.addApproverLevel, {
      bizType,
      level: 1,
      mode: 'any',
      amountFrom: '0',
      userIds: [boss.id],
      roleIds: [],
    })
})
afterAll(() => world.close())

type Model = {
  trip: { id: number; state: string; lines: { waybillId: number; pieces: number }[] }
  /** Yuan in cents: approved for the trip; by waybill, what is charged. */
  approved: number
  receivable: Map<number, number>
}
const cents = (yuan: string) => Math.round(Number(yuan) * 100)

async function begin(): Promise<Model> {
  const made = []
  for (let at = 0; at < 3; at += 1) {
    const pieces = 2 + next(9)
    const { id } = await freight.waybill(clerk.client, pieces, {
      charges: [{ feeItem: 'freight', amount: String(100 + next(900)) }],
    })
    made.push({ id, pieces })
  }
  await decide('approve')
  await clerk.client.ok(charges.confirmPrices, { ids: made.map(({ id }) => id) })
  const no = next(100_000)
  const { id } = await clerk.client.ok(trips.createArrangement, {
    vehicleId: await freight.addVehicle(`浙B${10_000 + no}`, { type: 'hired', carrier_id: carrier, load_kg: 30_000 }),
    driverId: await freight.addDriver(`周${no}`),
    carrierId: carrier,
    planAt: new Date(Date.now() + 3_600_000).toISOString(),
    lines: made.map((one) => ({
      waybillId: one.id,
      pieces: one.pieces,
      fromPlace: 'shipper',
      fromId: 0,
      load: 1,
      unload: 2,
    })),
    stops: [{ kind: 'shipper' }, { kind: 'outlet', outletId: freight.guangzhou }],
  } as never)
  await clerk.client.ok(trips.assignArrangements, { ids: [id] })
  const receivable = new Map<number, number>()
  for (const one of made)
    receivable.set(one.id, cents((await clerk.client.ok(charges.getWaybillCharges, { id: one.id })).receivable))
  return {
    trip: { id, state: 'assigned', lines: made.map((one) => ({ waybillId: one.id, pieces: one.pieces })) },
    approved: 0,
    receivable,
  }
}

const decide = async (decision: 'approve' | 'reject') => {
  const { rows } = await boss.client.ok(approvals.getApprovals, { pageSize: 500 })
  if (rows.length > 0)
    await boss.client.ok(approvals.decideApprovals, { ids: rows.map(({ id }) => id), decision, opinion: '看过' })
  return rows
}

const acts: Record<string, (model: Model) => Promise<void>> = {
  async cost({ trip }) {
    const costs = await clerk.client.ok(lines.getArrangementCosts, { id: trip.id })
    const kept = costs.lines.map(({ id, feeItem, amount }) => ({ id, feeItem, amount }))
    await clerk.client.send(lines.setArrangementCosts, {
      arrangementId: trip.id,
      version: costs.version,
      method: pick(['chargeWeight', 'weight', 'pieces', 'waybills', 'value']),
      lines: [
        ...kept,
        { feeItem: pick(['vehicle', 'toll', 'fuel']), amount: `${1 + next(900)}.${next(90) + 10}`, companyId: carrier },
      ],
    })
  },
  async apply({ trip }) {
    await clerk.client.send(requests.applyTripCosts, { ids: [trip.id], submit: next(3) > 0 })
  },
  async approve(model) {
    const rows = await decide('approve')
    for (const row of rows) {
      if (row.bizType === 'carCost') model.approved += cents(row.amount)
      if (row.bizType !== 'costZJ') continue
      const detail = await clerk.client.ok(adjustments.getAdjustment, { id: row.docId })
      const before = model.receivable.get(detail.waybillId ?? 0)
      if (detail.state === 'approved' && before !== undefined)
        model.receivable.set(detail.waybillId ?? 0, before + cents(row.amount))
    }
  },
  async sendBack() {
    await decide('reject')
  },
  async voidOnes() {
    const { rows } = await clerk.client.ok(requests.getCostApplications, { kinds: ['carCost'] })
    const ids = rows.filter(({ state }) => state === 'rejected' || state === 'draft').map(({ id }) => id)
    if (ids.length === 0) return
    await clerk.client.ok(applications.voidApplications, { ids, reason: '重来' })
  },
  async adjust({ trip, receivable }) {
    const { waybillId } = pick(trip.lines)
    const most = receivable.get(waybillId) ?? 0
    const amount = next(2) === 0 ? 1 + next(50) : -Math.min(Math.floor(most / 100), 1 + next(80))
    await clerk.client.send(adjustments.addAdjustments, {
      lines: [{ waybillId, feeItem: 'freight', amount: String(amount), reason: '随机' }],
      submit: true,
    })
  },
  async depart({ trip }) {
    const { done } = await clerk.client.ok(trips.departArrangements, { ids: [trip.id] })
    if (done === 1) trip.state = 'departed'
  },
  async departShort({ trip }) {
    if (trip.state !== 'assigned') return
    const detail = await clerk.client.ok(trips.getArrangement, { id: trip.id })
    const line = pick(detail.lines)
    const pieces = next(line.pieces)
    const answer = await clerk.client.ok(trips.departArrangements, {
      ids: [trip.id],
      loaded: [{ lineId: line.lineId, pieces }],
    })
    if (answer.done === 0) return
    trip.state = 'departed'
    trip.lines = trip.lines
      .map((one) => (one.waybillId === line.waybillId ? { ...one, pieces } : one))
      .filter((one) => one.pieces > 0)
  },
  async arrive({ trip }) {
    const { done } = await clerk.client.ok(trips.arriveArrangements, { ids: [trip.id] })
    if (done === 1) trip.state = 'arrived'
  },
  async undo({ trip }) {
    const answer = await boss.client.send(trips.undoArrangement, { id: trip.id, reason: '点错' })
    if (answer.code === 200) trip.state = trip.state === 'arrived' ? 'departed' : 'assigned'
  },
}

/** The naive model: approved costs over who was carried, exact in sum; receivables as adjusted. */
async function compare({ trip, approved, receivable }: Model): Promise<void> {
  const costs = await clerk.client.ok(lines.getArrangementCosts, { id: trip.id })
  expect(cents(costs.approved)).toBe(approved)
  let borne = 0
  for (const [id, amount] of receivable) {
    const found = await clerk.client.ok(charges.getWaybillCharges, { id })
    expect(cents(found.receivable)).toBe(amount)
    expect(cents(found.costs?.margin ?? '0')).toBe(amount - cents(found.costs?.total ?? '0'))
    if (!trip.lines.some(({ waybillId }) => waybillId === id)) expect(found.costs?.total).toBe('0.00')
    borne += cents(found.costs?.total ?? '0')
  }
  expect(borne).toBe(approved)
}

describe('[T19] [T20] [T21] [T22] random histories of costs and adjustments', () => {
  it('after every step shares are the charge, costs and receivables what was approved, margins what is left', async () => {
    const histories = Number(process.env.HISTORIES ?? 3)
    for (let history = 0; history < histories; history += 1) {
      const model = await begin()
      const told = [`seed ${seed}`]
      for (let step = 0; step < 14; step += 1) {
        const name = pick(Object.keys(acts))
        told.push(name)
        await acts[name]?.(model)
        await compare(model).catch((error: unknown) => {
          throw new Error(`${told.join(' ')}: ${error instanceof Error ? error.message : String(error)}`)
        })
      }
      await decide('reject')
      await prove(world.db)
    }
  }, 900_000)
})
