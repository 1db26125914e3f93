import type { ApplicationAction, ApplicationKind, ApplicationState } from '@xunyun/contract/costs/states'
import { applicationLifecycles } from '@xunyun/contract/costs/states'
import { canStart } from '@xunyun/contract/kernel/lifecycle'
import { type RawBuilder, sql } from 'kysely'
import type { Objection } from '../../platform/abilities.ts'
import type { Actor } from '../../platform/actor.ts'
import { mayAny } from '../../platform/actor.ts'
import { clock } from '../../platform/clock.ts'
import { owned, type Tx } from '../../platform/db.ts'
import { historyPart, recordEntries } from '../../platform/history.ts'
import { Refusal } from '../../platform/refusal.ts'
import { lockingSeen, type SeenId } from '../../platform/scope.ts'
import { pinyinOf, searchText } from '../../platform/search.ts'

/** Rows of applications: written, locked, moved on. */

export type NewApplication = {
  readonly no: string
  readonly kind: ApplicationKind
  readonly outletId: number
  readonly reason: string
  /** Yuan, with its sign. */
  readonly amount: string
  readonly companyId: number | null
  readonly driverId: number | null
  /** Names and numbers that find it. */
  readonly words: readonly (string | null)[]
}
export type LockedApplication = {
  readonly id: SeenId
  readonly no: string
  readonly kind: ApplicationKind
  readonly state: ApplicationState
  readonly outletId: number
  readonly reason: string
  readonly amount: string
  readonly companyId: number | null
  readonly version: number
  readonly updated_at: string
  readonly updated_by: number | null
}

const searchOf = ({ no, words }: Pick<NewApplication, 'no' | 'words'>) =>
  searchText([no, ...words.flatMap((word) => (word === null ? [] : [word, pinyinOf(word)]))])

/** Drafts, in the order given. */
export async function insertApplications(tx: Tx, actor: Actor, all: readonly NewApplication[]): Promise<number[]> {
  const now = clock.iso()
  const rows = await owned(tx)
    .insertInto('application')
    .values(
      all.map((one) => ({
        no: one.no,
        kind: one.kind,
        outlet_id: one.outletId,
        applicant_id: actor.userId,
        reason: one.reason,
        amount: one.amount,
        company_id: one.companyId,
        driver_id: one.driverId,
        search: searchOf(one),
        created_at: now,
        created_by: actor.userId,
        updated_at: now,
        updated_by: actor.userId,
      })),
    )
    .returning('id')
    .execute()
  const ids = rows.map(({ id }) => id)
  await recordEntries(
    tx,
    actor,
    ids.map((id) => ({ entity: 'application', id, action: 'created' })),
  )
  return ids
}

const locking = lockingSeen('application')

/** Those in scope, locked in the order of their ids. */
export async function lockApplications(
  tx: Tx,
  actor: Actor,
  ids: readonly number[],
): Promise<Map<number, LockedApplication>> {
  const rows = await locking(tx, actor, ids)
  return new Map(
    [...rows].map(([id, row]) => [
      id,
      {
        id: row.id,
        no: row.no,
        kind: row.kind as ApplicationKind,
        state: row.state as ApplicationState,
        outletId: row.outlet_id,
        reason: row.reason,
        amount: row.amount,
        companyId: row.company_id,
        version: row.version,
        updated_at: row.updated_at,
        updated_by: row.updated_by,
      },
    ]),
  )
}

/** What keeps an act from an application, by its state and the right of its kind. */
export const objectionTo = (
  action: ApplicationAction,
  { kind, state }: Pick<LockedApplication, 'kind' | 'state'>,
): Objection | undefined =>
  canStart(applicationLifecycles[kind], action, state)
    ? undefined
    : { reason: 'costs.wrongState', params: { applicationState: state } }

/** The refusal of an act, the missing right of its kind first. */
export function refusalOf(
  actor: Actor,
  action: ApplicationAction,
  application: LockedApplication,
): Refusal | undefined {
  const { right } = applicationLifecycles[application.kind][action]
  const [first] = right
  if (!mayAny(actor, right) && first !== undefined)
    return new Refusal('kernel.forbidden', { page: first.page, kind: first.kind })
  const no = objectionTo(action, application)
  return no === undefined ? undefined : new Refusal(no.reason, no.params)
}

export type Move = {
  readonly state: ApplicationState
  readonly action: string
  readonly opinion?: string | null
  readonly submitted?: boolean
  readonly decided?: boolean
}

/** Moves applications on: parts of the statement that writes what they come to. The caller has locked them. */
export function movedApplications(
  actor: Actor,
  applications: readonly Pick<LockedApplication, 'id' | 'state'>[],
  { state, action, opinion = null, submitted = false, decided = false }: Move,
): RawBuilder<unknown>[] {
  const now = clock.iso()
  return [
    // unscoped: locked by the caller
    sql`moved_application as (
      update application p set state = ${state}, opinion = ${opinion}::text, version = p.version + 1, updated_at = ${now}, updated_by = ${actor.userId}
        ${submitted ? sql`, submitted_at = ${now}, decided_at = null` : sql``} ${decided ? sql`, decided_at = ${now}` : sql``}
      from json_to_recordset(${JSON.stringify(applications.map(({ id }) => ({ id })))}::json) as n(id bigint) where p.id = n.id)`,
    ...historyPart(
      actor,
      applications.map(({ id, state: from }) => ({
        entity: 'application',
        id,
        action,
        changes: [
          { field: 'state', from, to: state },
          ...(opinion === null ? [] : [{ field: 'opinion', from: null, to: opinion }]),
        ],
      })),
    ),
  ]
}
