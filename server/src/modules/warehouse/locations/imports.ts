import * as calls from '@xunyun/contract/warehouse/locations/calls'
import type { Tx } from '../../../platform/db.ts'
import { titled } from '../../../platform/excel/list.ts'
import { fieldWord } from '../../../platform/fieldWords.ts'
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
  importColumn('warehouse', 16, fieldWord('warehouse/locations:location.warehouse'), {
    required: true,
    path: 'warehouseId',
  }),
  importColumn('zone', 12, fieldWord('warehouse/locations:location.zone'), { required: true, path: 'zoneId' }),
  importColumn('code', 18, fieldWord('warehouse/locations:location.code'), { required: true }),
  importColumn('aisle', 6, fieldWord('warehouse/locations:location.aisle')),
  importColumn('rack', 6, fieldWord('warehouse/locations:location.rack')),
  importColumn('level', 6, fieldWord('warehouse/locations:location.level')),
  importColumn('slot', 6, fieldWord('warehouse/locations:location.slot')),
  importColumn('maxWeight', 10, fieldWord('warehouse/locations:location.maxWeight'), { unit: 'kg' }),
  importColumn('maxVolume', 10, fieldWord('warehouse/locations:location.maxVolume'), { unit: 'm³' }),
  importColumn('maxPallets', 8, fieldWord('warehouse/locations:location.maxPallets')),
  importColumn('mixItem', 8, fieldWord('warehouse/locations:location.mixItem')),
  importColumn('mixBatch', 8, fieldWord('warehouse/locations:location.mixBatch')),
  importColumn('abc', 6, fieldWord('warehouse/locations:location.abc'), {
    also: ['ABC class', 'Clase ABC', 'ABC 区分'],
    choices: 'abcClass',
  }),
  importColumn('pickSeq', 8, fieldWord('warehouse/locations:location.pickSeq')),
  importColumn('putSeq', 8, fieldWord('warehouse/locations:location.putSeq')),
  importColumn('remark', 24, fieldWord('warehouse/masters:field.remark')),
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
