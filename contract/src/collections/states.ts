import { approve, edit } from '../access.ts'
import { decidingPages } from '../approvals/bizTypes.ts'
import type { Lifecycle } from '../kernel/lifecycle.ts'
import type { CashAccountKind } from '../money/states.ts'

/** 交账单 JZ (M48): handed in, counted, and its difference decided. What waits to be handed in is no document yet. */
export const handInStates = ['toHandIn', 'pending', 'counted', 'differs', 'inReview', 'settled', 'returned'] as const
export type HandInState = (typeof handInStates)[number]

/** 补交, 公司承担, 长款收入. */
export const handInDecisions = ['makeUp', 'bear', 'keep'] as const
export type HandInDecision = (typeof handInDecisions)[number]

export const handInActions = [
  'handIn',
  'count',
  'sendBack',
  'makeUp',
  'bear',
  'keep',
  'approve',
  'reject',
  'withdraw',
  'undoCount',
  'undoDecision',
] as const
export type HandInAction = (typeof handInActions)[number]

const deciding = [approve('handIn')] as const
/** 通过 and 驳回 are decisions of the review of a borne difference. */
const reviewing = decidingPages.handInDifference.map(approve)

export const handInLifecycle: Lifecycle<HandInState, HandInAction> = {
  handIn: { from: ['toHandIn'], to: 'pending', right: [edit('handIn')] },
  count: { from: ['pending'], to: 'derived', right: deciding },
  sendBack: { from: ['pending'], to: 'returned', right: deciding },
  makeUp: { from: ['differs'], to: 'settled', right: deciding },
  bear: { from: ['differs'], to: 'inReview', right: deciding },
  keep: { from: ['differs'], to: 'settled', right: deciding },
  approve: { from: ['inReview'], to: 'settled', right: reviewing },
  reject: { from: ['inReview'], to: 'differs', right: reviewing },
  withdraw: { from: ['inReview'], to: 'differs', right: deciding },
  undoCount: { from: ['counted', 'differs'], to: 'pending', right: deciding },
  undoDecision: { from: ['settled'], to: 'differs', right: deciding },
}

/** Who has money in hand until it is handed in (M47). */
export const holderKinds = ['driver', 'company', 'user'] as const
export type HolderKind = (typeof holderKinds)[number]

/** Into which kinds of account money of a channel is counted: cash lies in a till, what came by phone may have been drawn to the bank. Undefined: any. */
export const accountKindsOf = (channel: string): readonly CashAccountKind[] | undefined =>
  channel === 'cash' ? ['cash'] : channel === 'wechat' || channel === 'alipay' ? [channel, 'bank'] : undefined

/** 代收货款 (M46), by what became of a waybill's COD; derived, never stored. */
export const codStates = ['toCollect', 'collected', 'handedIn', 'paidOut', 'waived'] as const
export type CodState = (typeof codStates)[number]
export const codActions = ['payOut'] as const
export type CodAction = (typeof codActions)[number]
export const payingOutCod = [edit('payOutCod')] as const
export const codLifecycle: Lifecycle<CodState, CodAction> = {
  payOut: { from: ['handedIn'], to: 'derived', right: payingOutCod },
}

/** 发放单 DK: reviewed, then paid, as a payment. */
export const codPayoutStates = ['draft', 'pending', 'toPay', 'paid', 'rejected', 'void', 'reversed'] as const
export type CodPayoutState = (typeof codPayoutStates)[number]
export const codPayoutActions = ['submit', 'edit', 'withdraw', 'approve', 'reject', 'pay', 'void', 'reverse'] as const
export type CodPayoutAction = (typeof codPayoutActions)[number]

const reviewingPayouts = decidingPages.codPayout.map(approve)
export const codPayoutLifecycle: Lifecycle<CodPayoutState, CodPayoutAction> = {
  submit: { from: ['draft', 'rejected'], to: 'pending', right: payingOutCod },
  edit: { from: ['draft', 'rejected'], to: 'pending', right: payingOutCod },
  withdraw: { from: ['pending'], to: 'draft', right: payingOutCod },
  approve: { from: ['pending'], to: 'toPay', right: reviewingPayouts },
  reject: { from: ['pending'], to: 'rejected', right: reviewingPayouts },
  pay: { from: ['toPay'], to: 'paid', right: [edit('payOut')] },
  void: { from: ['draft', 'rejected', 'toPay'], to: 'void', right: [approve('cod')] },
  reverse: { from: ['paid'], to: 'reversed', right: [approve('cod')] },
}
