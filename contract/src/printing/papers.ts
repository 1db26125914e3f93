import type { Titles } from '../pages.ts'

/** What is printed, and on what (单据打印). */

/** Papers of transport: the {Type} of wayBillList/{Type}. */
export const documentTypes = ['waybill', 'label', 'loading', 'receipt'] as const
export type DocumentType = (typeof documentTypes)[number]
/** Labels of the warehouse, printed where their records are listed. */
export const warehouseTypes = ['carton'] as const
export const printTypes = [...documentTypes, ...warehouseTypes] as const
export type PrintType = (typeof printTypes)[number]
/** Papers of a waybill; a loading list is one of a trip. */
export const waybillTypes = ['waybill', 'label', 'receipt'] as const
export type WaybillPaper = (typeof waybillTypes)[number]

export const printTypeTitles: Readonly<Record<PrintType, Titles>> = {
  waybill: { zh: '运单', en: 'Waybill', es: 'Guía', ja: '送り状' },
  label: { zh: '标签', en: 'Piece label', es: 'Etiqueta', ja: '荷札' },
  loading: { zh: '装车单', en: 'Loading list', es: 'Lista de carga', ja: '積込表' },
  receipt: { zh: '回单', en: 'Receipt', es: 'Comprobante', ja: '受領書' },
  carton: { zh: '箱标', en: 'Carton label', es: 'Etiqueta de caja', ja: '箱ラベル' },
}

/** Sheets in millimetres, as they lie in the printer. */
export const papers = {
  '241x93': { width: 241, height: 93 },
  '241x140': { width: 241, height: 140 },
  '100x180': { width: 100, height: 180 },
  '100x150': { width: 100, height: 150 },
  '76x130': { width: 76, height: 130 },
  a5: { width: 210, height: 148 },
  a4: { width: 210, height: 297 },
} as const
export type PaperName = keyof typeof papers
export const paperNames = Object.keys(papers) as PaperName[]

/** The name of a sheet of this size, if it has one. */
export const paperNameOf = (size: { width: number; height: number }): PaperName | undefined =>
  paperNames.find((name) => papers[name].width === size.width && papers[name].height === size.height)

/** Ways that a paper takes out of the browser. */
export const printWays = ['service', 'browser', 'pdf'] as const
export type PrintWay = (typeof printWays)[number]
