import { wordFor } from '@xunyun/contract/dictionary'
import type { MoveRow } from '@xunyun/contract/warehouse/ledger/ledger'
import type { ItemStockRow, StockRow } from '@xunyun/contract/warehouse/ledger/stock'
import type { BalanceRow } from '@xunyun/contract/warehouse/ledger/summary'
import type { TurnoverRow } from '@xunyun/contract/warehouse/ledger/turnover'
import { type ListColumn, listColumn, titled } from '../../../platform/excel/list.ts'
import { fieldWord } from '../../../platform/fieldWords.ts'

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
  listColumn('warehouse/ledger:column.zoneName', 'text'),
  { key: 'ownerName', type: 'text', width: 22, titles: words.owner },
  { key: 'itemNo', type: 'text', width: 16, titles: words.itemNo },
  { key: 'itemName', type: 'text', width: 24, titles: words.itemName },
  { key: 'batchNo', type: 'text', titles: words.batch },
  { key: 'countNo', type: 'text', width: 18, titles: titled('待盘', 'To count', 'Por contar', '棚卸待ち') },
  quality,
  ...four,
  unit,
  listColumn('warehouse/ledger:column.production', 'date'),
  { key: 'expiry', type: 'date', titles: words.expiry },
  listColumn('warehouse/ledger:column.daysLeft', 'integer'),
  listColumn('warehouse/ledger:column.inbound', 'date'),
  listColumn('warehouse/ledger:column.age', 'integer'),
  { key: 'containerCode', type: 'text', width: 16, titles: words.container },
]
export const itemStockColumns: readonly ListColumn<ItemStockRow>[] = [
  { key: 'itemNo', type: 'text', width: 16, titles: words.itemNo },
  { key: 'ownerName', type: 'text', width: 22, titles: words.owner },
  { key: 'itemName', type: 'text', width: 24, titles: words.itemName },
  listColumn('warehouse/ledger:column.spec', 'text'),
  unit,
  ...four,
  quantity('coming', fieldWord('warehouse/ledger:column.coming')),
  quantity('minStock', fieldWord('warehouse/ledger:column.minStock')),
  quantity('maxStock', fieldWord('warehouse/ledger:column.maxStock')),
  listColumn('warehouse/ledger:column.locationCount', 'integer'),
  listColumn('warehouse/ledger:column.nextExpiry', 'date'),
]
export const moveColumns: readonly ListColumn<MoveRow>[] = [
  listColumn('warehouse/ledger:column.id', 'integer'),
  listColumn('warehouse/ledger:column.occurredAt', 'moment'),
  listColumn('warehouse/ledger:column.type', 'text', { words: 'moveType' }),
  listColumn('warehouse/ledger:column.docNo', 'text', { width: 20 }),
  { key: 'warehouseName', type: 'text', width: 18, titles: words.warehouse },
  { key: 'locationCode', type: 'text', width: 16, titles: words.location },
  { key: 'ownerName', type: 'text', width: 22, titles: words.owner },
  { key: 'itemNo', type: 'text', width: 16, titles: words.itemNo },
  { key: 'itemName', type: 'text', width: 24, titles: words.itemName },
  { key: 'batchNo', type: 'text', titles: words.batch },
  { key: 'expiry', type: 'date', titles: words.expiry },
  quality,
  quantity('dOnHand', fieldWord('warehouse/ledger:column.dOnHand')),
  quantity('dAllocated', fieldWord('warehouse/ledger:column.dAllocated')),
  quantity('dFrozen', fieldWord('warehouse/ledger:column.dFrozen')),
  quantity('onHand', fieldWord('warehouse/ledger:column.balance')),
  unit,
  { key: 'containerCode', type: 'text', width: 16, titles: words.container },
  listColumn('warehouse/ledger:column.serials', 'text', { width: 24, value: ({ serials }) => serials.join(' ') }),
  listColumn('warehouse/ledger:column.reversesId', 'integer'),
  listColumn('warehouse/ledger:column.byName', 'text'),
  listColumn('warehouse/ledger:column.recordedAt', 'moment'),
]
export const balanceColumns: readonly ListColumn<BalanceRow>[] = [
  { key: 'name', type: 'text', width: 20, titles: titled('名称', 'Name', 'Nombre', '名称') },
  { key: 'ownerName', type: 'text', width: 22, titles: words.owner },
  { key: 'itemNo', type: 'text', width: 16, titles: words.itemNo },
  { key: 'itemName', type: 'text', width: 24, titles: words.itemName },
  { key: 'expiry', type: 'date', titles: words.expiry },
  unit,
  quantity('opening', fieldWord('warehouse/ledger:column.opening')),
  quantity('received', fieldWord('warehouse/ledger:column.received')),
  quantity('otherIn', fieldWord('warehouse/ledger:column.otherIn')),
  quantity('shipped', fieldWord('warehouse/ledger:column.shipped')),
  quantity('otherOut', fieldWord('warehouse/ledger:column.otherOut')),
  quantity('closing', fieldWord('warehouse/ledger:column.closing')),
]
export const turnoverColumns: readonly ListColumn<TurnoverRow>[] = [
  { key: 'name', type: 'text', width: 20, titles: titled('名称', 'Name', 'Nombre', '名称') },
  { key: 'itemName', type: 'text', width: 24, titles: words.itemName },
  { key: 'ownerName', type: 'text', width: 22, titles: words.owner },
  unit,
  listColumn('warehouse/ledger:column.receipts', 'integer'),
  quantity('received', fieldWord('warehouse/ledger:column.received')),
  listColumn('warehouse/ledger:column.shipments', 'integer'),
  quantity('shipped', fieldWord('warehouse/ledger:column.shipped')),
  quantity('net', fieldWord('warehouse/ledger:column.net')),
  quantity('weight', fieldWord('warehouse/ledger:column.weight', 'kg')),
  quantity('volume', fieldWord('warehouse/ledger:column.volume', 'm³')),
  quantity('adjusted', fieldWord('warehouse/ledger:column.adjusted')),
  quantity('assembled', fieldWord('warehouse/ledger:column.assembled')),
]
