import * as z from 'zod/mini'
import { browse, edit } from '../access.ts'
import { abilities } from '../kernel/ability.ts'
import { call, type Input } from '../kernel/call.ts'
import { listCalls, outcomes } from '../kernel/list.ts'
import { date, id, int, many, oneOf, optional, text } from '../kernel/wire.ts'
import { historyEntry } from './calls.ts'
import { storedFile } from './files.ts'
import { address, mailFaults } from './mailboxes.ts'

/** The outbox (RT-12/mailInfo): mails that wait, that left, and that could not. */

/** waiting: it will be tried, or tried again; failed: somebody has to look at it. */
export const mailStates = ['waiting', 'sent', 'failed', 'cancelled'] as const
export type MailState = (typeof mailStates)[number]

/** What mails are about. */
export const mailKinds = ['priceSheet'] as const
export type MailKind = (typeof mailKinds)[number]

/**
 * Besides what a mail server may say. `unsure`: the line broke after the mail was handed over, so that it may have
 * arrived; `mailbox`: disabled or deleted meanwhile; `file`: an attachment can't be read.
 */
export const outboxFaults = [...mailFaults, 'unsure', 'mailbox', 'file'] as const
export type OutboxFault = (typeof outboxFaults)[number]

export const mailActions = ['resend', 'cancel'] as const
export type MailAction = (typeof mailActions)[number]

/** Addresses of one mail; the same one given twice counts once. */
export const addresses = many(address, 20, 1)

export const mailRow = z.strictObject({
  id: z.int(),
  kind: z.enum(mailKinds),
  mailboxId: z.int(),
  mailboxName: z.string(),
  to: z.array(z.string()),
  cc: z.array(z.string()),
  subject: z.string(),
  /** What the record it is about was called. */
  about: z.string(),
  state: z.enum(mailStates),
  /** Since it was last given to be sent. */
  attempts: z.int(),
  /** While it waits after an attempt that failed. */
  nextAt: z.nullable(z.string()),
  fault: z.nullable(z.enum(outboxFaults)),
  /** What the mail server said last. */
  answer: z.string(),
  /** Those for whom a mail server took it. */
  accepted: z.array(z.string()),
  files: z.int(),
  createdAt: z.string(),
  createdByName: z.string(),
  /** When a mail server took it. */
  sentAt: z.nullable(z.string()),
  version: z.int(),
  actions: abilities(mailActions),
})
export type MailRow = z.output<typeof mailRow>

export const mailDetail = z.strictObject({
  ...mailRow.shape,
  sender: z.string(),
  text: z.string(),
  /** When its text and attachments were let go; null while they are kept. */
  clearedAt: z.nullable(z.string()),
  attachments: z.array(storedFile),
  /** Where the record it is about is shown; empty for whom may not see it. */
  link: z.string(),
  history: z.array(historyEntry),
})
export type MailDetail = z.output<typeof mailDetail>

const filters = {
  tab: optional(oneOf(mailStates)),
  /** Subject, what it is about, and addresses. */
  q: optional(text(60)),
  mailboxId: optional(id),
  /** Days on which it was written. */
  from: optional(date),
  to: optional(date),
  ids: optional(many(id)),
}
export type MailFilter = Input<typeof getMailTotals>
export const mailSorts = ['createdAt', 'sentAt'] as const

export const [getMails, getMailTotals, exportMails] = listCalls({
  rows: {
    path: '/api/Mails/GetMails',
    summary: 'The outbox, latest first; without the scope "all" only one’s own mails',
  },
  totals: { path: '/api/Mails/GetMailTotals', summary: 'How many mails a filter finds, and in which state' },
  export: { path: '/api/Mails/ExportMails' },
  access: [browse('mailInfo')],
  row: mailRow,
  filters,
  sorts: mailSorts,
})
export const getMail = call({
  method: 'GET',
  path: '/api/Mails/GetMail',
  summary: 'One mail: its text, its attachments, and what happened to it',
  access: [browse('mailInfo')],
  input: z.object({ id }),
  output: mailDetail,
})
/** Those who have it already are not sent it again, whoever is named. */
export const resendMail = call({
  method: 'POST',
  path: '/api/Mails/ResendMail',
  summary: 'Send a mail that failed once more, to other addresses or by another mailbox if need be (重发)',
  access: [edit('mailInfo')],
  input: z.object({
    id,
    version: int(1, 2_000_000_000),
    mailboxId: id,
    to: addresses,
    cc: optional(many(address, 20)),
  }),
  output: z.strictObject({ version: z.int() }),
  idempotent: true,
})
export const resendMails = call({
  method: 'POST',
  path: '/api/Mails/ResendMails',
  summary: 'Send mails that failed, or wait for their next attempt, now and as they are',
  access: [edit('mailInfo')],
  input: z.object({ ids: many(id, 1000, 1) }),
  output: outcomes,
  idempotent: true,
})
export const cancelMails = call({
  method: 'POST',
  path: '/api/Mails/CancelMails',
  summary: 'Keep mails that wait from being sent; one that is being sent right now is refused',
  access: [edit('mailInfo')],
  input: z.object({ ids: many(id, 1000, 1) }),
  output: outcomes,
  idempotent: true,
})
