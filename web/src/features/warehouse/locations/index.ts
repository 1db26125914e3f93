/** What other features take from the locations' pages. */
export { useLocationHistory } from './history.ts'
