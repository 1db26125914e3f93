import { wordFor } from '@xunyun/contract/dictionary'
import type { TrackedRow } from '@xunyun/contract/waybills/tracks'
import { type ListColumn, listColumn } from '../../../platform/excel/list.ts'
import { columns } from '../export.ts'

/** What a file of tracked waybills may hold: the last track before what a waybill's own file has, but for money. */
const money = new Set([
  'quoted',
  'freight',
  'receivable',
  'cost',
  'margin',
  'priceState',
  'priceNote',
  'priceSentAt',
  'confirmedAt',
  'confirmedByName',
])

export const trackedColumns: readonly ListColumn<TrackedRow>[] = [
  listColumn('waybills:track.last', 'text', {
    key: 'lastTrack',
    width: 30,
    value: ({ lastTrack }, language) => (lastTrack === null ? null : sayTrack(lastTrack, language)),
  }),
  listColumn('waybills:track.at', 'moment', { key: 'trackedAt', width: 16, value: ({ lastTrack }) => lastTrack?.at }),
  listColumn('waybills:track.source', 'text', {
    key: 'trackSource',
    width: 8,
    value: ({ lastTrack }, language) =>
      lastTrack === null ? null : wordFor('trackSource', lastTrack.source, language),
  }),
  listColumn('waybills:track.by', 'text', { key: 'trackedBy', width: 10, value: ({ lastTrack }) => lastTrack?.by }),
  listColumn('waybills:track.plate', 'text', { key: 'plateNo', width: 12 }),
  listColumn('waybills:track.carrier', 'text', { key: 'carrierName', width: 16 }),
  listColumn('waybills:track.driver', 'text', { key: 'driverName', width: 10 }),
  listColumn('waybills:track.driverPhone', 'text', { key: 'driverPhone', width: 14 }),
  ...(columns.filter(({ key, internal }) => !money.has(key) && !internal) as unknown as ListColumn<TrackedRow>[]),
]

/** 到达 杭州 12 件: what the system writes holds the pieces alone. */
const sayTrack = (
  { node, place, text, source }: NonNullable<TrackedRow['lastTrack']>,
  language: Parameters<typeof wordFor>[2],
) => [wordFor('trackNode', node, language), place, source === 'system' ? null : text].filter(Boolean).join(' ')
