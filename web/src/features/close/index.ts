export { MonthsSheet } from './MonthsSheet.tsx'
export { useMonthHistory } from './monthHistory.ts'
