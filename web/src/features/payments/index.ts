export { usePaymentHistory } from './paymentHistory.ts'
