/** What other features take from the pages of invoices. */
export { useInvoiceHistory, useProfileHistory, useTaxItemHistory } from './histories.ts'
