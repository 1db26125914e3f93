import type { PageKey } from '../pages.ts'

/**
 * What goes through a review (domain §4.1), and the pages whose approve right lets a person decide it. A type joins with
 * the documents that need it.
 */
export const bizTypes = [
  'price',
  'changeRequest',
  'transportPrice',
  'warehouseQuotation',
  'countAdjust',
  'carCost',
  'specialCost',
  'courierCost',
  'costZJ',
  'costApplication',
  'claim',
  'payment',
  'writeOff',
  'handInDifference',
  'codPayout',
  'invoice',
  'redInvoice',
  'monthReopen',
] as const
export type BizType = (typeof bizTypes)[number]

export const decidingPages: Readonly<Record<BizType, readonly PageKey[]>> = {
  price: ['unreviewed', 'priceCheck'],
  changeRequest: ['unreviewed'],
  transportPrice: ['unreviewed'],
  warehouseQuotation: ['unreviewed'],
  countAdjust: ['unreviewed'],
  carCost: ['unreviewed', 'carCost'],
  specialCost: ['unreviewed', 'specialCost'],
  courierCost: ['unreviewed', 'courierCost'],
  costZJ: ['unreviewed', 'costZJ'],
  costApplication: ['unreviewed'],
  claim: ['unreviewed'],
  payment: ['unreviewed', 'payment'],
  writeOff: ['unreviewed'],
  handInDifference: ['unreviewed', 'handIn'],
  codPayout: ['unreviewed', 'cod'],
  invoice: ['unreviewed', 'billApplyAudit'],
  redInvoice: ['unreviewed', 'billApplyAudit'],
  monthReopen: ['unreviewed'],
}

/** Pages that reviews are looked at and decided on: the inbox of everything, and those of some types. */
export const auditPages = [
  'unreviewed',
  'priceCheck',
  'carCost',
  'specialCost',
  'courierCost',
  'costZJ',
] as const satisfies readonly PageKey[]

/** Facts that tell what freight costs us: only for whoever may see costs. */
export const costFacts: readonly string[] = ['margin', 'newMargin', 'cost', 'profit']
