/** What other features take from the pages of the stock. */
export { useStockOrderHistory } from './orders/orderHistory.ts'
