export { useQuotationHistory, useWarehouseChargeHistory } from './billingHistory.ts'
export { itemWords } from './itemWords.ts'
