/** What other features take from the dispatch pages. */
export { useArrangementHistory } from './arrangementHistory.ts'
export { tripTones } from './tripColumns.tsx'
