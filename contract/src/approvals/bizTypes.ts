import type { PageKey } from '../pages.ts'

/**
 * What goes through a review (domain §4.1), and the pages whose approve right lets a person decide it. A type joins with
 * the documents that need it.
 */
export const bizTypes = ['price', 'changeRequest', 'transportPrice', 'warehouseQuotation', 'countAdjust'] as const
export type BizType = (typeof bizTypes)[number]

export const decidingPages: Readonly<Record<BizType, readonly PageKey[]>> = {
  price: ['unreviewed', 'priceCheck'],
  changeRequest: ['unreviewed'],
  transportPrice: ['unreviewed'],
  warehouseQuotation: ['unreviewed'],
  countAdjust: ['unreviewed'],
}
