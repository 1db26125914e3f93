import type { getMonthCheck, getMonths, MonthRow } from '@xunyun/contract/close/calls'
import { monthLifecycle } from '@xunyun/contract/close/states'
import type { Output } from '@xunyun/contract/kernel/call'
import { sql } from 'kysely'
import { abilitiesOf, type Objection, refuseFor, wordsOf } from '../../platform/abilities.ts'
import type { Actor } from '../../platform/actor.ts'
import type { Tx } from '../../platform/db.ts'
import { notFound, Refusal } from '../../platform/refusal.ts'
import { checksOf, inOrder } from './checks.ts'
import { keptOf, monthOf, sumsNow, sumsOf } from './figures.ts'
import { nextMonths, objectionTo } from './months.ts'
import { objectionToReopening } from './reopen.ts'

/** Sums of all outlets are told to whoever sees all of them. */
const seesAll = (actor: Actor): boolean => actor.scope.kind === 'all'
/** Who closes and reopens acts for all outlets. */
export function refuseUnlessAll(actor: Actor): void {
  if (!seesAll(actor)) throw new Refusal('close.allOutlets')
}

export async function listMonths(tx: Tx, actor: Actor): Promise<Output<typeof getMonths>> {
  const { rows } = await sql<Omit<MonthRow, 'actions'> & { isLast: boolean }>`
    select m.id, to_char(m.month, 'YYYY-MM') as month, m.state, ${sumsOf(sql`m.id`)} as kept, m.closed_at as "closedAt", c.name as "closedByName",
      m.reason, m.reopened_at as "reopenedAt", r.name as "reopenedByName", not exists (
        select from month_close n where n.state <> 'open' and n.month > m.month) as "isLast",
      case when m.state = 'reopening' then (select string_agg(coalesce(su.name, sr.name), '、' order by s.id) from approval v
        join approval_seat s on s.approval_id = v.id and s.open left join app_user su on su.id = s.user_id left join role sr on sr.id = s.role_id
        where v.biz_type = 'monthReopen' and v.entity_id = m.id and v.state = 'pending') end as "waitsFor"
    from month_close m join app_user c on c.id = m.closed_by left join app_user r on r.id = m.reopened_by order by m.month desc limit 120`.execute(
    tx,
  )
  const { months, no } = await nextMonths(tx)
  const hindrance: Objection | undefined = seesAll(actor) ? no : { reason: 'close.allOutlets' }
  return {
    rows: rows.map(({ isLast, ...row }) => ({
      ...row,
      kept: seesAll(actor) ? row.kept : null,
      actions: abilitiesOf(actor, monthLifecycle, row.state, {
        close: false,
        reopen: isLast && seesAll(actor) ? objectionToReopening({ ...row, isLast }) : false,
      }),
    })),
    next: hindrance === undefined ? [...months] : [],
    hindrance: hindrance === undefined ? null : wordsOf(actor, hindrance),
  }
}

export async function checkMonth(tx: Tx, actor: Actor, month: string): Promise<Output<typeof getMonthCheck>> {
  refuseUnlessAll(actor)
  refuseFor(objectionTo(month, await nextMonths(tx)))
  const days = monthOf(month)
  const { rows } = await sql<{ id: number }>`select id from month_close where month = ${days.first}::date`.execute(tx)
  const [was] = rows
  return {
    from: days.first,
    to: days.last,
    checks: inOrder(await checksOf(tx, days)),
    kept: await sumsNow(tx, actor, days),
    before: was === undefined ? null : await keptOf(tx, was.id),
  }
}

export async function refuseUnknown(tx: Tx, id: number): Promise<void> {
  const { rows } = await sql`select from month_close where id = ${id}`.execute(tx)
  if (rows.length === 0) throw notFound()
}
