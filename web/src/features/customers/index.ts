/** What other features take from the partners' pages. */
export { PasteLine } from './PasteLine.tsx'
