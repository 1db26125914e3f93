import type { Input, Output } from '@xunyun/contract/kernel/call'
import { tidy } from '@xunyun/contract/kernel/text'
import type * as calls from '@xunyun/contract/system/mailboxes'
import type { Act, Asked } from '../../../platform/act.ts'
import type { Actor } from '../../../platform/actor.ts'
import { clock } from '../../../platform/clock.ts'
import type { Db, Tx } from '../../../platform/db.ts'
import { type Change, differences, recordHistory } from '../../../platform/history.ts'
import { deliver, MailFault, mailSecret } from '../../../platform/mail.ts'
import { locking, type Setting, setMasters } from '../../../platform/masters.ts'
import { badField, notFound, Refusal } from '../../../platform/refusal.ts'
import type { Secrets } from '../../../platform/secrets.ts'
import { changed, created, refuseStale } from '../../../platform/version.ts'
import { keptTest, testMail } from './mailTest.ts'

/** Acts on mailboxes (RT-12/mailInfo). */

const valuesOf = (input: Input<typeof calls.addMailbox>) => ({
  name: tidy(input.name),
  host: input.host.toLowerCase(),
  port: input.port,
  security: input.security,
  account: input.account ?? '',
  sender: input.sender,
  sender_name: input.senderName ?? '',
})
type Values = ReturnType<typeof valuesOf>
type Locked = Values & {
  id: number
  secret: Buffer | null
  is_default: boolean
  enabled: boolean
  version: number
  updated_at: string
  updated_by: number | null
}

const historyValues = (values: Values) => ({
  name: values.name,
  host: values.host,
  port: values.port,
  security: values.security,
  account: values.account,
  sender: values.sender,
  senderName: values.sender_name,
})

/** These ports speak one language each; the other one only ends in a timeout. */
const spoken: Readonly<Record<number, { not: readonly string[]; security: string }>> = {
  465: { not: ['none', 'starttls'], security: 'TLS' },
  587: { not: ['tls'], security: 'STARTTLS' },
  25: { not: ['tls'], security: 'STARTTLS' },
}

/** Changed so that the stored password would go to another server, another account, or unprotected. */
const leadsElsewhere = (before: Locked, values: Values): boolean =>
  before.host !== values.host ||
  before.port !== values.port ||
  before.account !== values.account ||
  (before.security !== values.security && values.security !== 'tls')

function check(values: Values, password: string | undefined, before: Locked | undefined): void {
  const known = spoken[values.port]
  if (known?.not.includes(values.security))
    throw badField('security', 'mail.portSecurity', { port: values.port, security: known.security })
  if (values.account === '') {
    if (password !== undefined) throw badField('account', 'mail.passwordNeedsAccount')
    return
  }
  if (password !== undefined) return
  if (before === undefined || before.secret === null) throw badField('password', 'mail.passwordMissing')
  if (leadsElsewhere(before, values)) throw badField('password', 'mail.passwordAgain')
}

/** That the password changed, never what it is. */
const secretChange = (before: Buffer | null, after: Buffer | null): Change[] =>
  before === after
    ? []
    : [{ field: 'password', from: before === null ? null : '***', to: after === null ? null : '***' }]

export const addMailbox =
  (secrets: Secrets): Act<typeof calls.addMailbox> =>
  async ({ tx, actor }, input) => {
    const values = valuesOf(input)
    check(values, input.password, undefined)
    const secret = input.password === undefined ? null : secrets.seal(mailSecret, input.password)
    await lockAll(tx)
    const first = await tx.selectFrom('mailbox').select('id').where('is_deleted', '=', false).executeTakeFirst()
    const { id } = await tx
      .insertInto('mailbox')
      .values({ ...values, secret, is_default: first === undefined, ...created(actor.userId) })
      .returning('id')
      .executeTakeFirstOrThrow()
    await recordHistory(tx, actor, 'mailbox', id, 'created', [
      ...differences({}, historyValues(values)),
      ...secretChange(null, secret),
    ])
    return { id }
  }

export const changeMailbox =
  (secrets: Secrets): Act<typeof calls.changeMailbox> =>
  async ({ tx, actor }, input) => {
    const before = await lockMailbox(tx, actor, input.id)
    await refuseStale(tx, before, input.version)
    const values = valuesOf(input)
    check(values, input.password, before)
    const secret =
      input.password !== undefined
        ? secrets.seal(mailSecret, input.password)
        : values.account === ''
          ? null
          : before.secret
    await tx
      .updateTable('mailbox')
      .set({ ...values, secret, ...changed(actor.userId, before.version) })
      .where('id', '=', before.id)
      .execute()
    await recordHistory(tx, actor, 'mailbox', before.id, 'changed', [
      ...differences(historyValues(before), historyValues(values)),
      ...secretChange(before.secret, secret),
    ])
    return { version: before.version + 1 }
  }

export const setDefaultMailbox: Act<typeof calls.setDefaultMailbox> = async ({ tx, actor }, { id }) => {
  await lockAll(tx)
  const mailbox = await lockMailbox(tx, actor, id)
  if (!mailbox.enabled) throw new Refusal('mail.disabled', { name: mailbox.name })
  if (mailbox.is_default) return {}
  await tx
    .updateTable('mailbox')
    .set({ is_default: false })
    .where('is_default', '=', true)
    .where('is_deleted', '=', false)
    .execute()
  await tx
    .updateTable('mailbox')
    .set({ is_default: true, ...changed(actor.userId, mailbox.version) })
    .where('id', '=', id)
    .execute()
  await recordHistory(tx, actor, 'mailbox', id, 'madeDefault')
  return {}
}

/** Mails always have a way out while there is a mailbox. */
async function setMailboxes(asked: Asked, ids: readonly number[], set: Setting) {
  const { tx } = asked
  await lockAll(tx)
  return setMasters(asked, ids, set, {
    entity: 'mailbox',
    lock: lockMailboxes,
    no: ({ name }) => name,
    write: async ({ id, name, is_default }, values) => {
      if (set.enabled !== true && is_default && !(set.is_deleted && (await isLast(tx))))
        throw new Refusal('mail.isDefault', { name })
      await tx
        .updateTable('mailbox')
        // Nobody needs the password of a mailbox that is gone.
        .set({ ...values, ...(set.is_deleted ? { secret: null } : {}) })
        .where('id', '=', id)
        .execute()
    },
  })
}
export const setMailboxesEnabled: Act<typeof calls.setMailboxesEnabled> = (asked, { ids, enabled }) =>
  setMailboxes(asked, ids, { enabled })
export const deleteMailboxes: Act<typeof calls.deleteMailboxes> = (asked, { ids }) =>
  setMailboxes(asked, ids, { is_deleted: true })

/** Sends a test mail; how it went is kept with the mailbox and in its timeline. Holds no connection while it waits. */
export async function sendTest(
  db: Db,
  actor: Actor,
  secrets: Secrets,
  input: Input<typeof calls.testMailbox>,
): Promise<Output<typeof calls.testMailbox>> {
  const mailbox = await db
    .selectFrom('mailbox')
    .selectAll()
    .where('id', '=', input.id)
    .where('is_deleted', '=', false)
    .executeTakeFirst()
  if (mailbox === undefined) throw notFound()
  const result = await deliver(secrets, mailbox, { to: input.to, ...testMail(actor.language, mailbox.name) }).then(
    (answer): Output<typeof calls.testMailbox> => ({ fault: null, answer }),
    (error: unknown): Output<typeof calls.testMailbox> => {
      if (error instanceof MailFault) return { fault: error.reason, answer: error.message }
      throw error
    },
  )
  await db.transaction().execute(async (tx) => {
    await tx
      .updateTable('mailbox')
      .set({ tested_at: clock.now(), test_error: keptTest(result) })
      .where('id', '=', mailbox.id)
      .execute()
    await recordHistory(tx, actor, 'mailbox', mailbox.id, 'tested', [
      { field: 'to', from: null, to: input.to },
      { field: 'result', from: null, to: result.fault ?? 'sent' },
    ])
  })
  return result
}

/** One after the other: there is one default at any time. */
const lockAll = async (tx: Tx): Promise<void> => {
  await tx.selectFrom('mailbox').select('id').where('is_deleted', '=', false).orderBy('id').forUpdate().execute()
}

const lockMailboxes = locking('mailbox')

async function lockMailbox(tx: Tx, actor: Actor, id: number): Promise<Locked> {
  const mailbox = (await lockMailboxes(tx, actor, [id])).get(id)
  if (mailbox === undefined) throw notFound()
  return mailbox
}

async function isLast(tx: Tx): Promise<boolean> {
  const others = await tx.selectFrom('mailbox').select('id').where('is_deleted', '=', false).limit(2).execute()
  return others.length === 1
}
