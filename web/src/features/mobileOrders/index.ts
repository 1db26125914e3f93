/** What other features take from the phone orders' pages. */
export { useOrderHistory } from './orderHistory.ts'
