/** What other features take from the dispatch pages. */
export { tripTones } from './tripColumns.tsx'
export { useTripHistory } from './tripHistory.ts'
