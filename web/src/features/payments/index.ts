export { PayForm } from './PayForm.tsx'
export { usePaymentHistory, useRoundOffHistory } from './paymentHistory.ts'
