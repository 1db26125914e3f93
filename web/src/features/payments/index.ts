export { PayForm } from './PayForm.tsx'
export { usePaymentHistory } from './paymentHistory.ts'
