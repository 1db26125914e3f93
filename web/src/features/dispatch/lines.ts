import type { WaitingRow } from '@xunyun/contract/dispatch/calls'
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
  /** Where it goes (到达网点). */
  destOutletId?: number | null
  destName?: string | null
  /** COD of the waybill, yuan. */
  codAmount?: string
}
export type TripType = 'pickup' | 'trunk' | 'shuttle' | 'delivery'

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

export const lineOfTrip = (line: CarriedLine): LineRow => ({ ...line })

/** The place where a trip loads: all its pieces must be there. */
export type Start = Pick<LineRow, 'fromPlace' | 'fromId'>

/** Where a trip of this type starts; a delivery where its first pieces lie, undefined while it has none. */
export function startOf(type: TripType, fromOutletId: number | undefined, lines: readonly Start[]): Start | undefined {
  if (type === 'pickup') return { fromPlace: 'shipper', fromId: 0 }
  if (type === 'delivery') return lines[0]
  return { fromPlace: 'outlet', fromId: fromOutletId ?? 0 }
}

export const isAt = (line: Start, start: Start | undefined): boolean =>
  start === undefined || (line.fromPlace === start.fromPlace && line.fromId === start.fromId)

/** Sums of the load: the part of each waybill that its loaded pieces weigh. */
export function loadOf(lines: readonly LineRow[]): { pieces: number; weight: string; volume: string } {
  let pieces = 0
  let weight = new Exact(0)
  let volume = new Exact(0)
  for (const line of lines) {
    const count = Number.isInteger(line.pieces) ? line.pieces : 0
    pieces += count
    weight = weight.plus(new Exact(line.totalWeight).times(count).div(line.totalPieces))
    volume = volume.plus(new Exact(line.totalVolume).times(count).div(line.totalPieces))
  }
  return { pieces, weight: weight.toFixed(3), volume: volume.toFixed(4) }
}

/** How far the load goes beyond a limit; null when it does not. */
export const beyond = (value: string, limit: string | null, places: number): string | null => {
  if (limit === null) return null
  const over = new Exact(value).minus(limit)
  return over.isPositive() && !over.isZero() ? over.toFixed(places) : null
}

/** What a new trip for these waiting pieces would be: its type, where it starts, and what of them lies there. */
export function newTrip(
  rows: readonly WaitingRow[],
  asked: string | null,
): { type: TripType; fromOutletId: number | undefined; toOutletId: number | undefined; lines: LineRow[] } {
  const [first] = rows
  const wanted = (['pickup', 'trunk', 'shuttle', 'delivery'] as const).find((type) => type === asked)
  const type =
    wanted ??
    (first === undefined || first.fromPlace === 'shipper'
      ? 'pickup'
      : first.nextLeg === 'trunk' || first.nextLeg === 'shuttle'
        ? first.nextLeg
        : 'delivery')
  // Of a split waybill the pieces that are due for this leg say where it starts.
  const due = [...rows.filter(({ nextLeg }) => nextLeg === type), ...rows]
  const outlet = due.find((row) => row.fromPlace === 'outlet')?.fromId
  const start = startOf(type, outlet, due)
  const isBetween = type === 'trunk' || type === 'shuttle'
  // Where all of them go, if that is one place.
  const destinations = new Set(due.map(({ destOutletId }) => destOutletId))
  const [to] = destinations
  return {
    type,
    fromOutletId: isBetween ? outlet : undefined,
    toOutletId: isBetween && destinations.size === 1 && to !== outlet ? (to ?? undefined) : undefined,
    lines: rows.map(lineOfWaiting).filter((line) => isAt(line, start)),
  }
}
