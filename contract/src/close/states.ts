import { edit } from '../access.ts'
import type { Lifecycle } from '../kernel/lifecycle.ts'

/** 月 (M60). A month without a row is open, as one that was reopened is. */
export const monthStates = ['open', 'closed', 'reopening'] as const
export type MonthState = (typeof monthStates)[number]

export const monthActions = ['close', 'reopen'] as const
export type MonthAction = (typeof monthActions)[number]

/** Approving and sending back belong to the review; until it is approved the month stays closed. */
export const monthLifecycle: Lifecycle<MonthState, MonthAction> = {
  close: { from: ['open'], to: 'closed', right: [edit('closeMonth')] },
  reopen: { from: ['closed'], to: 'reopening', right: [edit('reopenMonth')] },
}

/** What is looked at before a month is closed: the first keep it open, the others are said. */
export const blockingChecks = ['storageDays', 'proofs'] as const
export const warningChecks = [
  'unpriced',
  'unreviewed',
  'unapplied',
  'costs',
  'unsent',
  'custody',
  'uncounted',
  'differences',
  'unallocated',
] as const
export const monthChecks = [...blockingChecks, ...warningChecks] as const
export type MonthCheck = (typeof monthChecks)[number]
