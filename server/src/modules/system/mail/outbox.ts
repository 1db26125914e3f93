import type { Ability } from '@xunyun/contract/kernel/ability'
import type * as calls from '@xunyun/contract/system/outbox'
import { ability, refuseFor } from '../../../platform/abilities.ts'
import type { Act } from '../../../platform/act.ts'
import { type Actor, may } from '../../../platform/actor.ts'
import { eachRecord, type Records } from '../../../platform/batch.ts'
import type { Tx } from '../../../platform/db.ts'
import { type Change, differences, recordHistory } from '../../../platform/history.ts'
import { addressed, cancelMail, missing, type Outbox } from '../../../platform/outbox.ts'
import { notFound, Refusal } from '../../../platform/refusal.ts'
import { refuseStale } from '../../../platform/version.ts'

/** Acts on mails in the outbox (RT-12/mailInfo). */

type State = 'waiting' | 'sent' | 'failed' | 'cancelled'
/** What decides which acts are possible. */
type Facts = { readonly state: State; readonly attempts: number; readonly taken_at: string | null }

const mailActionsOf = ({ state, attempts }: Facts): calls.MailAction[] => {
  if (state === 'failed') return ['resend']
  if (state !== 'waiting') return []
  return attempts > 0 ? ['resend', 'cancel'] : ['cancel']
}

/** A mail is given to the queue once: what is leaving right now is out of reach. */
const leaving = ({ taken_at }: Facts): Refusal | undefined =>
  taken_at === null ? undefined : new Refusal('mail.leaving')

export const mailAbilities = (actor: Actor, mail: Facts): Ability<calls.MailAction>[] =>
  may(actor, 'mailInfo', 'edit') ? mailActionsOf(mail).map((key) => ability(actor, key, leaving(mail))) : []

/** Everybody's mails for whom the scope is "all"; anybody else sees his own. */
export const seesAll = (actor: Actor): boolean => actor.scope.kind === 'all'

async function lockMails(tx: Tx, actor: Actor, ids: readonly number[]) {
  const rows = await tx
    .selectFrom('mail')
    .selectAll()
    .where('id', 'in', [...ids])
    .orderBy('id')
    .forUpdate()
    .execute()
  return new Map(
    rows.filter((mail) => mail.created_by === actor.userId || seesAll(actor)).map((mail) => [mail.id, mail]),
  )
}
type Locked = Awaited<ReturnType<typeof lockMails>> extends Map<number, infer M> ? M : never

function objection(mail: Locked, action: calls.MailAction): Refusal | undefined {
  if (mail.taken_at !== null || mailActionsOf(mail).includes(action)) return leaving(mail)
  return new Refusal(action === 'resend' ? 'mail.notResendable' : 'mail.notCancellable')
}

/** Mails in scope, of which the state says what may be done. */
const mailsTo = (action: calls.MailAction): Records<Locked> => ({
  lock: lockMails,
  no: (mail) => mail.subject,
  may: (mail) => objection(mail, action),
})

async function sendAgain(
  tx: Tx,
  actor: Actor,
  outbox: Outbox,
  mail: Locked,
  now: { mailbox_id: number; recipients: string[]; cc: string[] },
  changes: Change[],
): Promise<void> {
  await outbox.requireMailbox(tx, now.mailbox_id)
  if (missing({ ...now, accepted: mail.accepted }).length === 0) throw new Refusal('mail.everyoneHasIt')
  await recordHistory(tx, actor, 'mail', mail.id, 'resent', changes)
  await outbox.again(tx, actor, mail, now)
}

/** 重发: once more, to the addresses given; who has it already is left out when it is handed over. */
export const resendMail =
  (outbox: Outbox): Act<typeof calls.resendMail> =>
  async ({ tx, actor }, input) => {
    const mail = (await lockMails(tx, actor, [input.id])).get(input.id)
    if (mail === undefined) throw notFound()
    await refuseStale(tx, mail, input.version)
    refuseFor(objection(mail, 'resend'))
    const now = { mailbox_id: input.mailboxId, ...addressed(input.to, input.cc) }
    await sendAgain(
      tx,
      actor,
      outbox,
      mail,
      now,
      differences(
        { to: mail.recipients, cc: mail.cc, mailbox: await nameOf(tx, mail.mailbox_id) },
        { to: now.recipients, cc: now.cc, mailbox: await nameOf(tx, now.mailbox_id) },
      ),
    )
    return { version: mail.version + 1 }
  }

const nameOf = async (tx: Tx, mailboxId: number): Promise<string> =>
  (await tx.selectFrom('mailbox').select('name').where('id', '=', mailboxId).executeTakeFirst())?.name ?? ''

/** Each as it is. */
export const resendMails =
  (outbox: Outbox): Act<typeof calls.resendMails> =>
  (asked, { ids }) =>
    eachRecord(asked, ids, mailsTo('resend'), (mail) => {
      const now = { mailbox_id: mail.mailbox_id, recipients: mail.recipients, cc: mail.cc }
      return sendAgain(asked.tx, asked.actor, outbox, mail, now, [])
    })

export const cancelMails: Act<typeof calls.cancelMails> = (asked, { ids }) =>
  eachRecord(asked, ids, mailsTo('cancel'), async (mail) => {
    await cancelMail(asked.tx, asked.actor, mail)
    await recordHistory(asked.tx, asked.actor, 'mail', mail.id, 'cancelled')
  })
