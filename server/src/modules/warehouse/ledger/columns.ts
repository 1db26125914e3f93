import { wordFor } from '@xunyun/contract/dictionary'
import type { MoveRow } from '@xunyun/contract/warehouse/ledger/ledger'
import type { ItemStockRow, StockRow } from '@xunyun/contract/warehouse/ledger/stock'
import type { BalanceRow } from '@xunyun/contract/warehouse/ledger/summary'
import type { TurnoverRow } from '@xunyun/contract/warehouse/ledger/turnover'
import { type ListColumn, titled } from '../../../platform/excel/list.ts'

const words = {
  warehouse: titled('仓库', 'Warehouse', 'Almacén', '倉庫'),
  location: titled('库位', 'Location', 'Ubicación', 'ロケーション'),
  owner: titled('货主', 'Owner', 'Propietario', '荷主'),
  itemNo: titled('货号', 'Item', 'Artículo', '品番'),
  itemName: titled('品名', 'Name', 'Nombre', '品名'),
  batch: titled('批次', 'Batch', 'Lote', 'ロット'),
  quality: titled('质量', 'Quality', 'Calidad', '品質'),
  expiry: titled('到期', 'Expiry', 'Caducidad', '期限'),
  container: titled('容器号', 'Container', 'Contenedor', '容器番号'),
  unit: titled('单位', 'Unit', 'Unidad', '単位'),
  onHand: titled('在库', 'On hand', 'En existencias', '在庫'),
  allocated: titled('已分配', 'Allocated', 'Asignado', '引当済'),
  frozen: titled('冻结', 'Frozen', 'Bloqueado', '凍結'),
  available: titled('可用', 'Available', 'Disponible', '利用可能'),
} as const

const unit = {
  key: 'baseUnit',
  type: 'text',
  width: 8,
  titles: words.unit,
  value: (row: { baseUnit: string | null }, language: Parameters<typeof wordFor>[2]) =>
    row.baseUnit === null ? '' : wordFor('unit', row.baseUnit, language),
} as const
const quality = {
  key: 'quality',
  type: 'text',
  width: 10,
  titles: words.quality,
  value: (row: { quality: string }, language: Parameters<typeof wordFor>[2]) =>
    wordFor('quality', row.quality, language),
} as const
/** Quantities keep their unit's decimals, so they are texts that Excel reads as numbers. */
const quantity = <K extends string>(key: K, titles: ListColumn<never>['titles']) =>
  ({ key, type: 'quantity', titles }) as const
const four = [
  quantity('onHand', words.onHand),
  quantity('allocated', words.allocated),
  quantity('frozen', words.frozen),
  quantity('available', words.available),
] as const

/** The columns of the exports; keys are those of the pages. */
export const stockColumns: readonly ListColumn<StockRow>[] = [
  { key: 'locationCode', type: 'text', width: 16, titles: words.location },
  { key: 'warehouseName', type: 'text', width: 18, titles: words.warehouse },
  { key: 'zoneName', type: 'text', titles: titled('库区', 'Zone', 'Zona', 'エリア') },
  { key: 'ownerName', type: 'text', width: 22, titles: words.owner },
  { key: 'itemNo', type: 'text', width: 16, titles: words.itemNo },
  { key: 'itemName', type: 'text', width: 24, titles: words.itemName },
  { key: 'batchNo', type: 'text', titles: words.batch },
  { key: 'countNo', type: 'text', width: 18, titles: titled('待盘', 'To count', 'Por contar', '棚卸待ち') },
  quality,
  ...four,
  unit,
  { key: 'production', type: 'date', titles: titled('生产', 'Produced', 'Producción', '製造日') },
  { key: 'expiry', type: 'date', titles: words.expiry },
  { key: 'daysLeft', type: 'integer', titles: titled('效期(天)', 'Days left', 'Días restantes', '残日数') },
  { key: 'inbound', type: 'date', titles: titled('入库', 'Came in', 'Entrada', '入庫日') },
  { key: 'age', type: 'integer', titles: titled('库龄(天)', 'Age (d)', 'Antigüedad (d)', '在庫日数') },
  { key: 'containerCode', type: 'text', width: 16, titles: words.container },
]
export const itemStockColumns: readonly ListColumn<ItemStockRow>[] = [
  { key: 'itemNo', type: 'text', width: 16, titles: words.itemNo },
  { key: 'ownerName', type: 'text', width: 22, titles: words.owner },
  { key: 'itemName', type: 'text', width: 24, titles: words.itemName },
  { key: 'spec', type: 'text', titles: titled('规格', 'Spec', 'Especificación', '規格') },
  unit,
  ...four,
  quantity('coming', titled('在途', 'Coming', 'En camino', '入荷予定')),
  quantity('minStock', titled('下限', 'Minimum', 'Mínimo', '下限')),
  quantity('maxStock', titled('上限', 'Maximum', 'Máximo', '上限')),
  { key: 'locationCount', type: 'integer', titles: titled('库位数', 'Locations', 'Ubicaciones', 'ロケーション数') },
  { key: 'nextExpiry', type: 'date', titles: titled('最近到期', 'Next expiry', 'Próxima caducidad', '直近の期限') },
]
export const moveColumns: readonly ListColumn<MoveRow>[] = [
  { key: 'id', type: 'integer', titles: titled('流水号', 'Line', 'Línea', '台帳番号') },
  { key: 'occurredAt', type: 'moment', titles: titled('时间', 'Time', 'Hora', '日時') },
  {
    key: 'type',
    type: 'text',
    titles: titled('类型', 'Type', 'Tipo', '区分'),
    value: ({ type }, language) => wordFor('moveType', type, language),
  },
  { key: 'docNo', type: 'text', width: 20, titles: titled('单号', 'Document', 'Documento', '伝票番号') },
  { key: 'warehouseName', type: 'text', width: 18, titles: words.warehouse },
  { key: 'locationCode', type: 'text', width: 16, titles: words.location },
  { key: 'ownerName', type: 'text', width: 22, titles: words.owner },
  { key: 'itemNo', type: 'text', width: 16, titles: words.itemNo },
  { key: 'itemName', type: 'text', width: 24, titles: words.itemName },
  { key: 'batchNo', type: 'text', titles: words.batch },
  { key: 'expiry', type: 'date', titles: words.expiry },
  quality,
  quantity('dOnHand', titled('在库±', 'On hand ±', 'Existencias ±', '在庫±')),
  quantity('dAllocated', titled('已分配±', 'Allocated ±', 'Asignado ±', '引当±')),
  quantity('dFrozen', titled('冻结±', 'Frozen ±', 'Bloqueado ±', '凍結±')),
  quantity('onHand', titled('结存', 'Balance', 'Saldo', '残高')),
  unit,
  { key: 'containerCode', type: 'text', width: 16, titles: words.container },
  {
    key: 'serials',
    type: 'text',
    width: 24,
    titles: titled('序列号', 'Serial numbers', 'Números de serie', 'シリアル番号'),
    value: ({ serials }) => serials.join(' '),
  },
  { key: 'reversesId', type: 'integer', titles: titled('冲销自', 'Takes back', 'Anula', '取消元') },
  { key: 'byName', type: 'text', titles: titled('操作人', 'By', 'Por', '担当者') },
  { key: 'recordedAt', type: 'moment', titles: titled('记录时间', 'Recorded', 'Registrado', '記録日時') },
]
export const balanceColumns: readonly ListColumn<BalanceRow>[] = [
  { key: 'name', type: 'text', width: 20, titles: titled('名称', 'Name', 'Nombre', '名称') },
  { key: 'ownerName', type: 'text', width: 22, titles: words.owner },
  { key: 'itemNo', type: 'text', width: 16, titles: words.itemNo },
  { key: 'itemName', type: 'text', width: 24, titles: words.itemName },
  { key: 'expiry', type: 'date', titles: words.expiry },
  unit,
  quantity('opening', titled('期初', 'Opening', 'Inicial', '期首')),
  quantity('received', titled('入库', 'Received', 'Entradas', '入庫')),
  quantity('otherIn', titled('其他入', 'Other in', 'Otras entradas', 'その他入')),
  quantity('shipped', titled('出库', 'Shipped', 'Salidas', '出庫')),
  quantity('otherOut', titled('其他出', 'Other out', 'Otras salidas', 'その他出')),
  quantity('closing', titled('期末', 'Closing', 'Final', '期末')),
]
export const turnoverColumns: readonly ListColumn<TurnoverRow>[] = [
  { key: 'name', type: 'text', width: 20, titles: titled('名称', 'Name', 'Nombre', '名称') },
  { key: 'itemName', type: 'text', width: 24, titles: words.itemName },
  { key: 'ownerName', type: 'text', width: 22, titles: words.owner },
  unit,
  { key: 'receipts', type: 'integer', titles: titled('入库单', 'Receipts', 'Recepciones', '入庫件数') },
  quantity('received', titled('入库', 'Received', 'Entradas', '入庫')),
  { key: 'shipments', type: 'integer', titles: titled('出库单', 'Shipments', 'Envíos', '出庫件数') },
  quantity('shipped', titled('出库', 'Shipped', 'Salidas', '出庫')),
  quantity('net', titled('净增', 'Net', 'Neto', '純増')),
  quantity('weight', titled('重量 kg', 'Weight kg', 'Peso kg', '重量 kg')),
  quantity('volume', titled('体积 m³', 'Volume m³', 'Volumen m³', '容積 m³')),
  quantity('adjusted', titled('调整', 'Adjusted', 'Ajustes', '調整')),
  quantity('assembled', titled('组拆', 'Sets', 'Conjuntos', 'セット')),
]
