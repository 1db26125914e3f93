import type { tryApproval } from '@xunyun/contract/approvals/setup'
import { sayReason } from '@xunyun/contract/errors'
import type { Input, Output } from '@xunyun/contract/kernel/call'
import type { Language } from '@xunyun/contract/pages'
import { sql } from 'kysely'
import { approverLevels, pathFor } from '../../platform/approvals.ts'
import { clock } from '../../platform/clock.ts'
import type { Tx } from '../../platform/db.ts'
import { Refusal } from '../../platform/refusal.ts'

/** 试走: whom a document would go to, by the rules that hold when it is sent in. */
export async function tryPath(
  tx: Tx,
  language: Language,
  input: Input<typeof tryApproval>,
): Promise<Output<typeof tryApproval>> {
  try {
    const path = pathFor(await approverLevels(tx, input.bizType), input.amount, input.applicantId ?? 0)
    const names = await namesOf(
      tx,
      path.flatMap(({ seats }) => seats.flatMap(({ able }) => able)),
    )
    const deputies = await deputiesOf(
      tx,
      path.flatMap(({ seats }) => seats.map(({ memberId }) => memberId)),
    )
    return {
      path: path.map(({ level, mode, seats }) => ({
        level,
        mode,
        people: [...new Set(seats.flatMap(({ able }) => able))].map((id) => names.get(id) ?? String(id)),
        deputies: seats.flatMap(({ memberId }) => deputies.get(memberId) ?? []),
      })),
      refusal: null,
    }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { path: [], refusal: sayReason(error.reason, error.params, language) }
  }
}

async function namesOf(tx: Tx, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await tx.selectFrom('app_user').select(['id', 'name']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** Those who stand in today, by member. */
async function deputiesOf(tx: Tx, members: readonly number[]): Promise<Map<number, string>> {
  const today = clock.today()
  const found = await sql<{ id: number; name: string }>`
    select m.id, u.name from approver_member m join app_user u on u.id = m.deputy_id
    where m.id = any(${[...members]}::bigint[]) and ${today}::date between m.deputy_from and m.deputy_to`.execute(tx)
  return new Map(found.rows.map(({ id, name }) => [id, name]))
}
