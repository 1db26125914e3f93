import type { Input, Output } from '@xunyun/contract/kernel/call'
import { sumDecimals } from '@xunyun/contract/kernel/decimal'
import { pageOf } from '@xunyun/contract/pages'
import { lastBillDay } from '@xunyun/contract/statements/billDay'
import type * as calls from '@xunyun/contract/statements/calls'
import type { StatementDirection } from '@xunyun/contract/statements/states'
import { sql } from 'kysely'
import type { Act } from '../../platform/act.ts'
import type { Actor } from '../../platform/actor.ts'
import { clock } from '../../platform/clock.ts'
import { anyId, owned, type Tx } from '../../platform/db.ts'
import { recordHistory } from '../../platform/history.ts'
import type { JobKind } from '../../platform/longWork.ts'
import type { Numbering } from '../../platform/numbering.ts'
import { badField, Refusal } from '../../platform/refusal.ts'
import { isOwnOutlet } from '../../platform/scope.ts'
import { pinyinOf, searchText } from '../../platform/search.ts'
import { created } from '../../platform/version.ts'
import { billedBySellers } from '../invoices/index.ts'
import { sumUp } from './store.ts'
import { lookAt, type Of, setDays, takeLines, unstatedOwners } from './take.ts'

/** 生成: of one company by one of ours that bills, in one direction, or of everybody with something open. */

/** The closings that a new one begins with, the day after them, and what has to be answered first. */
async function standing(tx: Tx, { companyId, outletIds, direction }: Of) {
  // unscoped: of outlets that are the asker's
  const { rows } = await sql<{ id: number; no: string; state: string; to_day: string; closing: string }>`
    select id, no, state, to_day, closing::text from statement
    where company_id = ${companyId} and outlet_id = ${anyId(outletIds)} and direction = ${direction} and state <> 'void' and carried_to is null order by to_day`.execute(
    tx,
  )
  return {
    ids: rows.map(({ id }) => id),
    opening: sumDecimals(
      rows.map(({ closing }) => closing),
      2,
    ),
    statedTo: rows.at(-1)?.to_day ?? null,
    openNo: rows.find(({ state }) => state !== 'confirmed')?.no ?? null,
    isDraft: rows.some(({ state }) => state === 'draft'),
  }
}
const dayAfter = (day: string): string =>
  new Date(new Date(`${day}T00:00:00Z`).getTime() + 86_400_000).toISOString().slice(0, 10)

async function companyOf(tx: Tx, id: number): Promise<{ name: string; billDay: number | null }> {
  // unscoped: partners are shared by all outlets, and a customer's account makes no statements
  const { rows } = await sql<{ name: string; billDay: number | null }>`
    select name, bill_day as "billDay" from company where id = ${id} and not is_deleted`.execute(tx)
  const [row] = rows
  if (row === undefined) throw badField('companyId', 'field.choice')
  return row
}

type Stating = Omit<Of, 'companyId' | 'direction' | 'toDay'> & { readonly name: string }

/** Of the companies of ours that bill those where something of the company is open, or was stated before. */
async function statedBy(
  tx: Tx,
  actor: Actor,
  companyId: number,
  direction: StatementDirection,
): Promise<readonly Stating[]> {
  // unscoped: whose outlets they are is asked below
  const { rows } = await sql<{ id: number }>`
    select x.outlet_id as id from (${unstatedOwners(direction)}) x where x.company_id = ${companyId}
    -- unscoped: the same
    union select s.outlet_id from statement s where s.company_id = ${companyId} and s.direction = ${direction} and s.state <> 'void'`.execute(
    tx,
  )
  return await statersOf(
    tx,
    actor,
    rows.map(({ id }) => id),
  )
}

/** Who states for these outlets: whoever bills for them, where all that it bills for is the actor's. */
async function statersOf(tx: Tx, actor: Actor, outletIds: readonly number[]): Promise<readonly Stating[]> {
  const found = new Set(outletIds)
  return (await mine(tx, actor)).filter(({ outletIds }) => outletIds.some((id) => found.has(id)))
}

export async function proposeStatement(
  tx: Tx,
  actor: Actor,
  { companyId, toDay: asked, direction = 'receivable' }: Input<typeof calls.proposeStatement>,
): Promise<Output<typeof calls.proposeStatement>> {
  const { billDay } = await companyOf(tx, companyId)
  const toDay = asked ?? lastBillDay(clock.today(), billDay)
  const outlets: Output<typeof calls.proposeStatement>['outlets'] = []
  for (const { outletId, outletIds, name } of await statedBy(tx, actor, companyId, direction)) {
    const of = { companyId, outletId, outletIds, direction, toDay }
    const { opening, openNo, isDraft } = await standing(tx, of)
    const { lines, sum } = await lookAt(tx, of)
    const closing = sumDecimals([opening, sum], 2)
    outlets.push({ outletId, outletName: name, opening, lines, closing, openNo, isDraft })
  }
  return { toDay, outlets }
}

async function generate(tx: Tx, actor: Actor, numbering: Numbering, of: Of): Promise<{ id: number; no: string }> {
  const { companyId, outletId, direction, toDay } = of
  const company = await companyOf(tx, companyId)
  if (toDay > clock.today()) throw badField('toDay', 'field.future')
  // Two who state the same company wait for each other here.
  await sql`select pg_advisory_xact_lock(hashtextextended('statement', ${companyId} * 1000003 + ${outletId}))`.execute(
    tx,
  )
  const { ids, opening, statedTo, openNo, isDraft } = await standing(tx, of)
  if (openNo !== null) throw new Refusal(isDraft ? 'statements.openDraft' : 'statements.openOne', { no: openNo })
  if (statedTo !== null && toDay <= statedTo) throw badField('toDay', 'statements.stated', { day: statedTo })
  const [no = ''] = await numbering.next('DZ')
  const { id } = await owned(tx)
    .insertInto('statement')
    .values({
      no,
      company_id: companyId,
      outlet_id: outletId,
      direction,
      from_day: toDay,
      to_day: toDay,
      opening,
      charges: '0',
      adjustments: '0',
      received: '0',
      closing: opening,
      state: 'draft',
      search: searchText([no, company.name, pinyinOf(company.name)]),
      ...created(actor.userId),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const lines = await takeLines(tx, id, of)
  if (lines === 0) throw badField('toDay', 'statements.nothing', { day: toDay })
  await setDays(tx, id, statedTo === null ? null : dayAfter(statedTo))
  const closing = await sumUp(tx, id)
  // unscoped: those that were just found
  await sql`update statement set carried_to = ${id} where id = any(${ids}::bigint[])`.execute(tx)
  await recordHistory(tx, actor, 'statement', id, 'created', [{ field: 'closing', from: null, to: closing }])
  return { id, no }
}

export const generateStatement =
  (numbering: Numbering): Act<typeof calls.generateStatement> =>
  async ({ tx, actor }, { companyId, outletId, toDay, direction = 'receivable' }) => {
    await companyOf(tx, companyId)
    const [stating] = await statersOf(tx, actor, [outletId])
    if (stating === undefined) throw badField('outletId', 'statements.noOutlet')
    if (stating.outletId !== outletId) throw badField('outletId', 'statements.billedBy', { name: stating.name })
    return generate(tx, actor, numbering, { ...stating, companyId, direction, toDay })
  }

const mine = async (tx: Tx, actor: Actor): Promise<readonly Stating[]> =>
  (await billedBySellers(tx)).filter(({ outletIds }) => outletIds.every((id) => isOwnOutlet(actor, id)))

type Open = { readonly companyId: number; readonly outletId: number; readonly billDay: number | null }

/** Companies with something that is open, and who states it; those whose last one waits for an answer are left out. */
async function everybody(
  tx: Tx,
  by: readonly Stating[],
  direction: StatementDirection,
  after: readonly [number, number],
): Promise<readonly Open[]> {
  const billed = JSON.stringify(by.flatMap(({ outletId, outletIds }) => outletIds.map((id) => ({ id, by: outletId }))))
  // unscoped: of outlets that are the asker's
  const { rows } = await sql<Open>`
    with billed as (select * from json_to_recordset(${billed}::json) as b(id bigint, "by" bigint))
    select x.company_id as "companyId", x."by" as "outletId", k.bill_day as "billDay" from (
      select h.company_id, b."by" from (
        select u.company_id, u.outlet_id from (${unstatedOwners(direction)}) u where u.company_id is not null group by 1, 2
      ) h join billed b on b.id = h.outlet_id group by 1, 2
    ) x join company k on k.id = x.company_id and not k.is_deleted
    where (x.company_id, x."by") > (${after[0]}, ${after[1]}) and not exists (
      -- unscoped: the same
      select from statement s join billed b on b.id = s.outlet_id
      where s.company_id = x.company_id and b."by" = x."by" and s.direction = ${direction} and s.state in ('draft', 'sent', 'disputed'))
    order by 1, 2 limit 100`.execute(tx)
  return rows
}

type Cursor = { readonly after: readonly [number, number]; readonly done: number }

/** 生成 of everybody: one a transaction. What has nothing up to its day is passed over. */
export const generateJob =
  (numbering: Numbering): JobKind =>
  async ({ db, actor, cursor, input, report }) => {
    const { toDay, direction = 'receivable' } = input as { toDay?: string; direction?: StatementDirection }
    let { after, done } = (cursor as Cursor | null) ?? { after: [0, 0] as const, done: 0 }
    const by = await mine(db, actor)
    for (;;) {
      const some = await everybody(db, by, direction, after)
      if (some.length === 0) break
      for (const { companyId, outletId, billDay } of some) {
        const day = toDay ?? lastBillDay(clock.today(), billDay)
        const of = { ...(by.find((one) => one.outletId === outletId) as Stating), companyId, direction, toDay: day }
        after = [companyId, outletId]
        // What has nothing up to its day draws no number.
        if ((await lookAt(db, of)).lines === 0) continue
        try {
          await db.transaction().execute((tx) => generate(tx, actor, numbering, of))
          done += 1
        } catch (error) {
          if (!(error instanceof Refusal)) throw error
        }
      }
      await report({ done, cursor: { after, done } satisfies Cursor })
    }
    return { link: `${pageOf('statement').path}?tab=draft` }
  }
