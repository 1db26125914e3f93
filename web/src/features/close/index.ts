export { useMonthHistory } from './monthHistory.ts'
