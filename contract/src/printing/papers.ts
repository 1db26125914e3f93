import type { Titles } from '../pages.ts'

/** What is printed, and on what (单据打印). */

/** Papers of transport that are listed to be printed: the {Type} of wayBillList/{Type}. */
export const documentTypes = ['waybill', 'label', 'loading', 'receipt', 'pickupNotice'] as const
export type DocumentType = (typeof documentTypes)[number]
/** Lists of signed receipts that went out together: to an outlet, to the customer. */
export const receiptListTypes = ['receiptSending', 'receiptReturn'] as const
export type ReceiptListType = (typeof receiptListTypes)[number]
export const isReceiptList = (type: PrintType): type is ReceiptListType =>
  (receiptListTypes as readonly PrintType[]).includes(type)
/**
 * All papers of transport; the sheet of a line shipment, the agreement of a trip and the lists of receipts are printed where
 * these are listed.
 */
export const transportTypes = [...documentTypes, 'handover', 'agreement', ...receiptListTypes] as const
/**
 * Labels and sheets of the warehouse, printed where their records are listed. A lot is what was counted in of goods: its
 * label has batch, dates and numbers, that of an item has none.
 */
export const warehouseTypes = [
  'carton',
  'location',
  'container',
  'item',
  'lot',
  'goodsIn',
  'pickList',
  'packList',
  'countSheet',
] as const
export type WarehouseType = (typeof warehouseTypes)[number]
export const isWarehouseType = (type: PrintType): type is WarehouseType =>
  (warehouseTypes as readonly PrintType[]).includes(type)
/** Papers of which a document has several, counted as pieces. */
export const piecedTypes: readonly PrintType[] = ['label', 'lot']
export const printTypes = [...transportTypes, ...warehouseTypes] as const
export type PrintType = (typeof printTypes)[number]
/** Papers of a waybill; a loading list and an agreement are of a trip, a handover sheet of a line shipment. */
export const waybillTypes = ['waybill', 'label', 'receipt', 'pickupNotice'] as const
export type WaybillPaper = (typeof waybillTypes)[number]

export const printTypeTitles: Readonly<Record<PrintType, Titles>> = {
  waybill: { zh: '运单', en: 'Waybill', es: 'Guía', ja: '送り状' },
  label: { zh: '标签', en: 'Piece label', es: 'Etiqueta', ja: '荷札' },
  loading: { zh: '装车单', en: 'Loading list', es: 'Lista de carga', ja: '積込表' },
  receipt: { zh: '回单', en: 'Receipt', es: 'Comprobante', ja: '受領書' },
  pickupNotice: { zh: '自提通知', en: 'Pickup notice', es: 'Aviso de retiro', ja: '引取通知' },
  handover: { zh: '外发单', en: 'Handover sheet', es: 'Hoja de entrega', ja: '引渡票' },
  agreement: { zh: '运输协议', en: 'Transport agreement', es: 'Acuerdo de transporte', ja: '運送契約書' },
  receiptSending: {
    zh: '回单寄出清单',
    en: 'Receipts sent list',
    es: 'Lista de comprobantes enviados',
    ja: '受領書発送一覧',
  },
  receiptReturn: {
    zh: '返单清单',
    en: 'Receipts returned list',
    es: 'Lista de comprobantes devueltos',
    ja: '受領書返却一覧',
  },
  carton: { zh: '箱标', en: 'Carton label', es: 'Etiqueta de caja', ja: '箱ラベル' },
  location: { zh: '库位标签', en: 'Location label', es: 'Etiqueta de ubicación', ja: 'ロケーションラベル' },
  container: { zh: '容器标签', en: 'Container label', es: 'Etiqueta de contenedor', ja: '容器ラベル' },
  item: { zh: '货品标签', en: 'Item label', es: 'Etiqueta de artículo', ja: '商品ラベル' },
  lot: { zh: '批次标签', en: 'Batch label', es: 'Etiqueta de lote', ja: 'ロットラベル' },
  goodsIn: { zh: '收货单', en: 'Goods received note', es: 'Nota de recepción', ja: '入荷伝票' },
  pickList: { zh: '拣货单', en: 'Pick list', es: 'Lista de picking', ja: 'ピッキングリスト' },
  packList: { zh: '装箱单', en: 'Packing list', es: 'Lista de empaque', ja: '梱包明細書' },
  countSheet: { zh: '盘点表', en: 'Count sheet', es: 'Hoja de conteo', ja: '棚卸表' },
}

/** Sheets in millimetres, as they lie in the printer. */
export const papers = {
  '241x93': { width: 241, height: 93 },
  '241x140': { width: 241, height: 140 },
  '100x180': { width: 100, height: 180 },
  '100x150': { width: 100, height: 150 },
  '100x100': { width: 100, height: 100 },
  '76x130': { width: 76, height: 130 },
  '60x40': { width: 60, height: 40 },
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
