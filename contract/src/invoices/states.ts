import { approve, browse, edit } from '../access.ts'
import type { Lifecycle } from '../kernel/lifecycle.ts'

/** KP, an application that becomes an invoice; HP, the red letter of an issued one (domain-money M30–M37). */
export const invoiceKinds = ['invoice', 'redInvoice'] as const
export type InvoiceKind = (typeof invoiceKinds)[number]

export const invoiceStates = ['draft', 'pending', 'rejected', 'toIssue', 'issued', 'partRed', 'red', 'void'] as const
export type InvoiceState = (typeof invoiceStates)[number]
export const invoiceActions = [
  'edit',
  'submit',
  'withdraw',
  'approve',
  'reject',
  'confirm',
  'issue',
  'makeRed',
  'mail',
  'addFiles',
  'void',
  'cancel',
] as const
export type InvoiceAction = (typeof invoiceActions)[number]

export const applyingInvoices = [edit('billApply'), edit('billApplyList')] as const
export const issuingInvoices = [edit('billApplyAudit')] as const
export const decidingInvoices = [approve('billApplyAudit')] as const
export const reversingInvoices = [edit('makeRed')] as const
export const voidingInvoices = [approve('billApplyList')] as const
/** 发客户: what was issued is the customer's to have; nothing is changed by it. */
export const mailingInvoices = [browse('billApplyList'), edit('billApplyAudit')] as const
const theirs = ['issued', 'partRed', 'red'] as const

/**
 * M34: 草稿 → 待审 → 待开票 → 已开票 → 部分红冲 → 已红冲; 驳回 is mended and sent again; 作废 from 草稿, 驳回 (void) and 待开票 (cancel). Parts of
 * charges are applied from 提交 on. A red letter goes the same way; it is confirmed between 通过 and 开票 where the buyer has to agree.
 */
export const invoiceLifecycle: Lifecycle<InvoiceState, InvoiceAction> = {
  edit: { from: ['draft', 'rejected'], to: 'draft', right: applyingInvoices },
  submit: { from: ['draft', 'rejected'], to: 'pending', right: applyingInvoices },
  withdraw: { from: ['pending'], to: 'draft', right: applyingInvoices },
  approve: { from: ['pending'], to: 'toIssue', right: [...decidingInvoices, approve('unreviewed')] },
  reject: { from: ['pending'], to: 'rejected', right: [...decidingInvoices, approve('unreviewed')] },
  confirm: { from: ['draft', 'pending', 'rejected', 'toIssue'], to: 'derived', right: issuingInvoices },
  issue: { from: ['toIssue'], to: 'issued', right: issuingInvoices },
  makeRed: { from: ['issued', 'partRed'], to: 'derived', right: reversingInvoices },
  mail: { from: theirs, to: 'derived', right: mailingInvoices },
  addFiles: { from: theirs, to: 'derived', right: issuingInvoices },
  void: { from: ['draft', 'rejected'], to: 'void', right: voidingInvoices },
  cancel: { from: ['toIssue'], to: 'void', right: decidingInvoices },
}

/** The confirmations of the tax bureau with which a red letter may be issued. */
export const confirmed = ['notNeeded', 'confirmed'] as const
/** The other side has 72 hours. */
export const awaited = ['sellerEntered', 'buyerEntered'] as const
export const confirmationHours = 72
