import * as calls from '@xunyun/contract/close/calls'
import { sql } from 'kysely'
import { mayCall } from '../../platform/actor.ts'
import { historyOf } from '../../platform/history.ts'
import type { Platform } from '../../platform/platform.ts'
import { unsentOf } from './checks.ts'
import { closeMonth } from './close.ts'
import { monthOf } from './figures.ts'
import { checkMonth, listMonths, refuseUnknown, refuseUnlessAll } from './queries.ts'
import { reopeningReviewed, reopenMonth } from './reopen.ts'

export { moveFigures } from './moveFigures.ts'

/** 关账 (M60): months are closed in order, for all outlets together, and what they came to is kept. */
export function close({ approvals, bind, records }: Platform): void {
  approvals.kind('monthReopen', reopeningReviewed)
  records.register('monthClose', {
    maySee: async (_, actor) => mayCall(actor, calls.getMonths),
    describe: async (tx, id) => {
      const { rows } = await sql<{ month: string }>`
        select to_char(month, 'YYYY-MM') as month from month_close where id = ${id}`.execute(tx)
      const name = rows[0]?.month ?? String(id)
      return { name, link: reopeningReviewed.link(name) }
    },
  })
  bind(calls.getMonths, ({ tx, actor }) => listMonths(tx, actor))
  bind(calls.getMonthHistory, async ({ tx }, { id }) => {
    await refuseUnknown(tx, id)
    return historyOf(tx, 'monthClose', id)
  })
  bind(calls.getMonthCheck, ({ tx, actor }, { month }) => checkMonth(tx, actor, month))
  bind(calls.getUnsentCosts, ({ tx, actor }, { month }) => {
    refuseUnlessAll(actor)
    return unsentOf(tx, monthOf(month))
  })
  bind(calls.closeMonth, (asked, input) => {
    refuseUnlessAll(asked.actor)
    return closeMonth(asked, input)
  })
  const reopen = reopenMonth(approvals)
  bind(calls.reopenMonth, (asked, input) => {
    refuseUnlessAll(asked.actor)
    return reopen(asked, input)
  })
}
