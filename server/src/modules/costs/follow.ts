import type { ApplicationKind } from '@xunyun/contract/costs/states'
import { compareDecimal, sumDecimals } from '@xunyun/contract/kernel/decimal'
import { sql } from 'kysely'
import { type Objection, refuseFor } from '../../platform/abilities.ts'
import type { Actor } from '../../platform/actor.ts'
import type { Approvals } from '../../platform/approvals.ts'
import { clock } from '../../platform/clock.ts'
import type { Tx } from '../../platform/db.ts'
import { recordHistory } from '../../platform/history.ts'
import { shareAgain } from '../charges/index.ts'
import { type Carrying, carrying, isFrozen } from './lines/carried.ts'
import { quotesOf } from './lines/quote.ts'
import { basisOf, sharesOf } from './lines/shares.ts'

/** Costs follow what arrangements carry, until they have arrived or were handed over (T19); dispatch calls this after its acts. */
export async function followCargo(
  tx: Tx,
  actor: Actor,
  approvals: Approvals,
  arrangementIds: readonly number[],
): Promise<void> {
  const all = await carrying(tx, sql`a.id = any(${[...arrangementIds]}::bigint[])`)
  const open = [...all.values()].filter((one) => !isFrozen(one))
  if (open.length === 0) return
  await shareOpen(tx, open)
  await quoteOpen(tx, actor, approvals, open)
}

type Owed = { id: number; arrangementId: number; amount: string }
/** Approved costs of these, and what adjusts them, over what they carry now; those of a closed month stay as they are (M3). */
async function shareOpen(tx: Tx, open: readonly Carrying[]): Promise<void> {
  const { rows } = await sql<Owed>`
    select h.id, l.arrangement_id as "arrangementId", h.amount from cost_line l
    join charge c on c.cost_line_id = l.id join charge h on h.id = c.id or h.adjusts_id = c.id
    where l.arrangement_id = any(${open.map(({ id }) => id)}::bigint[]) and h.day > coalesce((select closed_until()), '-infinity') order by h.id`.execute(
    tx,
  )
  if (rows.length === 0) return
  const now = open.flatMap(({ waybills }) => waybills.map(({ waybillId }) => waybillId))
  // unscoped: only locked, in the order of their ids; whoever moves the arrangement has it in scope
  await sql`select id from waybill where id = any(${now}::bigint[])
    or id in (select waybill_id from charge_share where charge_id = any(${rows.map(({ id }) => id)}::bigint[])) order by id for no key update`.execute(
    tx,
  )
  const basis = new Map(
    open.map((one) => [one.id, basisOf({ method: one.method ?? 'chargeWeight', weights: one.weights }, one.waybills)]),
  )
  await shareAgain(
    tx,
    rows.map(({ id, arrangementId, amount }) => ({
      chargeId: id,
      shares: sharesOf(amount, basis.get(arrangementId) ?? []),
    })),
  )
}

type Quoted = {
  id: number
  arrangementId: number
  amount: string
  applicationId: number | null
  kind: ApplicationKind | null
  state: string | null
}
/** Lines that are what a rate made of the cargo are made out again; an application whose amount is another goes back to its writer. */
async function quoteOpen(tx: Tx, actor: Actor, approvals: Approvals, open: readonly Carrying[]): Promise<void> {
  const { rows } = await sql<Quoted>`
    select l.id, l.arrangement_id as "arrangementId", l.amount, a.id as "applicationId", a.kind, a.state from cost_line l
    -- unscoped: whoever moves the arrangement has it in scope
    left join application a on a.id = l.application_id
    where l.arrangement_id = any(${open.map(({ id }) => id)}::bigint[]) and l.quoted = l.amount and coalesce(a.state, '') not in ('approved', 'partPaid', 'paid')
    order by l.id`.execute(tx)
  if (rows.length === 0) return
  const quotes = await quotesOf(tx, open)
  for (const line of rows) {
    const quote = quotes[open.findIndex(({ id }) => id === line.arrangementId)]?.quote
    if (quote === undefined || compareDecimal(quote.amount, line.amount) === 0) continue
    await sql`update cost_line set amount = ${quote.amount}, quoted = ${quote.amount}, price_id = ${quote.priceId},
      explanation = ${JSON.stringify(quote.steps)}::jsonb, updated_at = ${clock.iso()}, updated_by = ${actor.userId} where id = ${line.id}`.execute(
      tx,
    )
    if (line.applicationId === null || line.kind === null) continue
    await approvals.cancel(tx, line.kind, [line.applicationId], null)
    const sums = await sql<{
      amount: string
    }>`select amount from cost_line where application_id = ${line.applicationId}`.execute(tx)
    const amount = sumDecimals(
      sums.rows.map((row) => row.amount),
      2,
    )
    // unscoped: as above
    await sql`update application set state = case when state = 'pending' then 'draft' else state end, amount = ${amount},
      version = version + 1, updated_at = ${clock.iso()}, updated_by = ${actor.userId} where id = ${line.applicationId}`.execute(
      tx,
    )
    await recordHistory(tx, actor, 'application', line.applicationId, 'quotedAgain', [
      { field: 'amount', from: line.amount, to: quote.amount },
    ])
  }
}

/** An application that stands for a cost of an arrangement; `after`: it was sent in when that had left. */
export type StandingCost = { readonly no: string; readonly isPending: boolean; readonly after: boolean }

/** Those of arrangement `a`, what is approved first: null where there are none. */
export const standingCosts = sql<readonly StandingCost[] | null>`(
  select json_agg(json_build_object('no', x.no, 'isPending', x.state = 'pending', 'after', coalesce(x.submitted_at > a.depart_at, false)) order by x.state = 'pending', x.id)
  -- unscoped: what holds an arrangement up need not be the actor's
  from application x where x.state in ('pending', 'approved', 'partPaid', 'paid')
    and x.id in (select l.application_id from cost_line l where l.arrangement_id = a.id and l.application_id is not null))`

/** A trip is not cancelled while a cost of it is under review; what is approved stays, as an empty run (T22). */
export function cancellingLeavesNoReview(standing: readonly StandingCost[] | null): Objection | undefined {
  const held = standing?.find(({ isPending }) => isPending)
  return held === undefined ? undefined : { reason: 'costs.costPending', params: { application: held.no } }
}

/** Departure or handing over is not undone while a cost that was applied for after it is under review or approved (T22). */
export function undoingKeepsCosts(standing: readonly StandingCost[] | null): Objection | undefined {
  const held = standing?.find(({ after }) => after)
  return held === undefined
    ? undefined
    : {
        reason: held.isPending ? 'costs.pendingAfter' : 'costs.approvedAfter',
        params: { application: held.no },
      }
}

/** What is asked of a locked arrangement with costs before it is cancelled, or its departure taken back. */
export async function refuseForCosts(
  tx: Tx,
  arrangementId: number,
  rule: (standing: readonly StandingCost[] | null) => Objection | undefined,
): Promise<void> {
  // unscoped: as above
  const { rows } = await sql<{ standing: readonly StandingCost[] | null }>`
    select ${standingCosts} as standing from arrangement a where a.id = ${arrangementId}`.execute(tx)
  refuseFor(rule(rows[0]?.standing ?? null))
}
