import * as approvals from '@xunyun/contract/approvals/calls'
import * as setup from '@xunyun/contract/approvals/setup'
import { addMailbox } from '@xunyun/contract/system/mailboxes'
import { getMail, resendMail } from '@xunyun/contract/system/outbox'
import * as calls from '@xunyun/contract/waybills/calls'
import * as charges from '@xunyun/contract/waybills/charges'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Freight, openFreight } from '../../../../test/freight.ts'
import { rowsOf } from '../../../../test/sheets.ts'
import { attachmentOf, openSmtp } from '../../../../test/smtp.ts'
import { openWorld, type Person, type World } from '../../../../test/world.ts'

let world: World
let freight: Freight
let boss: Person
let smtp: Awaited<ReturnType<typeof openSmtp>>
let mailboxId: number
beforeAll(async () => {
  smtp = await openSmtp()
  world = await openWorld()
  freight = await openFreight(world)
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
afterAll(async () => {
  await world.close()
  await smtp.close()
})

async function reviewed(amount: string, customerId = freight.yunfan) {
  const waybill = await freight.waybill(world.admin, 2, { customerId, charges: [{ feeItem: 'freight', amount }] })
  const { rows } = await boss.client.ok(approvals.getApprovals, {})
  await boss.client.ok(approvals.decideApprovals, {
    ids: rows.map(({ id }) => id),
    decision: 'approve',
    opinion: '同意',
  })
  return waybill
}
const sentAt = async (id: number) => (await world.admin.ok(calls.getWaybill, { id })).priceSentAt
const begin = (ids: number[], language: 'zh' | 'ja' = 'zh') =>
  world.admin.ok(charges.previewPriceMail, { customerId: freight.yunfan, ids, language })
const letter = (ids: number[], more: object = {}) => ({
  customerId: freight.yunfan,
  ids,
  mailboxId,
  to: ['buyer@example.com'],
  subject: '运费确认单',
  text: '见附件',
  language: 'zh' as const,
  ...more,
})
const until = (id: number, state: string) =>
  expect.poll(async () => (await world.admin.ok(getMail, { id })).state, { timeout: 20_000, interval: 100 }).toBe(state)

describe('[RT-16/wayBillList] 发客户 by mail', () => {
  it('without a mailbox it says so: none to choose from, and a refusal', async () => {
    const { id } = await reviewed('100')
    expect((await begin([id])).mailboxes).toEqual([])
    mailboxId = 1
    expect(await world.admin.refused(charges.mailPrices, letter([id]))).toMatchObject({ reason: 'mail.none' })
    mailboxId = (
      await world.admin.ok(addMailbox, {
        name: '公司邮箱',
        host: '127.0.0.1',
        port: smtp.port,
        security: 'none',
        sender: 'tms@example.com',
        senderName: '迅运物流',
      })
    ).id
    expect((await begin([id])).mailboxes).toMatchObject([{ id: mailboxId, isDefault: true }])
  })

  it('it begins with the customer’s address, a subject and a text in the language chosen', async () => {
    const [one, two] = [await reviewed('120.5'), await reviewed('80')]
    expect(await begin([one.id, two.id])).toMatchObject({ to: [], subject: '运费确认单：杭州云帆电子有限公司，2 票' })
    await world.db.updateTable('company').set({ email: 'cw@yunfan.example' }).where('id', '=', freight.yunfan).execute()
    const begun = await begin([one.id, two.id], 'ja')
    expect(begun).toMatchObject({ to: ['cw@yunfan.example'] })
    expect(begun.text).toContain('合計 200.50 元')
    expect(begun.text).toContain('「同意」または「異議」')
  })

  it('the sheet arrives with the right sums, and the prices are sent when it has left, not before', async () => {
    const [one, two] = [await reviewed('120.5'), await reviewed('80')]
    const other = await reviewed('70', freight.hengda)
    const input = letter([one.id, two.id, other.id])
    const first = await world.admin.ok(charges.mailPrices, input, { key: 'one-intent' })
    expect(first.count).toBe(2)
    expect(await world.admin.ok(charges.mailPrices, input, { key: 'one-intent' })).toEqual(first)
    await until(first.mailId, 'sent')
    expect(smtp.received).toHaveLength(1)
    const rows = await rowsOf(attachmentOf(smtp.received[0]?.text ?? ''))
    const column = (rows[0] ?? []).indexOf('运费合计(元)')
    expect(rows.slice(1).map((row) => [row[0], row[column]])).toEqual([
      [one.waybillNo, '120.5'],
      [two.waybillNo, '80'],
    ])
    expect([await sentAt(one.id), await sentAt(two.id)]).not.toContain(null)
    expect(await sentAt(other.id)).toBeNull()
  })

  it('a price that is another by the time the mail leaves was not sent; nor is one whose mail fails', async () => {
    const { id } = await reviewed('100')
    const down = await openSmtp()
    await down.close()
    const { id: broken } = await world.admin.ok(addMailbox, {
      name: '不通',
      host: '127.0.0.1',
      port: down.port,
      security: 'none',
      sender: 'tms@example.com',
    })
    const { mailId } = await world.admin.ok(charges.mailPrices, letter([id], { mailboxId: broken }))
    await expect
      .poll(async () => (await world.admin.ok(getMail, { id: mailId })).nextAt, { timeout: 10_000 })
      .not.toBeNull()
    expect(await sentAt(id)).toBeNull()
    // As the price that the sheet told was before somebody set another.
    await world.db
      .updateTable('mail')
      .set({ detail: JSON.stringify({ prices: [[id, '99.00']] }) })
      .where('id', '=', mailId)
      .execute()
    const { version } = await world.admin.ok(getMail, { id: mailId })
    await world.admin.ok(resendMail, { id: mailId, version, mailboxId, to: ['buyer@example.com'] })
    await until(mailId, 'sent')
    expect(await sentAt(id)).toBeNull()
  })

  it.each([
    ['to', { to: ['nobody'] }, 'to.0', 'field.email'],
    ['to', { to: [] }, 'to', 'field.required'],
    ['subject', { subject: '' }, 'subject', 'field.required'],
    ['text', { text: '' }, 'text', 'field.required'],
    ['mailboxId', { mailboxId: 999 }, 'mailboxId', 'mail.gone'],
  ])('a wrong %s is refused at its field: %j', async (_, more, path, reason) => {
    const { id } = await reviewed('10')
    const { fields } = await world.admin.refused(charges.mailPrices, letter([id], more))
    expect(fields).toMatchObject([{ path, reason }])
  })

  it('confirmed prices are not sent again, and neither a customer nor who may only look sends any', async () => {
    const { id } = await reviewed('100')
    await world.admin.ok(charges.confirmPrices, { ids: [id] })
    expect(await world.admin.refused(charges.mailPrices, letter([id]))).toMatchObject({
      reason: 'waybills.noPriceToSend',
    })
    const looker = await world.person('looker', { rights: { wayBillList: 'browse' } })
    expect(await looker.client.refused(charges.mailPrices, letter([id]))).toMatchObject({ code: 403 })
    const customer = await world.person('customer', {
      rights: { wayBillList: 'edit' },
      scope: 'customer',
      companies: [freight.yunfan],
    })
    expect(await customer.client.refused(charges.mailPrices, letter([id]))).toMatchObject({ code: 403 })
  })
})
