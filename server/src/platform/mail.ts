import type { MailFaultReason, MailSecurity } from '@xunyun/contract/system/mailboxes'
import { createTransport } from 'nodemailer'
import type { Tx } from './db.ts'
import { Refusal } from './refusal.ts'
import { SealBroken, type Secrets } from './secrets.ts'

/** A mailbox as the table holds it. */
export type Mailbox = {
  readonly host: string
  readonly port: number
  readonly security: MailSecurity
  readonly account: string
  readonly secret: Buffer | null
  readonly sender: string
  readonly sender_name: string
}
export type Mail = { readonly to: string; readonly subject: string; readonly text: string }

/** What passwords of mailboxes are sealed for. */
export const mailSecret = 'mailbox'

const patienceMs = 8000
const wholeMs = 20_000
const longestAnswer = 300

/** A mail did not leave: why, and what the mail server said. Never holds a password. */
export class MailFault extends Error {
  override name = 'MailFault'
  readonly reason: MailFaultReason
  constructor(reason: MailFaultReason, answer: string) {
    super(answer.replace(/\s+/g, ' ').trim().slice(0, longestAnswer))
    this.reason = reason
  }
}

/**
 * Sends a mail by the default mailbox. Throws `Refusal` mail.none where there is none, and `MailFault` when it did not
 * leave. Takes up to 20 seconds: call it from a job, not inside a command that others wait for.
 */
export async function sendMail(tx: Tx, secrets: Secrets, mail: Mail): Promise<void> {
  const mailbox = await tx
    .selectFrom('mailbox')
    .select(['host', 'port', 'security', 'account', 'secret', 'sender', 'sender_name'])
    .where('is_default', '=', true)
    .where('enabled', '=', true)
    .where('is_deleted', '=', false)
    .executeTakeFirst()
  if (mailbox === undefined) throw new Refusal('mail.none')
  await deliver(secrets, mailbox, mail)
}

/** Sends a mail by a given mailbox; answers what the server said. `ca`: authorities to trust besides the usual ones. */
export async function deliver(secrets: Secrets, mailbox: Mailbox, mail: Mail, ca?: string): Promise<string> {
  const transport = createTransport({
    host: mailbox.host,
    port: mailbox.port,
    secure: mailbox.security === 'tls',
    // Never falls back to a plain connection: what can strip the offer would read the password.
    requireTLS: mailbox.security === 'starttls',
    ignoreTLS: mailbox.security === 'none',
    tls: { minVersion: 'TLSv1.2', ...(ca === undefined ? {} : { ca }) },
    ...(mailbox.account === '' ? {} : { auth: { user: mailbox.account, pass: passwordOf(secrets, mailbox) } }),
    connectionTimeout: patienceMs,
    greetingTimeout: patienceMs,
    socketTimeout: patienceMs,
    dnsTimeout: patienceMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new MailFault('timeout', '')), wholeMs)
  try {
    const from = { name: mailbox.sender_name, address: mailbox.sender }
    const sent = await Promise.race([transport.sendMail({ from, ...mail }), late.promise])
    return String(sent.response ?? '').slice(0, longestAnswer)
  } catch (error) {
    throw error instanceof MailFault ? error : faultOf(error as MailerError)
  } finally {
    clearTimeout(timer)
    transport.close()
  }
}

function passwordOf(secrets: Secrets, { secret }: Mailbox): string {
  if (secret === null) return ''
  try {
    return secrets.open(mailSecret, secret)
  } catch (error) {
    if (error instanceof SealBroken) throw new MailFault('key', '')
    throw error
  }
}

type MailerError = Error & { code?: string; response?: string; responseCode?: number; command?: string }

/** nodemailer's codes, and below them those of the socket, in our few words. */
function faultOf(error: MailerError): MailFault {
  const said = error.response ?? error.message
  const { code = '' } = error
  const isTls = /certificate|self[- ]signed|SSL|TLS|wrong version number|EPROTO|altname/i
  const reason: MailFaultReason =
    code === 'EAUTH' || code === 'ENOAUTH'
      ? 'auth'
      : code === 'EENVELOPE'
        ? 'address'
        : code === 'ETLS' || isTls.test(`${code} ${error.message}`)
          ? 'tls'
          : code === 'EDNS' || /ENOTFOUND|EAI_AGAIN/.test(`${code} ${error.message}`)
            ? 'host'
            : /ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|ECONNRESET/.test(`${code} ${error.message}`)
              ? 'refused'
              : code === 'ETIMEDOUT' || /timeout/i.test(error.message)
                ? 'timeout'
                : 'other'
  return new MailFault(reason, said)
}
