import { isGtin } from '@xunyun/contract/kernel/gs1'
import * as calls from '@xunyun/contract/warehouse/masters/items'
import type { Tx } from '../../../platform/db.ts'
import { titled } from '../../../platform/excel/list.ts'
import { fieldWord } from '../../../platform/fieldWords.ts'
import { companyNamed, flag, number } from '../../../platform/import/cells.ts'
import { type ImportColumn, importColumn } from '../../../platform/import/columns.ts'
import { masters } from '../../../platform/import/masters.ts'
import type { RowReader } from '../../../platform/import/rows.ts'
import { badField } from '../../../platform/refusal.ts'
import { addItem, deleteItems } from './items.ts'

async function categoryNamed(tx: Tx, row: RowReader): Promise<number | undefined> {
  const name = row.given('category')
  if (name === undefined) return undefined
  const found = await tx
    .selectFrom('category')
    .select('id')
    .where((eb) => eb.or([eb('code', '=', name), eb('name', '=', name)]))
    .where('is_deleted', '=', false)
    .limit(2)
    .execute()
  if (found.length !== 1) row.refuse('category', 'imports.unknownName', { name })
  return found[0]?.id
}

const itemColumns: readonly ImportColumn[] = [
  importColumn('owner', 22, fieldWord('warehouse/masters:item.ownerName'), { required: true, path: 'ownerId' }),
  importColumn('itemNo', 18, fieldWord('warehouse/masters:item.itemNo'), { required: true }),
  importColumn('name', 26, fieldWord('warehouse/masters:item.name'), { required: true }),
  importColumn('spec', 16, fieldWord('warehouse/masters:item.spec')),
  importColumn('baseUnit', 8, fieldWord('warehouse/masters:item.baseUnit'), { required: true, choices: 'unit' }),
  importColumn('barcode', 18, fieldWord('warehouse/masters:item.barcodes'), {
    also: ['Barcode', 'Código de barras'],
    path: 'barcodes',
  }),
  importColumn('packUnit', 8, titled('包装单位', 'Pack unit', 'Unidad de embalaje', '荷姿単位'), {
    choices: 'unit',
    path: 'packs',
  }),
  importColumn('packRatio', 8, titled('换算', 'Holds', 'Contiene', '入数'), {
    also: ['Ratio', 'Relación'],
    path: 'packs.0.ratio',
  }),
  importColumn('packBarcode', 18, titled('包装条码', 'Pack barcode', 'Código del embalaje', '荷姿バーコード'), {
    path: 'packs.0.barcode',
  }),
  importColumn('grossWeight', 10, fieldWord('warehouse/masters:item.grossWeight'), { unit: 'kg' }),
  importColumn('volume', 10, fieldWord('warehouse/masters:item.volume'), { unit: 'm³' }),
  importColumn('unitValue', 10, fieldWord('warehouse/masters:item.unitValue'), { unit: '元' }),
  importColumn('batchControlled', 8, titled('批次控制', 'Batches', 'Lotes', 'ロット管理')),
  importColumn('serialControlled', 8, titled('序列号控制', 'Serials', 'Series', 'シリアル管理')),
  importColumn('expiryControlled', 8, titled('效期控制', 'Expiry', 'Caducidad', '期限管理')),
  importColumn('shelfLifeDays', 8, fieldWord('warehouse/masters:item.shelfLifeDays')),
  importColumn('minRemainInDays', 8, fieldWord('warehouse/masters:item.minRemainInDays'), { also: ['收货最低剩余天'] }),
  importColumn('minRemainOutDays', 8, fieldWord('warehouse/masters:item.minRemainOutDays'), {
    also: ['发货最低剩余天'],
  }),
  importColumn('overReceivePercent', 8, titled('超收', 'Over-receipt', 'Exceso', '超過入荷'), { unit: '%' }),
  importColumn('minStock', 8, fieldWord('warehouse/masters:item.minStock')),
  importColumn('maxStock', 8, fieldWord('warehouse/masters:item.maxStock')),
  importColumn('pickMin', 10, fieldWord('warehouse/masters:item.pickMin')),
  importColumn('pickMax', 10, fieldWord('warehouse/masters:item.pickMax')),
  importColumn('tempClass', 8, fieldWord('warehouse/masters:item.tempClass'), { choices: 'tempClass' }),
  importColumn('abc', 6, fieldWord('warehouse/masters:item.abc'), {
    also: ['ABC class', 'Clase ABC', 'ABC 区分'],
    choices: 'abcClass',
  }),
  importColumn('hazard', 8, fieldWord('warehouse/masters:item.hazard')),
  importColumn('category', 14, fieldWord('warehouse/masters:item.categoryName'), { path: 'categoryId' }),
  importColumn('remark', 24, fieldWord('warehouse/masters:item.remark')),
]
/** As long as a GTIN, but its last digit does not prove the others. */
const looksWrong = (barcode: string | undefined): boolean =>
  barcode !== undefined && /^(\d{8}|\d{12,14})$/.test(barcode) && !isGtin(barcode)
const odd = (key: string, barcode: string) => ({ key, reason: 'warehouse.checkDigit', params: { barcode } }) as const

export const itemImport = masters({
  entity: 'item',
  sheet: titled('货号', 'Items', 'Artículos', '品番'),
  columns: itemColumns,
  notes: (language) =>
    ({
      zh: ['货主写全称、简称或编码；控制各列写“是”或“否”，不写为“否”；重量、体积按一个基本单位'],
      en: [
        'Owner by name, short name or code; controls yes or no, no when left out; weight and volume of one base unit',
      ],
      es: [
        'Propietario por nombre, nombre corto o código; controles sí o no, no si se omite; peso y volumen de una unidad base',
      ],
      ja: ['荷主は名称・略称・コード。管理区分は「はい」「いいえ」、省略時は「いいえ」。重量と容積は基本単位あたり'],
    })[language],
  schema: calls.addItem.input,
  name: (cell) => cell('itemNo'),
  read: async (tx, actor, row) => {
    const packUnit = row.word('packUnit', 'unit')
    return {
      ownerId: await companyNamed(tx, actor, row, 'owner'),
      itemNo: row.given('itemNo'),
      name: row.given('name'),
      spec: row.given('spec'),
      baseUnit: row.word('baseUnit', 'unit'),
      barcodes: row.given('barcode')?.split(/[\s,;，；]+/) ?? [],
      packs:
        packUnit === undefined
          ? []
          : [{ unit: packUnit, ratio: number(row, 'packRatio'), barcode: row.given('packBarcode') }],
      grossWeight: number(row, 'grossWeight'),
      volume: number(row, 'volume'),
      unitValue: number(row, 'unitValue'),
      batchControlled: flag(row, 'batchControlled'),
      serialControlled: flag(row, 'serialControlled'),
      expiryControlled: flag(row, 'expiryControlled'),
      shelfLifeDays: number(row, 'shelfLifeDays'),
      minRemainInDays: number(row, 'minRemainInDays'),
      minRemainOutDays: number(row, 'minRemainOutDays'),
      overReceivePercent: number(row, 'overReceivePercent') ?? '0',
      minStock: number(row, 'minStock'),
      maxStock: number(row, 'maxStock'),
      pickMin: number(row, 'pickMin'),
      pickMax: number(row, 'pickMax'),
      tempClass: row.word('tempClass', 'tempClass') ?? 'normal',
      hazard: flag(row, 'hazard'),
      abc: row.word('abc', 'abcClass'),
      categoryId: await categoryNamed(tx, row),
      remark: row.given('remark'),
    }
  },
  add: (tx, actor, input) => addItem({ tx, actor }, input),
  warn: ({ barcodes, packs }) => [
    ...barcodes.filter(looksWrong).map((barcode) => odd('barcodes', barcode)),
    ...packs.flatMap(({ barcode }) => (looksWrong(barcode) ? [odd('packs.0.barcode', barcode ?? '')] : [])),
  ],
  constraints: { item__no: () => badField('itemNo', 'warehouse.itemNoTaken') },
  undo: (tx, actor, ids) => deleteItems({ tx, actor }, { ids: [...ids] }),
})
