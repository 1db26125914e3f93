import { createHash } from 'node:crypto'
import type { Input, Output } from '@xunyun/contract/kernel/call'
import { pageOf } from '@xunyun/contract/pages'
import type {
  addClientError,
  ClientErrorRow,
  exportClientErrors,
  getClientError,
  getClientErrors,
  getClientErrorTotals,
} from '@xunyun/contract/system/clientErrors'
import { type SqlBool, sql } from 'kysely'
import type { Actor } from '../../../platform/actor.ts'
import { clock } from '../../../platform/clock.ts'
import { all, betweenDays } from '../../../platform/conditions.ts'
import type { Tx } from '../../../platform/db.ts'
import type { ListExport } from '../../../platform/excel/exports.ts'
import type { ListColumn } from '../../../platform/excel/list.ts'
import { listColumn } from '../../../platform/excel/list.ts'
import { paging, type SortKey } from '../../../platform/list.ts'
import { notFound } from '../../../platform/refusal.ts'
import { likePart } from '../../../platform/search.ts'

/** What broke in browsers (ER-05). */

const keptDays = 90
const onceMs = 60_000

/** The same fault in the same place is the same, whoever meets it and however often. */
export const fingerprintOf = (message: string, stack: string): string =>
  createHash('sha256')
    .update(`${message}\n${stack.split('\n')[0]?.trim() ?? ''}`)
    .digest('hex')
    .slice(0, 32)

/** An address may carry what somebody searched for; the browser has cut it, but anybody can call. */
export const withoutQuery = (text: string): string => text.replace(/(\/[^\s?#)'"]*)\?[^\s)'":]*/g, '$1')

export async function addError(
  tx: Tx,
  by: Pick<Actor, 'userId' | 'account'> | undefined,
  input: Input<typeof addClientError>,
): Promise<void> {
  const now = clock.now()
  const message = withoutQuery(input.message)
  const stack = withoutQuery(input.stack)
  const fingerprint = fingerprintOf(message, stack)
  const account = by?.account ?? ''
  const again = await tx
    .selectFrom('client_error')
    .select('id')
    .where('fingerprint', '=', fingerprint)
    .where('account', '=', account)
    .where('at', '>', new Date(now.getTime() - onceMs).toISOString())
    .limit(1)
    .executeTakeFirst()
  if (again !== undefined) return
  await tx
    .insertInto('client_error')
    .values({
      at: now,
      user_id: by?.userId ?? null,
      account,
      page: input.page.split(/[?#]/)[0] ?? '',
      message,
      stack,
      release: input.release,
      agent: input.agent,
      fingerprint,
    })
    .execute()
  await tx
    .deleteFrom('client_error')
    .where('at', '<', new Date(now.getTime() - keptDays * 86_400_000).toISOString())
    .execute()
}

type Filter = Input<typeof getClientErrorTotals>

const conditionsOf = (filter: Filter & { ids?: readonly number[] | undefined }) => {
  const pattern = filter.q === undefined ? '' : likePart(filter.q)
  return all([
    filter.q === undefined
      ? undefined
      : sql<SqlBool>`(e.message ilike ${pattern} or e.page ilike ${pattern} or e.account ilike ${pattern})`,
    betweenDays('e.at', filter.from, filter.to),
    filter.ids === undefined
      ? undefined
      : sql<SqlBool>`e.fingerprint in (select fingerprint from client_error where id = any(${[...filter.ids]}::bigint[]))`,
  ])
}

const sorts = {
  lastAt: { by: sql`g."lastAt"`, type: 'timestamptz' },
  firstAt: { by: sql`g."firstAt"`, type: 'timestamptz' },
  count: { by: sql`g.count`, type: 'bigint' },
  people: { by: sql`g.people`, type: 'bigint' },
} satisfies Record<string, SortKey>

export async function listErrors(
  tx: Tx,
  input: Input<typeof getClientErrors> & { ids?: readonly number[] | undefined },
): Promise<Output<typeof getClientErrors>> {
  const page = paging(sorts, { sort: 'lastAt', dir: 'desc' }, 'g.id', input)
  const found = await sql<ClientErrorRow & { k: string }>`
    select p.id, p.count, p.people, p."firstAt", p."lastAt", e.message, e.page, e.release, e.agent, p.k::text as k from (
      select g.*, ${page.key} as k from (
        select max(e.id) as id, count(*) as count, count(distinct e.account) as people, min(e.at) as "firstAt", max(e.at) as "lastAt"
        from client_error e where ${conditionsOf(input)} group by e.fingerprint
      ) g where ${page.afterCursor} ${page.order} ${page.limit}
    ) p join client_error e on e.id = p.id ${page.orderOut}`.execute(tx)
  return page.finish(found.rows) as Output<typeof getClientErrors>
}

export async function totalErrors(tx: Tx, filter: Filter): Promise<Output<typeof getClientErrorTotals>> {
  const found = await sql<Output<typeof getClientErrorTotals>>`
    select count(distinct e.fingerprint) as count, count(*) as reports from client_error e where ${conditionsOf(filter)}`.execute(
    tx,
  )
  return found.rows[0] ?? { count: 0, reports: 0 }
}

const reportsShown = 50

export async function errorDetail(tx: Tx, id: number): Promise<Output<typeof getClientError>> {
  const one = await tx
    .selectFrom('client_error')
    .select(['fingerprint', 'message', 'stack'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (one === undefined) throw notFound()
  const reports = await tx
    .selectFrom('client_error')
    .select(['id', 'at', 'account', 'page', 'release', 'agent'])
    .where('fingerprint', '=', one.fingerprint)
    .orderBy('id', 'desc')
    .limit(reportsShown)
    .execute()
  return { message: one.message, stack: one.stack, reports }
}

const columns: readonly ListColumn<ClientErrorRow>[] = [
  listColumn('system:errors.message', 'text', { width: 60 }),
  listColumn('system:errors.page', 'text', { width: 32 }),
  listColumn('system:errors.count', 'integer', { width: 8 }),
  listColumn('system:role.people', 'integer', { width: 8 }),
  listColumn('system:errors.lastAt', 'moment', { width: 16 }),
  listColumn('system:errors.firstAt', 'moment', { width: 16 }),
  listColumn('system:errors.release', 'text', { width: 10 }),
  listColumn('system:errors.agent', 'text', { width: 40 }),
]

/** The whole filter as an Excel file. */
export const errorExport: ListExport<typeof exportClientErrors, ClientErrorRow> = {
  name: (actor) => pageOf('clientErrors').titles[actor.language],
  columns: () => columns,
  page: (tx, _, input, request) => listErrors(tx, { ...input, ...request, page: undefined }),
}
