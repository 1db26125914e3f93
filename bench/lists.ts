import { type CompiledQuery, Kysely, PostgresDialect } from 'kysely'
import type { Db, Tx } from '../server/src/platform/db.ts'
import { answerOf, type Bench } from './calls.ts'
import { compare, median } from './load.ts'
import { give, ms, type Row, ratio } from './scenarios.ts'
import { full } from './smoke.ts'

/** A name, the call with its query, and the product's own query behind it. */
export type ListCase = readonly [name: string, path: string, run: (tx: Tx) => Promise<unknown>]

/** What a query of ours sends to the database. */
export async function statementsOf(bench: Bench, run: (tx: Tx) => Promise<unknown>) {
  const sent: CompiledQuery[] = []
  const db = new Kysely({
    dialect: new PostgresDialect({ pool: bench.pool }),
    log: (event) => {
      sent.push(event.query as CompiledQuery)
    },
  }) as unknown as Db
  await run(db as unknown as Tx)
  return sent.map(({ sql, parameters }) => ({ sql, parameters: [...parameters] }))
}

/** Milliseconds from which a call is timed one by one: in a window of seconds too few would end. */
const slow = 300

/** Each list's first page and its totals, against the same statements through pg alone. */
export async function compareLists(bench: Bench, lists: readonly ListCase[]): Promise<Row[]> {
  const rows: Row[] = []
  for (const [name, path, run] of lists) {
    const target = { url: `${bench.ours}/api/${path}`, headers: { token: bench.token } }
    const limit = { url: `${bench.bare}/reads/${encodeURIComponent(name)}` }
    bench.say(name)
    const statements = await statementsOf(bench, run)
    if (process.argv.includes('--plans')) for (const one of statements) bench.say(`  ${await planOf(bench, one)}`)
    await give(bench, name, statements)
    await once(limit)
    if ((await once(target)) > slow) {
      const a: number[] = []
      const b: number[] = []
      for (let round = 0; round < full(5, 1); round += 1) {
        a.push(await once(target))
        b.push(await once(limit))
      }
      rows.push({
        name,
        ours: ms(median(a)),
        limit: ms(median(b)),
        ratio: ratio(median(b) / median(a)),
        aim: '≥ 0.5',
      })
      continue
    }
    const found = await compare(target, limit, 1, 3)
    rows.push({
      name: `${name}, c1`,
      ours: `${found.ours.perSecond.toFixed(1)}/s`,
      limit: `${found.limit.perSecond.toFixed(1)}/s`,
      ratio: ratio(found.ours.perSecond / found.limit.perSecond),
      aim: '≥ 0.5',
    })
  }
  return rows
}

type Node = {
  'Node Type': string
  'Index Name'?: string
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  Plans?: Node[]
}

/** `--plans`: how long the database takes for a statement, and by what it finds the rows, with how many were read. */
async function planOf({ pool }: Bench, { sql, parameters }: { sql: string; parameters: unknown[] }): Promise<string> {
  const { rows } = await pool.query(`explain (analyze, format json) ${sql}`, parameters)
  const [{ Plan: plan, 'Execution Time': took }] = rows[0]['QUERY PLAN'] as [{ Plan: Node; 'Execution Time': number }]
  const scans = (node: Node): string[] => [
    ...(node['Node Type'].includes('Scan') && (node['Index Name'] ?? node['Relation Name'])
      ? [
          `${node['Node Type'].toLowerCase()} ${node['Index Name'] ?? node['Relation Name']} ${Math.round(node['Actual Rows'])} × ${node['Actual Loops']}`,
        ]
      : []),
    ...(node.Plans ?? []).flatMap(scans),
  ]
  return `${took.toFixed(1)} ms: ${scans(plan).join(', ')}`
}

async function once({ url, headers = {} }: { url: string; headers?: Record<string, string> }): Promise<number> {
  const began = performance.now()
  await answerOf(url, await fetch(url, { headers }))
  return performance.now() - began
}
