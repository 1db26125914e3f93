import { approve, edit } from '../access.ts'
import type { Lifecycle } from '../kernel/lifecycle.ts'

export const phoneOrderStates = ['new', 'accepted', 'converted', 'cancelled'] as const
export type PhoneOrderState = (typeof phoneOrderStates)[number]

export const phoneOrderActions = ['accept', 'assign', 'giveBack', 'convert', 'cancel'] as const
export type PhoneOrderAction = (typeof phoneOrderActions)[number]

/**
 * 未接单 → 已接单 → 已转运单 | 已取消 (domain §2). Converting needs the right to place waybills besides. Who placed an order may
 * cancel it himself while nobody has accepted it.
 */
export const phoneOrderLifecycle: Lifecycle<PhoneOrderState, PhoneOrderAction> = {
  accept: { from: ['new'], to: 'accepted', right: [edit('phoneList')] },
  assign: { from: ['new', 'accepted'], to: 'accepted', right: [edit('phoneList')] },
  giveBack: { from: ['accepted'], to: 'new', right: [edit('phoneList')] },
  convert: { from: ['accepted'], to: 'converted', right: [edit('phoneList')] },
  cancel: { from: ['new', 'accepted'], to: 'cancelled', right: [approve('phoneList')] },
}
