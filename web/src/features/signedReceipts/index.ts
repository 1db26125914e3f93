/** What other features take of signed receipts. */
export { useClosingHistory } from './closingHistory.ts'
export { receiptTones } from './tones.ts'
