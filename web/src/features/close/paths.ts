import type { MonthCheck } from '@xunyun/contract/close/states'
import { pathTo } from '../../paths.ts'

/** What is asked for anew when a month was closed or opened. */
export const monthPaths = ['/api/Close/', '/api/Profit/', '/api/Approvals/']

/** The list behind a check, with its filter; money on its way has none of its own. */
export const listOfCheck: Readonly<Record<MonthCheck, ((lastDay: string) => string) | null>> = {
  storageDays: () => `${pathTo('quotation')}?view=charge`,
  proofs: () => pathTo('cashAccount'),
  unpriced: (lastDay) => `${pathTo('wayBillList')}?priceTab=unpriced&bizTo=${lastDay}`,
  unreviewed: (lastDay) => `${pathTo('wayBillList')}?priceTab=pending&bizTo=${lastDay}`,
  costs: () => pathTo('carCostApply'),
  custody: null,
  unallocated: (lastDay) => `${pathTo('payment')}?tab=open&dayTo=${lastDay}`,
}
