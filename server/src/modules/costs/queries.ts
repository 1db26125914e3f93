import type { ApplicationAction, ApplicationKind, ApplicationState } from '@xunyun/contract/costs/states'
import { applicationLifecycles } from '@xunyun/contract/costs/states'
import type { Ability } from '@xunyun/contract/kernel/ability'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { abilitiesOf } from '../../platform/abilities.ts'
import type { Actor } from '../../platform/actor.ts'
import type { Tx } from '../../platform/db.ts'
import { heldReviews } from '../../platform/heldReviews.ts'

/** What rows of applications of every kind have in common: `a` is the application, `r` its open review. */
export const applicationColumns = sql`
  a.id, a.no, a.state, a.reason, a.amount, a.paid, o.short_name as "outletName", u.name as "applicantName",
  coalesce(a.submitted_at, a.created_at) as "appliedAt", a.decided_at as "decidedAt", a.opinion, r.level, r.levels, r.names as "waitsFor", a.version`
export const applicationJoins = sql`
  join company o on o.id = a.outlet_id join app_user u on u.id = a.applicant_id
  left join lateral (
    select v.level, v.levels, (select string_agg(coalesce(su.name, sr.name), '、' order by s.id) from approval_seat s
      left join app_user su on su.id = s.user_id left join role sr on sr.id = s.role_id where s.approval_id = v.id and s.open) as names
    from approval v where v.biz_type = a.kind and v.entity_id = a.id and v.state = 'pending' limit 1) r on true`

/** Whether a review of `a` asks, or asked, this person: being asked is the permission to look. */
export const laidBefore = (actor: Actor): RawBuilder<SqlBool> => sql<SqlBool>`exists (
  select from approval y join approval_seat s on s.approval_id = y.id where y.biz_type = a.kind and y.entity_id = a.id
    and (s.user_id = ${actor.userId} or s.decided_by = ${actor.userId} or s.role_id in (select role_id from user_role where user_id = ${actor.userId})
      or exists (select from approver_member m where m.id = s.member_id and m.deputy_id = ${actor.userId})))`

/** Adds what the actor may do to each; reviews that he cannot take back say why. */
export async function withActions<R extends { id: number; state: ApplicationState }>(
  tx: Tx,
  actor: Actor,
  kind: ApplicationKind,
  rows: readonly R[],
): Promise<(R & { actions: Ability<ApplicationAction>[] })[]> {
  const pending = rows.filter(({ state }) => state === 'pending').map(({ id }) => id)
  const held = await heldReviews(tx, actor, kind, pending)
  return rows.map((row) => ({
    ...row,
    actions: abilitiesOf(actor, applicationLifecycles[kind], row.state, { withdraw: held.get(row.id) }),
  }))
}
