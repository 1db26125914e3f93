import type { MailFaultReason, MailSecurity } from '@xunyun/contract/system/mailboxes'
import { createTransport } from 'nodemailer'
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
  /** The mail server's code, if it said one: 4xx may pass, 5xx will not. */
  readonly said: number | undefined
  /** The line broke when the mail was handed over already: it may have arrived. */
  unsure = false
  constructor(reason: MailFaultReason, answer: string, said?: number) {
    super(answer.replace(/\s+/g, ' ').trim().slice(0, longestAnswer))
    this.reason = reason
    this.said = said
  }
}

/** Sends a mail by a given mailbox; answers what the server said. `ca`: authorities to trust besides the usual ones. */
export async function deliver(secrets: Secrets, mailbox: Mailbox, mail: Mail, ca?: string): Promise<string> {
  const { to, subject, text } = mail
  const sent = await post(secrets, mailbox, { to: [to], subject, text }, { patience: wholeMs, ca })
  return sent.answer
}

/** A mail with all that belongs to it. */
export type Letter = {
  readonly to: readonly string[]
  readonly cc?: readonly string[]
  /** Those whom it is handed over for; not given: all named. */
  readonly only?: readonly string[]
  readonly subject: string
  readonly text: string
  /** The same for each attempt, so that a reader's program knows one that came twice. */
  readonly messageId?: string
  readonly attachments?: readonly {
    readonly filename: string
    readonly contentType: string
    readonly content: Buffer
  }[]
}
/** Some of those named may have been refused while the others were not. */
export type Posted = {
  readonly answer: string
  readonly accepted: readonly string[]
  readonly refusal: MailFault | null
}

/**
 * Hands a mail to a mail server. Throws `MailFault` when nobody was accepted. `patience`: milliseconds for all of it;
 * call it from a job, not inside a command that others wait for.
 */
export async function post(
  secrets: Secrets,
  mailbox: Mailbox,
  letter: Letter,
  { patience, ca }: { patience: number; ca?: string | undefined },
): Promise<Posted> {
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
  // From here on the mail server may have the mail, whatever becomes of the line.
  let handedOver = false
  transport.use('stream', (mail, done) => {
    mail.message.processFunc((input) => input.once('end', () => (handedOver = true)))
    done()
  })
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new MailFault('timeout', '')), patience)
  const { only, to, cc = [], ...rest } = letter
  try {
    const sending = transport.sendMail({
      ...rest,
      from: { name: mailbox.sender_name, address: mailbox.sender },
      to: [...to],
      cc: [...cc],
      attachments: [...(letter.attachments ?? [])],
      envelope: { from: mailbox.sender, to: [...(only ?? [...to, ...cc])] },
    })
    const sent = await Promise.race([sending, late.promise])
    const refused = sent.rejectedErrors?.[0]
    return {
      answer: String(sent.response ?? '').slice(0, longestAnswer),
      accepted: [...sent.accepted],
      refusal: refused === undefined ? null : faultOf({ ...refused, code: 'EENVELOPE', message: refused.message }),
    }
  } catch (error) {
    const fault = error instanceof MailFault ? error : faultOf(error as MailerError)
    fault.unsure = handedOver && fault.said === undefined
    throw fault
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
  const { code = '' } = error
  // What does not greet as a mail server is none, and its words are nobody's business here: any host and port may be asked.
  const greeted = error.command !== 'CONN' || error.response === undefined || /^220\b/.test(error.response)
  const said = greeted ? (error.response ?? error.message) : ''
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
  return new MailFault(reason, said, error.responseCode)
}
