/** What other features take from the partners' pages. */
export { useCompanyHistory } from './companyHistory.ts'
export { useContactHistory } from './contactHistory.ts'
export { PasteLine } from './PasteLine.tsx'
