import { type AddressInfo, createServer } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

export type Received = { readonly from: string; readonly to: string[]; readonly text: string; readonly secure: boolean }

/** A real mail server on 127.0.0.1; it takes the password `right` of any account. */
export async function openSmtp(options: SMTPServerOptions = {}, port = 0) {
  const received: Received[] = []
  const server = new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    logger: false,
    ...(options.cert === undefined ? { disabledCommands: ['STARTTLS'] } : {}),
    onAuth: ({ username, password }, _, done) =>
      password === 'right' ? done(null, { user: username }) : done(new Error('Authentication failed')),
    onData: (stream, session, done) => {
      let text = ''
      stream.setEncoding('utf8')
      stream.on('data', (part: string) => {
        text += part
      })
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope
        received.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          text,
          secure: session.secure,
        })
        done()
      })
    },
    ...options,
  })
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    received,
    port: (server.server.address() as AddressInfo).port,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

/** The one attachment of a mail as it arrived. */
export function attachmentOf(mail: string): Buffer {
  const [first] = attachmentsOf(mail)
  if (first === undefined) throw new Error('no attachment')
  return first
}
export const attachmentsOf = (mail: string): Buffer[] =>
  [...mail.matchAll(/Content-Disposition: attachment[\s\S]*?\r?\n\r?\n([A-Za-z0-9+/=\r\n]+)/g)].map(
    ({ 1: part = '' }) => Buffer.from(part, 'base64'),
  )

/** A mail server whose line breaks when it has the whole mail, before it says that it took it. */
export async function openBreakingSmtp() {
  const server = createServer((socket) => {
    let inMail = false
    socket.on('error', () => {})
    socket.write('220 breaks\r\n')
    socket.on('data', (bytes) => {
      const said = bytes.toString()
      if (inMail) {
        if (said.endsWith('\r\n.\r\n')) socket.destroy()
      } else if (said.startsWith('DATA')) {
        inMail = true
        socket.write('354 go on\r\n')
      } else socket.write('250 ok\r\n')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
