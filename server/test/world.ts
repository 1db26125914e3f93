import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Call, Envelope, Kind, Output, Sent } from '@xunyun/contract/kernel/call'
import { type PageKey, rightPages } from '@xunyun/contract/pages'
import { sql } from 'kysely'
import pino from 'pino'
import { type AppOptions, createApp } from '../src/app.ts'
import type { Config } from '../src/platform/config.ts'
import { type FullDb, openDb, openPool, owned } from '../src/platform/db.ts'
import { hashPassword } from '../src/platform/passwords.ts'
import { pinyinOf, searchText } from '../src/platform/search.ts'
import { counted } from './cost.ts'
import { type Contents, freshDatabase, password, quiet } from './database.ts'

export { password } from './database.ts'

const passwordHash = hashPassword(password)

type Rights = Partial<Record<PageKey, Kind>>
export type Person = { id: number; account: string; client: Client }
type NewUser = {
  rights?: Rights | 'all'
  scope?: 'all' | 'outlet' | 'customer'
  companies?: number[]
  outletId?: number
}

/** A listening server on its own database, with people in it. */
export type World = {
  url: string
  /** For another process on the same database. */
  databaseUrl: string
  db: FullDb
  dataDir: string
  app: Awaited<ReturnType<typeof createApp>>
  admin: Client
  /** Adds a user with just these rights and signs in. */
  person(account: string, user: NewUser): Promise<Person>
  outlet(name: string, parent?: number, serviceRegions?: string[]): Promise<number>
  company(name: string, roles: string[]): Promise<number>
  signIn(account: string): Promise<Client>
  close(): Promise<void>
}

export async function openWorld(
  outside: Partial<Pick<Config, 'wechat' | 'secretKey' | 'publicUrl' | 'trustProxy' | 'uploadMbPerDay'>> &
    Pick<AppOptions, 'bodySeconds'> = {},
  requestsPerMinute = 3000,
  mailPauses?: readonly number[],
  contents: Contents = 'seed',
): Promise<World> {
  counted('worlds')
  const database = await freshDatabase(contents)
  const dataDir = await mkdtemp(path.join(tmpdir(), 'xunyun-world-'))
  const pool = quiet(openPool(database.url, 10))
  const db = openDb(pool)
  const { bodySeconds, ...config } = outside
  const app = await createApp({
    config: { dataDir, publicUrl: undefined, tls: undefined, ...config },
    ...(bodySeconds === undefined ? {} : { bodySeconds }),
    pool,
    db,
    log: pino({ level: process.env.LOG_LEVEL ?? 'silent' }),
    requestsPerMinute,
    ...(mailPauses === undefined ? {} : { mailPauses }),
  })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const full = owned(db)

  const company = async (name: string, roles: string[], parent?: number, serviceRegions: string[] = []) => {
    const { id } = await full
      .insertInto('company')
      .values({
        code: `C${name}`,
        name,
        short_name: name,
        search: searchText([name, pinyinOf(name)]),
        roles,
        parent_id: parent ?? null,
        service_regions: serviceRegions,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  }
  const signIn = async (account: string) => new Client(url, await tokenFor(url, account))
  return {
    url,
    databaseUrl: database.url,
    db: full,
    dataDir,
    app,
    admin: await signIn('admin'),
    signIn,
    company: (name, roles) => company(name, roles),
    outlet: (name, parent, serviceRegions) => company(name, ['own'], parent, serviceRegions),
    async person(account, user) {
      const { id } = await full
        .insertInto('app_user')
        .values({
          account,
          name: account,
          scope: user.scope ?? 'all',
          outlet_id: user.outletId ?? null,
          password_hash: await passwordHash,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      const rights: Rights =
        user.rights === 'all' ? Object.fromEntries(rightPages.map((page) => [page, 'approve'])) : (user.rights ?? {})
      for (const [page, kind] of Object.entries(rights)) {
        const all = user.rights === 'all'
        await full
          .insertInto('user_right')
          .values({
            user_id: id,
            page,
            browse: true,
            edit: all || kind === 'edit' || null,
            approve: all || kind === 'approve' || null,
          })
          .execute()
      }
      for (const companyId of user.companies ?? [])
        await full.insertInto('user_company').values({ user_id: id, company_id: companyId }).execute()
      return { id, account, client: await signIn(account) }
    },
    async close() {
      await app.close()
      await pool.end()
      await database.drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

export async function tokenFor(url: string, account: string, secret = password): Promise<string> {
  const response = await fetch(`${url}/api/Login/DoLogin`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ LOGNAME: account, PSD: secret }),
  })
  const answer = (await response.json()) as Envelope<{ token: string } | null>
  if (answer.data === null) throw new Error(`${account} could not sign in: ${answer.msg}`)
  return answer.data.token
}

type Options = { key?: string; language?: string; body?: 'form' | 'json' }

const nullBodyStatus = new Set([204, 205, 304])

/** Speaks to the server as the web app does. */
export class Client {
  readonly url: string
  readonly token: string | undefined

  constructor(url: string, token?: string) {
    this.url = url
    this.token = token
  }

  /** The raw answer, come whole: a body that nobody reads keeps its request open, and the server waits for it to close. */
  async fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const answer = await fetch(`${this.url}${path}`, {
      ...init,
      headers: { ...(this.token === undefined ? {} : { token: this.token }), ...init.headers },
    })
    const { status, statusText, headers } = answer
    const body = await answer.arrayBuffer()
    return new Response(nullBodyStatus.has(status) ? null : body, { status, statusText, headers })
  }

  /** The envelope, whatever its code. */
  async send<C extends Call>(
    call: C,
    input: Sent<C> | Record<string, unknown>,
    options: Options = {},
  ): Promise<Envelope<Output<C>>> {
    const query = new URLSearchParams()
    for (const [name, value] of Object.entries(input as Record<string, unknown>)) {
      if (value === undefined || value === null) continue
      query.set(
        name,
        typeof value !== 'object'
          ? String(value)
          : call.method === 'GET' && Array.isArray(value)
            ? value.join(',')
            : JSON.stringify(value),
      )
    }
    const headers: Record<string, string> = { 'accept-language': options.language ?? 'zh' }
    if (options.key !== undefined) headers['idempotency-key'] = options.key
    let path: string = call.path
    let body: string | undefined
    if (call.method === 'GET') path += `?${query}`
    else if ((options.body ?? call.body) === 'form') {
      headers['content-type'] = 'application/x-www-form-urlencoded'
      body = query.toString()
    } else {
      headers['content-type'] = 'application/json'
      body = JSON.stringify(input)
    }
    const response = await this.fetch(path, { method: call.method, headers, ...(body === undefined ? {} : { body }) })
    if (response.status !== 200) throw new Error(`${call.path}: HTTP ${response.status} ${await response.text()}`)
    return (await response.json()) as Envelope<Output<C>>
  }

  /** The data of a call that must succeed. */
  async ok<C extends Call>(call: C, input: Sent<C>, options: Options = {}): Promise<Output<C>> {
    const answer = await this.send(call, input, options)
    if (answer.code !== 200)
      throw new Error(`${call.path} refused: ${answer.code} ${answer.msg} ${JSON.stringify(answer.error)}`)
    return answer.data
  }

  /** The refusal of a call that must not succeed. */
  async refused<C extends Call>(call: C, input: Sent<C> | Record<string, unknown>, options: Options = {}) {
    const answer = await this.send(call, input, options)
    if (answer.code === 200 || answer.error === undefined) throw new Error(`${call.path} was not refused`)
    return { code: answer.code, msg: answer.msg, ...answer.error }
  }
}

/** Rows of a table, for looking behind the server's back. */
export const countRows = async (db: FullDb, table: string): Promise<number> => {
  const found = await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(db)
  return found.rows[0]?.n ?? 0
}
