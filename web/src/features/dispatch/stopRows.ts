import type { StopOut } from '@xunyun/contract/dispatch/stops'
import { addressOf, type EndOf, type StopKind, type StopPlan, withLine } from '@xunyun/contract/dispatch/stops'
import type { LineRow } from './lines.ts'

/** A stop of the trip form. `key` stays while stops are moved; lines name it. */
export type StopRow = StopPlan & {
  readonly kind: StopKind
  readonly outletId?: number | undefined
  /** Of a shipper or consignee; of an outlet its name, where it is known. */
  readonly name?: string | undefined
  readonly planAt?: string | undefined
  /** Put in by hand: it stays when no line needs it. */
  readonly byHand?: boolean
}

/** What one more line is for, as asked or as it goes on by itself. */
export type WantedLeg = 'pickup' | 'trunk' | 'shuttle' | 'delivery' | undefined

const loadEnd = (line: LineRow): EndOf =>
  line.fromPlace === 'outlet'
    ? { kind: 'outlet', outletId: line.fromId }
    : { kind: 'shipper', address: addressOf({ region: line.shipperRegion, address: line.shipperAddress }) }
export const consigneeEnd = (line: LineRow): EndOf => ({
  kind: 'consignee',
  address: addressOf({ region: line.consigneeRegion, address: line.consigneeAddress }),
})

/** Where a line goes: to its consignee, its own outlet, its destination, else the last outlet of the trip. */
function unloadEnd(line: LineRow, stops: readonly StopRow[], wanted: WantedLeg): EndOf | undefined {
  const leg = wanted ?? (line.fromPlace === 'shipper' ? 'pickup' : line.nextLeg)
  if (leg === 'delivery' || leg === 'selfPickup') return consigneeEnd(line)
  const own = line.fromPlace === 'shipper' && (leg === 'pickup' || leg === 'checkIn') ? line.outletId : undefined
  const isElsewhere = (outletId: number | null | undefined) => outletId != null && outletId !== line.fromId
  const last = stops.findLast(({ outletId }) => isElsewhere(outletId))?.outletId
  const found = [own, line.destOutletId, last].find(isElsewhere)
  return found == null ? undefined : { kind: 'outlet', outletId: found }
}

/** The name of a new stop, as far as its line knows it. */
function nameOf(line: LineRow, end: EndOf): string | undefined {
  if (end.kind === 'shipper') return line.shipperName
  if (end.kind === 'consignee') return line.consigneeName
  const outletId = end.kind === 'outlet' ? end.outletId : undefined
  if (line.fromPlace === 'outlet' && outletId === line.fromId) return line.fromName
  if (outletId === line.destOutletId) return line.destName ?? undefined
  return outletId === line.outletId ? line.outletName : undefined
}

/** Lines with their stops; what has nowhere to go yet has no stop to be unloaded at. */
export function withLines(
  stops: readonly StopRow[],
  lines: readonly LineRow[],
  wanted?: WantedLeg,
): { stops: StopRow[]; lines: LineRow[] } {
  let all = [...stops]
  const placed = lines.map((line): LineRow => {
    const load = loadEnd(line)
    const unload = unloadEnd(line, all, wanted)
    const make = (key: string, end: EndOf): StopRow => ({ ...end, key, name: nameOf(line, end) })
    if (unload === undefined) {
      // A way with no end: the load stop alone.
      const there = all.find((stop) => stop.kind === load.kind && stop.outletId === line.fromId)
      if (there) return { ...line, load: there.key, unload: '' }
      const alone = make(load.kind === 'outlet' ? `outlet ${load.outletId}` : `shipper ${load.address}`, load)
      all = [...all, alone]
      return { ...line, load: alone.key, unload: '' }
    }
    const put = withLine(all, load, unload, make)
    all = put.stops
    return { ...line, load: put.load, unload: put.unload }
  })
  return { stops: all, lines: placed }
}

/** Stops that a line needs, or that were put in by hand. */
export const usedStops = (stops: readonly StopRow[], lines: readonly LineRow[]): StopRow[] =>
  stops.filter((stop) => stop.byHand || lines.some(({ load, unload }) => load === stop.key || unload === stop.key))

/** The stops of a trip as its form has them, by number. */
export const rowOfStop = ({ seq, kind, outletId, name, region, address, planAt }: StopOut): StopRow => ({
  key: `stop ${seq}`,
  kind,
  ...(outletId === null ? { address: addressOf({ region, address }) } : { outletId }),
  name: name ?? undefined,
  planAt: planAt ?? undefined,
  byHand: kind === 'outlet',
})

/** The number of a stop, from 1; 0 where there is none. */
export const numberOf = (stops: readonly StopRow[], key: string | undefined): number =>
  stops.findIndex((stop) => stop.key === key) + 1

/** Unloaded at no later stop than it is loaded at: it is on no stretch of the way. */
export const isOutOfOrder = (stops: readonly StopRow[], { load, unload }: Pick<LineRow, 'load' | 'unload'>): boolean =>
  unload !== undefined && unload !== '' && numberOf(stops, unload) <= numberOf(stops, load)

/** Pieces that are loaded and unloaded at a stop. */
export const workAt = (key: string, lines: readonly LineRow[]): { load: number; unload: number } => {
  const sum = (end: 'load' | 'unload') =>
    lines.reduce((total, line) => total + (line[end] === key && Number.isInteger(line.pieces) ? line.pieces : 0), 0)
  return { load: sum('load'), unload: sum('unload') }
}
