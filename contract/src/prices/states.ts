import { approve, edit } from '../access.ts'
import type { Lifecycle } from '../kernel/lifecycle.ts'

export const priceStatuses = ['draft', 'pending', 'active', 'ended'] as const
export type PriceStatus = (typeof priceStatuses)[number]

export const priceActions = ['edit', 'submit', 'withdraw', 'newVersion', 'extend', 'stop', 'delete'] as const
export type PriceAction = (typeof priceActions)[number]

/** A price in force is never edited: a new version supersedes it (domain §1). Approving and sending back belong to the review. */
export const transportPriceLifecycle: Lifecycle<PriceStatus, PriceAction> = {
  edit: { from: ['draft'], to: 'draft', right: [edit('transportPrice')] },
  submit: { from: ['draft'], to: 'pending', right: [edit('transportPrice')] },
  withdraw: { from: ['pending'], to: 'draft', right: [edit('transportPrice')] },
  newVersion: { from: ['active', 'ended'], to: 'draft', right: [edit('transportPrice')] },
  extend: { from: ['active'], to: 'draft', right: [edit('transportPrice')] },
  stop: { from: ['active'], to: 'ended', right: [approve('transportPrice')] },
  delete: { from: ['draft'], to: 'draft', right: [approve('transportPrice')] },
}
