import * as calls from '@xunyun/contract/system/mailboxes'
import { getHistory } from '@xunyun/contract/system/upkeep'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openSmtp } from '../../../../test/smtp.ts'
import { openWorld, type Person, type World } from '../../../../test/world.ts'
import { Secrets } from '../../../platform/secrets.ts'

let world: World
let editor: Person
beforeAll(async () => {
  world = await openWorld()
  editor = await world.person('mail-editor', { rights: { mailInfo: 'edit' } })
})
afterAll(() => world.close())
beforeEach(async () => {
  await world.db.deleteFrom('mailbox').execute()
})

const password = 'Geheim-Wort-26'
const given = {
  name: '企业邮箱',
  host: 'smtp.example.com',
  port: 465,
  security: 'tls' as const,
  account: 'tms@example.com',
  password,
  sender: 'tms@example.com',
  senderName: '迅运物流',
}
const add = async (fields: Partial<typeof given> | Record<string, unknown> = {}) =>
  (await world.admin.ok(calls.addMailbox, { ...given, ...fields } as typeof given)).id
const one = async (id: number) => {
  const { rows } = await world.admin.ok(calls.getMailboxes, { ids: [id] })
  const [row] = rows
  if (row === undefined) throw new Error('no such mailbox')
  return row
}

describe('[RT-12/mailInfo] mailboxes', () => {
  it('the password goes in and never comes out: not in lists, exports, history, or readable in the database', async () => {
    const id = await add()
    await editor.client.ok(calls.changeMailbox, { ...given, id, version: 1, password: `${password}-2` })
    const file = await world.admin.fetch(calls.exportMailboxes.path)
    expect(file.headers.get('content-type')).toContain('spreadsheetml')
    const told = [
      await world.admin.ok(calls.getMailboxes, {}),
      await world.admin.ok(calls.getMailboxHistory, { id }),
      await world.admin.ok(getHistory, { entity: 'mailbox' }),
      await world.db.selectFrom('mailbox').selectAll().execute(),
      await world.db.selectFrom('history').selectAll().execute(),
    ]
    expect(JSON.stringify(told)).not.toContain(password)
    const { secret } = await world.db.selectFrom('mailbox').select('secret').executeTakeFirstOrThrow()
    expect(secret?.includes(Buffer.from(password))).toBe(false)
    expect(new Secrets(world.dataDir).open('mailbox', secret as Buffer)).toBe(`${password}-2`)
    expect(await one(id)).toMatchObject({ hasPassword: true, isDefault: true, enabled: true, testedAt: null })
    const [entry] = await world.admin.ok(calls.getMailboxHistory, { id })
    expect(entry).toMatchObject({ action: 'changed', changes: [{ field: 'password', from: '***', to: '***' }] })
  })

  it.each([
    ['host', { host: 'http://smtp.example.com' }, 'mail.host'],
    ['host', { host: 'smtp.example.com:465' }, 'mail.host'],
    ['port', { port: 70000 }, 'field.tooLarge'],
    ['sender', { sender: 'nobody' }, 'field.email'],
    ['security', { security: 'starttls' }, 'mail.portSecurity'],
    ['security', { port: 587 }, 'mail.portSecurity'],
    ['account', { account: '' }, 'mail.passwordNeedsAccount'],
    ['password', { password: '' }, 'mail.passwordMissing'],
  ])('a wrong %s is refused at its field: %j', async (path, fields, reason) => {
    const refusal = await world.admin.refused(calls.addMailbox, { ...given, ...fields })
    expect(refusal.fields).toMatchObject([{ path, reason }])
  })

  it('the stored password is kept for the same server alone: elsewhere it must be typed again', async () => {
    const id = await add()
    const { password: _, ...rest } = given
    await world.admin.ok(calls.changeMailbox, { ...rest, id, version: 1, senderName: '迅运' })
    for (const change of [{ host: 'smtp.evil.example' }, { account: 'other' }, { port: 2525, security: 'none' }]) {
      const refusal = await world.admin.refused(calls.changeMailbox, { ...rest, id, version: 2, ...change })
      expect(refusal.fields, JSON.stringify(change)).toMatchObject([{ path: 'password', reason: 'mail.passwordAgain' }])
    }
    await world.admin.ok(calls.changeMailbox, { ...rest, id, version: 2, account: '' })
    expect(await one(id)).toMatchObject({ hasPassword: false, account: '' })
  })

  it('a name is there once, and a save of a mailbox that somebody else changed is refused', async () => {
    const id = await add()
    const refusal = await world.admin.refused(calls.addMailbox, given)
    expect(refusal.fields).toMatchObject([{ path: 'name', reason: 'mail.nameTaken' }])
    await editor.client.ok(calls.changeMailbox, { ...given, id, version: 1, senderName: 'a' })
    expect(await world.admin.refused(calls.changeMailbox, { ...given, id, version: 1 })).toMatchObject({
      code: 409,
      reason: 'kernel.stale',
      params: { by: 'mail-editor' },
    })
  })

  it('the first is the default, there is one at a time, and it stays while there are others', async () => {
    const first = await add()
    const second = await add({ name: '备用' })
    expect(await world.admin.ok(calls.setMailboxesEnabled, { ids: [first], enabled: false })).toMatchObject({
      done: 0,
      refused: [{ reason: 'mail.isDefault' }],
    })
    await editor.client.ok(calls.setDefaultMailbox, { id: second })
    expect([(await one(first)).isDefault, (await one(second)).isDefault]).toEqual([false, true])
    await world.admin.ok(calls.setMailboxesEnabled, { ids: [first], enabled: false })
    expect(await world.admin.refused(calls.setDefaultMailbox, { id: first })).toMatchObject({ reason: 'mail.disabled' })
    expect(await world.admin.ok(calls.getMailboxTotals, {})).toEqual({
      count: 2,
      tabs: { all: 2, enabled: 1, disabled: 1 },
    })
    expect(await world.admin.ok(calls.deleteMailboxes, { ids: [second] })).toMatchObject({
      refused: [{ reason: 'mail.isDefault' }],
    })
    // The last of all may go.
    expect(await world.admin.ok(calls.deleteMailboxes, { ids: [first] })).toMatchObject({ done: 1 })
    expect(await world.admin.ok(calls.deleteMailboxes, { ids: [second] })).toMatchObject({ done: 1 })
  })

  it('[SE-08] whoever may edit neither disables nor deletes, and who may only look does not test', async () => {
    const id = await add()
    expect(await editor.client.refused(calls.deleteMailboxes, { ids: [id] })).toMatchObject({ code: 403 })
    const looker = await world.person('mail-looker', { rights: { mailInfo: 'browse' } })
    expect(await looker.client.refused(calls.testMailbox, { id, to: 'a@example.com' })).toMatchObject({ code: 403 })
  })
})

describe('[RT-12/mailInfo] a test', () => {
  it('arrives, in the language of who asked, and the result is kept', async () => {
    const smtp = await openSmtp()
    const id = await add({ host: '127.0.0.1', port: smtp.port, security: 'none', account: 'tms', password: 'right' })
    const result = await editor.client.ok(calls.testMailbox, { id, to: 'boss@example.com' }, { language: 'en' })
    expect(result).toMatchObject({ fault: null })
    expect(smtp.received).toMatchObject([{ to: ['boss@example.com'], from: 'tms@example.com' }])
    expect(smtp.received[0]?.text).toContain('Xunyun: test of a mailbox')
    expect(await one(id)).toMatchObject({ testFault: null, testedAt: expect.any(String) })
    await smtp.close()
  })

  it('that does not arrive says why and what the server answered, and both are kept', async () => {
    const smtp = await openSmtp()
    const id = await add({ host: '127.0.0.1', port: smtp.port, security: 'none', account: 'tms', password: 'wrong' })
    const result = await world.admin.ok(calls.testMailbox, { id, to: 'boss@example.com' })
    expect(result.fault).toBe('auth')
    expect(result.answer).toContain('Authentication failed')
    expect(await one(id)).toMatchObject({ testFault: 'auth', testAnswer: result.answer })
    expect((await world.admin.ok(calls.getMailboxHistory, { id }))[0]).toMatchObject({
      action: 'tested',
      changes: [
        { field: 'to', to: 'boss@example.com' },
        { field: 'result', to: 'auth' },
      ],
    })
    await smtp.close()
  })
})
