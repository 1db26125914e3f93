import fastify from 'fastify'
import type pg from 'pg'
import { openPool } from '../server/src/platform/db.ts'
import { hashPassword, passwordFits } from '../server/src/platform/passwords.ts'

/**
 * The machine's limit: the same SQL through pg behind a Fastify that does nothing else. Statements come from the bench,
 * which compiles them from the product's own queries.
 */
type Statement = { sql: string; parameters: unknown[] }
const { DATABASE_URL = '' } = process.env
const pool = openPool(DATABASE_URL)
// A connection that is cut when the bench ends is no fault.
pool.on('error', () => undefined)
const statements = new Map<string, Statement[]>()
const app = fastify()
app.post('/statements', async (request) => {
  const { name, list } = request.body as { name: string; list: Statement[] }
  statements.set(name, list)
  return { code: 200, msg: '', data: null }
})
let turn = 0
/** A read: one statement. Several given under the name take turns. */
app.get('/read/:name', async (request, reply) => {
  const list = statements.get((request.params as { name: string }).name) ?? []
  turn += 1
  const statement = list[turn % list.length] as Statement
  const { rows } = await pool.query(statement.sql, statement.parameters)
  return reply.type('application/json').send(JSON.stringify({ code: 200, msg: '', data: { rows } }))
})
/** Several reads, one after the other. */
app.get('/reads/:name', async (request, reply) => {
  const list = statements.get((request.params as { name: string }).name) ?? []
  const data: unknown[] = []
  for (const { sql, parameters } of list) data.push((await pool.query(sql, parameters)).rows)
  return reply.type('application/json').send(JSON.stringify({ code: 200, msg: '', data }))
})
/** The password's hash, and nothing of a login beside it. */
const known = hashPassword('Bench-2026-xunyun')
app.post('/verify', async (request) => {
  const { password } = request.body as { password: string }
  return { code: 200, msg: '', data: await passwordFits(await known, password) }
})
/** A write: begin, the statements in order, commit. `$id` stands for what the first one returned. */
app.post('/write/:name', async (request) => {
  const list = statements.get((request.params as { name: string }).name) ?? []
  const client: pg.PoolClient = await pool.connect()
  try {
    await client.query('begin')
    let id: unknown
    for (const { sql, parameters } of list) {
      turn += 1
      const given = parameters.map((value) =>
        value === '$id' ? id : value === '$turn' ? `B${process.pid}-${turn}` : value,
      )
      const { rows } = await client.query(sql, given)
      id ??= rows[0]?.id
    }
    await client.query('commit')
    return { code: 200, msg: '', data: { id } }
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
})
process.send?.({ url: await app.listen({ port: 0, host: '127.0.0.1' }) })
process.on('disconnect', () => process.exit(0))
