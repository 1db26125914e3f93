import * as z from 'zod/mini'
import { approve, browse, edit } from '../access.ts'
import { call, type Input } from '../kernel/call.ts'
import { listCalls, outcomes } from '../kernel/list.ts'
import { flag, id, int, many, oneOf, optional, secret, text } from '../kernel/wire.ts'
import { historyEntry } from './calls.ts'

/** Mailboxes that mails leave by (RT-12/mailInfo). A password goes in and never comes out. */

/** none: as it is; starttls: a plain connection that must turn into TLS; tls: TLS from the first byte. */
export const mailSecurities = ['none', 'starttls', 'tls'] as const
export type MailSecurity = (typeof mailSecurities)[number]

/** Why a mail did not leave; `key`: the stored password can't be read with the server's key. */
export const mailFaults = ['auth', 'host', 'refused', 'tls', 'timeout', 'address', 'key', 'other'] as const
export type MailFaultReason = (typeof mailFaults)[number]

export const mailboxRow = z.strictObject({
  id: z.int(),
  name: z.string(),
  host: z.string(),
  port: z.int(),
  security: z.enum(mailSecurities),
  /** Empty: the server asks for no login. */
  account: z.string(),
  hasPassword: z.boolean(),
  sender: z.string(),
  senderName: z.string(),
  isDefault: z.boolean(),
  enabled: z.boolean(),
  testedAt: z.nullable(z.string()),
  /** Null: the last test went well, or there was none. */
  testFault: z.nullable(z.enum(mailFaults)),
  /** What the mail server said. */
  testAnswer: z.string(),
  updatedAt: z.string(),
  updatedByName: z.nullable(z.string()),
  version: z.int(),
})
export type MailboxRow = z.output<typeof mailboxRow>

export const mailboxTabs = ['enabled', 'disabled'] as const
const filters = { tab: optional(oneOf(mailboxTabs)), q: optional(text(60)), ids: optional(many(id)) }
export type MailboxFilter = Input<typeof getMailboxTotals>
export const mailboxSorts = ['name', 'testedAt', 'updatedAt'] as const

export const [getMailboxes, getMailboxTotals, exportMailboxes] = listCalls({
  rows: {
    path: '/api/Mailboxes/GetMailboxes',
    summary: 'Mailboxes, with the result of the last test; never a password',
  },
  totals: { path: '/api/Mailboxes/GetMailboxTotals' },
  export: { path: '/api/Mailboxes/ExportMailboxes' },
  access: [browse('mailInfo')],
  row: mailboxRow,
  filters,
  sorts: mailboxSorts,
})

/** A host name or an address, without scheme, port or path. */
const host = text(255).check(
  z.regex(
    /^(?:[\p{L}\p{N}](?:[\p{L}\p{N}_-]*[\p{L}\p{N}])?(?:\.[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?)*|[0-9a-fA-F:]*:[0-9a-fA-F:.]+)$/u,
    'mail.host',
  ),
)
/** A mail address without a name around it. */
export const address = text(120).check(z.regex(/^[^\s@<>,;]+@[^\s@<>,;]+$/, 'field.email'))
const fields = {
  name: text(60),
  host,
  port: int(1, 65_535),
  security: oneOf(mailSecurities),
  account: optional(text(120)),
  /** Not given: as it was. */
  password: optional(secret),
  sender: address,
  senderName: optional(text(60)),
}
export const addMailbox = call({
  method: 'POST',
  path: '/api/Mailboxes/AddMailbox',
  summary: 'Add a mailbox; the first one becomes the default',
  access: [edit('mailInfo')],
  input: z.object(fields),
  output: z.strictObject({ id: z.int() }),
  idempotent: true,
})
/** The stored password is never sent to another server or under another name: then it has to be typed again. */
export const changeMailbox = call({
  method: 'POST',
  path: '/api/Mailboxes/ChangeMailbox',
  summary: 'Change a mailbox; without password the stored one stays, without account it goes',
  access: [edit('mailInfo')],
  input: z.object({ id, version: int(1, 2_000_000_000), ...fields }),
  output: z.strictObject({ version: z.int() }),
})
export const setDefaultMailbox = call({
  method: 'POST',
  path: '/api/Mailboxes/SetDefaultMailbox',
  summary: 'Make a mailbox the one that mails leave by',
  access: [edit('mailInfo')],
  input: z.object({ id }),
  output: z.strictObject({}),
})
export const setMailboxesEnabled = call({
  method: 'POST',
  path: '/api/Mailboxes/SetMailboxesEnabled',
  summary: 'Enable or disable mailboxes; the default one is refused',
  access: [approve('mailInfo')],
  input: z.object({ ids: many(id, 1000, 1), enabled: flag }),
  output: outcomes,
})
export const deleteMailboxes = call({
  method: 'POST',
  path: '/api/Mailboxes/DeleteMailboxes',
  summary: 'Delete mailboxes; the default one only as the last of all',
  access: [approve('mailInfo')],
  input: z.object({ ids: many(id, 1000, 1) }),
  output: outcomes,
})
/** A mail that does not leave is no refusal: what the mail server said is the answer. At most some 20 seconds. */
export const testMailbox = call({
  method: 'POST',
  path: '/api/Mailboxes/TestMailbox',
  summary: 'Send a test mail to an address; answers how it went, and keeps it',
  access: [edit('mailInfo')],
  input: z.object({ id, to: address }),
  output: z.strictObject({ fault: z.nullable(z.enum(mailFaults)), answer: z.string() }),
})
export const getMailboxHistory = call({
  method: 'GET',
  path: '/api/Mailboxes/GetMailboxHistory',
  summary: "A mailbox's timeline, latest first",
  access: [browse('mailInfo')],
  input: z.object({ id }),
  output: z.array(historyEntry),
})
