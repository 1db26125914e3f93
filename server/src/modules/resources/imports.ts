import * as vehicles from '@xunyun/contract/resources/calls'
import * as drivers from '@xunyun/contract/resources/drivers'
import { yesNo } from '@xunyun/contract/yesNo'
import type { Tx } from '../../platform/db.ts'
import { titled } from '../../platform/excel/list.ts'
import { fieldWord } from '../../platform/fieldWords.ts'
import { companyNamed, day, number } from '../../platform/import/cells.ts'
import { type ImportColumn, importColumn } from '../../platform/import/columns.ts'
import type { Imports } from '../../platform/import/imports.ts'
import { masters } from '../../platform/import/masters.ts'
import type { RowReader } from '../../platform/import/rows.ts'
import { badField } from '../../platform/refusal.ts'
import { vehiclePage } from './access.ts'
import { deleteDrivers, deleteVehicles } from './batches.ts'
import { addDriver } from './drivers.ts'
import { addVehicle } from './vehicles.ts'

const carrier = importColumn('carrier', 24, titled('承运商', 'Carrier', 'Transportista', '運送会社'), {
  path: 'carrierId',
})
const remark = importColumn('remark', 24, fieldWord('resources:driver.remark'))

const driverColumns: readonly ImportColumn[] = [
  importColumn('name', 12, fieldWord('resources:driver.name'), { required: true }),
  importColumn('mobile', 14, fieldWord('resources:driver.mobile'), { also: ['携帯電話'], required: true }),
  importColumn('licenceClass', 10, fieldWord('resources:driver.licenceClass'), {
    also: ['准驾车型'],
    required: true,
    choices: 'licenceClass',
  }),
  importColumn('licenceNo', 20, fieldWord('resources:driver.licenceNo'), { also: ['N.º de permiso'] }),
  importColumn('licenceExpiry', 12, fieldWord('resources:driver.licenceExpiry'), {
    also: ['Licence ends', 'Vence el permiso'],
  }),
  importColumn('qualificationNo', 20, fieldWord('resources:driver.qualificationNo'), {
    also: ['从业资格证号', '従業資格証番号'],
  }),
  importColumn('qualificationExpiry', 12, fieldWord('resources:driver.qualificationExpiry'), {
    also: ['从业资格证到期', 'Vence la cualificación', '従業資格証期限'],
  }),
  importColumn('idCard', 20, fieldWord('resources:driver.idCard'), { also: ['身份证号', 'N.º de identidad'] }),
  carrier,
  importColumn('bankName', 20, fieldWord('resources:driver.bankName'), { also: ['銀行'] }),
  importColumn('bankAccount', 22, fieldWord('resources:driver.bankAccount'), { also: ['Account', 'Cuenta'] }),
  remark,
]

const driverImport = masters({
  entity: 'driver',
  sheet: titled('司机', 'Drivers', 'Conductores', 'ドライバー'),
  columns: driverColumns,
  notes: () => [],
  schema: drivers.addDriver.input,
  name: (cell) => cell('name'),
  read: async (tx, actor, row) => ({
    name: row.given('name'),
    mobile: row.given('mobile'),
    licenceClass: row.word('licenceClass', 'licenceClass'),
    licenceNo: row.given('licenceNo'),
    licenceExpiry: day(row, 'licenceExpiry'),
    qualificationNo: row.given('qualificationNo'),
    qualificationExpiry: day(row, 'qualificationExpiry'),
    idCard: row.given('idCard'),
    carrierId: await companyNamed(tx, actor, row, 'carrier'),
    userId: undefined,
    bankName: row.given('bankName'),
    bankAccount: row.given('bankAccount'),
    remark: row.given('remark'),
  }),
  add: (tx, actor, input) => addDriver({ tx, actor }, input),
  constraints: {
    driver__mobile: () => badField('mobile', 'resources.mobileTaken'),
    driver__id_card: () => badField('idCard', 'resources.idCardTaken'),
  },
  undo: (tx, actor, ids) => deleteDrivers({ tx, actor }, { ids: [...ids] }),
})

const vehicleColumns = (type: vehicles.VehicleType | undefined): readonly ImportColumn[] => [
  importColumn('plateNo', 12, fieldWord('resources:vehicle.plateNo'), { also: ['ナンバー'], required: true }),
  ...(type === undefined
    ? [
        importColumn('type', 8, fieldWord('resources:vehicle.type'), {
          also: ['归属', 'Ownership', 'Propiedad', '所属区分'],
          required: true,
          choices: 'vehicleType',
        }),
      ]
    : []),
  importColumn('plateColor', 8, fieldWord('resources:vehicle.plateColor'), {
    also: ['Color de matrícula', 'プレート色'],
    required: true,
    choices: 'plateColor',
  }),
  importColumn('model', 14, fieldWord('resources:vehicle.model'), {
    also: ['Model', 'Modelo', '車型'],
    required: true,
    choices: 'vehicleModel',
  }),
  importColumn('loadKg', 12, fieldWord('resources:vehicle.loadKg'), { required: true, unit: 'kg' }),
  importColumn('volumeM3', 12, fieldWord('resources:vehicle.volumeM3'), { also: ['Volume'], unit: 'm³' }),
  importColumn('lengthM', 8, fieldWord('resources:vehicle.lengthM'), {
    also: ['长', 'Length', 'Largo', '長さ'],
    unit: 'm',
  }),
  importColumn('widthM', 8, fieldWord('resources:vehicle.widthM'), { also: ['宽', 'Width', 'Ancho', '幅'], unit: 'm' }),
  importColumn('heightM', 8, fieldWord('resources:vehicle.heightM'), {
    also: ['高', 'Height', 'Alto', '高さ'],
    unit: 'm',
  }),
  importColumn('trailerNo', 12, fieldWord('resources:vehicle.trailerNo')),
  importColumn('owner', 18, fieldWord('resources:vehicle.owner'), { also: ['车主'] }),
  carrier,
  importColumn('driverMobile', 14, titled('司机手机', 'Driver mobile', 'Móvil del conductor', 'ドライバー携帯'), {
    also: ['運転手携帯'],
    path: 'driverId',
  }),
  importColumn('licenceNo', 18, fieldWord('resources:vehicle.licenceNo')),
  importColumn('licenceExpiry', 12, fieldWord('resources:vehicle.licenceExpiry'), {
    also: ['Licence ends', 'Vence el permiso'],
  }),
  importColumn('permitNo', 18, fieldWord('resources:vehicle.permitNo'), {
    also: ['N.º de autorización', '営業許可証番号'],
  }),
  importColumn('permitExpiry', 12, fieldWord('resources:vehicle.permitExpiry'), {
    also: ['Permit ends', 'Vence la autorización', '営業許可証期限'],
  }),
  importColumn('inspectionExpiry', 12, fieldWord('resources:vehicle.inspectionExpiry'), {
    also: ['Inspection ends', 'Vence la inspección'],
  }),
  importColumn('insuranceExpiry', 12, fieldWord('resources:vehicle.insuranceExpiry'), { also: ['Vence el seguro'] }),
  importColumn('cold', 8, fieldWord('resources:vehicle.cold')),
  importColumn('tempMin', 8, fieldWord('resources:vehicle.tempMin'), { also: ['最低温', 'Lowest ℃', 'Mínima ℃'] }),
  importColumn('tempMax', 8, fieldWord('resources:vehicle.tempMax'), { also: ['最高温', 'Highest ℃', 'Máxima ℃'] }),
  importColumn('hazard', 8, fieldWord('resources:vehicle.hazard'), { also: ['Peligrosas'] }),
  remark,
]

function flag(row: RowReader, key: string): boolean | undefined {
  const said = yesNo(row.cell(key))
  if (said === undefined) row.refuse(key, 'field.flag')
  return said
}

async function driverWith(tx: Tx, row: RowReader): Promise<number | undefined> {
  const mobile = number(row, 'driverMobile')
  if (mobile === undefined) return undefined
  const found = await tx
    .selectFrom('driver')
    .select('id')
    .where('mobile', '=', mobile)
    .where('is_deleted', '=', false)
    .executeTakeFirst()
  if (found === undefined) row.refuse('driverMobile', 'imports.unknownName', { name: mobile })
  return found?.id
}

const vehicleImport = (type?: vehicles.VehicleType) =>
  masters({
    entity: vehiclePage(type),
    sheet: titled('车辆', 'Vehicles', 'Vehículos', '車両'),
    columns: vehicleColumns(type),
    notes: (language) =>
      ({
        zh: ['司机按手机号找；冷藏、危品写“是”或“否”'],
        en: ['The driver is found by the mobile; refrigerated and hazardous: yes or no'],
        es: ['El conductor se busca por el móvil; frigorífico y peligrosas: sí o no'],
        ja: ['ドライバーは携帯番号で検索します。冷蔵・危険物は「はい」「いいえ」'],
      })[language],
    schema: vehicles.addVehicle.input,
    name: (cell) => cell('plateNo'),
    read: async (tx, actor, row) => ({
      type: type ?? row.word('type', 'vehicleType'),
      plateNo: row.given('plateNo'),
      plateColor: row.word('plateColor', 'plateColor'),
      model: row.word('model', 'vehicleModel'),
      loadKg: number(row, 'loadKg'),
      volumeM3: number(row, 'volumeM3'),
      lengthM: number(row, 'lengthM'),
      widthM: number(row, 'widthM'),
      heightM: number(row, 'heightM'),
      trailerNo: row.given('trailerNo'),
      owner: row.given('owner'),
      carrierId: await companyNamed(tx, actor, row, 'carrier'),
      driverId: await driverWith(tx, row),
      licenceNo: row.given('licenceNo'),
      licenceExpiry: day(row, 'licenceExpiry'),
      permitNo: row.given('permitNo'),
      permitExpiry: day(row, 'permitExpiry'),
      inspectionExpiry: day(row, 'inspectionExpiry'),
      insuranceExpiry: day(row, 'insuranceExpiry'),
      cold: flag(row, 'cold'),
      tempMin: number(row, 'tempMin'),
      tempMax: number(row, 'tempMax'),
      hazard: flag(row, 'hazard'),
      remark: row.given('remark'),
    }),
    add: (tx, actor, input) => addVehicle({ tx, actor }, input),
    constraints: {
      vehicle__plate: () => badField('plateNo', 'resources.plateTaken'),
      vehicle__temp_order: () => badField('tempMax', 'field.range'),
      vehicle__load: () => badField('loadKg', 'field.positive'),
    },
    undo: (tx, actor, ids) => deleteVehicles({ tx, actor }, { ids: [...ids] }),
  })

export function offerImports(imports: Imports): void {
  imports.offer('driver', driverImport)
  imports.offer('vehicleAll', vehicleImport())
  imports.offer('vehicleOwn', vehicleImport('own'))
  imports.offer('vehicleContract', vehicleImport('contract'))
  imports.offer('vehicleHired', vehicleImport('hired'))
}
