/** What other features take from the waybills' pages. */
export { flagsOf, toneOf } from './columns.tsx'
export { useRateHistory } from './services/rateHistory.ts'
