import type { BizType } from '@xunyun/contract/approvals/bizTypes'
import type { DecisionMade } from '@xunyun/contract/approvals/calls'
import { sql } from 'kysely'
import type { Actor } from './actor.ts'
import { seatIsMine } from './approvals.ts'
import type { Tx } from './db.ts'
import { Refusal } from './refusal.ts'

/**
 * Of these documents the ones whose open review this person cannot take back, and why: somebody else sent it in, or
 * somebody has decided already. What is refused so is not offered (domain §6).
 */
export async function heldReviews(
  tx: Tx,
  actor: Actor,
  bizType: BizType,
  documentIds: readonly number[],
): Promise<ReadonlyMap<number, Refusal>> {
  if (documentIds.length === 0) return new Map()
  const found = await sql<{ id: number; mine: boolean; name: string }>`
    select a.entity_id as id, a.applicant_id = ${actor.userId} as mine, u.name
    from approval a join app_user u on u.id = a.applicant_id
    where a.biz_type = ${bizType} and a.entity_id = any(${[...documentIds]}::bigint[]) and a.state = 'pending'
      and (a.applicant_id <> ${actor.userId}
        or exists (select from approval_seat s where s.approval_id = a.id and s.decision is not null))`.execute(tx)
  return new Map(
    found.rows.map(({ id, mine, name }) => [
      id,
      mine ? new Refusal('approvals.underWay') : new Refusal('approvals.notApplicant', { name }),
    ]),
  )
}

/** Of these documents the open reviews that wait for this person's decision, by document. */
export async function reviewsForMe(
  tx: Tx,
  actor: Actor,
  bizType: BizType,
  documentIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  if (documentIds.length === 0) return new Map()
  const found = await sql<{ id: number; approvalId: number }>`
    select distinct a.entity_id as id, a.id as "approvalId"
    from approval a join approval_seat s on s.approval_id = a.id join approver_member m on m.id = s.member_id
    where a.biz_type = ${bizType} and a.entity_id = any(${[...documentIds]}::bigint[]) and a.state = 'pending'
      and a.applicant_id <> ${actor.userId} and s.open and s.decision is null and ${seatIsMine(actor)}`.execute(tx)
  return new Map(found.rows.map(({ id, approvalId }) => [id, approvalId]))
}

/** What was decided of a document that was found to be the reader's to see, the first one first. */
export async function decisionsOf(tx: Tx, bizType: BizType, documentId: number): Promise<DecisionMade[]> {
  const { rows } = await sql<DecisionMade>`
    select s.level, a.levels, s.decision, u.name as "byName", s.decided_at as at, s.opinion
    from approval a join approval_seat s on s.approval_id = a.id and s.decision is not null left join app_user u on u.id = s.decided_by
    where a.biz_type = ${bizType} and a.entity_id = ${documentId} order by s.decided_at, s.id`.execute(tx)
  return rows
}
