/** Pages that look at waybills and touch nothing; a part of pages.ts. */
export const enquiryPages = {
  /** Where a shipment is. */
  transport: {
    path: '/integrated/transport',
    side: 'waybillEnquiries',
    titles: { zh: '运输查询', en: 'Transport', es: 'Transporte', ja: '輸送照会' },
  },
  /** What a waybill costs, earns, is invoiced and paid. */
  freight: {
    path: '/integrated/freight',
    side: 'waybillEnquiries',
    titles: { zh: '货运查询', en: 'Freight', es: 'Fletes', ja: '運賃照会' },
  },
  /** What earns: by customer, line, vehicle. */
  profit: {
    path: '/financial/profit',
    side: 'profits',
    titles: { zh: '利润统计', en: 'Profit', es: 'Rentabilidad', ja: '利益集計' },
  },
  /** The waybills and charges behind a figure of the profit. */
  profitView: {
    path: '/financial/profitView',
    side: 'profits',
    titles: { zh: '利润明细', en: 'Profit detail', es: 'Detalle de rentabilidad', ja: '利益明細' },
  },
  /** The right to close a month for all outlets. */
  closeMonth: {
    path: '/financial/profit#close',
    leafOf: 'profit',
    button: true,
    titles: { zh: '关账', en: 'Close months', es: 'Cerrar meses', ja: '月締め' },
  },
  /** The right to ask for the last closed month to be opened again. */
  reopenMonth: {
    path: '/financial/profit#reopen',
    leafOf: 'profit',
    button: true,
    titles: { zh: '反关账', en: 'Reopen months', es: 'Reabrir meses', ja: '月締めの解除' },
  },
} as const
