import { late } from '../../../shared/ui/late.tsx'

/** What other features take from the pages of moves and counts. */
export { useStockCountHistory } from './counts/countHistory.ts'
export type { OrderOpen } from './orders/OrderForm.tsx'
export { useStockOrderHistory } from './orders/orderHistory.ts'
export const OrderForm = late(() => import('./orders/OrderForm.tsx').then((file) => file.OrderForm))
