import * as approvals from '@xunyun/contract/approvals/calls'
import * as setup from '@xunyun/contract/approvals/setup'
import { isAble } from '@xunyun/contract/kernel/ability'
import * as calls from '@xunyun/contract/warehouse/billing/quotations'
import {
  type QuotationAction,
  type QuotationStatus,
  quotationActions,
  quotationLifecycle,
  quotationStatuses,
} from '@xunyun/contract/warehouse/billing/quotations'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openWorld, type Person, type World } from '../../../../test/world.ts'

/** What a quotation may be put through in each of its states: as the table says, and nothing else. */
let world: World
let boss: Person
let made = 0

beforeAll(async () => {
  world = await openWorld()
  boss = await world.person('boss', { rights: { unreviewed: 'approve', quotation: 'browse' } })
  await world.admin.ok(setup.addApproverLevel, {
    bizType: 'warehouseQuotation',
    level: 1,
    mode: 'any',
    amountFrom: '0',
    userIds: [boss.id],
    roleIds: [],
  })
})
afterAll(() => world.close())

const detail = (id: number) => world.admin.ok(calls.getQuotation, { id })
const item = {
  feeItem: 'storage',
  trigger: 'storage',
  basis: 'pallet',
  timeUnit: 'day',
  freeDays: 3,
  rate: '2',
} as const

/** A quotation of a customer of its own, brought to a state by the acts that lead there. */
async function quotationIn(status: QuotationStatus): Promise<number> {
  made += 1
  const customerId = await world.company(`客户${made}`, ['customer', 'owner'])
  const { id } = await world.admin.ok(calls.addQuotation, { customerId, validFrom: '2026-01-01', items: [item] })
  if (status === 'draft') return id
  await world.admin.ok(calls.submitQuotations, { ids: [id] })
  if (status === 'pending') return id
  const { rows } = await boss.client.ok(approvals.getApprovals, { pageSize: 500 })
  const waiting = rows.find((row) => row.bizType === 'warehouseQuotation' && row.docId === id)
  await boss.client.ok(approvals.decideApprovals, { ids: [waiting?.id ?? 0], decision: 'approve' })
  if (status === 'ended') await world.admin.ok(calls.stopQuotations, { ids: [id], reason: '不做了' })
  return id
}

/** Whether the act was let through; the reason, where it was not. */
const acts: Readonly<Record<QuotationAction, (id: number) => Promise<string | null>>> = {
  edit: async (id) => {
    const { version, customerId, validFrom } = await detail(id)
    return reasonOf(world.admin.send(calls.changeQuotation, { id, version, customerId, validFrom, items: [item] }))
  },
  submit: (id) => eachOf(world.admin.ok(calls.submitQuotations, { ids: [id] })),
  withdraw: (id) => eachOf(world.admin.ok(calls.withdrawQuotations, { ids: [id] })),
  newVersion: (id) => reasonOf(world.admin.send(calls.newQuotationVersion, { id })),
  stop: (id) => eachOf(world.admin.ok(calls.stopQuotations, { ids: [id], reason: '不做了' })),
  delete: (id) => eachOf(world.admin.ok(calls.deleteQuotations, { ids: [id] })),
}
async function reasonOf(sent: Promise<{ code: number; error?: { reason: string } | null }>): Promise<string | null> {
  const { code, error } = await sent
  return code === 200 ? null : (error?.reason ?? String(code))
}
async function eachOf(run: Promise<{ refused: { reason: string }[] }>): Promise<string | null> {
  return (await run).refused[0]?.reason ?? null
}

describe('[D-05] [RT-18/quotation] every state × action of a quotation', () => {
  for (const status of quotationStatuses)
    for (const action of quotationActions) {
      const may = quotationLifecycle[action].from.includes(status)
      it(`${status}: ${action} is ${may ? 'done' : 'refused with its reason'}`, async () => {
        const id = await quotationIn(status)
        expect(isAble(await detail(id), action)).toBe(may)
        const wrong = action === 'edit' && status === 'active' ? 'warehouseBilling.inForce' : 'prices.wrongState'
        expect(await acts[action](id)).toBe(may ? null : wrong)
        if (!may) expect((await detail(id)).status).toBe(status)
      })
    }

  it('[RT-12/audit] taking it back from review is offered to whoever sent it in, and to nobody else', async () => {
    const id = await quotationIn('pending')
    const colleague = (await world.person('colleague', { rights: { quotation: 'approve' } })).client
    expect((await colleague.ok(calls.getQuotation, { id })).actions.map(({ key }) => key)).not.toContain('withdraw')
    const { rows } = await colleague.ok(calls.getQuotations, { ids: [id] } as never)
    expect(rows.map(({ actions }) => actions)).toEqual([[]])
    expect((await world.admin.ok(calls.getQuotations, { ids: [id] } as never)).rows[0]?.actions).toEqual([
      { key: 'withdraw' },
    ])
  })
})
