export { useQuotationHistory, useWarehouseChargeHistory } from './billingHistory.ts'
