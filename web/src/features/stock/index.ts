/** What other features take from the pages of the stock. */
export { useStockCountHistory } from './counts/countHistory.ts'
export { useStockOrderHistory } from './orders/orderHistory.ts'
