import * as calls from '@xunyun/contract/devices/devices'
import { type ObjectKind, objectKinds, returnWays } from '@xunyun/contract/devices/states'
import { normalizePlate } from '@xunyun/contract/kernel/checks'
import { toHalfWidth } from '@xunyun/contract/kernel/text'
import { id, moment, oneOf, optional } from '@xunyun/contract/kernel/wire'
import type { Language } from '@xunyun/contract/pages'
import * as z from 'zod/mini'
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
import { momentText } from '../../platform/import/words.ts'
import { badField } from '../../platform/refusal.ts'
import { deleteDevices } from './batches.ts'
import { bindTo, undoBindings } from './bind.ts'
import { addDevice } from './devices.ts'
import { boundTo } from './queries.objects.ts'
import { deviceNumbered } from './queries.ts'

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

const bindingColumns: readonly ImportColumn[] = [
  importColumn('deviceNo', 18, fieldWord('devices:device.deviceNo'), { required: true, path: 'deviceId' }),
  importColumn('kind', 12, fieldWord('devices:binding.objectKind'), { required: true, choices: 'bindingObject' }),
  importColumn('objectNo', 20, fieldWord('devices:binding.objectNo'), { required: true, path: 'objectId' }),
  importColumn('expectedReturn', 18, fieldWord('devices:binding.expectedReturn')),
  importColumn('returnWay', 12, fieldWord('devices:binding.returnWay'), { choices: 'returnWay' }),
]
const bindingNotes: Readonly<Record<Language, readonly string[]>> = {
  zh: ['对象号填运单号、安排单号或车牌', '绑定车辆可以不填应还时间；归还方式留空为自带'],
  en: [
    'The number is that of a waybill, of a trip, or a plate',
    'Of a vehicle the return may be left empty; way of return left empty: carried back',
  ],
  es: [
    'El número es de una guía, de un viaje o una matrícula',
    'De un vehículo la devolución puede quedar vacía; modo de devolución vacío: en mano',
  ],
  ja: ['番号は送り状番号、配車番号または車番です', '車両は返却予定を空欄にできます。返却方法が空欄なら持参です'],
}

/** A device in scope by its number or IMEI, as its scan names it. */
async function deviceCalled(tx: Tx, actor: Actor, row: RowReader, key: string): Promise<number | undefined> {
  if (row.given(key) === undefined) return undefined
  const found = await deviceNumbered(tx, actor, toHalfWidth(row.cell(key)).toUpperCase())
  if (found === undefined) row.refuse(key, 'devices.unknownDevice')
  return found?.id
}

/** What it is bound to: of which kind a column says, by its number. */
async function objectCalled(tx: Tx, actor: Actor, row: RowReader, kind: ObjectKind | undefined) {
  if (row.given('objectNo') === undefined || kind === undefined) return undefined
  const typed = toHalfWidth(row.cell('objectNo')).toUpperCase()
  const found = await boundTo(tx, actor, kind, { no: kind === 'vehicle' ? normalizePlate(typed) : typed })
  if (found === undefined) row.refuse('objectNo', 'devices.unknownObject', { no: row.cell('objectNo') })
  return found?.id
}

export function offerImports(imports: Imports): void {
  imports.offer(
    'GPSBindle',
    masters({
      entity: 'GPSBindle',
      sheet: titled('GPS绑定', 'GPS bindings', 'GPS vinculados', 'GPS取付'),
      columns: bindingColumns,
      notes: (language) => bindingNotes[language],
      schema: z.object({
        deviceId: id,
        kind: oneOf(objectKinds),
        objectId: id,
        expectedReturn: optional(moment),
        returnWay: oneOf(returnWays),
      }),
      name: (cell) => cell('deviceNo'),
      read: async (tx, actor, row) => {
        const kind = row.word('kind', 'bindingObject') as ObjectKind | undefined
        return {
          deviceId: await deviceCalled(tx, actor, row, 'deviceNo'),
          kind,
          objectId: await objectCalled(tx, actor, row, kind),
          expectedReturn:
            row.given('expectedReturn') === undefined ? undefined : momentText(row.cell('expectedReturn')),
          returnWay: row.given('returnWay') === undefined ? 'carried' : row.word('returnWay', 'returnWay'),
        }
      },
      add: (tx, actor, { kind, objectId, ...input }) =>
        bindTo({ tx, actor }, { kind, id: objectId, path: 'objectId' }, input),
      undo: (tx, actor, ids) => undoBindings({ tx, actor }, { ids: [...ids] }),
    }),
  )
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
