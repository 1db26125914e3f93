import { isGtin } from '@xunyun/contract/kernel/gs1'
import { addItem } from '@xunyun/contract/warehouse/items'
import { addLocation } from '@xunyun/contract/warehouse/locations'
import { yesNo } from '@xunyun/contract/yesNo'
import type { Tx } from '../../platform/db.ts'
import { titled } from '../../platform/excel/list.ts'
import { companyNamed, number } from '../../platform/import/cells.ts'
import { type ImportColumn, importColumn } from '../../platform/import/columns.ts'
import type { Imports } from '../../platform/import/imports.ts'
import type { RowReader } from '../../platform/import/judge.ts'
import { masters } from '../../platform/import/masters.ts'
import { badField } from '../../platform/refusal.ts'
import { warehouseNamed } from './importNames.ts'
import { addOne as addItemOne, setEach as setItems } from './items.ts'
import { addOne as addLocationOne, setEach as setLocations } from './locations.ts'

/** What is not said is no, or what is usual. */
function flag(row: RowReader, key: string, usual = false): boolean | undefined {
  if (row.given(key) === undefined) return usual
  const said = yesNo(row.cell(key))
  if (said === undefined) row.refuse(key, 'field.flag')
  return said
}

async function zoneNamed(tx: Tx, row: RowReader, warehouseId: number | undefined): Promise<number | undefined> {
  const name = row.given('zone')
  if (name === undefined || warehouseId === undefined) return undefined
  const found = await tx
    .selectFrom('warehouse_zone')
    .select('id')
    .where('warehouse_id', '=', warehouseId)
    .where((eb) => eb.or([eb('code', '=', name.toUpperCase()), eb('name', '=', name)]))
    .executeTakeFirst()
  if (found === undefined) row.refuse('zone', 'imports.unknownName', { name })
  return found?.id
}

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

const remark = importColumn('remark', 24, '备注', 'Remark', 'Nota', '備考')

const locationColumns: readonly ImportColumn[] = [
  importColumn('warehouse', 16, '仓库', 'Warehouse', 'Almacén', '倉庫', { required: true, path: 'warehouseId' }),
  importColumn('zone', 12, '库区', 'Zone', 'Zona', 'エリア', { required: true, path: 'zoneId' }),
  importColumn('code', 18, '库位', 'Location', 'Ubicación', 'ロケーション', { required: true }),
  importColumn('aisle', 6, '排', 'Aisle', 'Pasillo', '通路'),
  importColumn('rack', 6, '列', 'Rack', 'Estante', '連'),
  importColumn('level', 6, '层', 'Level', 'Nivel', '段'),
  importColumn('slot', 6, '格', 'Slot', 'Hueco', '間口'),
  importColumn('maxWeight', 10, '限重', 'Max. weight', 'Peso máx.', '最大重量', { unit: 'kg' }),
  importColumn('maxVolume', 10, '限容', 'Max. volume', 'Volumen máx.', '最大容積', { unit: 'm³' }),
  importColumn('maxPallets', 8, '限托', 'Max. pallets', 'Palés máx.', '最大パレット'),
  importColumn('mixItem', 8, '混货', 'Mix items', 'Mezcla artículos', '品番混載'),
  importColumn('mixBatch', 8, '混批', 'Mix batches', 'Mezcla lotes', 'ロット混載'),
  importColumn('abc', 6, 'ABC', 'ABC class', 'Clase ABC', 'ABC 区分', { choices: 'abcClass' }),
  importColumn('pickSeq', 8, '拣序', 'Pick order', 'Orden picking', 'ピック順'),
  importColumn('putSeq', 8, '上序', 'Put order', 'Orden acomodo', '格納順'),
  remark,
]
const locationImport = masters({
  entity: 'location',
  sheet: titled('库位', 'Locations', 'Ubicaciones', 'ロケーション'),
  columns: locationColumns,
  notes: (language) =>
    ({
      zh: ['仓库、库区写编码或名称；混货、混批写“是”或“否”，不写为“是”'],
      en: ['Warehouse and zone by code or name; mixing yes or no, yes when left out'],
      es: ['Almacén y zona por código o nombre; mezcla sí o no, sí si se omite'],
      ja: ['倉庫とエリアはコードか名称。混載は「はい」「いいえ」、省略時は「はい」'],
    })[language],
  schema: addLocation.input,
  name: (cell) => cell('code'),
  read: async (tx, actor, row) => {
    const warehouseId = await warehouseNamed(tx, actor, row)
    return {
      warehouseId,
      zoneId: await zoneNamed(tx, row, warehouseId),
      code: row.given('code'),
      aisle: row.given('aisle'),
      rack: row.given('rack'),
      level: row.given('level'),
      slot: row.given('slot'),
      maxWeight: number(row, 'maxWeight'),
      maxVolume: number(row, 'maxVolume'),
      maxPallets: number(row, 'maxPallets'),
      mixItem: flag(row, 'mixItem', true),
      mixBatch: flag(row, 'mixBatch', true),
      abc: row.word('abc', 'abcClass'),
      pickSeq: number(row, 'pickSeq'),
      putSeq: number(row, 'putSeq'),
      remark: row.given('remark'),
    }
  },
  add: (tx, actor, input) => addLocationOne(tx, actor, input),
  constraints: { location__code: () => badField('code', 'warehouse.codeTaken') },
  undo: (tx, actor, ids) => setLocations(tx, actor, [...ids], { is_deleted: true }),
})

const itemColumns: readonly ImportColumn[] = [
  importColumn('owner', 22, '货主', 'Owner', 'Propietario', '荷主', { required: true, path: 'ownerId' }),
  importColumn('itemNo', 18, '货号', 'Item', 'Artículo', '品番', { required: true }),
  importColumn('name', 26, '品名', 'Name', 'Nombre', '品名', { required: true }),
  importColumn('spec', 16, '规格', 'Spec', 'Especificación', '規格'),
  importColumn('baseUnit', 8, '单位', 'Unit', 'Unidad', '単位', { required: true, choices: 'unit' }),
  importColumn('barcode', 18, '条码', 'Barcode', 'Código de barras', 'バーコード', { path: 'barcodes' }),
  importColumn('packUnit', 8, '包装单位', 'Pack unit', 'Unidad de embalaje', '荷姿単位', {
    choices: 'unit',
    path: 'packs',
  }),
  importColumn('packRatio', 8, '换算', 'Ratio', 'Relación', '換算', { path: 'packs.0.ratio' }),
  importColumn('packBarcode', 18, '包装条码', 'Pack barcode', 'Código del embalaje', '荷姿バーコード', {
    path: 'packs.0.barcode',
  }),
  importColumn('grossWeight', 10, '毛重', 'Gross weight', 'Peso bruto', '総重量', { unit: 'kg' }),
  importColumn('volume', 10, '体积', 'Volume', 'Volumen', '容積', { unit: 'm³' }),
  importColumn('batchControlled', 8, '批次控制', 'Batches', 'Lotes', 'ロット管理'),
  importColumn('serialControlled', 8, '序列号控制', 'Serials', 'Series', 'シリアル管理'),
  importColumn('expiryControlled', 8, '效期控制', 'Expiry', 'Caducidad', '期限管理'),
  importColumn('shelfLifeDays', 8, '保质期天', 'Shelf life', 'Vida útil', '賞味期間'),
  importColumn('minRemainInDays', 8, '收货最低剩余天', 'Days left, in', 'Días restantes, entrada', '入荷残日数'),
  importColumn('minRemainOutDays', 8, '发货最低剩余天', 'Days left, out', 'Días restantes, salida', '出荷残日数'),
  importColumn('overReceivePercent', 8, '超收', 'Over-receipt', 'Exceso', '超過入荷', { unit: '%' }),
  importColumn('minStock', 8, '下限', 'Minimum', 'Mínimo', '下限'),
  importColumn('maxStock', 8, '上限', 'Maximum', 'Máximo', '上限'),
  importColumn('pickMin', 10, '拣货位下限', 'Picking minimum', 'Mínimo de picking', 'ピック下限'),
  importColumn('pickMax', 10, '拣货位上限', 'Picking maximum', 'Máximo de picking', 'ピック上限'),
  importColumn('tempClass', 8, '温层', 'Temperature', 'Temperatura', '温度区分', { choices: 'tempClass' }),
  importColumn('abc', 6, 'ABC', 'ABC class', 'Clase ABC', 'ABC 区分', { choices: 'abcClass' }),
  importColumn('hazard', 8, '危险品', 'Hazardous', 'Peligroso', '危険物'),
  importColumn('category', 14, '分类', 'Category', 'Categoría', '分類', { path: 'categoryId' }),
  remark,
]
/** As long as a GTIN, but its last digit does not prove the others. */
const looksWrong = (barcode: string | undefined): boolean =>
  barcode !== undefined && /^(\d{8}|\d{12,14})$/.test(barcode) && !isGtin(barcode)
const odd = (key: string, barcode: string) => ({ key, reason: 'warehouse.checkDigit', params: { barcode } }) as const

const itemImport = masters({
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
  schema: addItem.input,
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
  add: (tx, actor, input) => addItemOne(tx, actor, input),
  warn: ({ barcodes, packs }) => [
    ...barcodes.filter(looksWrong).map((barcode) => odd('barcodes', barcode)),
    ...packs.flatMap(({ barcode }) => (looksWrong(barcode) ? [odd('packs.0.barcode', barcode ?? '')] : [])),
  ],
  constraints: { item__no: () => badField('itemNo', 'warehouse.itemNoTaken') },
  undo: (tx, actor, ids) => setItems(tx, actor, [...ids], { is_deleted: true }),
})

export function offerImports(imports: Imports): void {
  imports.offer('wLocation', locationImport)
  imports.offer('stockNumber', itemImport)
}
