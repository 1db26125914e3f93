import * as approvals from '@xunyun/contract/approvals/calls'
import * as setup from '@xunyun/contract/approvals/setup'
import * as calls from '@xunyun/contract/waybills/calls'
import * as charges from '@xunyun/contract/waybills/charges'
import * as services from '@xunyun/contract/waybills/services'
import { getCustomerTerms } from '@xunyun/contract/waybills/terms'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Freight, openFreight, waybillOf } from '../../../test/freight.ts'
import { type Client, openWorld, type Person, type World } from '../../../test/world.ts'
import type { Actor } from '../../platform/actor.ts'
import { actorOfUser } from '../../platform/session.ts'
import { oweAtDoor } from '../charges/index.ts'
import { undoWriteOff, writeOff } from './writeOff.ts'

let world: World
let freight: Freight
let office: Client
let boss: Person
beforeAll(async () => {
  world = await openWorld()
  freight = await openFreight(world)
  office = (await world.person('office', { rights: 'all' })).client
  boss = await world.person('boss', { rights: { priceCheck: 'approve', unreviewed: 'approve' } })
  await world.admin.ok(setup.addApproverLevel, {
    bizType: 'price',
    level: 1,
    mode: 'any',
    amountFrom: '0',
    userIds: [boss.id],
    roleIds: [],
  })
})
afterAll(() => world.close())

const split = (...payments: { method: 'prepaid' | 'collect' | 'monthly' | 'receipt'; amount?: string }[]) => ({
  payMethod: 'split' as const,
  payments,
})
const freightOf = (amount: string) => ({ charges: [{ feeItem: 'freight' as const, amount }] })
const paid = async (id: number) => (await office.ok(charges.getWaybillCharges, { id })).payments
const detail = (id: number) => office.ok(calls.getWaybill, { id })
const place = (over: Parameters<Freight['waybill']>[2]) => freight.waybill(office, 10, over)
async function review() {
  const { rows } = await boss.client.ok(approvals.getApprovals, { pageSize: 500 })
  await boss.client.ok(approvals.decideApprovals, {
    ids: rows.map(({ id }) => id),
    decision: 'approve',
    opinion: '同意',
  })
}

describe('[D-02] 多笔付: a waybill paid in parts', () => {
  it('names who pays what, and the parts sum to the receivable', async () => {
    const { id } = await place({
      ...freightOf('500'),
      ...split({ method: 'prepaid', amount: '120.5' }, { method: 'collect', amount: '80' }, { method: 'monthly' }),
    })
    expect(await paid(id)).toEqual([
      { method: 'prepaid', amount: '120.50' },
      { method: 'collect', amount: '80.00' },
      { method: 'monthly', amount: '299.50' },
    ])
    expect((await detail(id)).payments).toEqual([
      { method: 'prepaid', amount: '120.50' },
      { method: 'collect', amount: '80.00' },
      { method: 'monthly', amount: null },
    ])
  })

  it('one way to pay stays one entry', async () => {
    const { id } = await place({ ...freightOf('70'), payMethod: 'receipt' })
    expect(await paid(id)).toEqual([{ method: 'receipt', amount: '70.00' }])
    expect((await detail(id)).payments).toBeNull()
  })

  it('a walk-in pays now or at the door: whom would one bill? One that stands so stays editable', async () => {
    const walkIn = { customerId: undefined, customerNo: undefined }
    const wrong = async (over: Parameters<typeof place>[0]) =>
      (
        await office.refused(calls.createWaybill, {
          ...waybillOf(freight.hangzhou, freight.yunfan, 1),
          place: true,
          ...over,
        })
      ).fields
    expect(await wrong({ ...walkIn, payMethod: 'monthly' })).toMatchObject([
      { path: 'payMethod', reason: 'waybills.walkInPays' },
    ])
    expect(await wrong({ ...walkIn, payMethod: 'receipt' })).toMatchObject([{ path: 'payMethod' }])
    expect(
      await wrong({ ...walkIn, ...split({ method: 'prepaid', amount: '10' }, { method: 'monthly' }) }),
    ).toMatchObject([{ path: 'payments', reason: 'waybills.walkInPays' }])
    const draft = await place({ ...walkIn, payMethod: 'monthly', place: false })
    expect(await office.ok(calls.placeWaybills, { ids: [draft.id] })).toMatchObject({
      done: 0,
      refused: [{ id: draft.id, reason: 'waybills.walkInPays' }],
    })
    const { id } = await place({ ...walkIn, payMethod: 'prepaid' })
    const change = async (over: object) => {
      const { version } = await detail(id)
      return { ...waybillOf(freight.hangzhou, freight.yunfan, 10), ...walkIn, id, version, ...over }
    }
    expect(await office.refused(calls.changeWaybill, await change({ payMethod: 'monthly' }))).toMatchObject({
      fields: [{ path: 'payMethod', reason: 'waybills.walkInPays' }],
    })
    await world.db.updateTable('waybill').set({ pay_method: 'monthly' }).where('id', '=', id).execute()
    await office.ok(calls.changeWaybill, await change({ payMethod: 'monthly', remarkCustomer: '轻放' }))
  })

  it('a new waybill is told how its customer settles, who looks after it and what credit is left, by whoever may place it', async () => {
    const rights = { rights: { taskList: 'edit' as const } }
    const clerk = (await world.person('termsClerk', rights)).client
    await world.db
      .updateTable('company')
      .set({ settle_method: 'receipt', salesman_id: boss.id, credit_limit: '900000' })
      .where('id', '=', freight.yunfan)
      .execute()
    const before = await clerk.ok(getCustomerTerms, { customerId: freight.yunfan })
    expect(before).toMatchObject({ settleMethod: 'receipt', salesmanId: boss.id, credit: { limit: '900000.00' } })
    await place(freightOf('500'))
    const after = await clerk.ok(getCustomerTerms, { customerId: freight.yunfan })
    expect(Number(after.credit?.used) - Number(before.credit?.used)).toBe(500)
    expect(await clerk.refused(getCustomerTerms, { customerId: freight.hangzhou })).toMatchObject({
      fields: [{ path: 'customerId', reason: 'waybills.unknownCustomer' }],
    })
    await world.db
      .updateTable('company')
      .set({ settle_method: null, salesman_id: null, credit_limit: null })
      .where('id', '=', freight.yunfan)
      .execute()
  })

  it('only what is 到付 of it is collected at the door, beside the COD', async () => {
    const { id } = await place({
      ...freightOf('500'),
      codAmount: '1000',
      ...split({ method: 'collect', amount: '80' }, { method: 'monthly' }),
    })
    expect((await detail(id)).toCollect).toBe('1080.00')
    const rest = await place({
      ...freightOf('500'),
      ...split({ method: 'prepaid', amount: '80' }, { method: 'collect' }),
    })
    expect((await detail(rest.id)).toCollect).toBe('420.00')
  })

  it.each([
    ['one part', split({ method: 'monthly' })],
    ['none', { payMethod: 'split' as const }],
    ['two without an amount', split({ method: 'monthly' }, { method: 'collect' })],
    ['none without an amount', split({ method: 'monthly', amount: '1' }, { method: 'collect', amount: '2' })],
    ['a way twice', split({ method: 'collect', amount: '1' }, { method: 'collect' })],
  ])('is refused at its field with %s', async (_name, over) => {
    const refused = await office.refused(calls.createWaybill, {
      ...waybillOf(freight.hangzhou, freight.yunfan, 10),
      place: true,
      ...over,
    })
    expect(refused.fields).toMatchObject([{ path: 'payments', reason: 'waybills.splitParts' }])
  })

  it('parts of nothing, or within the split, are refused where they stand', async () => {
    const body = { ...waybillOf(freight.hangzhou, freight.yunfan, 10), place: true }
    for (const method of ['split', 'cash'])
      expect(
        (
          await office.refused(calls.createWaybill, {
            ...body,
            payMethod: 'split',
            payments: [{ method: method as never, amount: '1' }, { method: 'monthly' }],
          })
        ).fields,
      ).toMatchObject([{ path: 'payments.0.method', reason: 'field.choice' }])
    expect(
      (
        await office.refused(calls.createWaybill, {
          ...body,
          ...split({ method: 'prepaid', amount: '0' }, { method: 'monthly' }),
        })
      ).fields,
    ).toMatchObject([{ path: 'payments.0.amount' }])
  })

  it('more than the receivable is refused to whoever types it', async () => {
    const over = split({ method: 'prepaid', amount: '501' }, { method: 'monthly' })
    const refused = await office.refused(calls.createWaybill, {
      ...waybillOf(freight.hangzhou, freight.yunfan, 10),
      place: true,
      ...freightOf('500'),
      ...over,
    })
    expect(refused.fields).toMatchObject([
      { path: 'payments', reason: 'waybills.splitExceeds', params: { fixed: '501.00', receivable: '500.00' } },
    ])
    const { id } = await place({ ...freightOf('500'), payMethod: 'monthly' })
    const { version } = await detail(id)
    const changed = { ...waybillOf(freight.hangzhou, freight.yunfan, 10), ...freightOf('500'), id, version }
    expect((await office.refused(calls.changeWaybill, { ...changed, ...over })).fields).toMatchObject([
      { path: 'payments', reason: 'waybills.splitExceeds' },
    ])
    expect((await detail(id)).payMethod).toBe('monthly')
  })

  it('a draft with too much stays a draft, and says why', async () => {
    const { id } = await office.ok(calls.createWaybill, {
      ...waybillOf(freight.hangzhou, freight.yunfan, 10),
      ...freightOf('100'),
      ...split({ method: 'prepaid', amount: '101' }, { method: 'monthly' }),
    })
    expect((await office.ok(calls.placeWaybills, { ids: [id] })).refused).toMatchObject([
      { reason: 'waybills.splitExceeds' },
    ])
  })

  it('[D-04] a price that fell below its parts still sums, and is not confirmed until they fit', async () => {
    const { id } = await place({
      ...freightOf('500'),
      ...split({ method: 'prepaid', amount: '300' }, { method: 'collect', amount: '100' }, { method: 'monthly' }),
    })
    await review()
    const { version } = await detail(id)
    await office.ok(charges.priceWaybill, { id, version, ...freightOf('350'), reason: '老客户' })
    await review()
    expect(await paid(id)).toEqual([
      { method: 'prepaid', amount: '300.00' },
      { method: 'collect', amount: '50.00' },
      { method: 'monthly', amount: '0.00' },
    ])
    expect((await office.ok(charges.confirmPrices, { ids: [id] })).refused).toMatchObject([
      { reason: 'waybills.splitExceeds' },
    ])
    const able = (await office.ok(charges.getWaybillCharges, { id })).actions
    expect(able.find(({ key }) => key === 'confirm')?.reason).toContain('400.00')
  })

  it('a change of the parts stands in the timeline, and the table takes no parts without a split', async () => {
    const { id } = await place({ ...freightOf('500'), payMethod: 'monthly' })
    const { version } = await detail(id)
    await office.ok(calls.changeWaybill, {
      ...waybillOf(freight.hangzhou, freight.yunfan, 10),
      ...freightOf('500'),
      id,
      version,
      ...split({ method: 'prepaid', amount: '300' }, { method: 'monthly' }),
    })
    const { events } = await office.ok(calls.getWaybillEvents, { id })
    expect(events.flatMap(({ changes }) => changes)).toContainEqual({
      field: 'payments',
      from: null,
      to: 'prepaid:300.00 monthly',
    })
    await expect(sql`update waybill set pay_method = 'monthly' where id = ${id}`.execute(world.db)).rejects.toThrow(
      'waybill__payments',
    )
  })
  it('[M3] [M4] parts of one fee at two rates are one part once they are paid one way: at the rate of the last price, what is held beside its contrary', async () => {
    const freightAt = (taxRate: string) => ({ charges: [{ feeItem: 'freight' as const, amount: '400', taxRate }] })
    const parts = split({ method: 'prepaid', amount: '200' }, { method: 'monthly' })
    const { id } = await place({ ...freightAt('9'), ...parts })
    await review()
    await office.ok(charges.collectPrepaid, { id, freight: '200', freightChannel: 'cash' })
    const { version } = await detail(id)
    await office.ok(charges.priceWaybill, { id, version, ...freightAt('6'), reason: '税率' } as never)
    await review()
    const { goods, ...rest } = await detail(id)
    await office.ok(calls.changeWaybill, { ...rest, goods, payMethod: 'monthly', payments: undefined } as never)
    const lines = await sql<Record<string, string>>`select pay_method as method, amount::text, tax_rate::text as rate
      from charge where waybill_id = ${id} order by pay_method desc, amount desc`.execute(world.db)
    expect(lines.rows).toEqual([
      { method: 'prepaid', amount: '200.00', rate: '9.00' },
      { method: 'prepaid', amount: '-200.00', rate: '9.00' },
      { method: 'monthly', amount: '400.00', rate: '6.00' },
    ])
    expect((await detail(id)).receivable).toBe('400.00')
  })

  it('[M3] what a service that is paid costs more is no fee of its own, whatever is priced next', async () => {
    const { id } = await place({ ...freightOf('100'), payMethod: 'prepaid' })
    const add = (type: 'stairs' | 'packing', amount: string) =>
      office.ok(services.addService, { ids: [id], type, qty: '1', amount, payer: 'customer' })
    await add('stairs', '20')
    await review()
    await office.ok(charges.collectPrepaid, { id, freight: '120', freightChannel: 'cash' })
    const [stairs] = (await office.ok(charges.getWaybillCharges, { id })).services
    const { version } = await detail(id)
    const dearer = { id: stairs?.id, version, qty: '1', amount: '30', payer: 'customer' }
    await office.ok(services.changeService, dearer as never)
    await add('packing', '5')
    await review()
    expect((await detail(id)).receivable).toBe('135.00')
  })

  it('[M3] [M22] what is written off whole holds its waybill, by name, though nothing is settled in sum; taken back it holds nothing, and the waybill is cancelled', async () => {
    const { id, waybillNo } = await place({ ...freightOf('200'), payMethod: 'collect' })
    const other = await place(freightOf('200'))
    const actor = (await actorOfUser(world.db as never, boss.id, 'zh')) as Actor
    const doc = { doc: { type: 'signing', id, no: waybillNo }, key: 'waived', outletId: freight.hangzhou }
    await world.db.transaction().execute(async (tx) => {
      const open = await oweAtDoor(tx as never, id, 'collect')
      const rests = open.map(({ chargeId, amount }) => ({ chargeId, rest: amount }))
      await writeOff(tx as never, actor, doc, rests)
    })
    // The others of the batch are cancelled.
    const cancel = () => office.ok(calls.cancelWaybills, { ids: [id, other.id], reason: '客户取消' })
    expect(await cancel()).toMatchObject({
      done: 1,
      refused: [{ id, reason: 'waybills.chargesHeld', msg: expect.stringContaining(waybillNo) }],
    })
    await world.db.transaction().execute((tx) => undoWriteOff(tx as never, actor, doc))
    expect(await cancel()).toMatchObject({ done: 1, refused: [{ id: other.id }] })
  })
})
