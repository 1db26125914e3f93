import { withTexts } from '../../../shared/i18n/i18n.ts'
import { late } from '../../../shared/ui/late.tsx'

/** How a charge of a warehouse came about; its words come when it is asked for. */
export const ChargeSteps = late(() =>
  withTexts(['warehouse/billing'], import('./ChargeSteps.tsx')).then((file) => file.ChargeSteps),
)
export { useQuotationHistory, useWarehouseChargeHistory } from './billingHistory.ts'
export { itemWords } from './itemWords.ts'
