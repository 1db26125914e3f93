import { approve, edit } from '../access.ts'
import type { Lifecycle } from '../kernel/lifecycle.ts'

/** What both kinds of cases are looked at by beside their states: those that are not over, and of these mine, those of my outlet, and what is late. */
export const clockTabs = ['current', 'mine', 'outlet', 'overdue', 'escalated'] as const
export type ClockTab = (typeof clockTabs)[number]

export const abnormalStates = ['open', 'handling', 'closed'] as const
export type AbnormalState = (typeof abnormalStates)[number]
export type AbnormalAction = 'handle' | 'close' | 'assign' | 'changeDue' | 'reopen'

/** 异常件: 待处理 → 处理中 → 已结 (T28). */
export const abnormalLifecycle: Lifecycle<AbnormalState, AbnormalAction> = {
  handle: { from: ['open', 'handling'], to: 'handling', right: [edit('abnormalList')] },
  close: { from: ['open', 'handling'], to: 'closed', right: [edit('abnormalList')] },
  assign: { from: ['open', 'handling'], to: 'derived', right: [edit('abnormalList')] },
  changeDue: { from: ['open', 'handling'], to: 'derived', right: [edit('abnormalList')] },
  reopen: { from: ['closed'], to: 'handling', right: [approve('abnormalList')] },
}

export const complaintStates = ['open', 'handling', 'followUp', 'done', 'reopened'] as const
export type ComplaintState = (typeof complaintStates)[number]
export type ComplaintAction = 'accept' | 'change' | 'answer' | 'followUp' | 'finish' | 'reopen' | 'assign' | 'changeDue'

/** 投诉: 待受理 → 处理中 → 待回访 → 办结 → 重开 (T28). */
export const complaintLifecycle: Lifecycle<ComplaintState, ComplaintAction> = {
  accept: { from: ['open', 'reopened'], to: 'handling', right: [edit('complaintList')] },
  change: { from: ['open', 'handling', 'reopened'], to: 'derived', right: [edit('complaintList')] },
  answer: { from: ['handling', 'followUp'], to: 'followUp', right: [edit('complaintList')] },
  followUp: { from: ['followUp'], to: 'followUp', right: [edit('complaintList')] },
  finish: { from: ['followUp'], to: 'done', right: [edit('complaintList')] },
  reopen: { from: ['done'], to: 'reopened', right: [edit('complaintList')] },
  assign: { from: ['open', 'handling', 'followUp', 'reopened'], to: 'derived', right: [edit('complaintList')] },
  changeDue: { from: ['open', 'handling', 'followUp', 'reopened'], to: 'derived', right: [edit('complaintList')] },
}
