/** What other features take of signed receipts. */
export { receiptTones } from './tones.ts'
