import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { resolve } from 'node:path'

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

export type Config = {
  port: number
  host: string
  /** Absolute. */
  dataDir: string
  /** A PostgreSQL of one's own; undefined: the embedded one under dataDir. */
  databaseUrl: string | undefined
  adminPassword: string | undefined
  logLevel: (typeof logLevels)[number]
  /** Where people reach the server, if that isn't http://localhost:PORT. */
  publicUrl: URL | undefined
  /** Whose X-Forwarded-For is believed: how many proxies stand before the server, or their addresses; undefined: nobody's. */
  trustProxy: number | string[] | undefined
  /** Days that it is kept who signed in and what left as a file. */
  accessLogDays: number
  /** Contents of the files, PEM. */
  tls: { cert: string; key: string } | undefined
  /** Signing in by WeChat; undefined: it is not offered. */
  wechat: WeChatConfig | undefined
  /** 32 bytes that stand in for the key file in DATA_DIR. */
  secretKey: Buffer | undefined
  /** The local print service that papers leave by (PR-05). */
  printService: PrintServiceConfig
  /** What one person may upload within 24 hours, MB. */
  uploadMbPerDay: number
  /** Where the seal of each day is sent; undefined: nowhere. */
  sealMail: string | undefined
  /** Connections of clients that are open at once. */
  maxConnections: number
  /** Whether the description of all calls is served at /api/docs. */
  apiDocs: boolean
  /** Long jobs of a process that run at the same time. */
  jobsAtOnce: number
  /** Fill in the demo company. */
  demo: boolean
}

export const standardUploadMbPerDay = 1024
export const standardAccessLogDays = 365

/** Below these versions people are asked to upgrade; where it is to be had. */
export type PrintServiceConfig = { pluginMin: string; serviceMin: string; serviceUrl: string }
export const standardPrintService: PrintServiceConfig = {
  pluginMin: '6.2.0.0',
  serviceMin: '2.0.9.0',
  serviceUrl: 'http://www.lodop.net/download.html',
}

/** A website application of WeChat's Open Platform. The secret is sent to apiUrl alone, and never logged. */
export type WeChatConfig = {
  appId: string
  appSecret: string
  /** Origin of the page with the QR code. */
  openUrl: string
  /** Origin of the interface that exchanges a code. */
  apiUrl: string
}

/** A wrong value in the environment: one line that names the variable, its value (never a password) and what is allowed. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

/** Reads every variable the README lists. An empty value counts as absent, as in `PORT= npm start`. */
export function loadConfig(env: NodeJS.ProcessEnv): Config {
  const value = (name: string) => env[name]?.trim() || undefined
  return {
    port: port(value('PORT')),
    host: host(value('HOST')),
    dataDir: resolve(value('DATA_DIR') ?? '.data'),
    databaseUrl: databaseUrl(value('DATABASE_URL')),
    adminPassword: adminPassword(env.ADMIN_PASSWORD),
    logLevel: logLevel(value('LOG_LEVEL')),
    publicUrl: publicUrl(value('PUBLIC_URL')),
    trustProxy: trustProxy(value('TRUST_PROXY')),
    accessLogDays: accessLogDays(value('ACCESS_LOG_DAYS')),
    tls: tls(value('TLS_CERT'), value('TLS_KEY')),
    wechat: wechat(value),
    secretKey: secretKey(value('SECRET_KEY')),
    printService: printService(value),
    uploadMbPerDay: whole(
      'UPLOAD_MB_PER_DAY',
      value('UPLOAD_MB_PER_DAY') ?? String(standardUploadMbPerDay),
      20,
      100_000,
    ),
    sealMail: mailAddress('SEAL_MAIL', value('SEAL_MAIL')),
    maxConnections: whole('MAX_CONNECTIONS', value('MAX_CONNECTIONS') ?? '2000', 10, 100_000),
    apiDocs: flag('API_DOCS', value('API_DOCS') ?? '1'),
    // Each may hold a connection to the database all the time.
    jobsAtOnce: whole('JOBS_AT_ONCE', value('JOBS_AT_ONCE') ?? '2', 1, 8),
    demo: flag('XUNYUN_DEMO', value('XUNYUN_DEMO')),
  }
}

function port(value = '8080'): number {
  const number = /^\d{1,5}$/.test(value) ? Number(value) : 0
  if (number < 1 || number > 65535) throw wrong('PORT', value, 'a whole number from 1 to 65535')
  return number
}

function host(value = '0.0.0.0'): string {
  if (!/^[\w.:%-]+$/.test(value)) throw wrong('HOST', value, 'an address of this machine, such as 0.0.0.0 or 127.0.0.1')
  return value
}

function databaseUrl(value: string | undefined): string | undefined {
  if (!value) return undefined
  // The value may hold a password: it is not repeated.
  const allowed = 'postgres://user:password@host:port/database (PostgreSQL 18)'
  if (!URL.canParse(value)) throw new ConfigError(`DATABASE_URL is not an address; allowed: ${allowed}`)
  const url = new URL(value)
  if (url.protocol !== 'postgres:' && url.protocol !== 'postgresql:') {
    throw new ConfigError(`DATABASE_URL begins with ${url.protocol}; allowed: ${allowed}`)
  }
  if (url.pathname.length < 2) throw new ConfigError(`DATABASE_URL names no database; allowed: ${allowed}`)
  return value
}

function adminPassword(value: string | undefined): string | undefined {
  if (!value) return undefined
  if ([...value].length < 8) throw new ConfigError('ADMIN_PASSWORD is too short; allowed: 8 characters or more')
  return value
}

function logLevel(value = 'warn'): Config['logLevel'] {
  const level = logLevels.find((known) => known === value)
  if (!level) throw wrong('LOG_LEVEL', value, logLevels.join(', '))
  return level
}

const publicUrl = (value: string | undefined): URL | undefined => (value ? bareUrl('PUBLIC_URL', value) : undefined)

function trustProxy(value: string | undefined): Config['trustProxy'] {
  if (!value) return undefined
  const allowed = 'the number of proxies before the server, or their addresses, such as 127.0.0.1, 10.0.0.0/8'
  if (/^\d+$/.test(value)) {
    if (Number(value) < 1 || Number(value) > 10) throw wrong('TRUST_PROXY', value, allowed)
    return Number(value)
  }
  const addresses = value.split(',').map((part) => part.trim())
  if (!addresses.every(isNetwork)) throw wrong('TRUST_PROXY', value, allowed)
  return addresses
}

/** An address, or one with the length of its network's part. */
function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/')
  const version = isIP(address)
  if (version === 0 || rest.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128))
}

/** Half a year at least: what the law on network security asks for (网络安全法 §21). */
function accessLogDays(value = String(standardAccessLogDays)): number {
  const days = /^\d{1,5}$/.test(value) ? Number(value) : 0
  if (days < 190) throw wrong('ACCESS_LOG_DAYS', value, 'a whole number of days from 190')
  return days
}

const origin = (name: string, value: string): string => bareUrl(name, value).origin

function bareUrl(name: string, value: string): URL {
  const allowed = 'an http or https address without path, such as https://tms.example.com'
  if (!URL.canParse(value)) throw wrong(name, value, allowed)
  const url = new URL(value)
  const bare = url.pathname === '/' && !url.search && !url.hash && !url.username && !url.password
  if (!['http:', 'https:'].includes(url.protocol) || !bare) throw wrong(name, value, allowed)
  return url
}

function wechat(value: (name: string) => string | undefined): WeChatConfig | undefined {
  const appId = value('WECHAT_APP_ID')
  const appSecret = value('WECHAT_APP_SECRET')
  if (!appId && !appSecret) return undefined
  if (!appSecret) throw new ConfigError('WECHAT_APP_ID is set but WECHAT_APP_SECRET is not; allowed: both or neither')
  if (!appId) throw new ConfigError('WECHAT_APP_SECRET is set but WECHAT_APP_ID is not; allowed: both or neither')
  if (!/^\w{1,64}$/.test(appId)) throw wrong('WECHAT_APP_ID', appId, 'letters and digits, such as wx0123456789abcdef')
  return {
    appId,
    appSecret,
    openUrl: origin('WECHAT_OPEN_URL', value('WECHAT_OPEN_URL') ?? 'https://open.weixin.qq.com'),
    apiUrl: origin('WECHAT_API_URL', value('WECHAT_API_URL') ?? 'https://api.weixin.qq.com'),
  }
}

function printService(value: (name: string) => string | undefined): PrintServiceConfig {
  const version = (name: string, standard: string) => {
    const given = value(name) ?? standard
    if (!/^\d{1,5}(\.\d{1,5}){0,3}$/.test(given)) throw wrong(name, given, 'up to four numbers, such as 6.2.0.0')
    return given
  }
  const { pluginMin, serviceMin, serviceUrl } = standardPrintService
  const url = value('PRINT_SERVICE_URL') ?? serviceUrl
  if (!URL.canParse(url) || !['http:', 'https:'].includes(new URL(url).protocol))
    throw wrong('PRINT_SERVICE_URL', url, 'an http or https address, where the print service can be downloaded')
  return {
    pluginMin: version('PRINT_PLUGIN_MIN', pluginMin),
    serviceMin: version('PRINT_SERVICE_MIN', serviceMin),
    serviceUrl: url,
  }
}

function secretKey(value: string | undefined): Buffer | undefined {
  if (!value) return undefined
  const key = Buffer.from(value, 'base64')
  // The value is a secret: it is not repeated.
  if (key.length !== 32 || !/^[A-Za-z0-9+/_-]+=*$/.test(value))
    throw new ConfigError('SECRET_KEY is no key; allowed: 32 bytes in base64, such as openssl rand -base64 32 gives')
  return key
}

function tls(certPath: string | undefined, keyPath: string | undefined): Config['tls'] {
  if (!certPath && !keyPath) return undefined
  if (!keyPath) throw new ConfigError('TLS_CERT is set but TLS_KEY is not; allowed: both or neither')
  if (!certPath) throw new ConfigError('TLS_KEY is set but TLS_CERT is not; allowed: both or neither')
  return { cert: pem('TLS_CERT', certPath, 'CERTIFICATE'), key: pem('TLS_KEY', keyPath, 'PRIVATE KEY') }
}

function pem(name: string, path: string, kind: string): string {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    throw wrong(name, path, `a readable file (${(error as NodeJS.ErrnoException).code})`)
  }
  if (!text.includes('-----BEGIN') || !text.includes(`${kind}-----`)) {
    throw wrong(name, path, `a PEM file with a ${kind.toLowerCase()}`)
  }
  return text
}

function whole(name: string, value: string, min: number, max: number): number {
  const number = /^\d{1,9}$/.test(value) ? Number(value) : Number.NaN
  if (!(number >= min && number <= max)) throw wrong(name, value, `a whole number from ${min} to ${max}`)
  return number
}

function mailAddress(name: string, value: string | undefined): string | undefined {
  if (value !== undefined && !/^[^\s@<>,;]+@[^\s@<>,;]+$/.test(value)) throw wrong(name, value, 'one mail address')
  return value
}

function flag(name: string, value = '0'): boolean {
  if (value !== '0' && value !== '1') throw wrong(name, value, '0 or 1')
  return value === '1'
}

function wrong(name: string, value: string, allowed: string): ConfigError {
  return new ConfigError(`${name} is ${JSON.stringify(value)}; allowed: ${allowed}`)
}
