import * as calls from '@xunyun/contract/approvals/calls'
import * as setup from '@xunyun/contract/approvals/setup'
import type { Sent } from '@xunyun/contract/kernel/call'
import * as prices from '@xunyun/contract/prices/calls'
import { getNotifications } from '@xunyun/contract/workbench/notifications'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openWorld, type Person, type World } from '../../../test/world.ts'
import { clock } from '../../platform/clock.ts'

/** The engine, driven by prices sent to review: what every later document relies on (domain §4.1). */
let world: World
let clerk: Person
let first: Person
let second: Person
let chief: Person
const approver = { unreviewed: 'approve', transportPrice: 'edit' } as const

beforeAll(async () => {
  world = await openWorld()
  clerk = await world.person('clerk', { rights: approver })
  first = await world.person('first', { rights: approver })
  second = await world.person('second', { rights: approver })
  chief = await world.person('chief', { rights: approver })
})
afterAll(() => world.close())
beforeEach(async () => {
  const levels = await world.admin.ok(setup.getApproverSetup, {})
  if (levels.length > 0) await world.admin.ok(setup.deleteApproverLevels, { ids: levels.map(({ id }) => id) })
})

const level = (over: Partial<Sent<typeof setup.addApproverLevel>>) =>
  world.admin.ok(setup.addApproverLevel, {
    bizType: 'transportPrice',
    level: 1,
    mode: 'any',
    amountFrom: '0',
    userIds: [],
    roleIds: [],
    ...over,
  })

let count = 0
async function draft(by = clerk): Promise<number> {
  count += 1
  const { id } = await by.client.ok(prices.addTransportPrice, {
    name: `报价 ${count}`,
    direction: 'receivable',
    basis: 'waybill',
    unitPrice: '100',
    validFrom: '2026-01-01',
  })
  return id
}
async function sendIn(by = clerk): Promise<{ price: number; approval: number }> {
  const price = await draft(by)
  expect(await by.client.ok(prices.submitTransportPrices, { ids: [price] })).toEqual({ done: 1, refused: [] })
  const row = (await by.client.ok(calls.getApprovals, { tab: 'submitted', pageSize: 500 })).rows.find(
    ({ docId }) => docId === price,
  )
  return { price, approval: row?.id ?? 0 }
}
const decide = (by: Person, approval: number, decision: 'approve' | 'reject' = 'approve', opinion = '看过') =>
  by.client.ok(calls.decideApprovals, { ids: [approval], decision, opinion })
const statusOf = async (price: number) => (await clerk.client.ok(prices.getTransportPrice, { id: price })).status
const inboxOf = async (who: Person) =>
  (await who.client.ok(calls.getApprovals, { pageSize: 500 })).rows.map(({ id }) => id)
const refusal = (outcomes: { refused: { reason: string }[] }) => outcomes.refused[0]?.reason

describe('[D-04] a review', () => {
  it('nobody set up is a refusal, never an approval', async () => {
    const price = await draft()
    expect(refusal(await clerk.client.ok(prices.submitTransportPrices, { ids: [price] }))).toBe('approvals.nobody')
    expect(await statusOf(price)).toBe('draft')
  })

  it('goes through its levels in order: the second is asked when the first has decided', async () => {
    await level({ userIds: [first.id] })
    await level({ level: 2, userIds: [chief.id] })
    const { price, approval } = await sendIn()
    expect(await inboxOf(first)).toContain(approval)
    expect(await inboxOf(chief)).not.toContain(approval)
    expect(refusal(await decide(chief, approval))).toBe('approvals.notYourTurn')
    expect((await decide(first, approval)).done).toBe(1)
    expect(await statusOf(price)).toBe('pending')
    expect(await inboxOf(chief)).toContain(approval)
    expect((await decide(chief, approval)).done).toBe(1)
    expect(await statusOf(price)).toBe('active')
    const { steps } = await chief.client.ok(calls.getApproval, { id: approval })
    expect(steps.map(({ level: at, byName, decision, opinion }) => [at, byName, decision, opinion])).toEqual([
      [1, 'first', 'approve', '看过'],
      [2, 'chief', 'approve', '看过'],
    ])
  })

  it('any one of a level is enough; all of a level are asked where it says so', async () => {
    await level({ userIds: [first.id, second.id] })
    const any = await sendIn()
    await decide(second, any.approval)
    expect(await statusOf(any.price)).toBe('active')
    expect(refusal(await decide(first, any.approval))).toBe('approvals.decided')

    const [one] = await world.admin.ok(setup.getApproverSetup, {})
    await world.admin.ok(setup.changeApproverLevel, {
      id: one?.id ?? 0,
      version: one?.version ?? 0,
      bizType: 'transportPrice',
      level: 1,
      mode: 'all',
      amountFrom: '0',
      userIds: [first.id, second.id],
      roleIds: [],
    })
    const all = await sendIn()
    await decide(first, all.approval)
    expect(await statusOf(all.price)).toBe('pending')
    expect(refusal(await decide(first, all.approval))).toBe('approvals.notYourTurn')
    await decide(second, all.approval)
    expect(await statusOf(all.price)).toBe('active')
  })

  it('a role is decided by anybody in it, but never by the applicant', async () => {
    const { id: role } = await world.db
      .insertInto('role')
      .values({ name: '审价组' })
      .returning('id')
      .executeTakeFirstOrThrow()
    for (const user of [clerk.id, first.id])
      await world.db.insertInto('user_role').values({ user_id: user, role_id: role }).execute()
    await level({ roleIds: [role] })
    const { price, approval } = await sendIn()
    expect(await inboxOf(clerk)).not.toContain(approval)
    expect(refusal(await decide(clerk, approval))).toBe('approvals.ownDocument')
    expect((await decide(first, approval)).done).toBe(1)
    expect(await statusOf(price)).toBe('active')
    // Of a role that is disabled nobody could decide: it would wait for ever.
    await world.db.updateTable('role').set({ enabled: false }).where('id', '=', role).execute()
    expect(refusal(await clerk.client.ok(prices.submitTransportPrices, { ids: [await draft()] }))).toBe(
      'approvals.levelEmpty',
    )
  })

  it('a level with nobody but the applicant refuses', async () => {
    await level({ userIds: [clerk.id] })
    expect(refusal(await clerk.client.ok(prices.submitTransportPrices, { ids: [await draft()] }))).toBe(
      'approvals.levelEmpty',
    )
  })

  it('the band of the amount decides the path; bands of a level must not overlap', async () => {
    await level({ amountFrom: '0', amountTo: '1000', userIds: [first.id] })
    await level({ amountFrom: '1000', userIds: [second.id] })
    await level({ level: 2, amountFrom: '5000', userIds: [chief.id] })
    const path = async (amount: string) =>
      (await world.admin.ok(setup.tryApproval, { bizType: 'transportPrice', amount })).path.map(({ people }) =>
        people.join(),
      )
    expect(await path('999.99')).toEqual(['first'])
    expect(await path('1000')).toEqual(['second'])
    expect(await path('5000')).toEqual(['second', 'chief'])
    const clash = await world.admin.refused(setup.addApproverLevel, {
      bizType: 'transportPrice',
      level: 1,
      mode: 'any',
      amountFrom: '500',
      amountTo: '600',
      userIds: [chief.id],
      roleIds: [],
    })
    expect(clash.fields).toMatchObject([{ path: 'amountFrom', reason: 'approvals.bandOverlaps' }])
    const alone = await world.admin.ok(setup.tryApproval, {
      bizType: 'transportPrice',
      amount: '20',
      applicantId: first.id,
    })
    expect(alone).toMatchObject({ path: [], refusal: expect.stringContaining('第 1 级') })
  })

  it('a deputy decides while the person is away, and not a day longer', async () => {
    await level({ userIds: [first.id] })
    const member = async () => (await world.admin.ok(setup.getApproverSetup, {}))[0]?.members[0]?.id ?? 0
    const { price, approval } = await sendIn()
    expect(refusal(await decide(second, approval))).toBe('kernel.notFound')
    await world.admin.ok(setup.setDeputy, {
      memberId: await member(),
      deputyId: second.id,
      from: '2026-01-01',
      to: '2026-01-31',
    })
    expect(refusal(await decide(second, approval))).toBe('kernel.notFound')
    await world.admin.ok(setup.setDeputy, {
      memberId: await member(),
      deputyId: second.id,
      from: clock.today(),
      to: clock.today(),
    })
    expect(await inboxOf(second)).toContain(approval)
    expect((await decide(second, approval)).done).toBe(1)
    expect(await statusOf(price)).toBe('active')
    expect(
      (
        await world.admin.refused(setup.setDeputy, {
          memberId: await member(),
          deputyId: first.id,
          from: clock.today(),
          to: clock.today(),
        })
      ).fields,
    ).toMatchObject([{ reason: 'approvals.deputySelf' }])
  })

  it('what is sent in again says who sent it back before, and why', async () => {
    await level({ userIds: [first.id, second.id] })
    const { price, approval } = await sendIn()
    expect((await first.client.ok(calls.getApproval, { id: approval })).sentBack).toEqual([])
    await decide(first, approval, 'reject', '首重写错了')
    await clerk.client.ok(prices.submitTransportPrices, { ids: [price] })
    const again = (await inboxOf(second)).at(-1) as number
    expect((await second.client.ok(calls.getApproval, { id: again })).sentBack).toMatchObject([
      { byName: 'first', opinion: '首重写错了' },
    ])
  })

  it('转交 puts a colleague in my place, who is told why; I am asked no more', async () => {
    await level({ userIds: [first.id] })
    const { price, approval } = await sendIn()
    const pass = (who: Person, to: Person, note = '出差') =>
      who.client.ok(calls.transferApprovals, { ids: [approval], userId: to.id, note })
    const choices = await first.client.ok(calls.getTransferChoices, { bizTypes: ['transportPrice'] })
    expect(choices.map(({ id }) => id)).toContain(chief.id)
    expect(choices.map(({ id }) => id)).not.toContain(first.id)
    expect(refusal(await pass(second, chief))).toBe('kernel.notFound')
    expect(refusal(await pass(first, clerk))).toBe('approvals.transferTo')
    expect(refusal(await pass(first, first))).toBe('approvals.transferTo')
    expect(refusal(await pass(first, await world.person('nobody', { rights: {} })))).toBe('approvals.transferTo')
    expect((await pass(first, chief)).done).toBe(1)
    expect(await inboxOf(first)).not.toContain(approval)
    expect(await inboxOf(chief)).toContain(approval)
    expect((await chief.client.ok(getNotifications, {})).rows[0]).toMatchObject({
      kind: 'approvalTransferred',
      params: { by: 'first', note: '出差', count: 1 },
    })
    expect(refusal(await decide(first, approval))).toBe('kernel.notFound')
    const mine = await first.client.ok(calls.getApproval, { id: approval })
    expect(mine.steps).toMatchObject([{ name: 'chief', passedByName: 'first', passedNote: '出差' }])
    expect((await decide(chief, approval)).done).toBe(1)
    expect(await statusOf(price)).toBe('active')
    expect(refusal(await pass(chief, second))).toBe('approvals.decided')
  })

  it('转交 where all of a level are asked leaves the others asked, and nobody sits twice', async () => {
    await level({ mode: 'all', userIds: [first.id, second.id] })
    const { price, approval } = await sendIn()
    const pass = (to: Person) =>
      first.client.ok(calls.transferApprovals, { ids: [approval], userId: to.id, note: '请看' })
    expect(refusal(await pass(second))).toBe('approvals.transferTo')
    expect((await pass(chief)).done).toBe(1)
    await decide(second, approval)
    expect(await statusOf(price)).toBe('pending')
    await decide(chief, approval)
    expect(await statusOf(price)).toBe('active')
  })

  it('a deputy of the setup no longer stands in where a review was passed on', async () => {
    await level({ userIds: [first.id] })
    const memberId = (await world.admin.ok(setup.getApproverSetup, {}))[0]?.members[0]?.id ?? 0
    const today = clock.today()
    await world.admin.ok(setup.setDeputy, { memberId, deputyId: second.id, from: today, to: today })
    const { approval } = await sendIn()
    // The deputy may pass it on as well.
    expect(
      (await second.client.ok(calls.transferApprovals, { ids: [approval], userId: chief.id, note: '请看' })).done,
    ).toBe(1)
    expect(refusal(await decide(second, approval))).toBe('kernel.notFound')
    expect(refusal(await decide(first, approval))).toBe('kernel.notFound')
    expect((await decide(chief, approval)).done).toBe(1)
  })

  it('sending back needs an opinion, tells the applicant, and the document is sent in anew', async () => {
    await level({ userIds: [first.id] })
    const { price, approval } = await sendIn()
    expect(
      (await first.client.refused(calls.decideApprovals, { ids: [approval], decision: 'reject' })).fields,
    ).toMatchObject([{ path: 'opinion', reason: 'approvals.opinionNeeded' }])
    await decide(first, approval, 'reject', '太低')
    expect(await statusOf(price)).toBe('draft')
    expect((await clerk.client.ok(getNotifications, {})).rows[0]).toMatchObject({
      kind: 'approvalSentBack',
      params: { opinion: '太低', by: 'first' },
    })
    expect((await clerk.client.ok(prices.submitTransportPrices, { ids: [price] })).done).toBe(1)
    expect((await first.client.ok(getNotifications, {})).rows[0]).toMatchObject({
      kind: 'approvalWaits',
      params: { count: 1 },
    })
  })

  it('is taken back by the applicant alone, and only before the first decision', async () => {
    await level({ userIds: [first.id] })
    await level({ level: 2, userIds: [chief.id] })
    const one = await sendIn()
    expect(refusal(await chief.client.ok(calls.withdrawApprovals, { ids: [one.approval] }))).toBe('kernel.notFound')
    // Nor is a stranger told what it is called: while it waits, and once it is over.
    const stranger = await world.person('stranger', { rights: 'all' })
    const asStranger = async () => [
      await stranger.client.ok(calls.withdrawApprovals, { ids: [one.approval] }),
      await stranger.client.ok(calls.decideApprovals, { ids: [one.approval], decision: 'approve' }),
    ]
    const nothing = { id: one.approval, no: String(one.approval), reason: 'kernel.notFound' }
    for (const { refused } of await asStranger()) expect(refused).toMatchObject([nothing])
    expect((await clerk.client.ok(calls.withdrawApprovals, { ids: [one.approval] })).done).toBe(1)
    for (const { refused } of await asStranger()) expect(refused).toMatchObject([nothing])
    expect(await statusOf(one.price)).toBe('draft')
    expect(await inboxOf(first)).not.toContain(one.approval)
    const other = await sendIn()
    await decide(first, other.approval)
    expect(refusal(await clerk.client.ok(calls.withdrawApprovals, { ids: [other.approval] }))).toBe(
      'approvals.underWay',
    )
  })

  it('of two decisions at once exactly one counts, twenty times over', async () => {
    await level({ userIds: [first.id, second.id] })
    for (let round = 0; round < 20; round += 1) {
      const { price, approval } = await sendIn()
      const outcomes = await Promise.all([
        decide(first, approval, 'approve'),
        decide(second, approval, 'reject', '不行'),
      ])
      expect(outcomes.map(({ done }) => done).sort()).toEqual([0, 1])
      expect(await statusOf(price)).toBe(outcomes[0]?.done === 1 ? 'active' : 'draft')
    }
  })

  it('a batch reports each row, and what one row meets leaves the others alone', async () => {
    await level({ userIds: [first.id] })
    const [one, two, three] = [await sendIn(), await sendIn(), await sendIn()]
    await clerk.client.ok(calls.withdrawApprovals, { ids: [two.approval] })
    const outcomes = await first.client.ok(calls.decideApprovals, {
      ids: [one.approval, two.approval, three.approval, 999_999],
      decision: 'approve',
    })
    expect(outcomes.done).toBe(2)
    expect(outcomes.refused.map(({ reason }) => reason)).toEqual(['approvals.decided', 'kernel.notFound'])
    expect([await statusOf(one.price), await statusOf(two.price), await statusOf(three.price)]).toEqual([
      'active',
      'draft',
      'active',
    ])
  })

  it('[SE-08] the right and the seat are both needed', async () => {
    const looker = await world.person('looker', { rights: { unreviewed: 'browse' } })
    await level({ userIds: [first.id] })
    const { approval } = await sendIn()
    expect((await looker.client.refused(calls.decideApprovals, { ids: [approval], decision: 'approve' })).code).toBe(
      403,
    )
    expect((await looker.client.refused(calls.getApproval, { id: approval })).code).toBe(404)
    expect(
      (
        await world.admin.refused(setup.addApproverLevel, {
          bizType: 'transportPrice',
          level: 3,
          mode: 'any',
          amountFrom: '0',
          userIds: [looker.id],
          roleIds: [],
        })
      ).fields,
    ).toMatchObject([{ path: 'userIds', reason: 'approvals.cannotDecide' }])
  })

  it('[RT-15/unreviewed] the inbox counts what waits, what I decided, what I asked for', async () => {
    await level({ userIds: [first.id] })
    const { approval } = await sendIn()
    const before = await first.client.ok(calls.getApprovalTotals, {})
    await decide(first, approval)
    const after = await first.client.ok(calls.getApprovalTotals, { tab: 'decided' })
    expect(after.tabs).toMatchObject({ mine: (before.tabs.mine ?? 0) - 1, decided: (before.tabs.decided ?? 0) + 1 })
    expect(after.count).toBe(after.tabs.decided)
  })
})
