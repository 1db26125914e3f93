import { type BizType, decidingPages } from '@xunyun/contract/approvals/bizTypes'
import type { getApproverChoices } from '@xunyun/contract/approvals/setup'
import type { Output } from '@xunyun/contract/kernel/call'
import type { Language } from '@xunyun/contract/pages'
import { roleName } from '@xunyun/contract/rights'
import { sql } from 'kysely'
import { deciders } from '../../platform/approvals.ts'
import type { Tx } from '../../platform/db.ts'

/** Whoever holds the right to decide a type of business, and roles with people in them. */
export async function approverChoices(
  tx: Tx,
  language: Language,
  bizType: BizType,
): Promise<Output<typeof getApproverChoices>> {
  const pages = [...decidingPages[bizType]]
  const roles = await sql<{ id: number; label: string; preset: string | null; people: number }>`
    select r.id, r.name as label, r.preset, count(distinct e.user_id) as people
    from role r left join user_role ur on ur.role_id = r.id
      left join effective_right e on e.user_id = ur.user_id and e.approve and e.page = any(${pages}::text[])
    where r.enabled and not r.is_deleted group by r.id order by r.name collate "zh-x-icu"`.execute(tx)
  return {
    users: await deciders(tx, [bizType]),
    roles: roles.rows.map(({ preset, people, ...role }) => ({
      id: role.id,
      label: roleName(role.label, preset, language),
      hint: String(people),
    })),
  }
}
