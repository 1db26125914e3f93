import type { ApprovalRow } from '@xunyun/contract/approvals/calls'
import { wordFor } from '@xunyun/contract/dictionary'
import { type ListColumn, titled } from '../../platform/excel/list.ts'
import { fieldWord } from '../../platform/fieldWords.ts'

/** The columns of the export; keys are those of the page. */
export const approvalColumns: readonly ListColumn<ApprovalRow>[] = [
  { key: 'docNo', type: 'text', width: 18, titles: fieldWord('approvals:column.docNo') },
  {
    key: 'bizType',
    type: 'text',
    width: 12,
    titles: fieldWord('approvals:column.type'),
    value: ({ bizType }, language) => wordFor('bizType', bizType, language),
  },
  {
    key: 'reason',
    type: 'text',
    width: 14,
    titles: fieldWord('approvals:column.reason'),
    value: ({ reason }, language) => wordFor('approvalReason', reason, language),
  },
  { key: 'companyName', type: 'text', width: 26, titles: fieldWord('approvals:column.company') },
  { key: 'applicantName', type: 'text', width: 12, titles: fieldWord('approvals:column.applicant') },
  {
    key: 'state',
    type: 'text',
    width: 10,
    titles: fieldWord('approvals:column.state'),
    value: ({ state }, language) => wordFor('approvalState', state, language),
  },
  {
    key: 'level',
    type: 'text',
    width: 8,
    titles: fieldWord('approvals:column.level'),
    value: ({ level, levels }) => `${level}/${levels}`,
  },
  { key: 'waitsFor', type: 'text', width: 18, titles: fieldWord('approvals:column.waitsFor') },
  { key: 'amount', type: 'money', width: 14, titles: fieldWord('approvals:column.amount', '元') },
  { key: 'appliedAt', type: 'moment', width: 18, titles: titled('申请时间', 'Applied', 'Solicitada', '申請日時') },
  { key: 'decidedAt', type: 'moment', width: 18, titles: fieldWord('approvals:column.decidedAt') },
  { key: 'opinion', type: 'text', width: 30, titles: fieldWord('approvals:column.opinion') },
  { key: 'outletName', type: 'text', width: 14, titles: fieldWord('approvals:column.outlet') },
]
