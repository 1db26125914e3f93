import type { Input, Output } from '@xunyun/contract/kernel/call'
import type { Outcomes } from '@xunyun/contract/kernel/list'
import type { MailAction, resendMail } from '@xunyun/contract/system/outbox'
import type { Actor } from '../../../platform/actor.ts'
import { BatchReport } from '../../../platform/batch.ts'
import type { Tx } from '../../../platform/db.ts'
import { type Change, differences, recordHistory } from '../../../platform/history.ts'
import { addressed, cancelMail, missing, type Outbox } from '../../../platform/outbox.ts'
import { notFound, Refusal } from '../../../platform/refusal.ts'
import { refuseStale } from '../../../platform/version.ts'

/** Acts on mails in the outbox (RT-12/mailInfo). */

type State = 'waiting' | 'sent' | 'failed' | 'cancelled'
/** What decides which acts are possible. */
type Facts = { readonly state: State; readonly attempts: number; readonly taken_at: string | null }

/** Not by the page's buttons alone: a mail is given to the queue once. */
export const mailActionsOf = ({ state, attempts, taken_at }: Facts): MailAction[] => {
  if (taken_at !== null) return []
  if (state === 'failed') return ['resend']
  if (state !== 'waiting') return []
  return attempts > 0 ? ['resend', 'cancel'] : ['cancel']
}

/** Everybody's mails for whom the scope is "all"; anybody else sees his own. */
export const seesAll = (actor: Actor): boolean => actor.scope.kind === 'all'

async function locked(tx: Tx, actor: Actor, id: number) {
  const mail = await tx.selectFrom('mail').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  return mail === undefined || (mail.created_by !== actor.userId && !seesAll(actor)) ? undefined : mail
}
type Locked = NonNullable<Awaited<ReturnType<typeof locked>>>

function refuseAct(mail: Locked, action: MailAction): void {
  if (mailActionsOf(mail).includes(action)) return
  if (mail.taken_at !== null) throw new Refusal('mail.leaving')
  throw new Refusal(action === 'resend' ? 'mail.notResendable' : 'mail.notCancellable')
}

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
export async function resendOne(
  tx: Tx,
  actor: Actor,
  outbox: Outbox,
  input: Input<typeof resendMail>,
): Promise<Output<typeof resendMail>> {
  const mail = await locked(tx, actor, input.id)
  if (mail === undefined) throw notFound()
  await refuseStale(tx, mail, input.version)
  refuseAct(mail, 'resend')
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
export const resendAll = (tx: Tx, actor: Actor, outbox: Outbox, ids: readonly number[]): Promise<Outcomes> =>
  onEach(tx, actor, ids, 'resend', (mail) =>
    sendAgain(tx, actor, outbox, mail, { mailbox_id: mail.mailbox_id, recipients: mail.recipients, cc: mail.cc }, []),
  )

export const cancelAll = (tx: Tx, actor: Actor, ids: readonly number[]): Promise<Outcomes> =>
  onEach(tx, actor, ids, 'cancel', async (mail) => {
    await cancelMail(tx, actor, mail)
    await recordHistory(tx, actor, 'mail', mail.id, 'cancelled')
  })

async function onEach(
  tx: Tx,
  actor: Actor,
  ids: readonly number[],
  action: MailAction,
  act: (mail: Locked) => Promise<void>,
): Promise<Outcomes> {
  const report = new BatchReport(actor)
  for (const id of [...new Set(ids)].sort((one, other) => one - other)) {
    const mail = await locked(tx, actor, id)
    try {
      if (mail === undefined) throw notFound()
      refuseAct(mail, action)
      await act(mail)
      report.done()
    } catch (error) {
      // Refused before anything of it was written.
      if (!(error instanceof Refusal)) throw error
      report.refuse(id, mail?.subject ?? String(id), error)
    }
  }
  return report.outcomes()
}
