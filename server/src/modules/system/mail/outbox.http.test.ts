import { readdir } from 'node:fs/promises'
import path from 'node:path'
import * as approvals from '@xunyun/contract/approvals/calls'
import { addApproverLevel } from '@xunyun/contract/approvals/setup'
import { getCompany, mergeCompanies } from '@xunyun/contract/companies/calls'
import { addMailbox, deleteMailboxes, setDefaultMailbox, setMailboxesEnabled } from '@xunyun/contract/system/mailboxes'
import * as calls from '@xunyun/contract/system/outbox'
import { mailPrices, previewPriceMail } from '@xunyun/contract/waybills/charges'
import { getNotifications } from '@xunyun/contract/workbench/notifications'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Freight, openFreight } from '../../../../test/freight.ts'
import { download } from '../../../../test/sheets.ts'
import { openBreakingSmtp, openSmtp } from '../../../../test/smtp.ts'
import { openWorld, type Person, type World } from '../../../../test/world.ts'
import { Files } from '../../../platform/files.ts'
import { clearMails, mailDays } from '../../../platform/outbox.ts'
import { Records } from '../../../platform/records.ts'

let world: World
let freight: Freight
let clerk: Person
let boss: Person
/** Refuses who is called nobody for good, and who is called later at the first time. */
let smtp: Awaited<ReturnType<typeof openSmtp>>
let mailboxId: number
const later = new Set<string>()

const openMailServer = (port = 0) =>
  openSmtp(
    {
      onRcptTo: ({ address }, _, done) => {
        if (address.startsWith('nobody')) return done(Object.assign(new Error('No such user'), { responseCode: 550 }))
        if (address.startsWith('later') && !later.has(address)) {
          later.add(address)
          return done(Object.assign(new Error('Greylisted'), { responseCode: 450 }))
        }
        return done()
      },
    },
    port,
  )

beforeAll(async () => {
  smtp = await openMailServer()
  // Three attempts, one second apart.
  world = await openWorld({}, 3000, [1, 1])
  freight = await openFreight(world)
  clerk = await world.person('clerk', { rights: { wayBillList: 'edit', mailInfo: 'edit' } })
  boss = await world.person('boss', { rights: { priceCheck: 'approve', unreviewed: 'approve' } })
  await world.admin.ok(addApproverLevel, {
    bizType: 'price',
    level: 1,
    mode: 'any',
    amountFrom: '0',
    userIds: [boss.id],
    roleIds: [],
  })
  mailboxId = await mailbox('公司邮箱', smtp.port)
})
afterAll(async () => {
  await world.close()
  await smtp.close()
})

const mailbox = async (name: string, port: number, more: object = {}) =>
  (
    await world.admin.ok(addMailbox, {
      name,
      host: '127.0.0.1',
      port,
      security: 'none',
      sender: 'tms@example.com',
      senderName: '迅运物流',
      ...more,
    })
  ).id
/** A mail with one reviewed price in it. */
async function write(to: string[], more: { cc?: string[]; mailboxId?: number; customerId?: number } = {}) {
  const { customerId = freight.yunfan } = more
  const waybill = await freight.waybill(world.admin, 2, {
    customerId,
    charges: [{ feeItem: 'freight', amount: '100' }],
  })
  const { rows } = await boss.client.ok(approvals.getApprovals, {})
  await boss.client.ok(approvals.decideApprovals, {
    ids: rows.map(({ id }) => id),
    decision: 'approve',
    opinion: '同意',
  })
  const { mailId } = await clerk.client.ok(mailPrices, {
    customerId,
    ids: [waybill.id],
    mailboxId,
    to,
    subject: `运费 ${waybill.waybillNo}`,
    text: '见附件',
    language: 'zh',
    ...more,
  })
  return mailId
}
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)
const mail = (id: number) => world.admin.ok(calls.getMail, { id })
const until = (id: number, state: calls.MailState) =>
  expect.poll(async () => (await mail(id)).state, { timeout: 20_000, interval: 100 }).toBe(state)
const arrived = (to: string) => smtp.received.filter((one) => one.to.includes(to)).length

describe('[RT-12/mailInfo] the outbox', () => {
  it('a mail leaves by a job, with its text and its attachment, and the server’s answer is kept', async () => {
    const id = await write(['a@example.com', 'A@example.com'], { cc: ['boss@example.com', 'a@example.com'] })
    await until(id, 'sent')
    const sent = await mail(id)
    expect(sent).toMatchObject({
      to: ['A@example.com'],
      cc: ['boss@example.com'],
      text: '见附件',
      attempts: 1,
      fault: null,
      answer: expect.stringMatching(/^250/),
      mailboxName: '公司邮箱',
      createdByName: 'clerk',
      actions: [],
    })
    expect(sent.attachments).toMatchObject([{ Name: '运费确认单-杭州云帆电子有限公司.xlsx' }])
    expect(sent.link).not.toBe('')
    expect(smtp.received.at(-1)?.to).toEqual(['A@example.com', 'boss@example.com'])
    expect(smtp.received.at(-1)?.text).toMatch(/Message-ID: <xunyun\./i)
    // Its attachment is for whoever sees the mail.
    const looker = await world.person('looker', { rights: { mailInfo: 'browse' } })
    expect((await looker.client.fetch(sent.attachments[0]?.Url ?? '')).status).toBe(200)
    const other = await world.person('other', { rights: { wayBillList: 'edit' } })
    expect((await (await other.client.fetch(sent.attachments[0]?.Url ?? '')).json()) as object).toMatchObject({
      code: 404,
    })
  })

  it('an address that is refused fails the mail for it alone; corrected, it goes to whom it lacked, and to nobody twice', async () => {
    const id = await write(['b@example.com', 'nobody@example.com'])
    await until(id, 'failed')
    const failed = await mail(id)
    expect(failed).toMatchObject({
      fault: 'address',
      accepted: ['b@example.com'],
      attempts: 1,
      answer: expect.stringContaining('No such user'),
      actions: [{ key: 'resend' }],
    })
    const news = await clerk.client.ok(getNotifications, {})
    expect(news.rows[0]).toMatchObject({
      kind: 'mailFailed',
      params: { error: expect.stringContaining('nobody@example.com') },
    })
    const stale = await clerk.client.refused(calls.resendMail, { id, version: 9, mailboxId, to: ['c@example.com'] })
    expect(stale.reason).toBe('kernel.stale')
    expect(
      await clerk.client.refused(calls.resendMail, { id, version: failed.version, mailboxId, to: ['b@example.com'] }),
    ).toMatchObject({ reason: 'mail.everyoneHasIt' })
    const to = ['b@example.com', 'c@example.com']
    await clerk.client.ok(calls.resendMail, { id, version: failed.version, mailboxId, to })
    await until(id, 'sent')
    expect([arrived('b@example.com'), arrived('c@example.com')]).toEqual([1, 1])
    const { history } = await mail(id)
    expect(history.map(({ action }) => action)).toEqual(['sent', 'resent', 'failed', 'created'])
    expect(history[1]).toMatchObject({
      action: 'resent',
      changes: [{ field: 'to', from: 'b@example.com, nobody@example.com', to: 'b@example.com, c@example.com' }],
    })
  })

  it('what a server puts off, and a server that is down, is tried again by itself', async () => {
    const id = await write(['later@example.com'])
    await until(id, 'sent')
    expect((await mail(id)).attempts).toBe(2)

    const { port } = smtp
    await smtp.close()
    const second = await write(['d@example.com'])
    await expect.poll(async () => (await mail(second)).fault, { timeout: 10_000 }).toBe('refused')
    expect((await mail(second)).nextAt).not.toBeNull()
    smtp = await openMailServer(port)
    await until(second, 'sent')
    expect(arrived('d@example.com')).toBe(1)
  })

  it('a mail is given up after the last attempt, and 重发 begins anew', async () => {
    const { port } = smtp
    await smtp.close()
    const id = await write(['e@example.com'])
    await until(id, 'failed')
    expect(await mail(id)).toMatchObject({ attempts: 3, fault: 'refused' })
    smtp = await openMailServer(port)
    expect(await clerk.client.ok(calls.resendMails, { ids: [id] })).toMatchObject({ done: 1 })
    await until(id, 'sent')
    expect(await clerk.client.ok(calls.resendMails, { ids: [id] })).toMatchObject({
      refused: [{ reason: 'mail.notResendable' }],
    })
  })

  it('a wrong password and a mailbox that is gone are not tried again: a person has to mend them', async () => {
    const wrong = await mailbox('错密码', smtp.port, { account: 'tms', password: 'wrong' })
    const id = await write(['f@example.com'], { mailboxId: wrong })
    await until(id, 'failed')
    expect(await mail(id)).toMatchObject({ fault: 'auth', attempts: 1 })
    await world.admin.ok(deleteMailboxes, { ids: [wrong] })
    expect(
      (await clerk.client.refused(calls.resendMail, { id, version: 1, mailboxId: wrong, to: ['f@example.com'] }))
        .fields,
    ).toMatchObject([{ path: 'mailboxId', reason: 'mail.gone' }])
    await clerk.client.ok(calls.resendMail, { id, version: 1, mailboxId, to: ['f@example.com'] })
    await until(id, 'sent')
  })

  it('a mail that waits is cancelled, and does not leave when the server is back', async () => {
    const { port } = smtp
    await smtp.close()
    const id = await write(['g@example.com'])
    await expect.poll(async () => (await mail(id)).attempts, { timeout: 10_000 }).toBeGreaterThan(0)
    await expect
      .poll(async () => (await clerk.client.ok(calls.cancelMails, { ids: [id] })).done, { timeout: 5000 })
      .toBe(1)
    smtp = await openMailServer(port)
    expect((await mail(id)).state).toBe('cancelled')
    expect(await clerk.client.ok(calls.cancelMails, { ids: [id] })).toMatchObject({
      refused: [{ reason: 'mail.notCancellable' }],
    })
    // fixed wait: longer than the product pauses between two attempts.
    await new Promise((resolve) => setTimeout(resolve, 2500))
    expect(arrived('g@example.com')).toBe(0)
  })

  it('a mail whose process died while it sent is not sent again by itself: whether it arrived is not known', async () => {
    const { port } = smtp
    await smtp.close()
    const id = await write(['h@example.com'])
    // As it stands when the process dies between the mail server's word and its note; not while the first attempt runs.
    const die = () =>
      world.db
        .updateTable('mail')
        .set({ taken_at: daysAgo(0.01) })
        .where('id', '=', id)
        .where('taken_at', 'is', null)
        .where('attempts', '>', 0)
        .executeTakeFirst()
    await expect.poll(async () => Number((await die()).numUpdatedRows), { timeout: 10_000, interval: 50 }).toBe(1)
    expect(await clerk.client.ok(calls.resendMails, { ids: [id] })).toMatchObject({
      refused: [{ reason: 'mail.leaving' }],
    })
    smtp = await openMailServer(port)
    await until(id, 'failed')
    expect(await mail(id)).toMatchObject({ fault: 'unsure' })
    expect(arrived('h@example.com')).toBe(0)
  })

  it('a line that breaks after the mail was handed over leaves it unsure', async () => {
    const broken = await openBreakingSmtp()
    const bad = await mailbox('断线', broken.port)
    const id = await write(['i@example.com'], { mailboxId: bad })
    await until(id, 'failed')
    expect(await mail(id)).toMatchObject({ fault: 'unsure', attempts: 1 })
    await broken.close()
  })

  it('the list finds by state, mailbox, day and words, exports the same, and shows only one’s own without the scope "all"', async () => {
    const { tabs } = await world.admin.ok(calls.getMailTotals, {})
    expect(tabs).toMatchObject({ cancelled: 1 })
    const found = await world.admin.ok(calls.getMails, { tab: 'cancelled', mailboxId, q: 'g@example' })
    expect(found.rows).toMatchObject([{ state: 'cancelled', about: '杭州云帆电子有限公司' }])
    expect((await world.admin.ok(calls.getMails, { to: '2020-01-01' })).rows).toEqual([])
    const { rows } = await download(world.admin, calls.exportMails, { q: 'g@example', columns: ['to', 'state'] })
    expect(rows).toEqual([
      ['收件人', '状态'],
      ['g@example.com', '已取消'],
    ])
    const outlet = await world.person('narrow', {
      rights: { mailInfo: 'edit' },
      scope: 'outlet',
      companies: [freight.hangzhou],
    })
    expect((await outlet.client.ok(calls.getMails, {})).rows).toEqual([])
    expect(await outlet.client.refused(calls.getMail, { id: found.rows[0]?.id ?? 0 })).toMatchObject({ code: 404 })
    const looker = await world.person('only-looks', { rights: { mailInfo: 'browse' } })
    expect(await looker.client.refused(calls.cancelMails, { ids: [1] })).toMatchObject({ code: 403 })
  })

  it('without a mailbox that can send, nothing is written', async () => {
    const { rows } = await world.admin.ok(calls.getMails, {})
    await world.admin.ok(setDefaultMailbox, { id: mailboxId })
    await world.db.updateTable('mailbox').set({ enabled: false }).execute()
    await expect(write(['j@example.com'])).rejects.toThrow('没有可用的邮箱')
    expect((await world.admin.ok(calls.getMails, {})).rows).toHaveLength(rows.length)
    await world.admin.ok(setMailboxesEnabled, { ids: [mailboxId], enabled: true })
  })

  it('[RT-10/companyManage/manage] a mail about a company that is merged is about the one that stays, where its addresses are known too', async () => {
    const double = await world.company('云帆电子（邮件）', ['customer'])
    const kept = await world.company('云帆电子（留下）', ['customer'])
    const id = await write(['double@example.com'], { customerId: double })
    await until(id, 'sent')
    const { version } = await world.admin.ok(getCompany, { id: kept })
    await world.admin.ok(mergeCompanies, { id: kept, version, otherIds: [double] })
    expect(await mail(id)).toMatchObject({
      about: '云帆电子（邮件）',
      link: expect.stringContaining(encodeURIComponent('留下')),
    })
    const next = await freight.waybill(world.admin, 1, {
      customerId: kept,
      charges: [{ feeItem: 'freight', amount: '9' }],
    })
    const { rows } = await boss.client.ok(approvals.getApprovals, {})
    await boss.client.ok(approvals.decideApprovals, {
      ids: rows.map((row) => row.id),
      decision: 'approve',
      opinion: '',
    })
    const begun = await clerk.client.ok(previewPriceMail, { customerId: kept, ids: [next.id], language: 'zh' })
    expect(begun.to).toEqual(['double@example.com'])
  })

  it('a year after it left, its text and its attachment go; that it left stays, and what failed waits for a person', async () => {
    const files = async () => (await readdir(path.join(world.dataDir, 'files'), { recursive: true })).length
    const tidy = () => clearMails(world.db as never, new Files(world.dataDir, new Records()))
    const age = (id: number, days: number) =>
      world.db
        .updateTable('mail')
        .set({ updated_at: daysAgo(days), created_at: daysAgo(days) })
        .set({ sent_at: sql`case when sent_at is not null then ${daysAgo(days)}::timestamptz end` as never })
        .where('id', '=', id)
        .execute()
    const left = await write(['old@example.com'])
    const failed = await write(['nobody@example.com'])
    await until(left, 'sent')
    await until(failed, 'failed')
    await age(failed, mailDays + 1)
    await age(left, mailDays - 1)
    await tidy()
    const { attachments } = await mail(left)
    expect(await mail(left)).toMatchObject({ text: '见附件', clearedAt: null, attachments: [{}] })
    await age(left, mailDays + 1)
    const full = await files()
    await tidy()
    expect(await mail(left)).toMatchObject({
      text: '',
      attachments: [],
      clearedAt: expect.any(String),
      state: 'sent',
      to: ['old@example.com'],
      accepted: ['old@example.com'],
      about: '杭州云帆电子有限公司',
      history: expect.arrayContaining([expect.objectContaining({ action: 'sent' })]),
    })
    expect(await files()).toBeLessThan(full)
    const gone = await world.admin.fetch(attachments[0]?.Url ?? '')
    expect(((await gone.json()) as { code: number }).code).toBe(404)
    expect(await mail(failed)).toMatchObject({ text: '见附件', clearedAt: null, attachments: [{}] })
  })
})
