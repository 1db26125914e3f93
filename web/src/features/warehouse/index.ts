/** What other features take from the warehouse's pages. */
export { useItemHistory, useLocationHistory, useWarehouseHistory } from './history.ts'
export { LineGrid } from './LineGrid.tsx'
