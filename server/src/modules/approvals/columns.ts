import type { ApprovalRow } from '@xunyun/contract/approvals/calls'
import { wordFor } from '@xunyun/contract/dictionary'
import { type ListColumn, titled } from '../../platform/excel/list.ts'

/** The columns of the export; keys are those of the page. */
export const approvalColumns: readonly ListColumn<ApprovalRow>[] = [
  { key: 'docNo', type: 'text', width: 18, titles: titled('单号', 'Document', 'Documento', '番号') },
  {
    key: 'bizType',
    type: 'text',
    width: 12,
    titles: titled('类型', 'Type', 'Tipo', '種別'),
    value: ({ bizType }, language) => wordFor('bizType', bizType, language),
  },
  {
    key: 'reason',
    type: 'text',
    width: 14,
    titles: titled('事由', 'Reason', 'Motivo', '事由'),
    value: ({ reason }, language) => wordFor('approvalReason', reason, language),
  },
  { key: 'companyName', type: 'text', width: 26, titles: titled('往来单位', 'Partner', 'Socio', '取引先') },
  { key: 'applicantName', type: 'text', width: 12, titles: titled('申请人', 'Applicant', 'Solicitante', '申請者') },
  {
    key: 'state',
    type: 'text',
    width: 10,
    titles: titled('审核状态', 'State', 'Estado', '状態'),
    value: ({ state }, language) => wordFor('approvalState', state, language),
  },
  {
    key: 'level',
    type: 'text',
    width: 8,
    titles: titled('级', 'Level', 'Nivel', '段階'),
    value: ({ level, levels }) => `${level}/${levels}`,
  },
  { key: 'waitsFor', type: 'text', width: 18, titles: titled('待谁审', 'Waits for', 'Espera a', '審査者') },
  { key: 'amount', type: 'money', width: 14, titles: titled('金额 元', 'Amount CNY', 'Importe CNY', '金額 元') },
  { key: 'appliedAt', type: 'moment', width: 18, titles: titled('申请时间', 'Applied', 'Solicitada', '申請日時') },
  { key: 'decidedAt', type: 'moment', width: 18, titles: titled('审核时间', 'Decided', 'Decidida', '審査日時') },
  { key: 'opinion', type: 'text', width: 30, titles: titled('意见', 'Opinion', 'Opinión', '意見') },
  { key: 'outletName', type: 'text', width: 14, titles: titled('网点', 'Outlet', 'Sede', '拠点') },
]
