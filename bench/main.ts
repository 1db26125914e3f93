import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { seed } from '../server/seed/seed.ts'
import { openDb, openPool } from '../server/src/platform/db.ts'
import { migrate } from '../server/src/platform/migrate.ts'
import { startPostgres } from '../server/src/platform/postgres.ts'
import { coldLoads } from './browser.ts'
import { freight, statistics } from './freight.ts'
import { generate } from './generate.ts'
import { serve } from './load.ts'
import { printing } from './printing.ts'
import { reviews } from './reviews.ts'
import { type Bench, type Row, reads, searches, writes } from './scenarios.ts'
import { inTheBrowser, sessions } from './session.ts'
import { stockReads } from './stockReads.ts'
import { storage } from './storage.ts'
import { warehouse } from './warehouse.ts'

/**
 * npm run bench [-- --rows 1000000]: scenario, ours, this machine's limit in the same run, ratio. The database stays in
 * BENCH_DIR (default .data-bench), so that a second run does not generate again.
 */
const rows = Number(process.argv[process.argv.indexOf('--rows') + 1] || 1_000_000) || 1_000_000
const dir = path.resolve(process.env.BENCH_DIR ?? '.data-bench')
const password = 'Bench-2026-xunyun'
const [oursPort, barePort, otherPort] = [18_701, 18_702, 18_703]
const say = (line: string) => console.error(line)

await mkdir(dir, { recursive: true })
const postgres = await startPostgres({ dataDir: dir, log: () => {} })
const pool = openPool(postgres.url, 4)
// A connection that is still closing when the cluster stops is no fault.
pool.on('error', ({ message }) => say(message))
const db = openDb(pool)
await migrate(db)
await seed(db, { adminPassword: password, demo: false })
// Where the bare server writes its events: a chain takes none that is not its own.
await pool.query('create table if not exists bench_event (like waybill_event including all)')

const have = Number(
  (await pool.query('select count(*) as n from (select 1 from waybill limit $1) x', [rows])).rows[0].n,
)
if (have < rows) {
  if (have > 0) throw new Error(`${dir} holds ${have} waybills: remove it, or ask for as many with --rows`)
  const made = await generate(pool, rows, say)
  say(`generated ${made.waybills} waybills with indexes in ${made.seconds.toFixed(0)} s`)
}

const webRoot = path.resolve('web/dist')
const env = { DATABASE_URL: postgres.url, BENCH_DIR: dir, ...(existsSync(webRoot) ? { WEB_ROOT: webRoot } : {}) }
const ours = await serve('product.ts', { ...env, PORT: String(oursPort) })
const bare = await serve('bare.ts', { ...env, PORT: String(barePort) })
// A second process of the product on the same database.
const other = await serve('product.ts', { ...env, PORT: String(otherPort) })
const login = await fetch(`http://127.0.0.1:${oursPort}/api/Login/DoLogin`, {
  method: 'POST',
  body: new URLSearchParams({ LOGNAME: 'admin', PSD: password }),
})
const { data } = (await login.json()) as { data: { token: string } }

const bench: Bench = {
  pool,
  db,
  ours: `http://127.0.0.1:${oursPort}`,
  bare: `http://127.0.0.1:${barePort}`,
  token: data.token,
  password,
  dir,
  say,
}
const table: Row[] = []
/** `--only session`: one group of scenarios. */
const only = process.argv[process.argv.indexOf('--only') + 1]
/** What one of them breaks at does not take along what the others measured. */
async function run(scenario: () => Promise<Row[]>): Promise<void> {
  try {
    table.push(...(await scenario()))
  } catch (error) {
    console.error(error)
    process.exitCode = 1
  }
}
const wanted = (name: string) => !process.argv.includes('--only') || only === name
for (const scenario of [
  reads,
  searches,
  writes,
  freight,
  statistics,
  reviews,
  printing,
  storage,
  stockReads,
  warehouse,
])
  if (wanted(scenario.name)) await run(() => scenario(bench))
if (wanted('session')) await run(() => sessions(bench, password, `http://127.0.0.1:${otherPort}`))
if (existsSync(webRoot) && wanted('browser')) {
  await run(() => coldLoads(bench, password))
  await run(() => inTheBrowser(bench))
}

ours.stop()
other.stop()
bare.stop()
await pool.end()
await postgres.stop()

console.log(
  `\n${os.cpus()[0]?.model.trim()} × ${os.cpus().length}, ${Math.round(os.totalmem() / 2 ** 30)} GB, Node ${process.version}, ${rows} waybills, ${new Date().toISOString().slice(0, 10)}\n`,
)
console.log('| scenario | ours | limit | ratio | aim |\n|---|---|---|---|---|')
for (const row of table) console.log(`| ${row.name} | ${row.ours} | ${row.limit} | ${row.ratio} | ${row.aim} |`)
process.exit()
