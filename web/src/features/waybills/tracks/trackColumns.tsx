import { wordFor } from '@xunyun/contract/dictionary'
import type { TrackedRow } from '@xunyun/contract/waybills/tracks'
import { columnsOf } from '../../../shared/grid/column.tsx'
import type { Column } from '../../../shared/grid/types.ts'
import { waybillColumns } from '../columns.tsx'
import { saidOf } from './TrackTimeline.tsx'

const column = columnsOf<TrackedRow>()
const of = (key: string): Column<TrackedRow> => {
  const found = waybillColumns.find((one) => one.key === key)
  if (found === undefined) throw new Error(`no column ${key}`)
  return found as unknown as Column<TrackedRow>
}
const sorted = (key: string, ...keys: string[]): Column<TrackedRow> => {
  const { sortKey, total, ...rest } = of(key)
  return {
    ...rest,
    ...(sortKey && keys.includes('sort') ? { sortKey } : {}),
    ...(total && keys.includes('total') ? { total } : {}),
  }
}

const internal = new Set([
  'carrierName',
  'driverName',
  'driverPhone',
  'trackedBy',
  'trackSource',
  'salesmanName',
  'clerkName',
])

export const trackColumns: readonly Column<TrackedRow>[] = [
  of('waybillNo'),
  of('flags'),
  of('state'),
  of('customerName'),
  of('route'),
  sorted('pieces', 'sort', 'total'),
  column.custom({
    key: 'lastTrack',
    title: 'waybills:track.last',
    width: 232,
    card: 'meta',
    render: ({ lastTrack }, { language }) => {
      if (lastTrack === null) return null
      const said = saidOf(lastTrack)
      return (
        <span title={said}>
          {wordFor('trackNode', lastTrack.node, language)} {lastTrack.place} {said && `· ${said}`}
        </span>
      )
    },
    text: ({ lastTrack }, language) =>
      lastTrack === null
        ? ''
        : [wordFor('trackNode', lastTrack.node, language), lastTrack.place, saidOf(lastTrack)]
            .filter(Boolean)
            .join(' '),
  }),
  column.moment('trackedAt', 'waybills:track.at', {
    value: (row: TrackedRow) => row.lastTrack?.at ?? null,
    sortKey: 'trackedAt',
    exportKey: 'trackedAt',
  }),
  column.ago('trackedAgo', 'tracking:column.since', {
    value: (row: TrackedRow) => row.lastTrack?.at ?? null,
    exportKey: null,
    card: 'aside',
  }),
  column.moment('planArrive', 'waybills:column.planArrive', { sortKey: 'planArrive' }),
  column.text('plateNo', 'waybills:track.plate', { width: 96 }),
  column.code('trackSource', 'waybills:track.source', 'trackSource', {
    value: (row: TrackedRow) => row.lastTrack?.source ?? null,
  }),
  column.text('carrierName', 'waybills:track.carrier', { hidden: true }),
  column.text('driverName', 'waybills:track.driver', { hidden: true }),
  column.text('driverPhone', 'waybills:track.driverPhone', { hidden: true }),
  column.text('trackedBy', 'waybills:track.by', {
    value: (row: TrackedRow) => row.lastTrack?.by ?? null,
    hidden: true,
  }),
  ...[
    'customerNo',
    'bizDate',
    'goodsName',
    'consigneeName',
    'consigneePhone',
    'consigneeCompany',
    'consigneeAddress',
    'shipperName',
    'shipperPhone',
    'transMode',
    'serviceType',
    'carriage',
    'pickupWay',
    'deliveryWay',
    'planPickup',
    'receiptRequirement',
    'outletName',
    'destName',
    'remarkCustomer',
  ].map((key) => ({ ...sorted(key), hidden: true as const })),
]

/** What a customer never gets is no column of his list either. */
export const customerTrackColumns = trackColumns.filter(({ key }) => !internal.has(key))
