import * as calls from '@xunyun/contract/devices/devices'
import type { Actor } from '../../platform/actor.ts'
import type { Tx } from '../../platform/db.ts'
import { titled } from '../../platform/excel/list.ts'
import { fieldWord } from '../../platform/fieldWords.ts'
import type { ConstraintMap } from '../../platform/http/binder.ts'
import { companyNamed, day, number } from '../../platform/import/cells.ts'
import { type ImportColumn, importColumn } from '../../platform/import/columns.ts'
import type { Imports } from '../../platform/import/imports.ts'
import { masters } from '../../platform/import/masters.ts'
import type { RowReader } from '../../platform/import/rows.ts'
import { badField } from '../../platform/refusal.ts'
import { deleteDevices } from './batches.ts'
import { addDevice } from './devices.ts'

/** Constraints that two who enter devices at once can meet, and two rows of a file. */
export const constraints: ConstraintMap = {
  gps_device__no: () => badField('deviceNo', 'devices.noTaken'),
  gps_device__imei: () => badField('imei', 'devices.imeiTaken'),
}

const columns: readonly ImportColumn[] = [
  importColumn('deviceNo', 18, fieldWord('devices:device.deviceNo'), { required: true }),
  importColumn('imei', 18, fieldWord('devices:device.imei')),
  importColumn('simNo', 18, fieldWord('devices:device.simNo')),
  importColumn('model', 14, fieldWord('devices:device.model')),
  importColumn('supplier', 24, fieldWord('devices:device.supplierName'), { path: 'supplierId' }),
  importColumn('outlet', 18, fieldWord('devices:device.outletName'), { path: 'outletId' }),
  importColumn('keeper', 12, fieldWord('devices:device.keeperName'), { path: 'keeperId' }),
  importColumn('deposit', 10, fieldWord('devices:device.deposit')),
  importColumn('battery', 8, fieldWord('devices:device.battery')),
  importColumn('receivedOn', 12, fieldWord('devices:device.receivedOn')),
  importColumn('remark', 24, fieldWord('devices:device.remark')),
]

/** A colleague by account or name; one only. */
async function userNamed(tx: Tx, row: RowReader, key: string): Promise<number | undefined> {
  const name = row.given(key)
  if (name === undefined) return undefined
  const found = await tx
    .selectFrom('app_user')
    .select('id')
    .where((eb) => eb.or([eb('account', '=', name), eb('name', '=', name)]))
    .where('is_deleted', '=', false)
    .where('scope', '<>', 'customer')
    .limit(2)
    .execute()
  if (found.length !== 1) row.refuse(key, 'imports.unknownName', { name })
  return found[0]?.id
}

export function offerImports(imports: Imports): void {
  imports.offer(
    'GPSStock',
    masters({
      entity: 'GPSStock',
      sheet: titled('GPS设备', 'GPS devices', 'Dispositivos GPS', 'GPS端末'),
      columns,
      notes: (language) =>
        ({
          zh: ['保管网点留空为本人网点；保管人填账号或姓名；入库日留空为今天'],
          en: ['Outlet left empty: your own; keeper by account or name; received left empty: today'],
          es: ['Sede vacía: la suya; responsable por cuenta o nombre; recepción vacía: hoy'],
          ja: ['保管拠点が空欄なら自拠点、保管者はアカウントまたは氏名、入庫日が空欄なら本日です'],
        })[language],
      schema: calls.addDevice.input,
      name: (cell) => cell('deviceNo'),
      read: async (tx: Tx, actor: Actor, row) => ({
        deviceNo: row.given('deviceNo'),
        imei: number(row, 'imei'),
        simNo: number(row, 'simNo'),
        model: row.given('model'),
        supplierId: await companyNamed(tx, actor, row, 'supplier'),
        outletId: await companyNamed(tx, actor, row, 'outlet'),
        keeperId: await userNamed(tx, row, 'keeper'),
        deposit: number(row, 'deposit'),
        battery: number(row, 'battery')?.replace(/%$/, ''),
        receivedOn: day(row, 'receivedOn'),
        remark: row.given('remark'),
      }),
      add: (tx, actor, input) => addDevice({ tx, actor }, input),
      constraints,
      undo: (tx, actor, ids) => deleteDevices({ tx, actor }, { ids: [...ids] }),
    }),
  )
}
