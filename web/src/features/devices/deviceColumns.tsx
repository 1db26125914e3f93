import type { DeviceRow } from '@xunyun/contract/devices/devices'
import type { DeviceState } from '@xunyun/contract/devices/states'
import { Link } from 'react-router'
import { orNone } from '../../shared/grid/cells.tsx'
import { columnsOf } from '../../shared/grid/column.tsx'
import type { Tone } from '../../shared/ui/StateTag.tsx'
import { Battery, objectOf, pathOfObject, placeOf } from './cells.tsx'

export const deviceTones: Readonly<Record<DeviceState, Tone>> = {
  inStock: 'green',
  bound: 'grey',
  underway: 'blue',
  toReturn: 'orange',
  mailing: 'blue',
  repair: 'orange',
  lost: 'red',
  scrapped: 'grey',
}
const column = columnsOf<DeviceRow>()
const hidden = { hidden: true } as const

export const deviceColumns = [
  column.link('deviceNo', 'devices:device.deviceNo', { width: 128, sortKey: 'deviceNo' }),
  column.state('state', 'devices:device.state', {
    words: 'deviceState',
    tone: ({ state }) => deviceTones[state],
    struck: ({ state }) => state === 'scrapped',
    width: 92,
  }),
  column.custom({
    key: 'battery',
    title: 'devices:device.battery',
    width: 76,
    align: 'right',
    sortKey: 'battery',
    card: 'aside',
    render: ({ battery }) => <Battery percent={battery} />,
    text: ({ battery }) => (battery === null ? '' : `${battery}%`),
  }),
  column.text('outletName', 'devices:device.outletName', { width: 112, card: 'meta' }),
  column.text('keeperName', 'devices:device.keeperName', { width: 84 }),
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
  column.text('place', 'devices:device.place', { width: 180, value: placeOf, card: 'meta' }),
  column.ago('positionAt', 'devices:device.positionAt', { sortKey: 'positionAt' }),
  column.money('deposit', 'devices:device.deposit', { sortKey: 'deposit', card: 'fact' }),
  column.text('imei', 'devices:device.imei', { ...hidden, width: 140 }),
  column.text('simNo', 'devices:device.simNo', { ...hidden, width: 140 }),
  column.text('model', 'devices:device.model', hidden),
  column.text('supplierName', 'devices:device.supplierName', { ...hidden, width: 128 }),
  column.date('receivedOn', 'devices:device.receivedOn', hidden),
  column.text('remark', 'devices:device.remark', { ...hidden, width: 160 }),
  column.moment('createdAt', 'devices:device.createdAt', { ...hidden, sortKey: 'createdAt' }),
]
