import pg from 'pg'
import type { World } from './world.ts'

/**
 * What a server sends to its database: counted at the client of pg, so that nothing in the product knows of it. A world
 * is known by the name of its database.
 */
export type Statement = {
  text: string
  values: unknown[]
  /** Between begin and commit. */
  inTransaction: boolean
  /** Rows read by it, by scan or by index, of each table: by what it calls and sets off as well. */
  read: Readonly<Record<string, number>>
}

type Query = (this: pg.Client, ...given: unknown[]) => Promise<pg.QueryResult>
type Watch = { database: string; statements: Statement[] }
const clientPrototype = pg.Client.prototype as unknown as { query: Query }
const product = 'xunyun'

/** Everything the world's server sends while `act` runs, but what its queue of jobs asks for itself. */
export async function statementsOf(world: World, act: () => Promise<unknown>): Promise<Statement[]> {
  const watch: Watch = { database: new URL(world.databaseUrl).pathname.slice(1), statements: [] }
  const plain = clientPrototype.query
  const open = new WeakSet<pg.Client>()
  clientPrototype.query = async function watched(this: pg.Client, ...given: unknown[]) {
    const [first, second] = given
    const text = typeof first === 'string' ? first : String((first as { text?: string }).text ?? '')
    const { database, application_name } = (this as unknown as { connectionParameters: Record<string, string> })
      .connectionParameters
    if (database !== watch.database || application_name !== product) return plain.apply(this, given)
    if (/^(begin|start transaction)/.test(text)) {
      open.add(this)
      return plain.apply(this, given)
    }
    if (/^(commit|rollback)$/.test(text)) {
      open.delete(this)
      return plain.apply(this, given)
    }
    const values = (typeof first === 'string' ? second : (first as { values?: unknown[] }).values) as unknown[]
    const inTransaction = open.has(this)
    const before = inTransaction ? await rowsRead(this, plain) : {}
    const answer = await plain.apply(this, given)
    const after = inTransaction ? await rowsRead(this, plain) : {}
    const read = Object.fromEntries(
      Object.entries(after)
        .map(([table, rows]) => [table, rows - (before[table] ?? 0)] as const)
        .filter(([, rows]) => rows > 0),
    )
    watch.statements.push({ text, values: values ?? [], inTransaction, read })
    return answer
  }
  try {
    await act()
  } finally {
    clientPrototype.query = plain
  }
  return watch.statements
}

async function rowsRead(client: pg.Client, plain: Query): Promise<Record<string, number>> {
  const { rows } = await plain.call(
    client,
    `select relname, coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0) as rows from pg_stat_xact_user_tables
     where schemaname = 'public' and coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0) > 0`,
  )
  return Object.fromEntries(rows.map((row: { relname: string; rows: number }) => [row.relname, Number(row.rows)]))
}

type Node = Record<string, unknown> & { Plans?: Node[] }
/** The most rows that one step of a statement's plan reads of a table: kept or thrown away, in all its rounds. */
export async function readByPlan(world: World, { text, values }: Statement): Promise<Record<string, number>> {
  const client = new pg.Client(world.databaseUrl)
  await client.connect()
  try {
    await client.query('begin')
    const { rows } = await client.query(`explain (analyze, format json) ${text}`, values)
    await client.query('rollback')
    const most: Record<string, number> = {}
    const look = (node: Node) => {
      const table = node['Relation Name'] as string | undefined
      const number = (name: string) => Number(node[name] ?? 0)
      if (table !== undefined && String(node['Node Type']).includes('Scan')) {
        const kept = number('Actual Rows') + number('Rows Removed by Filter') + number('Rows Removed by Index Recheck')
        most[table] = Math.max(most[table] ?? 0, Math.round(kept * number('Actual Loops')))
      }
      for (const below of node.Plans ?? []) look(below)
    }
    look((rows[0]['QUERY PLAN'] as [{ Plan: Node }])[0].Plan)
    return most
  } finally {
    await client.end()
  }
}
