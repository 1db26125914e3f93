import type { ArrangementDetail, WaitingRow } from '@xunyun/contract/dispatch/calls'
import type { CarriedLine } from '@xunyun/contract/dispatch/cargo'
import { Exact } from '@xunyun/contract/kernel/decimal'

/** A line of the trip form: what is sent, and what is shown beside it. */
export type LineRow = {
  waybillId: number
  fromPlace: 'shipper' | 'outlet'
  fromId: number
  pieces: number
  waybillNo: string
  customerName: string | null
  fromName: string
  shipperCity: string
  consigneeCity: string
  consigneeAddress: string
  /** Pieces that may be loaded there, those of this line included. */
  free: number
  totalPieces: number
  totalWeight: string
  totalVolume: string
  urgent: boolean
  hold: boolean
  serviceType: string
  shipperName?: string
  shipperRegion?: string
  shipperAddress?: string
  consigneeName?: string
  consigneeRegion?: string
  /** The waybill's own outlet. */
  outletId?: number
  outletName?: string
  nextLeg?: WaitingRow['nextLeg']
  /** Of a trip: the keys of the stops where it is loaded and unloaded; the second '' while it has nowhere to go. */
  load?: string
  unload?: string
  /** Which goods of the waybill go, as arranged: weight and volume are theirs. */
  goods?: CarriedGoods | null
  weight?: string
  volume?: string
  /** Where it goes (到达网点). */
  destOutletId?: number | null
  destName?: string | null
  /** COD of the waybill, yuan. */
  codAmount?: string
}
type CarriedGoods = NonNullable<ArrangementDetail['lines'][number]['goods']>

export const lineKey = (line: { waybillId: number; fromPlace: string; fromId: number }) =>
  `${line.waybillId}:${line.fromPlace}:${line.fromId}`

/** A waybill may wait at several places. */
export const waitingKey = (row: Pick<WaitingRow, 'id' | 'fromPlace' | 'fromId'>) =>
  lineKey({ ...row, waybillId: row.id })

export const lineOfWaiting = (row: WaitingRow): LineRow => ({
  ...row,
  waybillId: row.id,
  pieces: row.free,
  totalPieces: row.pieces,
  totalWeight: row.totalWeight,
  totalVolume: row.totalVolume,
})

export const lineOfCarried = (line: CarriedLine): LineRow => ({ ...line })

/** The region that all of them go to; undefined where they do not agree. */
export function regionOf(lines: readonly Pick<LineRow, 'consigneeRegion'>[]): string | undefined {
  const [region, ...others] = new Set(lines.map(({ consigneeRegion }) => consigneeRegion))
  return others.length === 0 ? region || undefined : undefined
}

/** The place where an arrangement loads. */
export type Start = Pick<LineRow, 'fromPlace' | 'fromId'>

export const isAt = (line: Start, start: Start | undefined): boolean =>
  start === undefined || (line.fromPlace === start.fromPlace && line.fromId === start.fromId)

/** What so many pieces of a line weigh: of named goods, while they are all there, what these do. */
export function figuresOf(line: LineRow, pieces: number): { weight: string; volume: string } {
  if (line.goods && line.weight !== undefined && line.volume !== undefined)
    return { weight: line.weight, volume: line.volume }
  const part = (total: string, places: number) => new Exact(total).times(pieces).div(line.totalPieces).toFixed(places)
  return { weight: part(line.totalWeight, 3), volume: part(line.totalVolume, 4) }
}

/** Pieces of a line that there are to load: what is typed beyond them is told, and counts nowhere. */
export const loadable = ({ pieces, free }: Pick<LineRow, 'pieces' | 'free'>): number =>
  Number.isInteger(pieces) ? Math.min(pieces, free) : 0

/** Sums of the load: the part of each waybill that its loaded pieces weigh. */
export function loadOf(lines: readonly LineRow[]): { pieces: number; weight: string; volume: string } {
  let pieces = 0
  let weight = new Exact(0)
  let volume = new Exact(0)
  for (const line of lines) {
    const count = loadable(line)
    pieces += count
    const part = figuresOf(line, count)
    weight = weight.plus(part.weight)
    volume = volume.plus(part.volume)
  }
  return { pieces, weight: weight.toFixed(3), volume: volume.toFixed(4) }
}

/** How far the load goes beyond a limit; null when it does not. */
export const beyond = (value: string, limit: string | null, places: number): string | null => {
  if (limit === null) return null
  const over = new Exact(value).minus(limit)
  return over.isPositive() && !over.isZero() ? over.toFixed(places) : null
}
