import { wordFor } from '@xunyun/contract/dictionary'
import type { MoveRow } from '@xunyun/contract/warehouse/ledger/ledger'
import type { ItemStockRow, StockRow } from '@xunyun/contract/warehouse/ledger/stock'
import type { BalanceRow } from '@xunyun/contract/warehouse/ledger/summary'
import type { TurnoverRow } from '@xunyun/contract/warehouse/ledger/turnover'
import { type ListColumn, titled } from '../../../platform/excel/list.ts'
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
  { key: 'zoneName', type: 'text', titles: fieldWord('warehouse/ledger:column.zoneName') },
  { key: 'ownerName', type: 'text', width: 22, titles: words.owner },
  { key: 'itemNo', type: 'text', width: 16, titles: words.itemNo },
  { key: 'itemName', type: 'text', width: 24, titles: words.itemName },
  { key: 'batchNo', type: 'text', titles: words.batch },
  { key: 'countNo', type: 'text', width: 18, titles: titled('待盘', 'To count', 'Por contar', '棚卸待ち') },
  quality,
  ...four,
  unit,
  { key: 'production', type: 'date', titles: fieldWord('warehouse/ledger:column.production') },
  { key: 'expiry', type: 'date', titles: words.expiry },
  { key: 'daysLeft', type: 'integer', titles: fieldWord('warehouse/ledger:column.daysLeft') },
  { key: 'inbound', type: 'date', titles: fieldWord('warehouse/ledger:column.inbound') },
  { key: 'age', type: 'integer', titles: fieldWord('warehouse/ledger:column.age') },
  { key: 'containerCode', type: 'text', width: 16, titles: words.container },
]
export const itemStockColumns: readonly ListColumn<ItemStockRow>[] = [
  { key: 'itemNo', type: 'text', width: 16, titles: words.itemNo },
  { key: 'ownerName', type: 'text', width: 22, titles: words.owner },
  { key: 'itemName', type: 'text', width: 24, titles: words.itemName },
  { key: 'spec', type: 'text', titles: fieldWord('warehouse/ledger:column.spec') },
  unit,
  ...four,
  quantity('coming', fieldWord('warehouse/ledger:column.coming')),
  quantity('minStock', fieldWord('warehouse/ledger:column.minStock')),
  quantity('maxStock', fieldWord('warehouse/ledger:column.maxStock')),
  { key: 'locationCount', type: 'integer', titles: fieldWord('warehouse/ledger:column.locationCount') },
  { key: 'nextExpiry', type: 'date', titles: fieldWord('warehouse/ledger:column.nextExpiry') },
]
export const moveColumns: readonly ListColumn<MoveRow>[] = [
  { key: 'id', type: 'integer', titles: fieldWord('warehouse/ledger:column.id') },
  { key: 'occurredAt', type: 'moment', titles: fieldWord('warehouse/ledger:column.occurredAt') },
  {
    key: 'type',
    type: 'text',
    titles: fieldWord('warehouse/ledger:column.type'),
    value: ({ type }, language) => wordFor('moveType', type, language),
  },
  { key: 'docNo', type: 'text', width: 20, titles: fieldWord('warehouse/ledger:column.docNo') },
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
  {
    key: 'serials',
    type: 'text',
    width: 24,
    titles: fieldWord('warehouse/ledger:column.serials'),
    value: ({ serials }) => serials.join(' '),
  },
  { key: 'reversesId', type: 'integer', titles: fieldWord('warehouse/ledger:column.reversesId') },
  { key: 'byName', type: 'text', titles: fieldWord('warehouse/ledger:column.byName') },
  { key: 'recordedAt', type: 'moment', titles: fieldWord('warehouse/ledger:column.recordedAt') },
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
  { key: 'receipts', type: 'integer', titles: fieldWord('warehouse/ledger:column.receipts') },
  quantity('received', fieldWord('warehouse/ledger:column.received')),
  { key: 'shipments', type: 'integer', titles: fieldWord('warehouse/ledger:column.shipments') },
  quantity('shipped', fieldWord('warehouse/ledger:column.shipped')),
  quantity('net', fieldWord('warehouse/ledger:column.net')),
  quantity('weight', fieldWord('warehouse/ledger:column.weight', 'kg')),
  quantity('volume', fieldWord('warehouse/ledger:column.volume', 'm³')),
  quantity('adjusted', fieldWord('warehouse/ledger:column.adjusted')),
  quantity('assembled', fieldWord('warehouse/ledger:column.assembled')),
]
