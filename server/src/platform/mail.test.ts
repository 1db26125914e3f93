import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openSmtp } from '../../test/smtp.ts'
import { deliver, type Mailbox, MailFault, mailSecret } from './mail.ts'
import { SealBroken, Secrets } from './secrets.ts'

let directory: string
let secrets: Secrets
let own: { key: string; cert: string }
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'xunyun-mail-'))
  secrets = new Secrets(join(directory, 'data'))
  const [key, cert] = [join(directory, 'key.pem'), join(directory, 'cert.pem')]
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
  execFileSync(
    'openssl',
    [
      'req',
      '-x509',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:P-256',
      '-nodes',
      '-days',
      '2',
      '-keyout',
      key,
      '-out',
      cert,
      ...subject,
    ],
    { stdio: 'ignore' },
  )
  own = { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') }
})
afterAll(() => rmSync(directory, { recursive: true }))

const mailbox = (fields: Partial<Mailbox> & { port: number }): Mailbox => ({
  host: 'localhost',
  security: 'none',
  account: '',
  secret: null,
  sender: 'tms@example.com',
  sender_name: '迅运物流',
  ...fields,
})
const mail = { to: 'boss@example.com', subject: '到货通知', text: '运单已签收' }
const faultOf = (run: Promise<unknown>): Promise<unknown> =>
  run.then(
    () => 'sent',
    (error: unknown) => (error instanceof MailFault ? error.reason : error),
  )

describe('[RT-12/mailInfo] a mail', () => {
  it('leaves as it is, by STARTTLS and by TLS, when the certificate is trusted', async () => {
    const plain = await openSmtp()
    expect(await deliver(secrets, mailbox({ port: plain.port }), mail)).toMatch(/^250/)
    expect(plain.received).toMatchObject([{ from: 'tms@example.com', to: ['boss@example.com'], secure: false }])
    await plain.close()
    for (const security of ['starttls', 'tls'] as const) {
      const server = await openSmtp({ ...own, secure: security === 'tls' })
      const secret = secrets.seal(mailSecret, 'right')
      await deliver(secrets, mailbox({ port: server.port, security, account: 'tms', secret }), mail, own.cert)
      expect(server.received, security).toMatchObject([{ secure: true }])
      await server.close()
    }
  })

  it('does not leave by a certificate that nobody vouches for, nor unprotected when the server offers no TLS', async () => {
    for (const security of ['starttls', 'tls'] as const) {
      const server = await openSmtp({ ...own, secure: security === 'tls' })
      expect(await faultOf(deliver(secrets, mailbox({ port: server.port, security }), mail)), security).toBe('tls')
      expect(server.received).toEqual([])
      await server.close()
    }
    const plain = await openSmtp()
    expect(await faultOf(deliver(secrets, mailbox({ port: plain.port, security: 'starttls' }), mail))).toBe('tls')
    expect(plain.received).toEqual([])
    await plain.close()
  })

  it('says why: a wrong password, an unknown host, a closed port, a refused address, no answer', async () => {
    const server = await openSmtp({
      onRcptTo: ({ address }, _, done) => done(address.startsWith('nobody') ? new Error('no such user') : null),
    })
    const wrong = secrets.seal(mailSecret, 'wrong')
    const { port } = server
    expect(await faultOf(deliver(secrets, mailbox({ port, account: 'tms', secret: wrong }), mail))).toBe('auth')
    expect(await faultOf(deliver(secrets, mailbox({ port, host: 'no-such-host.invalid' }), mail))).toBe('host')
    expect(await faultOf(deliver(secrets, mailbox({ port }), { ...mail, to: 'nobody@example.com' }))).toBe('address')
    await server.close()
    expect(await faultOf(deliver(secrets, mailbox({ port }), mail))).toBe('refused')
    const other = createServer((socket) => socket.end('500 SECRET internal service 10.0.0.5\r\n')).listen(
      0,
      '127.0.0.1',
    )
    await once(other, 'listening')
    const told = deliver(secrets, mailbox({ host: '127.0.0.1', port: (other.address() as AddressInfo).port }), mail)
    await expect(told, 'what is no mail server keeps its words to itself').rejects.toMatchObject({ message: '' })
    other.close()
    const silent = createServer().listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const { port: deaf } = silent.address() as { port: number }
    expect(await faultOf(deliver(secrets, mailbox({ port: deaf, host: '127.0.0.1' }), mail))).toBe('timeout')
    silent.close()
  }, 30_000)

  it('does not leave when the stored password was sealed under another key', async () => {
    const other = new Secrets(directory, Buffer.alloc(32, 7))
    const secret = other.seal(mailSecret, 'right')
    expect(await faultOf(deliver(secrets, mailbox({ port: 25, account: 'tms', secret }), mail))).toBe('key')
  })
})

describe('the key', () => {
  it('is made once, for its owner alone, and is the same for every process', () => {
    const data = join(directory, 'shared')
    const [first, second] = [new Secrets(data), new Secrets(data)]
    const sealed = first.seal('x', '密码')
    expect(second.open('x', sealed)).toBe('密码')
    expect(statSync(join(data, 'secret.key')).mode & 0o777).toBe(0o600)
    expect(sealed.includes(Buffer.from('密码'))).toBe(false)
    expect(first.seal('x', '密码').equals(sealed)).toBe(false)
  })

  it('opens neither changed bytes nor what was sealed for another use, and a broken file stops it', () => {
    const sealed = secrets.seal('x', 'secret')
    const changed = Buffer.from(sealed)
    changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1
    expect(() => secrets.open('x', changed)).toThrow(SealBroken)
    expect(() => secrets.open('y', sealed)).toThrow(SealBroken)
    expect(() => secrets.open('x', Buffer.alloc(4))).toThrow(SealBroken)
    writeFileSync(join(directory, 'secret.key'), 'short\n')
    expect(() => new Secrets(directory).seal('x', 'y')).toThrow('holds no key')
  })
})
