import { approve, edit } from '../access.ts'
import type { Lifecycle } from '../kernel/lifecycle.ts'
import type { WaybillState } from './states.ts'

/** How far the price of a waybill is (domain §2); what was sent back is unpriced again, with the reason on it. */
export const priceStates = ['unpriced', 'pending', 'reviewed', 'confirmed'] as const
export type PriceState = (typeof priceStates)[number]

/** 开票 and 收款 of a waybill, by its receivable charges (M6). */
export const invoicings = ['none', 'unapplied', 'partial', 'applied', 'invoiced'] as const
export const collections = ['uncollected', 'partial', 'collected'] as const
export type Invoicing = (typeof invoicings)[number]
export type Collection = (typeof collections)[number]

export const priceActions = ['price', 'reprice', 'withdrawPrice', 'confirm', 'unconfirm'] as const
export type PriceAction = (typeof priceActions)[number]

/**
 * Approving and sending back belong to the review. `price` leads to reviewed when the price in force is taken unchanged,
 * to pending when a person has to look at it.
 */
export const priceLifecycle: Lifecycle<PriceState, PriceAction> = {
  price: { from: ['unpriced', 'reviewed'], to: 'derived', right: [edit('wayBillList'), edit('taskList')] },
  reprice: { from: ['unpriced', 'reviewed'], to: 'derived', right: [edit('wayBillList')] },
  withdrawPrice: { from: ['pending'], to: 'unpriced', right: [edit('wayBillList'), edit('taskList')] },
  confirm: { from: ['reviewed'], to: 'confirmed', right: [edit('wayBillList')] },
  unconfirm: { from: ['confirmed'], to: 'reviewed', right: [approve('wayBillList')] },
}

/** Money is nobody's on a draft, and settled on what was cancelled. */
export const pricedStates = (state: WaybillState): boolean => state !== 'draft' && state !== 'cancelled'
