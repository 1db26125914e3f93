import type { Input, Output } from '@xunyun/contract/kernel/call'
import { pageOf } from '@xunyun/contract/pages'
import type * as epods from '@xunyun/contract/signedReceipts/epod'
import type * as statements from '@xunyun/contract/statements/calls'
import type * as chains from '@xunyun/contract/waybills/chains'
import type * as charges from '@xunyun/contract/waybills/charges'
import type * as calls from '@xunyun/contract/workbench/jobs'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type * as z from 'zod/mini'
import type { Act } from '../../platform/act.ts'
import { type Actor, may } from '../../platform/actor.ts'
import { clock } from '../../platform/clock.ts'
import { all, betweenDays, equals } from '../../platform/conditions.ts'
import type { Tx } from '../../platform/db.ts'
import type { Exports } from '../../platform/excel/exports.ts'
import type { Jobs } from '../../platform/jobs.ts'
import { paging } from '../../platform/list.ts'
import { notFound, Refusal } from '../../platform/refusal.ts'
import { likePart } from '../../platform/search.ts'
import { checkPack, epodWord, type PackedEpods } from '../signedReceipts/index.ts'
import { chainCount } from '../waybills/index.ts'
import { checkedExport, type ExportInput } from './exportJob.ts'

type Filter = z.output<typeof calls.jobFilter>

/** Of one person at a time; more would only wait in the queue. */
const mostLive = 5
const shownDays = 7

const rowColumns = sql`j.id, j.kind, j.title, j.state, j.done, j.total, f.name as "fileName",
  case when f.token is not null then '/api/files/' || f.token end as "fileUrl", j.error, u.name as "userName", j.user_id,
  j.created_at as "createdAt", j.started_at as "startedAt", j.ended_at as "endedAt"`
const rowJoins = sql`join app_user u on u.id = j.user_id left join stored_file f on f.id = j.file_id`
type Raw = Omit<calls.Job, 'mine'> & { user_id: number }

/** Another's result is not handed on: what it holds was cut to that person's scope. */
const present = (actor: Actor, { user_id, ...row }: Raw): calls.Job => {
  const mine = user_id === actor.userId
  return { ...row, mine, ...(mine ? {} : { fileUrl: null, fileName: null }) }
}

async function jobOf(tx: Tx, actor: Actor, id: number): Promise<calls.Job> {
  const found = await sql<Raw>`select ${rowColumns} from job j ${rowJoins} where j.id = ${id}`.execute(tx)
  const row = found.rows[0]
  if (row === undefined) throw notFound()
  return present(actor, row)
}

export async function myJobs(tx: Tx, actor: Actor): Promise<calls.Job[]> {
  const since = new Date(clock.ms() - shownDays * 86_400_000)
  const found = await sql<Raw>`select ${rowColumns} from job j ${rowJoins}
    where j.user_id = ${actor.userId} and j.created_at > ${since} order by j.id desc limit 50`.execute(tx)
  return found.rows.map((row) => present(actor, row))
}

export const startExport =
  (deps: { jobs: Jobs; exports: Exports }): Act<typeof calls.startExport> =>
  async ({ tx, actor }, asked) => {
    const { list, input } = checkedExport(deps.exports, actor, asked as ExportInput)
    const title = list.list.name(actor, input as never)
    const { total, ...rest } = asked
    return begin(tx, actor, deps.jobs, { kind: 'export', title, input: rest, total })
  }

/** Queues long work of any kind, unless its owner has much in the queue already. */
async function begin(
  tx: Tx,
  actor: Actor,
  jobs: Jobs,
  work: { kind: string; title: string; input: unknown; total?: number | undefined },
): Promise<calls.Job> {
  const { live } = await tx
    .selectFrom('job')
    .select((eb) => eb.fn.countAll<number>().as('live'))
    .where('user_id', '=', actor.userId)
    .where('state', 'in', ['queued', 'running'])
    .executeTakeFirstOrThrow()
  if (live >= mostLive) throw new Refusal('workbench.tooManyJobs', { max: mostLive })
  return jobOf(tx, actor, await jobs.start(tx, actor, work))
}

export const verifyAllChains =
  (jobs: Jobs): Act<typeof chains.verifyAllChains> =>
  async ({ tx, actor }) =>
    begin(tx, actor, jobs, {
      kind: 'verify',
      title: `${pageOf('hashList').titles[actor.language]} ✓`,
      input: {},
      total: await chainCount(tx, actor),
    })

export const startReprice =
  (jobs: Jobs): Act<typeof charges.startReprice> =>
  ({ tx, actor }, { ids }) =>
    begin(tx, actor, jobs, {
      kind: 'reprice',
      title: pageOf('wayBillList').titles[actor.language],
      input: { ids },
      total: new Set(ids).size,
    })

export const generateStatements =
  (jobs: Jobs): Act<typeof statements.generateStatements> =>
  ({ tx, actor }, { toDay }) =>
    begin(tx, actor, jobs, {
      kind: 'statements',
      title: pageOf('statement').titles[actor.language],
      input: { toDay },
    })

/** `origin`: where people reach us, which the code on the papers leads to. */
export const packEpods =
  (jobs: Jobs, origin: string): Act<typeof epods.packEpods> =>
  async ({ tx, actor }, { waybillIds }) => {
    await checkPack(tx, actor, waybillIds)
    const input: PackedEpods = { waybillIds, origin }
    const total = new Set(waybillIds).size
    return begin(tx, actor, jobs, { kind: 'epods', title: `${epodWord[actor.language]} ${total}`, input, total })
  }

/** One's own jobs; with the right on jobs, anybody's may be stopped. */
async function requireMine(tx: Tx, actor: Actor, id: number, others: boolean): Promise<void> {
  const row = await tx.selectFrom('job').select('user_id').where('id', '=', id).executeTakeFirst()
  if (row === undefined || (row.user_id !== actor.userId && !(others && may(actor, 'jobs', 'approve'))))
    throw notFound()
}

export const stopJob =
  (jobs: Jobs): Act<typeof calls.stopJob> =>
  async ({ tx, actor }, { id }) => {
    await requireMine(tx, actor, id, true)
    await jobs.stop(tx, id)
    return jobOf(tx, actor, id)
  }

export const resumeJob =
  (jobs: Jobs): Act<typeof calls.resumeJob> =>
  async ({ tx, actor }, { id }) => {
    await requireMine(tx, actor, id, false)
    await jobs.resume(tx, id)
    return jobOf(tx, actor, id)
  }

function conditions(filter: Filter): RawBuilder<SqlBool> {
  return all([
    equals('j.state', filter.state),
    filter.q === undefined
      ? undefined
      : sql<SqlBool>`(j.title ilike ${likePart(filter.q)} or u.name ilike ${likePart(filter.q)})`,
    betweenDays('j.created_at', filter.from, filter.to),
  ])
}

export async function listJobs(
  tx: Tx,
  actor: Actor,
  input: Input<typeof calls.getJobs>,
): Promise<Output<typeof calls.getJobs>> {
  const sorts = { createdAt: { by: sql.ref('j.created_at'), type: 'timestamptz' } } as const
  const page = paging(sorts, { sort: 'createdAt', dir: 'desc' }, 'j.id', input)
  const found = await sql<Raw & { k: string }>`select ${rowColumns}, ${page.key}::text as k from job j ${rowJoins}
    where ${conditions(input)} and ${page.afterCursor} ${page.order} ${page.limit}`.execute(tx)
  const { rows, next } = page.finish(found.rows)
  return { rows: rows.map((row) => present(actor, row as Raw)), next }
}

export async function totalJobs(tx: Tx, filter: Filter): Promise<Output<typeof calls.getJobTotals>> {
  const found = await sql<{ state: string; count: number }>`
    select j.state, count(*) as count from job j join app_user u on u.id = j.user_id
    where ${conditions({ ...filter, state: undefined })} group by j.state`.execute(tx)
  const tabs = Object.fromEntries(found.rows.map(({ state, count }) => [state, count]))
  const all = found.rows.reduce((sum, { count }) => sum + count, 0)
  return { count: filter.state === undefined ? all : (tabs[filter.state] ?? 0), tabs: { ...tabs, all } }
}
