import { wordFor } from '@xunyun/contract/dictionary'
import type { ArrangedRow, WaitingRow } from '@xunyun/contract/dispatch/calls'
import { stateWords } from '@xunyun/contract/dispatch/states'
import type { Language } from '@xunyun/contract/pages'
import { pathTo } from '../../paths.ts'
import { None } from '../../shared/grid/cells.tsx'
import { columnsOf, type FlagMark, Route } from '../../shared/grid/column.tsx'
import { i18n } from '../../shared/i18n/i18n.ts'
import { dateTime, exactTime } from '../../shared/ui/format.ts'
import { flagsOf, refusedOf, toneOf } from '../waybills/index.ts'
import { stateTones } from './tripColumns.tsx'

const waiting = columnsOf<WaitingRow>()
const hidden = { hidden: true } as const

const stateOf = ({ waybillState: state, refused }: ArrangedRow, language: Language): string =>
  [wordFor('waybillState', state, language), refusedOf({ state, refused })].filter(Boolean).join(' ')

const waitingFlags = (row: WaitingRow): FlagMark[] => flagsOf(row)

/** What a vehicle must be able to, in words. */
function demands(row: WaitingRow): string {
  const t = i18n.t
  const words = [
    row.serviceType === 'cold' && t('dispatch:demand.cold'),
    row.serviceType === 'hazard' && t('dispatch:demand.hazard'),
    row.deliveryWay === 'upstairs' && t('dispatch:demand.upstairs'),
    row.deliveryWay === 'selfPickup' && t('dispatch:demand.selfPickup'),
  ]
  return words.filter(Boolean).join(' ')
}

export const waitingColumns = [
  waiting.link('waybillNo', 'dispatch:column.waybillNo', {
    width: 128,
    sortKey: 'waybillNo',
    to: (row) => pathTo('waybill', { no: row.waybillNo }),
  }),
  waiting.flags('flags', 'dispatch:column.flags', waitingFlags),
  waiting.state('nextLeg', 'dispatch:column.nextLeg', {
    words: (row) => `dispatch:leg.${row.nextLeg}` as const,
    tone: (row) => (row.late ? 'orange' : 'grey'),
  }),
  waiting.text('fromName', 'dispatch:column.at', { width: 108, card: 'meta' }),
  waiting.text('destName', 'dispatch:column.destOutlet', { width: 108 }),
  waiting.integer('free', 'dispatch:column.free', { width: 96, sortKey: 'free', total: 'free', card: 'fact' }),
  waiting.text('customerName', 'dispatch:column.customer', {
    width: 150,
    card: 'meta',
    value: ({ customerName }) => customerName ?? i18n.t('waybills:filter.walkIn'),
  }),
  waiting.route('dispatch:column.route', { card: 'meta' }),
  waiting.weight('weight', 'dispatch:column.weight', { total: 'weight', card: 'fact' }),
  waiting.volume('volume', 'dispatch:column.volume', { total: 'volume', card: 'fact' }),
  {
    ...waiting.moment('planAt', 'dispatch:column.planAt', { sortKey: 'planAt', card: 'aside', width: 100 }),
    // Nothing is planned a year ahead.
    render: ({ planAt }: WaitingRow) =>
      planAt === null ? (
        <None />
      ) : (
        <time dateTime={planAt} title={exactTime(planAt)}>
          {dateTime(planAt).slice(5)}
        </time>
      ),
  },
  waiting.waited('waitingSince', 'dispatch:column.waited'),
  waiting.text('demand', 'dispatch:column.demand', { width: 92, value: demands }),
  waiting.text('consigneeName', 'dispatch:column.consignee', { width: 84 }),
  waiting.text('shipperName', 'dispatch:column.shipper', { ...hidden, width: 84 }),
  waiting.text('shipperAddress', 'dispatch:column.shipperAddress', { ...hidden, width: 200 }),
  waiting.text('consigneePhone', 'dispatch:column.consigneePhone', { ...hidden, width: 112 }),
  waiting.text('consigneeAddress', 'dispatch:column.consigneeAddress', { ...hidden, width: 200 }),
  waiting.text('outletName', 'dispatch:column.outlet', hidden),
]

const arranged = columnsOf<ArrangedRow>()

export const arrangedColumns = [
  arranged.link('waybillNo', 'dispatch:column.waybillNo', {
    width: 128,
    to: (row) => pathTo('waybill', { no: row.waybillNo }),
  }),
  arranged.flags('flags', 'dispatch:column.flags', flagsOf),
  arranged.text('arrangementNo', 'dispatch:column.tripNo', { width: 132, card: 'meta' }),
  arranged.code(
    'type',
    'dispatch:column.type',
    { by: ({ type }) => (type === null ? 'arrangementKind' : 'arrangementType') },
    { width: 64, value: ({ kind, type }) => type ?? kind },
  ),
  arranged.state('state', 'dispatch:column.tripState', {
    words: { by: ({ kind }) => stateWords[kind] },
    tone: ({ state }) => stateTones[state] ?? 'grey',
  }),
  arranged.text('plateNo', 'dispatch:column.carriedBy', {
    width: 112,
    card: 'meta',
    value: ({ kind, plateNo, carrierName }) => (kind === 'vehicle' ? plateNo : carrierName),
  }),
  arranged.text('carrierNo', 'dispatch:column.carrierNo', { width: 136 }),
  arranged.text('driverName', 'dispatch:column.driver', { width: 76 }),
  arranged.text('driverPhone', 'dispatch:column.phone', { width: 108 }),
  arranged.custom({
    key: 'leg',
    title: 'dispatch:column.leg',
    width: 168,
    card: 'meta',
    exportKey: ['fromName', 'toName'],
    render: (row) => <Route from={row.fromName} to={row.toName} />,
    text: (row) => `${row.fromName} → ${row.toName}`,
  }),
  arranged.integer('pieces', 'dispatch:column.pieces', { total: 'pieces', card: 'fact' }),
  arranged.weight('weight', 'dispatch:column.weight', { total: 'weight', card: 'fact' }),
  arranged.volume('volume', 'dispatch:column.volume', { total: 'volume' }),
  arranged.moment('planAt', 'dispatch:column.planAt', { sortKey: 'planAt', card: 'aside' }),
  arranged.moment('departAt', 'dispatch:column.departAt', hidden),
  arranged.moment('arriveAt', 'dispatch:column.arriveAt', hidden),
  arranged.text('customerName', 'dispatch:column.customer', {
    ...hidden,
    width: 160,
    value: ({ customerName }) => customerName ?? i18n.t('waybills:filter.walkIn'),
  }),
  arranged.text('carrierName', 'dispatch:column.carrier', hidden),
  arranged.custom({
    key: 'waybillState',
    title: 'dispatch:column.state',
    width: 92,
    hidden: true,
    render: (row, { language }) => <span data-tone={toneOf(row.waybillState)}>{stateOf(row, language)}</span>,
    text: (row, language) => stateOf(row, language),
  }),
]
