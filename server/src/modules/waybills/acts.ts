import type { Outcomes } from '@xunyun/contract/kernel/list'
import type { WaybillAction } from '@xunyun/contract/waybills/states'
import type { Asked } from '../../platform/act.ts'
import { BatchReport } from '../../platform/batch.ts'
import { notFound, Refusal } from '../../platform/refusal.ts'
import { type LockedWaybill, waybillFacts } from './facts.ts'
import { objection } from './rules.ts'

/**
 * A batch of up to ten thousand waybills, which one statement does for all: no `eachRecord`. Locks them in id order, lets
 * the rules speak row by row, does the rest together, and reports each row's outcome. What is outside the scope is "no such record", as everywhere.
 */
export async function actTogether(
  { tx, actor }: Asked,
  action: WaybillAction,
  ids: readonly number[],
  act: (allowed: LockedWaybill[]) => Promise<void>,
): Promise<Outcomes> {
  const report = new BatchReport(actor)
  const facts = await waybillFacts(tx, actor, ids, true)
  const allowed: LockedWaybill[] = []
  for (const id of new Set(ids)) {
    const waybill = facts.get(id)
    if (waybill === undefined) {
      report.refuse(id, String(id), notFound())
      continue
    }
    const no = objection(action, waybill)
    if (no === undefined) allowed.push(waybill)
    else report.refuse(id, waybill.waybillNo, new Refusal(no.reason, no.params ?? {}))
  }
  if (allowed.length > 0) await act(allowed)
  report.done(allowed.length)
  return report.outcomes()
}
