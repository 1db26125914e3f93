import { approve, edit } from '../access.ts'
import type { Lifecycle } from '../kernel/lifecycle.ts'

/** 交账单 JZ (M48): handed in, counted, and its difference decided. What waits to be handed in is no document yet. */
export const handInStates = ['toHandIn', 'pending', 'counted', 'differs', 'inReview', 'settled', 'returned'] as const
export type HandInState = (typeof handInStates)[number]

/** 补交, 公司承担, 长款收入. */
export const handInDecisions = ['makeUp', 'bear', 'keep'] as const
export type HandInDecision = (typeof handInDecisions)[number]

export const handInActions = ['handIn', 'count', 'sendBack', 'makeUp', 'bear', 'keep', 'withdraw', 'undoCount'] as const
export type HandInAction = (typeof handInActions)[number]

const deciding = [approve('handIn')] as const

/** Approving and sending back a borne difference belong to the review. */
export const handInLifecycle: Lifecycle<HandInState, HandInAction> = {
  handIn: { from: ['toHandIn'], to: 'pending', right: [edit('handIn')] },
  count: { from: ['pending'], to: 'derived', right: deciding },
  sendBack: { from: ['pending'], to: 'returned', right: deciding },
  makeUp: { from: ['differs'], to: 'settled', right: deciding },
  bear: { from: ['differs'], to: 'inReview', right: deciding },
  keep: { from: ['differs'], to: 'settled', right: deciding },
  withdraw: { from: ['inReview'], to: 'differs', right: deciding },
  undoCount: { from: ['counted', 'differs'], to: 'pending', right: deciding },
}

/** Who has money in hand until it is handed in (M47). */
export const holderKinds = ['driver', 'company', 'user'] as const
export type HolderKind = (typeof holderKinds)[number]
