import { approve, edit } from '../access.ts'
import type { Lifecycle } from '../kernel/lifecycle.ts'

/** 对账单 DZ (M53). The customer disputes it by its link, or by telephone to whoever records it. */
export const statementStates = ['draft', 'sent', 'disputed', 'confirmed', 'void'] as const
export type StatementState = (typeof statementStates)[number]
/** One of a company and outlet at a time is in one of these. */
export const openStates = ['draft', 'sent', 'disputed'] as const

export const statementActions = [
  'send',
  'copyLink',
  'confirm',
  'dispute',
  'handle',
  'discard',
  'void',
  'voidConfirmed',
] as const
export type StatementAction = (typeof statementActions)[number]

const keeping = [edit('statement')] as const
export const statementLifecycle: Lifecycle<StatementState, StatementAction> = {
  handle: { from: ['disputed'], to: 'disputed', right: keeping },
  send: { from: ['draft', 'sent', 'disputed'], to: 'sent', right: keeping },
  copyLink: { from: ['sent'], to: 'sent', right: keeping },
  confirm: { from: ['sent'], to: 'confirmed', right: keeping },
  dispute: { from: ['sent'], to: 'disputed', right: keeping },
  // A draft holds nothing, and is in the way of the right one: whoever makes statements takes it away.
  discard: { from: ['draft'], to: 'void', right: [...keeping, approve('statement')] },
  void: { from: ['sent', 'disputed'], to: 'void', right: [approve('statement')] },
  voidConfirmed: { from: ['confirmed'], to: 'void', right: [edit('voidConfirmedStatement')] },
}

export const lineKinds = [
  'charge',
  'adjustment',
  'receipt',
  'refund',
  'prepaid',
  'deduction',
  'payment',
  'opening',
] as const
/** 应收: what a company owes an outlet of ours; 应付: what that outlet owes it. */
export const statementDirections = ['receivable', 'payable'] as const
export type StatementDirection = (typeof statementDirections)[number]
export const lineMarks = ['late', 'dispute'] as const
export const statementAnswers = ['confirmed', 'disputed'] as const
/** Of the link: live, or why it is not any more. */
export const linkDays = 30
/** Of a line, or of the whole: so many characters are said to it. */
export const longestDispute = 300
