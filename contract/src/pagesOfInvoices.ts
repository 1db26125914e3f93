import { prefix } from './prefix.ts'

/** Pages of invoices; a part of pages.ts. */
export const invoicePages = {
  /** Titles of companies, and tax items. */
  billing: {
    path: '/financial/billing',
    side: 'invoices',
    titles: { zh: '开票信息', en: 'Invoice details', es: 'Datos de facturación', ja: '発票情報' },
  },
  billApplyAudit: {
    path: '/financial/billApplyAudit',
    side: 'invoices',
    titles: { zh: '开票审核', en: 'Invoice approval', es: 'Aprobación de facturas', ja: '発票承認' },
  },
  /** The right to reverse an issued invoice. */
  makeRed: {
    path: '/financial/billApplyAudit#makeRed',
    leafOf: 'billApplyAudit',
    button: true,
    titles: { zh: '红冲', en: 'Reverse invoices', es: 'Rectificar facturas', ja: '発票の赤字処理' },
  },
  /** Applying for an invoice. */
  billApply: {
    path: `${prefix}/operations/billApply`,
    side: 'fees',
    titles: { zh: '开票申请', en: 'Invoice request', es: 'Solicitar factura', ja: '発票申請' },
  },
  billApplyList: {
    path: `${prefix}/operations/billApplyList`,
    side: 'fees',
    titles: { zh: '开票申请列表', en: 'Invoice requests', es: 'Solicitudes de factura', ja: '発票申請一覧' },
  },
} as const
