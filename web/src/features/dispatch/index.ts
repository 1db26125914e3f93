/** What other features take from the dispatch pages. */
export { useTripHistory } from './tripHistory.ts'
