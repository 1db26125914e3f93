import type { DriverRow } from '@xunyun/contract/resources/drivers'
import { columnsOf } from '../../shared/grid/column.tsx'
import { expiryColumn } from '../../shared/grid/expiry.tsx'
import type { Tone } from '../../shared/ui/StateTag.tsx'

const column = columnsOf<DriverRow>()
const hidden = { hidden: true } as const

const tones = {
  available: 'green',
  onTask: 'blue',
  expiring: 'orange',
  expired: 'red',
  disabled: 'grey',
} as const satisfies Record<string, Tone>

/** The one word that says whether a driver can be sent out: a paper that has ended forbids it, whatever else holds. */
function stateOf(row: DriverRow): keyof typeof tones {
  if (!row.enabled) return 'disabled'
  if (row.paperState === 'expired') return 'expired'
  if (row.onTask) return 'onTask'
  return row.paperState === 'expiring' ? 'expiring' : 'available'
}

export const driverColumns = [
  column.link('name', 'resources:driver.name', { width: 112, sortKey: 'name' }),
  column.text('mobile', 'resources:driver.mobile', { width: 116, card: 'meta' }),
  column.text('carrierName', 'resources:driver.carrierName', { width: 184, card: 'meta' }),
  column.text('licenceClass', 'resources:driver.licenceClass', { width: 64, card: 'fact' }),
  expiryColumn<DriverRow>('licenceExpiry', 'resources:driver.licenceExpiry', {
    sortKey: 'licenceExpiry',
    width: 112,
    card: 'aside',
  }),
  expiryColumn<DriverRow>('qualificationExpiry', 'resources:driver.qualificationExpiry', { width: 112 }),
  column.text('plates', 'resources:driver.plates', { width: 132, card: 'fact', value: (row) => row.plates.join(' ') }),
  column.state('enabled', 'resources:driver.state', {
    value: stateOf,
    words: (row) => `resources:state.${stateOf(row)}`,
    tone: (row) => tones[stateOf(row)],
    width: 84,
  }),
  column.text('licenceNo', 'resources:driver.licenceNo', { ...hidden, width: 168 }),
  column.text('qualificationNo', 'resources:driver.qualificationNo', { ...hidden, width: 168 }),
  column.text('idCardMasked', 'resources:driver.idCard', { ...hidden, width: 168 }),
  column.text('bankName', 'resources:driver.bankName', { ...hidden, width: 160 }),
  column.text('bankAccountMasked', 'resources:driver.bankAccount', hidden),
  column.text('userName', 'resources:driver.userName', hidden),
  column.text('remark', 'resources:driver.remark', { ...hidden, width: 160 }),
  column.moment('createdAt', 'resources:driver.createdAt', { ...hidden, sortKey: 'createdAt' }),
]
