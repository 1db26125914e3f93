/** What other features take from the waybills' pages. */
export { asksNotice } from './asksNotice.ts'
export { CheckInDialog } from './CheckInDialog.tsx'
export { flagsOf, refusedOf, toneOf } from './columns.tsx'
export { OutletField } from './OutletField.tsx'
export { useRateHistory } from './services/rateHistory.ts'
export { trackColumns } from './tracks/trackColumns.tsx'
export { useCustomerTerms, useFollowing } from './useCustomerTerms.ts'
export { useWaybillActs } from './useWaybillActs.tsx'
