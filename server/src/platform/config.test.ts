import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { isAbsolute, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ConfigError, loadConfig } from './config.ts'

let directory: string
const file = (name: string) => join(directory, name)

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'xunyun-config-'))
  writeFileSync(file('cert.pem'), '-----BEGIN CERTIFICATE-----\nx\n-----END CERTIFICATE-----\n')
  writeFileSync(file('key.pem'), '-----BEGIN EC PRIVATE KEY-----\nx\n-----END EC PRIVATE KEY-----\n')
})
afterAll(() => rmSync(directory, { recursive: true }))

describe('the environment', () => {
  it('has a default for everything', () => {
    const config = loadConfig({})
    expect(config).toMatchObject({ port: 8080, host: '0.0.0.0', logLevel: 'warn', jobsAtOnce: 2, demo: false })
    expect(config.dataDir).toMatch(/\.data$/)
    expect(isAbsolute(config.dataDir)).toBe(true)
    expect([config.databaseUrl, config.adminPassword, config.publicUrl, config.tls]).toEqual(Array(4).fill(undefined))
  })

  it('counts an empty value as absent', () => {
    expect(loadConfig({ PORT: '', LOG_LEVEL: ' ', ADMIN_PASSWORD: '' })).toEqual(loadConfig({}))
  })

  it('is read', () => {
    const config = loadConfig({
      PORT: '8123',
      HOST: '::1',
      DATA_DIR: '/srv/xunyun',
      DATABASE_URL: 'postgresql://u:p@db:5433/tms?sslmode=require',
      ADMIN_PASSWORD: 'correct horse',
      LOG_LEVEL: 'silent',
      PUBLIC_URL: 'https://tms.example.com',
      TLS_CERT: file('cert.pem'),
      TLS_KEY: file('key.pem'),
      XUNYUN_DEMO: '1',
    })
    expect(config).toMatchObject({
      port: 8123,
      host: '::1',
      dataDir: '/srv/xunyun',
      databaseUrl: 'postgresql://u:p@db:5433/tms?sslmode=require',
      adminPassword: 'correct horse',
      logLevel: 'silent',
      demo: true,
    })
    expect(config.publicUrl?.origin).toBe('https://tms.example.com')
    expect(config.tls?.key).toContain('PRIVATE KEY')
  })

  it('believes no proxy unless told how many there are, or which', () => {
    expect(loadConfig({ PUBLIC_URL: 'https://tms.example.com' }).trustProxy).toBeUndefined()
    expect(loadConfig({ TRUST_PROXY: '1' }).trustProxy).toBe(1)
    expect(loadConfig({ TRUST_PROXY: '127.0.0.1, 10.0.0.0/8, ::1' }).trustProxy).toEqual([
      '127.0.0.1',
      '10.0.0.0/8',
      '::1',
    ])
  })

  it("knows WeChat's own addresses, and others for a proxy of one's own", () => {
    const given = { WECHAT_APP_ID: 'wx1', WECHAT_APP_SECRET: 'secret' }
    expect(loadConfig(given).wechat).toEqual({
      appId: 'wx1',
      appSecret: 'secret',
      openUrl: 'https://open.weixin.qq.com',
      apiUrl: 'https://api.weixin.qq.com',
    })
    expect(loadConfig({ ...given, WECHAT_API_URL: 'http://10.0.0.9:8000/' }).wechat?.apiUrl).toBe(
      'http://10.0.0.9:8000',
    )
    expect(loadConfig({ SECRET_KEY: Buffer.alloc(32, 7).toString('base64') }).secretKey).toHaveLength(32)
  })

  it('[PR-05] the minimum versions of plug-in and print service are set here, and where the service is to be had', () => {
    expect(loadConfig({}).printService).toEqual({
      pluginMin: '6.2.0.0',
      serviceMin: '2.0.9.0',
      serviceUrl: 'http://www.lodop.net/download.html',
    })
    expect(
      loadConfig({
        PRINT_PLUGIN_MIN: '6.2.2.6',
        PRINT_SERVICE_MIN: '4.1.5.5',
        PRINT_SERVICE_URL: 'https://files.example.com/CLodop.exe',
      }).printService,
    ).toEqual({ pluginMin: '6.2.2.6', serviceMin: '4.1.5.5', serviceUrl: 'https://files.example.com/CLodop.exe' })
  })

  it.each([
    [{ PRINT_SERVICE_MIN: 'new' }, 'PRINT_SERVICE_MIN is "new"; allowed: up to four numbers, such as 6.2.0.0'],
    [
      { PRINT_SERVICE_URL: 'CLodop.exe' },
      'PRINT_SERVICE_URL is "CLodop.exe"; allowed: an http or https address, where the print service can be downloaded',
    ],
    [{ PORT: '0' }, 'PORT is "0"; allowed: a whole number from 1 to 65535'],
    [{ PORT: '80 80' }, 'PORT is "80 80"; allowed: a whole number from 1 to 65535'],
    [{ PORT: '65536' }, 'PORT is "65536"; allowed: a whole number from 1 to 65535'],
    [{ WECHAT_APP_ID: 'wx1' }, 'WECHAT_APP_ID is set but WECHAT_APP_SECRET is not; allowed: both or neither'],
    [{ WECHAT_APP_SECRET: 's' }, 'WECHAT_APP_SECRET is set but WECHAT_APP_ID is not; allowed: both or neither'],
    [
      { WECHAT_APP_ID: 'wx1', WECHAT_APP_SECRET: 's', WECHAT_API_URL: 'api.weixin.qq.com' },
      'WECHAT_API_URL is "api.weixin.qq.com"; allowed: an http or https address without path, such as https://tms.example.com',
    ],
    [
      { SECRET_KEY: 'too short' },
      'SECRET_KEY is no key; allowed: 32 bytes in base64, such as openssl rand -base64 32 gives',
    ],
    [{ HOST: 'http://x' }, 'HOST is "http://x"; allowed: an address of this machine, such as 0.0.0.0 or 127.0.0.1'],
    [{ MAX_CONNECTIONS: '5' }, 'MAX_CONNECTIONS is "5"; allowed: a whole number from 10 to 100000'],
    [{ UPLOAD_MB_PER_DAY: 'x' }, 'UPLOAD_MB_PER_DAY is "x"; allowed: a whole number from 20 to 100000'],
    [{ SEAL_MAIL: 'boss' }, 'SEAL_MAIL is "boss"; allowed: one mail address'],
    [{ API_DOCS: 'no' }, 'API_DOCS is "no"; allowed: 0 or 1'],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL is "loud"; allowed: fatal, error, warn, info, debug, trace, silent'],
    [
      { PUBLIC_URL: 'tms.example.com' },
      'PUBLIC_URL is "tms.example.com"; allowed: an http or https address without path, such as https://tms.example.com',
    ],
    [
      { PUBLIC_URL: 'https://example.com/tms' },
      'PUBLIC_URL is "https://example.com/tms"; allowed: an http or https address without path, such as https://tms.example.com',
    ],
    [{ JOBS_AT_ONCE: '0' }, 'JOBS_AT_ONCE is "0"; allowed: a whole number from 1 to 8'],
    [
      { TRUST_PROXY: 'nginx' },
      'TRUST_PROXY is "nginx"; allowed: the number of proxies before the server, or their addresses, such as 127.0.0.1, 10.0.0.0/8',
    ],
    [{ ACCESS_LOG_DAYS: '90' }, 'ACCESS_LOG_DAYS is "90"; allowed: a whole number of days from 190'],
    [{ XUNYUN_DEMO: 'yes' }, 'XUNYUN_DEMO is "yes"; allowed: 0 or 1'],
    [{ TLS_CERT: 'x' }, 'TLS_CERT is set but TLS_KEY is not; allowed: both or neither'],
    [{ TLS_KEY: 'x' }, 'TLS_KEY is set but TLS_CERT is not; allowed: both or neither'],
    [{ TLS_CERT: '/nowhere.pem', TLS_KEY: 'x' }, 'TLS_CERT is "/nowhere.pem"; allowed: a readable file (ENOENT)'],
  ])('%o stops the start with one line', (env, message) => {
    expect(() => loadConfig(env)).toThrow(new ConfigError(message))
  })

  it('with a certificate in the place of the key stops the start', () => {
    const env = { TLS_CERT: file('cert.pem'), TLS_KEY: file('cert.pem') }
    expect(() => loadConfig(env)).toThrow(/^TLS_KEY is ".*cert\.pem"; allowed: a PEM file with a private key$/)
  })

  it.each([
    [{ ADMIN_PASSWORD: 'hunter2' }, 'hunter2'],
    [{ DATABASE_URL: 'mysql://root:hunter2@db/tms' }, 'hunter2'],
    [{ DATABASE_URL: 'postgres://root:hunter2@db' }, 'hunter2'],
    [{ DATABASE_URL: 'hunter2' }, 'hunter2'],
  ])('never repeats a password: %o', (env, secret) => {
    const message = messageOf(env)
    expect(message).toMatch(new RegExp(`^${Object.keys(env)[0]} .*; allowed: `))
    expect(message).not.toContain(secret)
    expect(message).not.toContain('\n')
  })
})

function messageOf(env: NodeJS.ProcessEnv): string {
  try {
    loadConfig(env)
  } catch (error) {
    if (error instanceof ConfigError) return error.message
  }
  return 'no ConfigError'
}
