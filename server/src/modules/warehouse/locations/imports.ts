import * as calls from '@xunyun/contract/warehouse/locations/calls'
import type { Tx } from '../../../platform/db.ts'
import { titled } from '../../../platform/excel/list.ts'
import { flag, number } from '../../../platform/import/cells.ts'
import { type ImportColumn, importColumn } from '../../../platform/import/columns.ts'
import { masters } from '../../../platform/import/masters.ts'
import type { RowReader } from '../../../platform/import/rows.ts'
import { badField } from '../../../platform/refusal.ts'
import { warehouseNamed } from '../masters/index.ts'
import { addLocation, deleteLocations } from './locations.ts'

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
  importColumn('remark', 24, '备注', 'Remark', 'Nota', '備考'),
]
export const locationImport = masters({
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
  schema: calls.addLocation.input,
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
  add: (tx, actor, input) => addLocation({ tx, actor }, input),
  constraints: { location__code: () => badField('code', 'warehouse.codeTaken') },
  undo: (tx, actor, ids) => deleteLocations({ tx, actor }, { ids: [...ids] }),
})
