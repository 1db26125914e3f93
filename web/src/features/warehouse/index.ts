/** What other features take from the warehouse's pages. */
export { useItemHistory, useLocationHistory, useNoticeHistory, useWarehouseHistory } from './history.ts'
