/**
 * The modules, each knowing only those before it; the warehouse is one house, whose rooms are modules. A backward effect
 * is a function that app.ts hands over.
 */
export const moduleOrder = [
  'system',
  'approvals',
  'companies',
  'resources',
  'charges',
  'money',
  'prices',
  'waybills',
  'costs',
  'invoices',
  'payments',
  'mobileOrders',
  'dispatch',
  'watch',
  'cases',
  'devices',
  'signedReceipts',
  'printing',
  'warehouse/masters',
  'warehouse/locations',
  'warehouse/ledger',
  'warehouse/receiving',
  'warehouse/storing',
  'warehouse/shipping',
  'warehouse/kitting',
  'warehouse/billing',
  'workbench',
  'dashboard',
] as const
