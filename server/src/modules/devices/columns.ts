import type { BindingRow } from '@xunyun/contract/devices/bindings'
import type { DeviceRow } from '@xunyun/contract/devices/devices'
import { alarmWords } from '@xunyun/contract/devices/words'
import { type ListColumn, listColumn } from '../../platform/excel/list.ts'

/** The columns of the exports; keys are those of the pages. */

type Placed = Pick<DeviceRow, 'place' | 'position'>
/** The place in words, else degrees. */
const placeOf = ({ place, position }: Placed): string =>
  place ?? (position === null ? '' : `${position.lng.toFixed(6)}, ${position.lat.toFixed(6)}`)

const no = listColumn('devices:device.deviceNo', 'text', { width: 18 })
const battery = listColumn('devices:device.battery', 'integer', { unit: '%', width: 8 })
const objectNo = listColumn('devices:device.objectNo', 'text', { width: 20 })
const place = { width: 30, value: placeOf } as const
const positionAt = listColumn('devices:device.positionAt', 'moment')
const deposit = listColumn('devices:device.deposit', 'money', { unit: '元', width: 12 })

export const deviceColumns: readonly ListColumn<DeviceRow>[] = [
  no,
  listColumn('devices:device.state', 'text', { words: 'deviceState' }),
  battery,
  listColumn('devices:device.outletName', 'text', { width: 16 }),
  listColumn('devices:device.keeperName', 'text'),
  objectNo,
  listColumn('devices:device.place', 'text', place),
  positionAt,
  deposit,
  listColumn('devices:device.imei', 'text', { width: 18 }),
  listColumn('devices:device.simNo', 'text', { width: 18 }),
  listColumn('devices:device.model', 'text'),
  listColumn('devices:device.supplierName', 'text', { width: 20 }),
  listColumn('devices:device.receivedOn', 'date'),
  listColumn('devices:device.remark', 'text', { width: 24 }),
  listColumn('devices:device.createdAt', 'moment'),
]

const binding = {
  state: listColumn<BindingRow>('devices:binding.state', 'text', { words: 'deviceState' }),
  plateNo: listColumn<BindingRow>('devices:binding.plateNo', 'text', { width: 12 }),
  customerName: listColumn<BindingRow>('devices:binding.customerName', 'text', { width: 26 }),
  holder: listColumn<BindingRow>('devices:binding.holder', 'text', { width: 20 }),
  holderPhone: listColumn<BindingRow>('devices:binding.holderPhone', 'text', { width: 16 }),
  place: listColumn<BindingRow>('devices:device.place', 'text', place),
  expectedReturn: listColumn<BindingRow>('devices:binding.expectedReturn', 'moment'),
  alarms: listColumn<BindingRow>('devices:binding.alarms', 'text', {
    width: 14,
    value: ({ alarms }, language) => alarms.map((alarm) => alarmWords[alarm][language]).join(', '),
  }),
  overdueDays: listColumn<BindingRow>('devices:binding.overdueDays', 'integer', { width: 8 }),
  returnWay: listColumn<BindingRow>('devices:binding.returnWay', 'text', { words: 'returnWay' }),
  expressNo: listColumn<BindingRow>('devices:binding.expressNo', 'text', { width: 18 }),
  boundByName: listColumn<BindingRow>('devices:binding.boundByName', 'text'),
  boundAt: listColumn<BindingRow>('devices:binding.boundAt', 'moment'),
  returnedAt: listColumn<BindingRow>('devices:binding.returnedAt', 'moment'),
  condition: listColumn<BindingRow>('devices:binding.condition', 'text', { words: 'deviceCondition' }),
  remindedAt: listColumn<BindingRow>('devices:binding.remindedAt', 'moment'),
  remindedByName: listColumn<BindingRow>('devices:binding.remindedByName', 'text'),
  outletName: listColumn<BindingRow>('devices:binding.outletName', 'text', { width: 16 }),
}

/** What a customer's account is not sent has no column in its file. */
export const bindingColumns = (toCustomer: boolean): readonly ListColumn<BindingRow>[] => [
  no,
  binding.state,
  objectNo,
  ...(toCustomer ? [] : [binding.plateNo]),
  binding.customerName,
  binding.place,
  positionAt,
  battery,
  binding.expectedReturn,
  ...(toCustomer ? [] : [binding.alarms, binding.overdueDays, binding.outletName, binding.boundByName]),
  binding.boundAt,
  binding.returnedAt,
  binding.returnWay,
  ...(toCustomer ? [] : [binding.expressNo, binding.remindedAt, binding.remindedByName]),
]
export const returnColumns: readonly ListColumn<BindingRow>[] = [
  no,
  binding.state,
  objectNo,
  binding.holder,
  binding.holderPhone,
  binding.expectedReturn,
  binding.overdueDays,
  binding.returnWay,
  binding.expressNo,
  deposit,
  battery,
  binding.place,
  positionAt,
  binding.boundByName,
  binding.boundAt,
  binding.returnedAt,
  binding.condition,
  binding.remindedAt,
  binding.remindedByName,
]
