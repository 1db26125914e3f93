/** What other features take from the pages of warehouses and items. */
export { useItemHistory, useWarehouseHistory } from './history.ts'
export { warehousePaths } from './paths.ts'
export { useWarehouses, useZoneWords } from './useWarehouses.ts'
