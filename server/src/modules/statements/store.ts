import { canStart } from '@xunyun/contract/kernel/lifecycle'
import {
  type StatementAction,
  type StatementDirection,
  type StatementState,
  statementLifecycle,
} from '@xunyun/contract/statements/states'
import { sql } from 'kysely'
import type { Objection } from '../../platform/abilities.ts'
import { type Actor, mayAny } from '../../platform/actor.ts'
import { clock } from '../../platform/clock.ts'
import { owned, type Tx } from '../../platform/db.ts'
import { type Change, recordEntries } from '../../platform/history.ts'
import { Refusal } from '../../platform/refusal.ts'
import { lockingSeen, type SeenId } from '../../platform/scope.ts'

/** Rows of statements, and their sums. */

export type Statement = {
  readonly id: SeenId
  readonly no: string
  readonly companyId: number
  readonly outletId: number
  readonly fromDay: string
  readonly toDay: string
  readonly direction: StatementDirection
  readonly closing: string
  readonly state: StatementState
  readonly carriedTo: number | null
  readonly sendings: number
  readonly version: number
  readonly updated_at: string
  readonly updated_by: number | null
}

const locking = lockingSeen('statement')
export async function lockStatements(tx: Tx, actor: Actor, ids: readonly number[]): Promise<Map<number, Statement>> {
  const rows = await locking(tx, actor, ids)
  return new Map(
    [...rows].map(([id, row]) => [
      id,
      {
        id: row.id,
        no: row.no,
        companyId: row.company_id,
        outletId: row.outlet_id,
        fromDay: row.from_day,
        toDay: row.to_day,
        direction: row.direction as StatementDirection,
        closing: row.closing,
        state: row.state as StatementState,
        carriedTo: row.carried_to,
        sendings: row.sendings,
        version: row.version,
        updated_at: row.updated_at,
        updated_by: row.updated_by,
      },
    ]),
  )
}

export const objectionTo = (action: StatementAction, { state }: Pick<Statement, 'state'>): Objection | undefined =>
  canStart(statementLifecycle, action, state)
    ? undefined
    : { reason: 'statements.wrongState', params: { statementState: state } }

export function refusalOf(actor: Actor, action: StatementAction, statement: Statement): Refusal | undefined {
  const no = objectionTo(action, statement)
  if (no !== undefined) return new Refusal(no.reason, no.params)
  const { right } = statementLifecycle[action]
  const [first] = right
  return mayAny(actor, right) || first === undefined
    ? undefined
    : new Refusal('kernel.forbidden', { page: first.page, kind: first.kind })
}

type Set = {
  readonly state?: StatementState
  readonly sendings?: number
  readonly sent_at?: string
  readonly sent_by?: number
  readonly answer?: 'confirmed' | 'disputed' | null
  readonly answered_at?: string | null
  readonly answered_by?: number | null
  readonly caller?: string | null
  readonly remark?: string | null
}
/** Null: the customer, by its link. */
export type By = { readonly userId: number | null; readonly name: string }

/** Moves one on, with an entry in its timeline. It is locked. */
export async function moveStatement(
  tx: Tx,
  by: By,
  statement: { readonly id: number; readonly state: StatementState },
  set: Set,
  action: string,
  said: Readonly<Record<string, string | null | undefined>> = {},
): Promise<void> {
  await owned(tx)
    .updateTable('statement')
    .set({ ...set, version: sql`version + 1`, updated_at: clock.now(), updated_by: by.userId })
    .where('id', '=', statement.id)
    .execute()
  const changes: Change[] = [
    ...(set.state === undefined || set.state === statement.state
      ? []
      : [{ field: 'state', from: statement.state, to: set.state }]),
    ...Object.entries(said).flatMap(([field, to]) => (to ? [{ field, from: null, to }] : [])),
  ]
  await recordEntries(tx, by, [{ entity: 'statement', id: statement.id, action, changes }])
}

/** Its sums are those of its lines; the days begin where the one before ended, or with its first line. */
export async function sumUp(tx: Tx, statementId: number): Promise<string> {
  const sums = await sql<{ closing: string }>`
    update statement s set charges = l.charges, adjustments = l.adjustments, received = l.received,
      closing = s.opening + l.charges + l.adjustments - l.received
    from (
      select coalesce(sum(amount) filter (where kind = 'charge'), 0) as charges,
        coalesce(sum(amount) filter (where kind = 'adjustment'), 0) as adjustments,
        coalesce(sum(amount) filter (where kind not in ('charge', 'adjustment')), 0) as received
      -- unscoped: of a statement that the caller has locked
      from statement_line where statement_id = ${statementId}
    ) l where s.id = ${statementId} returning s.closing::text as closing`.execute(tx)
  return sums.rows[0]?.closing ?? '0.00'
}
