import { randomBytes } from 'node:crypto'
import compress from '@fastify/compress'
import formbody from '@fastify/formbody'
import helmet from '@fastify/helmet'
import multipart from '@fastify/multipart'
import rateLimit from '@fastify/rate-limit'
import { sayReason } from '@xunyun/contract/errors'
import { maxFileMb } from '@xunyun/contract/system/files'
import fastify, { type FastifyError, type FastifyInstance, LogController } from 'fastify'
import type pg from 'pg'
import type { Logger } from 'pino'
import { approvals } from './modules/approvals/index.ts'
import { abnormalClocks, cases, complaintClocks } from './modules/cases/index.ts'
import { moveParty } from './modules/charges/index.ts'
import { close, moveFigures } from './modules/close/index.ts'
import { collections, moveHolders } from './modules/collections/index.ts'
import { companies } from './modules/companies/index.ts'
import { costs, costsOf, moveCosts } from './modules/costs/index.ts'
import { dashboard } from './modules/dashboard/index.ts'
import { devices, moveSupplier } from './modules/devices/index.ts'
import { dispatch, legsOf, moveCarrierTrips } from './modules/dispatch/index.ts'
import { enquiries } from './modules/enquiries/index.ts'
import { invoices, moveInvoices, moveProfiles } from './modules/invoices/index.ts'
import { mobileOrders, moveOrders } from './modules/mobileOrders/index.ts'
import { money, moveBalances } from './modules/money/index.ts'
import { movePayments, payments } from './modules/payments/index.ts'
import { prices } from './modules/prices/index.ts'
import { drawReport, printing } from './modules/printing/index.ts'
import { profit } from './modules/profit/index.ts'
import { moveCarrier, resources } from './modules/resources/index.ts'
import { signedReceipts } from './modules/signedReceipts/index.ts'
import { moveStatements, serveStatements, statements } from './modules/statements/index.ts'
import { system } from './modules/system/index.ts'
import { billing, moveQuotations } from './modules/warehouse/billing/index.ts'
import { kitting } from './modules/warehouse/kitting/index.ts'
import { ledger } from './modules/warehouse/ledger/index.ts'
import { locations, moveLocations } from './modules/warehouse/locations/index.ts'
import { masters, moveOwner } from './modules/warehouse/masters/index.ts'
import { receiving } from './modules/warehouse/receiving/index.ts'
import { followContainers, moveCarrierNotices, shipping } from './modules/warehouse/shipping/index.ts'
import { storing } from './modules/warehouse/storing/index.ts'
import { watch } from './modules/watch/index.ts'
import { moveCustomer, publicCheck, waybills } from './modules/waybills/index.ts'
import { moveComments, workbench } from './modules/workbench/index.ts'
import { Approvals } from './platform/approvals.ts'
import type { Config } from './platform/config.ts'
import { type Db, isDatabaseAway, openDb, openPool } from './platform/db.ts'
import { Exports } from './platform/excel/exports.ts'
import { Files } from './platform/files.ts'
import { type Bound, createBinder } from './platform/http/binder.ts'
import { serveDocs } from './platform/http/docsRoute.ts'
import { addressOf, languageOf, warnOfUntrustedProxies } from './platform/http/request.ts'
import { type BodySeconds, bodySeconds, endSlowBodies } from './platform/http/slowBodies.ts'
import { serveWebFiles } from './platform/http/webFiles.ts'
import { Imports } from './platform/import/imports.ts'
import { Jobs } from './platform/jobs.ts'
import { Numbering } from './platform/numbering.ts'
import { Outbox } from './platform/outbox.ts'
import type { Module, Platform } from './platform/platform.ts'
import { Readiness } from './platform/readiness.ts'
import { Records } from './platform/records.ts'
import { Secrets } from './platform/secrets.ts'
import { Sessions } from './platform/session.ts'
import { Words } from './platform/words.ts'

/** The composition root: modules in their order (modules/order.ts). */
const modules: readonly Module[] = [
  system,
  approvals,
  (platform) =>
    companies(platform, {
      moveDocuments: [
        moveCarrier,
        moveCustomer,
        moveParty,
        moveCosts,
        movePayments,
        moveStatements,
        moveBalances,
        moveFigures,
        moveHolders,
        moveInvoices,
        moveProfiles,
        moveOrders,
        moveCarrierTrips,
        moveSupplier,
        moveOwner,
        moveCarrierNotices,
        moveQuotations,
        moveComments,
      ],
    }),
  resources,
  money,
  prices,
  (platform) => waybills(platform, { costsOf, legsOf }),
  costs,
  (platform) => profit(platform, { drawReport }),
  close,
  (platform) => invoices(platform, { drawReport }),
  payments,
  (platform) => collections(platform, { drawReport }),
  (platform) => statements(platform, { drawReport }),
  mobileOrders,
  dispatch,
  (platform) => watch(platform, { caseClocks: [abnormalClocks, complaintClocks] }),
  cases,
  devices,
  (platform) => signedReceipts(platform, { drawReport }),
  printing,
  (platform) => masters(platform, { moveLocations }),
  locations,
  ledger,
  receiving,
  (platform) => storing(platform, { followContainers }),
  shipping,
  kitting,
  billing,
  (platform) => enquiries(platform, { legsOf }),
  workbench,
  dashboard,
]

const printOrigins = [
  'http://localhost:8000',
  'http://localhost:18000',
  'https://localhost:8443',
  'https://localhost:8444',
]

export type AppOptions = {
  config: Pick<Config, 'dataDir' | 'publicUrl' | 'tls'> & Partial<Config>
  pool: pg.Pool
  db: Db
  log: Logger
  /** The built web app; without it only the API is served. */
  webRoot?: string
  /** Of one address. An office shares one, so it is generous. */
  requestsPerMinute?: number
  bodySeconds?: BodySeconds
  /** Seconds between the attempts to send a mail. */
  mailPauses?: readonly number[]
}

/** The whole server, not yet listening. `close()` finishes running requests first. */
export async function createApp(options: AppOptions): Promise<FastifyInstance & { bound: readonly Bound[] }> {
  const { config, pool, db, log } = options
  const app = fastify({
    loggerInstance: log as never,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: maxFileMb * 1024 * 1024,
    trustProxy: believed(config.trustProxy),
    forceCloseConnections: 'idle',
    requestTimeout: bodySeconds.upload.whole * 1000,
    ...(config.tls === undefined ? {} : { https: config.tls as never }),
  }) as unknown as FastifyInstance

  app.server.maxConnections = config.maxConnections ?? 2000
  endSlowBodies(app, options.bodySeconds ?? bodySeconds)
  warnOfUntrustedProxies(app, log)
  // The path only: a query string may hold a password (AP-01) or a name.
  app.addHook('onResponse', (request, reply, done) => {
    log.info(
      {
        method: request.method,
        path: spoken(request.url),
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'request',
    )
    done()
  })
  const perMinute = options.requestsPerMinute ?? 3000
  await app.register(rateLimit, {
    global: true,
    max: perMinute,
    timeWindow: 60_000,
    keyGenerator: addressOf,
    // Who is not refused need not read how far off it is.
    addHeadersOnExceeding: { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false },
    errorResponseBuilder: (request) =>
      Object.assign(new Error(sayReason('kernel.tooMany', {}, languageOf(request))), { statusCode: 429 }),
  })
  const https = config.publicUrl?.protocol === 'https:' || config.tls !== undefined
  await app.register(helmet, {
    global: false,
    // upgrade-insecure-requests and HSTS would blank the page on plain http in a LAN.
    hsts: https,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        // The print service runs beside the browser; its script is asked for when somebody prints (PR-01).
        // The floor pages read codes from the camera's picture with a program of WebAssembly; that is all this allows.
        scriptSrc: ["'self'", "'wasm-unsafe-eval'", ...printOrigins],
        // antd writes its styles into the page at run time.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'", 'data:'],
        connectSrc: ["'self'", ...printOrigins.map((origin) => origin.replace('http', 'ws'))],
        objectSrc: ["'none'"],
        baseUri: ["'self'"],
        // WeChat's page with the QR code stands inside the login page.
        frameSrc: ["'self'", ...(config.wechat === undefined ? [] : [config.wechat.openUrl])],
        frameAncestors: ["'none'"],
        formAction: ["'self'"],
        ...(https ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    crossOriginOpenerPolicy: https,
    originAgentCluster: https,
  })
  await app.register(compress, { encodings: ['br', 'gzip'], threshold: 1024 })
  await app.register(formbody)
  await app.register(multipart, { limits: { fileSize: maxFileMb * 1024 * 1024, files: 1, fields: 20 } })
  // An answer of the API is data, never a page: a few fixed headers. Reckoning a page's for each of them took a tenth of
  // the call. A part of a page is ruled by the page that asks for it.
  const ofAssets = {
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
    ...(https ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
  }
  const ofData = {
    ...ofAssets,
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
  }
  app.addHook('onRequest', (request, reply, done) => {
    if (request.url.startsWith('/api/')) reply.headers(ofData)
    else if (!request.url.startsWith('/assets/')) reply.helmet()
    done()
  })

  const sessions = new Sessions(pool)
  await sessions.listen()
  // Commands that hold all connections and wait for a number would wait forever if that needed one of theirs.
  const numbers = openPool(String(pool.options.connectionString), 1)
  numbers.on('error', (error) => log.warn(error, 'a database connection broke'))
  const words = new Words(pool)
  await words.listen()
  const { bind, bound } = createBinder(app, {
    db,
    sessions,
    log,
    publicPerMinute: Math.ceil(perMinute / 50),
    afterCommand: (path) => (path.startsWith('/api/Dictionary/') ? words.reload() : undefined),
  })
  const records = new Records()
  const files = new Files(config.dataDir, records)
  const jobs = new Jobs(pool, db, log, config.jobsAtOnce)
  const secrets = new Secrets(config.dataDir, config.secretKey)
  const platform: Platform = {
    config,
    db,
    pool,
    log,
    sessions,
    files,
    records,
    secrets,
    exports: new Exports(bind),
    imports: new Imports(files),
    jobs,
    outbox: new Outbox({ jobs, files, secrets, db, log, pauses: options.mailPauses }),
    approvals: new Approvals(),
    numbering: new Numbering(openDb(numbers)),
    bind,
  }
  for (const module of modules) module(platform)
  await jobs.open()

  if (config.apiDocs !== false) serveDocs(app, bound)
  // Behind the QR code on paper: a page of the server's own, so that the login-free routes of the web app stay as specified.
  app.get<{ Params: { no: string; hash8: string } }>(
    '/verify/:no/:hash8',
    { config: { rateLimit: { max: Math.ceil(perMinute / 100), timeWindow: 60_000 } } },
    async (request, reply) => {
      const { no, hash8 } = request.params
      const { status, html } = await publicCheck(db, no, hash8, languageOf(request))
      return reply.code(status).type('text/html; charset=utf-8').header('cache-control', 'no-store').send(html)
    },
  )
  serveStatements(app, db, drawReport, perMinute)
  app.get('/healthz', () => ({ ok: true }))
  const readiness = new Readiness(pool)
  app.get('/readyz', async (_, reply) => {
    const ok = await readiness.ask()
    return reply.code(ok ? 200 : 503).send({ ok })
  })
  serveWebFiles(app, options.webRoot, ofAssets)
  setErrors(app, log)
  app.addHook('onClose', async () => {
    sessions.close()
    words.close()
    await jobs.close()
    await Promise.all([numbers.end(), readiness.close()])
  })
  return Object.assign(app, { bound })
}

/** The path of a request as it may be logged: a token in it opens something. */
const spoken = (url: string): string => (url.split('?')[0] ?? '').replace(/^\/statement\/[^/]+/, '/statement/…')

/** As Fastify takes it: a number counts hops from the connection on. */
const believed = (trust: Config['trustProxy']) =>
  typeof trust === 'number' ? (_: string, hop: number) => hop < trust : (trust ?? false)

/** Seconds after which what found no database may find it again. */
const databaseBackIn = 2

/** What has no envelope's meaning: broken request, unknown path, too large, too many, no database, crash (AP-17). */
function setErrors(app: FastifyInstance, log: Logger): void {
  app.setNotFoundHandler((_, reply) => reply.code(404).send({ error: 'not found' }))
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const status = error.statusCode ?? 500
    if (status === 413)
      return reply.code(status).send({ error: sayReason('kernel.tooLargeBody', {}, languageOf(request)) })
    if (status < 500)
      return reply.code(status).send({ error: status === 429 ? error.message : (error.code ?? 'bad request') })
    if (isDatabaseAway(error)) {
      log.warn({ method: request.method, path: spoken(request.url), err: error }, 'the database is away')
      return reply
        .code(503)
        .header('retry-after', databaseBackIn)
        .send({ error: sayReason('kernel.databaseAway', {}, languageOf(request)) })
    }
    const id = randomBytes(6).toString('hex')
    log.error({ id, method: request.method, path: spoken(request.url), err: error }, 'request failed')
    return reply.code(500).send({ error: sayReason('kernel.crash', { id }, languageOf(request)) })
  })
}
