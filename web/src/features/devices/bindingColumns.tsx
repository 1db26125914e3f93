import type { BindingRow } from '@xunyun/contract/devices/bindings'
import type { BindingState } from '@xunyun/contract/devices/states'
import { alarmWords } from '@xunyun/contract/devices/words'
import { Link } from 'react-router'
import { orNone } from '../../shared/grid/cells.tsx'
import { columnsOf } from '../../shared/grid/column.tsx'
import { i18n } from '../../shared/i18n/i18n.ts'
import { StateTag, type Tone } from '../../shared/ui/StateTag.tsx'
import { Battery, objectOf, pathOfObject, placeOf } from './cells.tsx'

export const bindingTones: Readonly<Record<BindingState, Tone>> = {
  bound: 'grey',
  underway: 'blue',
  toReturn: 'orange',
  mailing: 'blue',
  returned: 'green',
  lost: 'red',
}
const column = columnsOf<BindingRow>()
const hidden = { hidden: true } as const

const head = [
  column.link('deviceNo', 'devices:device.deviceNo', { width: 128, sortKey: 'deviceNo' }),
  column.state('state', 'devices:binding.state', {
    words: 'deviceState',
    tone: ({ state }) => bindingTones[state],
    width: 148,
    also: ({ overdueDays }) => (overdueDays > 0 ? i18n.t('devices:back.late', { days: overdueDays }) : null),
  }),
  column.custom({
    key: 'objectNo',
    title: 'devices:device.objectNo',
    width: 140,
    card: 'lead',
    render: (row) => {
      const to = pathOfObject(row)
      return to === undefined ? orNone(objectOf(row)) : <Link to={to}>{objectOf(row)}</Link>
    },
    text: objectOf,
  }),
]
const holder = column.text('holder', 'devices:binding.holder', { width: 128, card: 'meta' })
const phone = column.text('holderPhone', 'devices:binding.holderPhone', { width: 116 })
const battery = column.custom({
  key: 'battery',
  title: 'devices:device.battery',
  width: 76,
  align: 'right',
  sortKey: 'battery',
  render: (row) => <Battery percent={row.battery} />,
  text: (row) => (row.battery === null ? '' : `${row.battery}%`),
})
const place = column.text('place', 'devices:device.place', { width: 204, value: placeOf, card: 'meta' })
const due = column.moment('expectedReturn', 'devices:binding.expectedReturn', {
  sortKey: 'expectedReturn',
  card: 'aside',
})
const overdue = column.custom({
  key: 'overdueDays',
  title: 'devices:binding.overdueDays',
  width: 84,
  align: 'right',
  render: ({ overdueDays }) => orNone(overdueDays > 0 && <b>{overdueDays}</b>),
  text: ({ overdueDays }) => (overdueDays > 0 ? String(overdueDays) : ''),
})
const way = column.code('returnWay', 'devices:binding.returnWay', 'returnWay', { width: 76 })
const deposit = column.money('deposit', 'devices:device.deposit')

/** Where what is bound is. */
export const bindingColumns = [
  ...head,
  column.custom({
    key: 'alarms',
    title: 'devices:binding.alarms',
    width: 120,
    card: 'meta',
    render: ({ alarms }, { language }) =>
      alarms.map((alarm) => (
        <StateTag key={alarm} tone="red">
          {alarmWords[alarm][language]}
        </StateTag>
      )),
    text: ({ alarms }, language) => alarms.map((alarm) => alarmWords[alarm][language]).join(', '),
  }),
  column.text('plateNo', 'devices:binding.plateNo', { width: 96, card: 'meta' }),
  column.text('customerName', 'devices:binding.customerName', { width: 140, card: 'meta' }),
  place,
  column.moment('positionAt', 'devices:device.positionAt', { sortKey: 'positionAt' }),
  column.waited('silence', 'devices:binding.silence', {
    value: (row: BindingRow) => row.positionAt,
    exportKey: null,
    card: 'fact',
  }),
  battery,
  due,
  column.text('boundByName', 'devices:binding.boundByName', hidden),
  column.moment('boundAt', 'devices:binding.boundAt', { ...hidden, sortKey: 'boundAt' }),
  column.moment('returnedAt', 'devices:binding.returnedAt', hidden),
  { ...way, hidden: true },
  { ...overdue, hidden: true },
  column.ago('remindedAt', 'devices:binding.remindedAt', hidden),
  column.text('remindedByName', 'devices:binding.remindedByName', hidden),
  column.text('outletName', 'devices:binding.outletName', hidden),
]
/** What a customer's account is not sent has no column for it. */
const ours = new Set(['plateNo', 'alarms', 'boundByName', 'overdueDays', 'remindedAt', 'remindedByName', 'outletName'])
export const customerColumns = bindingColumns.filter(({ key }) => !ours.has(key))

/** What is to come back, and from whom. */
export const returnColumns = [
  ...head,
  holder,
  phone,
  due,
  overdue,
  way,
  column.text('expressNo', 'devices:binding.expressNo', { width: 128 }),
  deposit,
  { ...battery, sortKey: undefined, hidden: true },
  { ...place, hidden: true },
  column.code('condition', 'devices:binding.condition', 'deviceCondition', hidden),
  column.moment('returnedAt', 'devices:binding.returnedAt', { ...hidden, sortKey: 'returnedAt' }),
  column.ago('remindedAt', 'devices:binding.remindedAt'),
  column.text('remindedByName', 'devices:binding.remindedByName', { width: 88 }),
  column.text('boundByName', 'devices:binding.boundByName', hidden),
  column.moment('boundAt', 'devices:binding.boundAt', { ...hidden, sortKey: 'boundAt' }),
]
