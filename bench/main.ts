import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { seed } from '../server/seed/seed.ts'
import { openDb, openPool } from '../server/src/platform/db.ts'
import { migrate } from '../server/src/platform/migrate.ts'
import { startPostgres } from '../server/src/platform/postgres.ts'
import { coldLoads } from './browser.ts'
import { type Bench, signIn } from './calls.ts'
import { costs } from './costs.ts'
import { finance } from './finance.ts'
import { following } from './following.ts'
import { freight, statistics } from './freight.ts'
import { generate, generated } from './generate.ts'
import { journeys } from './journeys.ts'
import { serve } from './load.ts'
import { outlets } from './outlets.ts'
import { printing } from './printing.ts'
import { reviews } from './reviews.ts'
import { type Row, reads, searches } from './scenarios.ts'
import { inTheBrowser, sessions } from './session.ts'
import { full, isSmoke } from './smoke.ts'
import { stockReads } from './stockReads.ts'
import { storage } from './storage.ts'
import { warehouse } from './warehouse.ts'
import { writes } from './writes.ts'

/**
 * npm run bench [-- --rows 1000000] [--only writes] [--smoke]: scenario, ours, this machine's limit in the same run, ratio.
 * The database stays in BENCH_DIR (default .data-bench), so that a second run does not generate again; a smoke run makes
 * one of its own and throws it away.
 */
const rows = numberAfter('--rows') ?? full(1_000_000, 3_000)
const dir = isSmoke
  ? await mkdtemp(path.join(os.tmpdir(), 'xunyun-bench-'))
  : path.resolve(process.env.BENCH_DIR ?? '.data-bench')
const password = 'Bench-2026-xunyun'
const say = (line: string) => console.error(line)

await mkdir(dir, { recursive: true })
const postgres = await startPostgres({ dataDir: dir, durable: !isSmoke, log: () => {} })
const pool = openPool(postgres.url, 4)
// A connection that is still closing when the cluster stops is no fault.
pool.on('error', ({ message }) => say(message))
const db = openDb(pool)
await migrate(db)
await seed(db, { adminPassword: password, demo: false })
// Where the bare server writes its events: a chain takes none that is not its own.
await pool.query(`drop table if exists bench_event_personal, bench_event`)
await pool.query(
  `create table bench_event (like waybill_event including all, foreign key (waybill_id) references waybill)`,
)
await pool.query(
  `create table bench_event_personal (like waybill_event_personal including all, foreign key (waybill_id, seq) references bench_event)`,
)

const have = Number(
  (await pool.query('select count(*) as n from (select 1 from waybill limit $1) x', [rows])).rows[0].n,
)
const isWhole = (await pool.query('select to_regclass($1) is not null as whole', [generated])).rows[0].whole
if (have > 0 && !isWhole) throw new Error(`an earlier run broke off while it made the waybills: remove ${dir}`)
if (have < rows) {
  if (have > 0) throw new Error(`${dir} holds ${have} waybills: remove it, or ask for as many with --rows`)
  const made = await generate(pool, rows, say)
  say(`generated ${made.waybills} waybills with indexes in ${made.seconds.toFixed(0)} s`)
}

const webRoot = path.resolve('web/dist')
const env = { DATABASE_URL: postgres.url, BENCH_DIR: dir, ...(existsSync(webRoot) ? { WEB_ROOT: webRoot } : {}) }
const ours = await serve('product.ts', env)
const bare = await serve('bare.ts', env)
// A second process of the product on the same database.
const other = await serve('product.ts', env)

const bench: Bench = {
  pool,
  db,
  database: postgres.url,
  pid: ours.pid,
  ours: ours.url,
  bare: bare.url,
  token: await signIn(ours.url, 'admin', password),
  password,
  dir,
  say,
}
const table: Row[] = []
/** `--only session`: one group of scenarios. */
const only = process.argv[process.argv.indexOf('--only') + 1]
/** What one of them breaks at does not take along what the others measured; its row says so, and the run fails. */
async function run(name: string, scenario: () => Promise<Row[]>): Promise<void> {
  if (process.argv.includes('--only') && only !== name) return
  const began = performance.now()
  try {
    table.push(...(await scenario()))
  } catch (error) {
    console.error(error)
    const why = error instanceof Error ? error.message : String(error)
    table.push({ name, ours: '**failed**', limit: why.replace(/[|\s]+/g, ' ').slice(0, 300), ratio: '—', aim: '—' })
    process.exitCode = 1
  }
  if (isSmoke) say(`${name}: ${((performance.now() - began) / 1000).toFixed(1)} s`)
}
for (const scenario of [
  reads,
  searches,
  outlets,
  writes,
  journeys,
  freight,
  statistics,
  reviews,
  costs,
  finance,
  following,
  printing,
  storage,
  stockReads,
  warehouse,
])
  await run(scenario.name, () => scenario(bench))
await run('session', () => sessions(bench, password, other.url))
// What a browser sees is measured, not smoked: the journeys of the tests see it each time.
if (existsSync(webRoot) && !isSmoke) {
  await run('browser', () => coldLoads(bench, password))
  await run('browser', () => inTheBrowser(bench))
}

for (const server of [ours, other, bare]) await server.stop()
await pool.end()
await postgres.stop()
if (isSmoke) await rm(dir, { recursive: true, force: true })

console.log(
  `\n${os.cpus()[0]?.model.trim()} × ${os.cpus().length}, ${Math.round(os.totalmem() / 2 ** 30)} GB, Node ${process.version}, ${rows} waybills, ${new Date().toISOString().slice(0, 10)}\n`,
)
console.log('| scenario | ours | limit | ratio | aim |\n|---|---|---|---|---|')
for (const row of table) console.log(`| ${row.name} | ${row.ours} | ${row.limit} | ${row.ratio} | ${row.aim} |`)
process.exit()

function numberAfter(flag: string): number | undefined {
  const at = process.argv.indexOf(flag)
  return at < 0 ? undefined : Number(process.argv[at + 1]) || undefined
}
