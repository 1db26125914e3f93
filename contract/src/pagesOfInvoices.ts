/** Pages of invoices; a part of pages.ts. */
export const invoicePages = {
  /** Titles of companies, and tax items. */
  billing: {
    path: '/financial/billing',
    side: 'invoices',
    titles: { zh: '开票信息', en: 'Invoice details', es: 'Datos de facturación', ja: '発票情報' },
  },
} as const
