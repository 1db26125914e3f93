import { readFile } from 'node:fs/promises'
import type { OutboxFault } from '@xunyun/contract/system/outbox'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Actor } from './actor.ts'
import { clock } from './clock.ts'
import type { Db, Tx } from './db.ts'
import type { Files } from './files.ts'
import { recordHistory } from './history.ts'
import type { Jobs } from './jobs.ts'
import { type Letter, MailFault, type Posted, post } from './mail.ts'
import { notify } from './notify.ts'
import { badField, Refusal } from './refusal.ts'
import type { Secrets } from './secrets.ts'
import { changed } from './version.ts'

/** A mail to be written. */
export type NewMail = {
  readonly mailboxId: number
  readonly to: readonly string[]
  readonly cc?: readonly string[]
  readonly subject: string
  readonly text: string
  /** Stored files that the writer made or uploaded. */
  readonly fileIds: readonly number[]
  /** What it is; see `onLeft`. */
  readonly kind: string
  /** The record it is about, and what people call it. */
  readonly about: { readonly entity: string; readonly id: number; readonly name: string }
  /** For the module that writes it. */
  readonly detail?: Readonly<Record<string, unknown>>
}
/** What the module that wrote a mail hears when a mail server took it for the first time. */
export type LeftMail = { readonly id: number; readonly createdBy: number; readonly detail: Record<string, unknown> }

/** Seconds between attempts: a mail server that is down for some hours is waited for. */
export const usualPauses: readonly number[] = [60, 300, 900, 3600, 14_400]

const queue = 'mail'
const wholeMs = 45_000
/** A process that has been sending for so long has died. */
const goneMs = wholeMs + 15_000

type Taken = {
  id: number
  mailbox_id: number
  recipients: string[]
  cc: string[]
  accepted: string[]
  subject: string
  body: string
  kind: string
  detail: Record<string, unknown>
  attempts: number
  turn: number
  created_at: string
  created_by: number
}
type Failed = { readonly fault: OutboxFault; readonly answer: string; readonly tryAgain: boolean }

/** An address names one box, however it is written. */
const box = (address: string): string => address.toLowerCase()
const different = (addresses: readonly string[]): string[] => [
  ...new Map(addresses.map((address) => [box(address), address])).values(),
]
/** Each address once; who is written to is not copied besides. */
export function addressed(recipients: readonly string[], copies: readonly string[] = []) {
  const to = different(recipients)
  const cc = different(copies).filter((one) => !to.some((other) => box(other) === box(one)))
  return { recipients: to, cc }
}
/** Those of a mail who don't have it yet. */
export const missing = (mail: Pick<Taken, 'recipients' | 'cc' | 'accepted'>): string[] => {
  const has = new Set(mail.accepted.map(box))
  return different([...mail.recipients, ...mail.cc]).filter((address) => !has.has(box(address)))
}

/**
 * Mails to people outside (RT-12/mailInfo). A mail is written with the command that causes it: both or neither. It
 * leaves by a job, is tried again with growing pauses while that can help, and is handed over at most once for each
 * address: when it is not known whether it arrived, it fails and a person decides.
 */
export class Outbox {
  readonly #jobs: Jobs
  readonly #files: Files
  readonly #secrets: Secrets
  readonly #db: Db
  readonly #log: Logger
  readonly #pauses: readonly number[]
  readonly #left = new Map<string, (tx: Tx, mail: LeftMail) => Promise<void>>()

  constructor(with_: {
    jobs: Jobs
    files: Files
    secrets: Secrets
    db: Db
    log: Logger
    pauses?: readonly number[] | undefined
  }) {
    this.#jobs = with_.jobs
    this.#files = with_.files
    this.#secrets = with_.secrets
    this.#db = with_.db
    this.#log = with_.log
    this.#pauses = with_.pauses ?? usualPauses
    this.#jobs.queue(queue, (data) => this.#attempt(data as { id: number; turn: number }))
  }

  /** Does something when a mail of this kind has left, in the transaction that notes it. */
  onLeft(kind: string, run: (tx: Tx, mail: LeftMail) => Promise<void>): void {
    this.#left.set(kind, run)
  }

  /** Writes a mail and queues it. Refuses a mailbox that is disabled or gone. */
  async write(tx: Tx, actor: Actor, mail: NewMail): Promise<number> {
    await this.requireMailbox(tx, mail.mailboxId)
    const now = clock.now()
    const { id } = await tx
      .insertInto('mail')
      .values({
        mailbox_id: mail.mailboxId,
        ...addressed(mail.to, mail.cc),
        subject: mail.subject,
        body: mail.text,
        kind: mail.kind,
        entity: mail.about.entity,
        entity_id: mail.about.id,
        about: mail.about.name,
        detail: JSON.stringify(mail.detail ?? {}),
        state: 'waiting',
        next_at: now,
        created_at: now,
        created_by: actor.userId,
        updated_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await this.#files.link(tx, actor, 'mail', id, mail.fileIds)
    await recordHistory(tx, actor, 'mail', id, 'created')
    await this.#jobs.later(tx, queue, { id, turn: 1 })
    return id
  }

  /** Queues a mail once more, to these addresses. */
  async again(
    tx: Tx,
    actor: Actor,
    mail: { id: number; turn: number; version: number },
    now: { mailbox_id: number; recipients: string[]; cc: string[] },
  ): Promise<void> {
    const turn = mail.turn + 1
    await tx
      .updateTable('mail')
      .set({
        ...now,
        state: 'waiting',
        attempts: 0,
        turn,
        next_at: clock.now(),
        ...changed(actor.userId, mail.version),
      })
      .where('id', '=', mail.id)
      .execute()
    await this.#jobs.later(tx, queue, { id: mail.id, turn })
  }

  /** The mailboxes that mails can leave by, the default one first. */
  mailboxes(tx: Tx) {
    return tx
      .selectFrom('mailbox')
      .select(['id', 'name', 'sender', 'is_default as isDefault'])
      .where('enabled', '=', true)
      .where('is_deleted', '=', false)
      .orderBy('is_default', 'desc')
      .orderBy('name')
      .execute()
  }

  /** Refuses, at the field, one that no mail can leave by. */
  async requireMailbox(tx: Tx, id: number): Promise<void> {
    const usable = await this.mailboxes(tx)
    if (usable.length === 0) throw new Refusal('mail.none')
    if (!usable.some((mailbox) => mailbox.id === id)) throw badField('mailboxId', 'mail.gone')
  }

  async #attempt({ id, turn }: { id: number; turn: number }): Promise<void> {
    const mail = (await this.#db
      .updateTable('mail')
      .set({ taken_at: clock.now(), attempts: sql`attempts + 1` })
      .where('id', '=', id)
      .where('turn', '=', turn)
      .where('state', '=', 'waiting')
      .where('taken_at', 'is', null)
      .returningAll()
      .executeTakeFirst()) as Taken | undefined
    if (mail === undefined) return this.#lookAgain(id, turn)
    const outcome = await this.#hand(mail)
    await this.#note(mail, outcome)
  }

  /** Given once more by the queue: the process that took it has died, or is only slow. */
  async #lookAgain(id: number, turn: number): Promise<void> {
    const found = await this.#db
      .selectFrom('mail')
      .selectAll()
      .where('id', '=', id)
      .where('turn', '=', turn)
      .where('state', '=', 'waiting')
      .executeTakeFirst()
    if (found?.taken_at == null) return
    if (clock.ms() - Date.parse(found.taken_at) < goneMs) throw new Error(`mail ${id} is being sent elsewhere`)
    await this.#note(found as Taken, { fault: 'unsure', answer: '', tryAgain: false })
  }

  /** Hands a mail over to those who don't have it. */
  async #hand(mail: Taken): Promise<Posted | Failed> {
    const mailbox = await this.#db
      .selectFrom('mailbox')
      .selectAll()
      .where('id', '=', mail.mailbox_id)
      .where('enabled', '=', true)
      .where('is_deleted', '=', false)
      .executeTakeFirst()
    if (mailbox === undefined) return { fault: 'mailbox', answer: '', tryAgain: false }
    let attachments: Letter['attachments']
    try {
      attachments = await this.#attachments(mail.id)
    } catch (error) {
      this.#log.error({ err: error, mail: mail.id }, 'an attachment can not be read')
      return { fault: 'file', answer: '', tryAgain: false }
    }
    const letter: Letter = {
      to: mail.recipients,
      cc: mail.cc,
      only: missing(mail),
      subject: mail.subject,
      text: mail.body,
      messageId: `<xunyun.${mail.id}.${Date.parse(mail.created_at)}@${mailbox.sender.split('@')[1] ?? 'localhost'}>`,
      attachments,
    }
    try {
      return await post(this.#secrets, mailbox, letter, { patience: wholeMs })
    } catch (error) {
      if (error instanceof MailFault) return failedBy(error)
      this.#log.error({ err: error, mail: mail.id }, 'a mail broke')
      return { fault: 'other', answer: '', tryAgain: false }
    }
  }

  async #attachments(id: number) {
    const files = await this.#db
      .selectFrom('file_link')
      .innerJoin('stored_file', 'stored_file.id', 'file_link.file_id')
      .select(['name', 'type', 'sha256'])
      .where('entity', '=', 'mail')
      .where('entity_id', '=', id)
      .orderBy('stored_file.id')
      .execute()
    return Promise.all(
      files.map(async ({ name, type, sha256 }) => ({
        filename: name,
        contentType: type,
        content: await readFile(this.#files.pathOf(sha256)),
      })),
    )
  }

  async #note(mail: Taken, outcome: Posted | Failed): Promise<void> {
    const accepted = 'accepted' in outcome ? outcome.accepted : []
    const failed = 'accepted' in outcome ? (outcome.refusal === null ? null : failedBy(outcome.refusal)) : outcome
    const { answer } = failed ?? (outcome as Posted)
    const pause = failed?.tryAgain === true ? this.#pauses[mail.attempts - 1] : undefined
    const now = clock.now()
    await this.#db.transaction().execute(async (tx) => {
      const first = accepted.length > 0 && mail.accepted.length === 0
      const turn = mail.turn + (pause === undefined ? 0 : 1)
      await tx
        .updateTable('mail')
        .set({
          accepted: [...mail.accepted, ...accepted],
          ...(first ? { sent_at: now } : {}),
          state: failed === null ? 'sent' : pause === undefined ? 'failed' : 'waiting',
          fault: failed?.fault ?? null,
          answer,
          turn,
          taken_at: null,
          next_at: pause === undefined ? null : new Date(now.getTime() + pause * 1000),
        })
        .where('id', '=', mail.id)
        .where('turn', '=', mail.turn)
        .execute()
      if (pause !== undefined) await this.#jobs.later(tx, queue, { id: mail.id, turn }, pause)
      if (failed !== null && pause === undefined)
        await notify(
          tx,
          [mail.created_by],
          'mailFailed',
          {
            title: mail.subject,
            error: `${missing({ ...mail, accepted: [...mail.accepted, ...accepted] }).join(', ')} ${answer}`.trim(),
          },
          `/system/mailInfo?view=outbox&q=${encodeURIComponent(mail.subject)}`,
        )
      if (pause === undefined) await this.#record(tx, mail, failed, accepted)
      if (first) await this.#tellLeft(tx, mail)
    })
  }

  /** How it ended, in its timeline; by nobody, as a job did it. */
  async #record(tx: Tx, mail: Taken, failed: Failed | null, accepted: readonly string[]): Promise<void> {
    const to = accepted.length === 0 ? null : accepted.join(', ')
    await tx
      .insertInto('history')
      .values({
        entity: 'mail',
        entity_id: mail.id,
        at: clock.now(),
        by_id: mail.created_by,
        by_name: '',
        action: failed === null ? 'sent' : 'failed',
        changes: JSON.stringify([
          ...(to === null ? [] : [{ field: 'took', from: null, to }]),
          ...(failed === null ? [] : [{ field: 'fault', from: null, to: failed.fault }]),
        ]),
      })
      .execute()
  }

  /** What follows from it must not undo that it left. */
  async #tellLeft(tx: Tx, mail: Taken): Promise<void> {
    const run = this.#left.get(mail.kind)
    if (run === undefined) return
    await sql`savepoint left_mail`.execute(tx)
    try {
      await run(tx, { id: mail.id, createdBy: mail.created_by, detail: mail.detail })
      await sql`release savepoint left_mail`.execute(tx)
    } catch (error) {
      this.#log.error({ err: error, mail: mail.id }, 'what follows from a mail broke')
      await sql`rollback to savepoint left_mail`.execute(tx)
    }
  }
}

/** What waiting can mend is tried again; what a person has to mend, or to decide, is not. */
function failedBy(fault: MailFault): Failed {
  if (fault.unsure) return { fault: 'unsure', answer: fault.message, tryAgain: false }
  const passes = fault.said === undefined ? true : fault.said < 500
  const canHelp = ['host', 'refused', 'timeout'].includes(fault.reason) || ['address', 'other'].includes(fault.reason)
  return { fault: fault.reason, answer: fault.message, tryAgain: canHelp && passes }
}

/** Takes back a mail that has not left. */
export async function cancelMail(tx: Tx, actor: Actor, mail: { id: number; version: number }): Promise<void> {
  await tx
    .updateTable('mail')
    .set({ state: 'cancelled', next_at: null, ...changed(actor.userId, mail.version) })
    .where('id', '=', mail.id)
    .execute()
}

/** The mails about one record are about another from now on; what it was called when they were written stays. */
export async function moveMails(tx: Tx, entity: string, from: number, to: number): Promise<void> {
  await tx
    .updateTable('mail')
    .set({ entity_id: to })
    .where('entity', '=', entity)
    .where('entity_id', '=', from)
    .execute()
}

/** Days that the text and the attachments of a mail are kept after it left. */
export const mailDays = 365

/**
 * The text and the attachments of mails that left, or were cancelled, long ago (RT-12/mailInfo). To whom, when and
 * about what stays; a failed one waits for a person, however long.
 */
export async function clearMails(db: Db, files: Files): Promise<void> {
  const loose = await db.transaction().execute(async (tx) => {
    const old = new Date(clock.ms() - mailDays * 86_400_000).toISOString()
    const cleared = await tx
      .updateTable('mail')
      .set({ body: '', detail: '{}', cleared_at: clock.now() })
      .where('state', 'in', ['sent', 'cancelled'])
      .where('cleared_at', 'is', null)
      .where('updated_at', '<', old)
      .where((eb) => eb.or([eb('sent_at', 'is', null), eb('sent_at', '<', old)]))
      .returning('id')
      .execute()
    if (cleared.length === 0) return []
    const ids = cleared.map(({ id }) => id)
    return await sql<{ file_id: number }>`
      delete from file_link where entity = 'mail' and entity_id = any(${ids}::bigint[]) returning file_id`
      .execute(tx)
      .then(({ rows }) => rows)
  })
  for (const { file_id } of loose) await files.forget(db, file_id)
}
