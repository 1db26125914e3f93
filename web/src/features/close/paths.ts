import type { MonthCheck } from '@xunyun/contract/close/states'
import type { Code } from '@xunyun/contract/dictionary'
import { pathTo } from '../../paths.ts'

/** What is asked for anew when a month was closed or opened. */
export const monthPaths = ['/api/Close/', '/api/Profit/', '/api/Approvals/']

type Days = { readonly from: string; readonly to: string }
const costSources = ['arrangement', 'special', 'courier', 'expense', 'claim'] satisfies Code<'chargeSource'>[]

/** The list behind a check, with its filter: it shows what the check counts. Costs nobody sent in, of several lists, have one beside the month. */
export const listOfCheck: Readonly<Record<MonthCheck, ((days: Days) => string) | null>> = {
  storageDays: ({ from, to }) => `${pathTo('quotation')}?view=charge&from=${from}&to=${to}`,
  proofs: () => `${pathTo('cashAccount')}?prove=1`,
  unpriced: ({ to }) => `${pathTo('wayBillList')}?priceTab=unpriced&bizTo=${to}`,
  unreviewed: ({ to }) => `${pathTo('wayBillList')}?priceTab=pending&bizTo=${to}`,
  unapplied: ({ to }) => `${pathTo('carCostApply')}?departTo=${to}`,
  costs: ({ to }) => `${pathTo('feeList')}?tab=pending&sources=${costSources.join(',')}&dayTo=${to}`,
  unsent: null,
  custody: ({ to }) => `${pathTo('handIn')}?tab=toHandIn&held=1&dayTo=${to}`,
  uncounted: ({ to }) => `${pathTo('handIn')}?tab=pending&dayTo=${to}`,
  differences: ({ to }) => `${pathTo('handIn')}?tab=difference&dayTo=${to}`,
  unallocated: ({ to }) => `${pathTo('payment')}?tab=open&dayTo=${to}`,
}
