import { approve, edit } from '../access.ts'
import { decidingPages } from '../approvals/bizTypes.ts'
import type { Lifecycle } from '../kernel/lifecycle.ts'

/** 收款单 SK and 付款单 FK (M40–M42). A receipt is posted at once; a payment is reviewed, then paid. */
export const paymentDirections = ['receipt', 'payment'] as const
export type PaymentDirection = (typeof paymentDirections)[number]

export const paymentStates = ['received', 'draft', 'pending', 'toPay', 'paid', 'rejected', 'void', 'reversed'] as const
export type PaymentState = (typeof paymentStates)[number]

export const paymentActions = [
  'edit',
  'submit',
  'withdraw',
  'approve',
  'reject',
  'pay',
  'allocate',
  'unallocate',
  'refund',
  'void',
  'reverse',
] as const
export type PaymentAction = (typeof paymentActions)[number]

const keeping = [edit('payment')] as const
const deciding = [approve('payment')] as const
/** 通过 and 驳回 are decisions of its review. */
const reviewing = decidingPages.payment.map(approve)

export const paymentLifecycle: Lifecycle<PaymentState, PaymentAction> = {
  edit: { from: ['draft', 'rejected'], to: 'draft', right: keeping },
  submit: { from: ['draft'], to: 'pending', right: keeping },
  withdraw: { from: ['pending'], to: 'draft', right: keeping },
  approve: { from: ['pending'], to: 'toPay', right: reviewing },
  reject: { from: ['pending'], to: 'rejected', right: reviewing },
  pay: { from: ['toPay'], to: 'paid', right: [edit('payOut')] },
  allocate: { from: ['received', 'paid'], to: 'derived', right: keeping },
  unallocate: { from: ['received', 'paid'], to: 'derived', right: deciding },
  refund: { from: ['received'], to: 'derived', right: keeping },
  void: { from: ['draft', 'rejected', 'toPay'], to: 'void', right: deciding },
  reverse: { from: ['received', 'paid'], to: 'reversed', right: deciding },
}
