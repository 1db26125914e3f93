/** A warehouse's name stands in every list of the warehouse. */
export const warehousePaths = ['/api/Warehouses/', '/api/Locations/']
/** What is asked for anew when an item changed. */
export const itemPaths = ['/api/Items/']
