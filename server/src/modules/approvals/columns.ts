import type { ApprovalRow } from '@xunyun/contract/approvals/calls'
import { type ListColumn, listColumn, titled } from '../../platform/excel/list.ts'

/** The columns of the export; keys are those of the page. */
export const approvalColumns: readonly ListColumn<ApprovalRow>[] = [
  listColumn('approvals:column.docNo', 'text', { width: 18 }),
  listColumn('approvals:column.type', 'text', { key: 'bizType', width: 12, words: 'bizType' }),
  listColumn('approvals:column.reason', 'text', { width: 14, words: 'approvalReason' }),
  listColumn('approvals:column.company', 'text', { key: 'companyName', width: 26 }),
  listColumn('approvals:column.applicant', 'text', { key: 'applicantName', width: 12 }),
  listColumn('approvals:column.state', 'text', { width: 10, words: 'approvalState' }),
  listColumn('approvals:column.level', 'text', { width: 8, value: ({ level, levels }) => `${level}/${levels}` }),
  listColumn('approvals:column.waitsFor', 'text', { width: 18 }),
  listColumn('approvals:column.amount', 'money', { width: 14, unit: '元' }),
  { key: 'appliedAt', type: 'moment', width: 18, titles: titled('申请时间', 'Applied', 'Solicitada', '申請日時') },
  listColumn('approvals:column.decidedAt', 'moment', { width: 18 }),
  listColumn('approvals:column.opinion', 'text', { width: 30 }),
  listColumn('approvals:column.outlet', 'text', { key: 'outletName', width: 14 }),
]
