import type { ArrangementRow } from '@xunyun/contract/dispatch/calls'
import type { ArrangementState } from '@xunyun/contract/dispatch/states'
import type { StopKind } from '@xunyun/contract/dispatch/stops'
import { columnsOf, Route } from '../../shared/grid/column.tsx'
import { i18n } from '../../shared/i18n/i18n.ts'
import type { Tone } from '../../shared/ui/StateTag.tsx'
import { Load } from './Load.tsx'

export const tripTones: Readonly<Record<ArrangementState, Tone>> = {
  new: 'grey',
  assigned: 'blue',
  departed: 'blue',
  arrived: 'blue',
  done: 'green',
  cancelled: 'grey',
}

/** Of an arrangement of any kind. */
export const stateTones: Readonly<Record<string, Tone>> = {
  ...tripTones,
  handedOver: 'blue',
  collected: 'blue',
  inTransit: 'blue',
  outForDelivery: 'blue',
  signed: 'green',
  settled: 'green',
  refused: 'orange',
  returned: 'grey',
}

/** Where a trip leads, in words: from no outlet it starts at shippers', to none it ends at consignees'. */
export const endsOf = (row: Pick<ArrangementRow, 'fromName' | 'toName'>): { from: string; to: string } => ({
  from: row.fromName ?? i18n.t('dispatch:place.shipper'),
  to: row.toName ?? i18n.t('dispatch:place.consignee'),
})

/** What a stop is called: an outlet by its name, else whose it is. */
export const stopName = ({ kind, name }: { kind: StopKind; name: string | null }): string =>
  name || i18n.t(`dispatch:stops.kind.${kind}`)

const column = columnsOf<ArrangementRow>()
const hidden = { hidden: true } as const

export const tripColumns = [
  column.link('arrangementNo', 'dispatch:column.tripNo', { width: 128, sortKey: 'arrangementNo' }),
  column.code('type', 'dispatch:column.type', 'arrangementType', { width: 64 }),
  column.state('state', 'dispatch:column.tripState', {
    words: 'arrangementState',
    tone: (row) => tripTones[row.state],
    struck: (row) => row.state === 'cancelled',
    width: 112,
    // It broke down, and never came where it was to go.
    instead: ({ swappedTo, state }) => (swappedTo !== null && state === 'arrived' ? 'dispatch:trip.swapped' : null),
    also: ({ missing }) => (missing > 0 ? i18n.t('dispatch:trip.missing', { count: missing }) : null),
  }),
  column.text('plateNo', 'dispatch:column.plate', { width: 88, card: 'meta' }),
  column.text('driverName', 'dispatch:column.driver', { width: 76, card: 'meta' }),
  column.text('driverPhone', 'dispatch:column.phone', { width: 108 }),
  column.custom({
    key: 'leg',
    title: 'dispatch:column.leg',
    width: 168,
    card: 'meta',
    exportKey: ['fromName', 'toName'],
    render: (row) => <Route {...endsOf(row)} />,
    text: (row) => Object.values(endsOf(row)).join(' → '),
  }),
  column.custom({
    key: 'stops',
    title: 'dispatch:column.stops',
    width: 72,
    card: 'fact',
    exportKey: 'stops',
    render: ({ stopsDone, stopCount }) => `${stopsDone}/${stopCount}`,
    text: ({ stopsDone, stopCount }) => `${stopsDone}/${stopCount}`,
  }),
  column.custom({
    key: 'nextStop',
    title: 'dispatch:column.nextStop',
    width: 128,
    hidden: true,
    exportKey: null,
    render: ({ nextStop }) => (nextStop ? stopName(nextStop) : null),
    text: ({ nextStop }) => (nextStop ? stopName(nextStop) : ''),
  }),
  column.integer('waybills', 'dispatch:column.waybills', { total: 'waybills', card: 'fact' }),
  column.integer('pieces', 'dispatch:column.pieces', { total: 'pieces', card: 'fact' }),
  column.weight('weight', 'dispatch:column.weight', { total: 'weight', card: 'fact' }),
  column.volume('volume', 'dispatch:column.volume', { total: 'volume' }),
  column.custom({
    key: 'loadRate',
    title: 'dispatch:column.loadRate',
    unit: '%',
    width: 112,
    align: 'right',
    render: (row) => <Load rate={row.loadRate} />,
    text: (row) => row.loadRate,
  }),
  column.moment('planAt', 'dispatch:column.planAt', { sortKey: 'planAt', card: 'aside' }),
  column.moment('departAt', 'dispatch:column.departAt', hidden),
  column.moment('arriveAt', 'dispatch:column.arriveAt', hidden),
  column.text('carrierName', 'dispatch:column.carrier', hidden),
  column.text('sealNo', 'dispatch:column.sealNo', hidden),
  column.text('km', 'dispatch:column.km', hidden),
  column.text('outletName', 'dispatch:column.outlet', hidden),
  column.text('remark', 'dispatch:column.remark', { ...hidden, width: 160 }),
  column.text('createdByName', 'dispatch:column.createdBy', { ...hidden, exportKey: null }),
  column.moment('createdAt', 'dispatch:column.createdAt', { ...hidden, sortKey: 'createdAt', exportKey: null }),
]
