/**
 * The modules, each knowing only those before it. A backward effect is a function that app.ts hands over.
 */
export const moduleOrder = [
  'system',
  'approvals',
  'customers',
  'resources',
  'prices',
  'waybills',
  'phoneOrders',
  'dispatch',
  'printing',
  'warehouse',
  'stock',
  'inbound',
  'stockKeeping',
  'outbound',
  'kits',
  'warehouseBilling',
  'tracking',
  'workbench',
  'desk',
] as const
