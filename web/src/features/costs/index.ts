/** What other features take from the pages of costs. */
export { useApplicationHistory } from './applicationHistory.ts'
