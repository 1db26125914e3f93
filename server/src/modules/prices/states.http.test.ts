import * as approvals from '@xunyun/contract/approvals/calls'
import * as setup from '@xunyun/contract/approvals/setup'
import { isAble } from '@xunyun/contract/kernel/ability'
import * as calls from '@xunyun/contract/prices/calls'
import {
  type PriceAction,
  type PriceStatus,
  priceActions,
  priceStatuses,
  transportPriceLifecycle,
} from '@xunyun/contract/prices/states'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Freight, openFreight } from '../../../test/freight.ts'
import { openWorld, type Person, type World } from '../../../test/world.ts'
import { clock, nextDay } from '../../platform/clock.ts'

/** What a rate may be put through in each of its states: as the table says, and nothing else. */
let world: World
let freight: Freight
let boss: Person
let made = 0

beforeAll(async () => {
  world = await openWorld()
  freight = await openFreight(world)
  boss = await world.person('boss', { rights: { unreviewed: 'approve', transportPrice: 'browse' } })
  await world.admin.ok(setup.addApproverLevel, {
    bizType: 'transportPrice',
    level: 1,
    mode: 'any',
    amountFrom: '0',
    userIds: [boss.id],
    roleIds: [],
  })
})
afterAll(() => world.close())

const detail = (id: number) => world.admin.ok(calls.getTransportPrice, { id })

/** A rate of its own, brought to a state by the acts that lead there. */
async function priceIn(status: PriceStatus): Promise<number> {
  made += 1
  const { id } = await world.admin.ok(calls.addTransportPrice, {
    name: `报价 ${made}`,
    direction: 'receivable',
    companyId: freight.yunfan,
    fromRegion: '330100',
    toRegion: '440100',
    basis: 'chargeable',
    tiers: [{ from: '0', price: '2' }],
    // A day of its own: two rates of one line and day would be one and the same.
    validFrom: `2026-01-${String(made).padStart(2, '0')}`,
  })
  if (status === 'draft') return id
  await world.admin.ok(calls.submitTransportPrices, { ids: [id] })
  if (status === 'pending') return id
  const { rows } = await boss.client.ok(approvals.getApprovals, { pageSize: 500 })
  const waiting = rows.find((row) => row.docId === id)
  await boss.client.ok(approvals.decideApprovals, { ids: [waiting?.id ?? 0], decision: 'approve' })
  if (status === 'ended') await world.admin.ok(calls.stopTransportPrices, { ids: [id], reason: '不做了' })
  return id
}

/** Whether the act was let through; the reason, where it was not. */
const acts: Readonly<Record<PriceAction, (id: number) => Promise<string | null>>> = {
  edit: async (id) => {
    const { name, direction, companyId, fromRegion, toRegion, basis, tiers, validFrom, version } = await detail(id)
    const input = { id, version, name, direction, companyId, fromRegion, toRegion, basis, tiers, validFrom }
    return reasonOf(world.admin.send(calls.changeTransportPrice, input as never))
  },
  submit: (id) => eachOf(world.admin.ok(calls.submitTransportPrices, { ids: [id] })),
  withdraw: (id) => eachOf(world.admin.ok(calls.withdrawTransportPrices, { ids: [id] })),
  newVersion: (id) => reasonOf(world.admin.send(calls.newPriceVersion, { id })),
  extend: (id) =>
    eachOf(
      world.admin.ok(calls.adjustTransportPrices, {
        ids: [id],
        validFrom: nextDay(clock.today()),
        validTo: '2027-12-31',
      }),
    ),
  stop: (id) => eachOf(world.admin.ok(calls.stopTransportPrices, { ids: [id], reason: '不做了' })),
  delete: (id) => eachOf(world.admin.ok(calls.deleteTransportPrices, { ids: [id] })),
}
async function reasonOf(sent: Promise<{ code: number; error?: { reason: string } | null }>): Promise<string | null> {
  const { code, error } = await sent
  return code === 200 ? null : (error?.reason ?? String(code))
}
async function eachOf(run: Promise<{ refused: { reason: string }[] }>): Promise<string | null> {
  return (await run).refused[0]?.reason ?? null
}

describe('[D-05] [RT-10/transportPrice] every state × action of a rate', () => {
  for (const status of priceStatuses)
    for (const action of priceActions) {
      const may = transportPriceLifecycle[action].from.includes(status)
      it(`${status}: ${action} is ${may ? 'done' : 'refused with its reason'}`, async () => {
        const id = await priceIn(status)
        expect(isAble(await detail(id), action)).toBe(may)
        expect(await acts[action](id)).toBe(may ? null : 'prices.wrongState')
        if (!may) expect((await detail(id)).status).toBe(status)
      })
    }

  it('[RT-12/audit] taking it back from review is offered to whoever sent it in, and to nobody else', async () => {
    const id = await priceIn('pending')
    const colleague = (await world.person('colleague', { rights: { transportPrice: 'approve' } })).client
    expect((await colleague.ok(calls.getTransportPrice, { id })).actions.map(({ key }) => key)).not.toContain(
      'withdraw',
    )
    const { rows } = await colleague.ok(calls.getTransportPrices, { ids: [id] } as never)
    expect(rows.map(({ actions }) => actions)).toEqual([[]])
    expect((await world.admin.ok(calls.getTransportPrices, { ids: [id] } as never)).rows[0]?.actions).toEqual([
      { key: 'withdraw' },
    ])
  })
})
