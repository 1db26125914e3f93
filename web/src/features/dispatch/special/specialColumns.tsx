import type { SpecialRow } from '@xunyun/contract/dispatch/special'
import type { SpecialState } from '@xunyun/contract/dispatch/states'
import { columnsOf, Route } from '../../../shared/grid/column.tsx'
import { i18n } from '../../../shared/i18n/i18n.ts'
import type { Tone } from '../../../shared/ui/StateTag.tsx'

export const specialTones: Readonly<Record<SpecialState, Tone>> = {
  new: 'grey',
  handedOver: 'blue',
  arrived: 'blue',
  signed: 'green',
  settled: 'green',
  cancelled: 'grey',
}

/** From an outlet, or straight from the shippers; to an outlet, a region, or a station there. */
export const wayOf = (row: Pick<SpecialRow, 'fromName' | 'toName' | 'station'>): { from: string; to: string } => ({
  from: row.fromName ?? i18n.t('dispatch:place.shipper'),
  to: [lastPart(row.toName), row.station].filter(Boolean).join(' '),
})
/** 广东省 广州市 白云区: without the province. */
const lastPart = (name: string): string => name.split(' ').slice(-2).join('')

const column = columnsOf<SpecialRow>()
const hidden = { hidden: true } as const

export const specialColumns = [
  column.link('arrangementNo', 'handedOut:column.specialNo', { width: 128, sortKey: 'arrangementNo' }),
  column.state('state', 'handedOut:column.specialState', {
    words: 'specialState',
    tone: ({ state }) => specialTones[state],
    struck: ({ state }) => state === 'cancelled',
    width: 112,
    also: ({ late }) => (late ? i18n.t('handedOut:late.yes') : null),
  }),
  column.text('carrierName', 'handedOut:column.carrier', { width: 128, card: 'meta' }),
  column.text('carrierNo', 'handedOut:column.carrierNo', { width: 112, card: 'meta' }),
  column.custom({
    key: 'way',
    title: 'handedOut:column.way',
    width: 192,
    card: 'meta',
    exportKey: ['fromName', 'toName', 'station'],
    render: (row) => <Route {...wayOf(row)} />,
    text: (row) => Object.values(wayOf(row)).join(' → '),
  }),
  column.code('ends', 'handedOut:column.ends', 'specialEnds', { width: 112 }),
  column.integer('waybills', 'handedOut:column.waybills', { total: 'waybills', card: 'fact' }),
  column.integer('pieces', 'handedOut:column.pieces', { total: 'pieces', card: 'fact' }),
  column.integer('left', 'handedOut:column.left', { width: 88 }),
  column.weight('weight', 'handedOut:column.weight', { total: 'weight', card: 'fact' }),
  column.volume('volume', 'handedOut:column.volume', { total: 'volume' }),
  column.moment('expectAt', 'handedOut:column.expectAt', { sortKey: 'expectAt', card: 'aside' }),
  column.moment('handedAt', 'handedOut:column.handedAt'),
  column.moment('arrivedAt', 'handedOut:column.arrivedAt'),
  column.integer('receiptCopies', 'handedOut:column.receiptCopies', hidden),
  column.text('outletName', 'handedOut:column.outlet', hidden),
  column.text('remark', 'handedOut:column.remark', { ...hidden, width: 160 }),
  column.text('createdByName', 'handedOut:facts.createdBy', { ...hidden, exportKey: null }),
  column.moment('createdAt', 'handedOut:facts.createdAt', { ...hidden, sortKey: 'createdAt', exportKey: null }),
]
