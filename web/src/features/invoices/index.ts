/** What other features take from the pages of invoices. */
export { useProfileHistory, useTaxItemHistory } from './histories.ts'
