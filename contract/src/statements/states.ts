import { approve, edit } from '../access.ts'
import type { Lifecycle } from '../kernel/lifecycle.ts'

/** 对账单 DZ (M53). It is disputed by the customer alone, by its link. */
export const statementStates = ['draft', 'sent', 'disputed', 'confirmed', 'void'] as const
export type StatementState = (typeof statementStates)[number]
/** One of a company and outlet at a time is in one of these. */
export const openStates = ['draft', 'sent', 'disputed'] as const

export const statementActions = ['send', 'copyLink', 'confirm', 'handle', 'void', 'voidConfirmed'] as const
export type StatementAction = (typeof statementActions)[number]

const keeping = [edit('statement')] as const
export const statementLifecycle: Lifecycle<StatementState, StatementAction> = {
  handle: { from: ['disputed'], to: 'disputed', right: keeping },
  send: { from: ['draft', 'sent', 'disputed'], to: 'sent', right: keeping },
  copyLink: { from: ['sent'], to: 'sent', right: keeping },
  confirm: { from: ['sent'], to: 'confirmed', right: keeping },
  void: { from: ['draft', 'sent', 'disputed'], to: 'void', right: [approve('statement')] },
  voidConfirmed: { from: ['confirmed'], to: 'void', right: [edit('voidConfirmedStatement')] },
}

export const lineKinds = ['charge', 'adjustment', 'receipt', 'refund', 'prepaid', 'deduction'] as const
export const lineMarks = ['late', 'dispute'] as const
export const statementAnswers = ['confirmed', 'disputed'] as const
/** Of the link: live, or why it is not any more. */
export const linkDays = 30
