import type { CourierRow } from '@xunyun/contract/dispatch/courier'
import type { CourierState } from '@xunyun/contract/dispatch/states'
import { pathTo } from '../../../paths.ts'
import { columnsOf } from '../../../shared/grid/column.tsx'
import { i18n } from '../../../shared/i18n/i18n.ts'
import type { Tone } from '../../../shared/ui/StateTag.tsx'

export const courierTones: Readonly<Record<CourierState, Tone>> = {
  new: 'grey',
  collected: 'blue',
  inTransit: 'blue',
  outForDelivery: 'blue',
  signed: 'green',
  refused: 'orange',
  returned: 'grey',
  cancelled: 'grey',
}

/** What is wrong with it, the worst first. */
export const worry = ({ late, abnormal }: Pick<CourierRow, 'late' | 'abnormal'>): string | null =>
  abnormal === null ? (late ? i18n.t('handedOut:late.yes') : null) : i18n.t('handedOut:courier.tab.abnormal')

const column = columnsOf<CourierRow>()
const hidden = { hidden: true } as const

export const courierColumns = [
  column.link('courierNo', 'handedOut:column.courierNo', { width: 152, sortKey: 'courierNo' }),
  column.state('state', 'handedOut:column.courierState', {
    words: 'courierState',
    tone: ({ state }) => courierTones[state],
    struck: ({ state }) => state === 'cancelled',
    width: 112,
    also: worry,
  }),
  column.text('courierName', 'handedOut:column.courier', { width: 96, card: 'meta' }),
  column.link('waybillNo', 'handedOut:column.waybillNo', {
    width: 128,
    pin: undefined,
    card: 'meta',
    to: ({ waybillNo }) => pathTo('waybill', { no: waybillNo }),
  }),
  column.text('customerName', 'handedOut:column.customer', {
    width: 150,
    value: ({ customerName }) => customerName ?? i18n.t('waybills:filter.walkIn'),
  }),
  column.text('consigneeName', 'handedOut:column.consignee', { width: 84, card: 'meta' }),
  column.route('handedOut:column.route', { card: 'meta' }),
  column.integer('pieces', 'handedOut:column.pieces', { total: 'pieces', card: 'fact' }),
  column.weight('chargeWeight', 'handedOut:column.chargeWeight', { total: 'chargeWeight', card: 'fact' }),
  column.money('codAmount', 'handedOut:column.codAmount', { total: 'codAmount' }),
  column.moment('expectAt', 'handedOut:column.expectAt', { sortKey: 'expectAt' }),
  column.moment('collectedAt', 'handedOut:column.collectedAt', hidden),
  column.moment('lastAt', 'handedOut:column.lastAt', { card: 'aside' }),
  column.text('abnormal', 'handedOut:column.abnormal', { width: 128 }),
  column.text('arrangementNo', 'handedOut:column.arrangementNo', { ...hidden, width: 128 }),
  column.text('outletName', 'handedOut:column.outlet', hidden),
  column.text('remark', 'handedOut:column.remark', { ...hidden, width: 160 }),
  column.text('createdByName', 'handedOut:facts.createdBy', { ...hidden, exportKey: null }),
  column.moment('createdAt', 'handedOut:facts.createdAt', { ...hidden, sortKey: 'createdAt', exportKey: null }),
]
