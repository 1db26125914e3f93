import * as z from 'zod/mini'
import { Exact } from '../kernel/decimal.ts'
import { id, int, moment, oneOf, optional, text } from '../kernel/wire.ts'
import { cargoLine } from './cargo.ts'

/** Where a trip goes, in order (T14): to shippers, outlets of ours, consignees. */
export const stopKinds = ['shipper', 'outlet', 'consignee'] as const
export type StopKind = (typeof stopKinds)[number]
/** What a line of a trip is for. */
export const tripLegs = ['pickup', 'trunk', 'shuttle', 'delivery'] as const
export type TripLeg = (typeof tripLegs)[number]

export const mostStops = 502
/** What is not given of a shipper's or consignee's stop is taken from the first waybill that is loaded or unloaded there. */
export const stopInput = z.object({
  kind: oneOf(stopKinds),
  outletId: optional(id),
  name: optional(text(80)),
  phone: optional(text(40)),
  /** GB/T 2260. */
  region: optional(text(12)),
  address: optional(text(200)),
  planAt: optional(moment),
})
export type StopInput = z.output<typeof stopInput>
const stopNumber = optional(int(1, mostStops))
export const tripLine = z.object({
  ...cargoLine,
  /** The stops, by number, where it is loaded and unloaded; of a trip whose stops are given. */
  load: stopNumber,
  unload: stopNumber,
  /** Which goods of the waybill, by their number in it: weight and volume are theirs then. All pieces of the line, or none. */
  goods: optional(z.array(z.object({ seq: int(1, 100), pieces: int(1, 999_999) })).check(z.maxLength(100))),
})
export type TripLine = z.output<typeof tripLine>
export const tripLines = z.array(tripLine).check(z.minLength(1, 'dispatch.noLines'), z.maxLength(500))

/** A stop as a trip shows it. */
export const stopOut = z.strictObject({
  seq: z.int(),
  kind: z.enum(stopKinds),
  outletId: z.nullable(z.int()),
  name: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  region: z.nullable(z.string()),
  regionName: z.nullable(z.string()),
  address: z.nullable(z.string()),
  planAt: z.nullable(z.string()),
  arrivedAt: z.nullable(z.string()),
  leftAt: z.nullable(z.string()),
  /** Nobody reported it by itself: it counts as done as planned (未逐站确认). */
  assumed: z.boolean(),
  /** Pieces planned to be loaded and unloaded here. */
  load: z.int(),
  unload: z.int(),
})
export type StopOut = z.output<typeof stopOut>

/** What a line between two stops is for; between outlets as asked, else 短驳 within one city (T7). */
export function legBetween(
  load: { kind: StopKind; city?: string | null },
  unload: { kind: StopKind; city?: string | null },
  asked?: TripLeg,
): TripLeg {
  if (unload.kind === 'consignee') return 'delivery'
  if (load.kind === 'shipper') return 'pickup'
  if (asked === 'trunk' || asked === 'shuttle') return asked
  return load.city && load.city === unload.city ? 'shuttle' : 'trunk'
}

/** The type of a trip: what all its lines are for, else 提送. */
export const typeOfLegs = (legs: readonly string[]): TripLeg | 'round' => {
  const [first, ...others] = new Set(legs)
  return others.length === 0 && first !== undefined ? (first as TripLeg) : 'round'
}

type Loaded = { readonly load: number; readonly unload: number; readonly weight: string; readonly volume: string }
type Capacity = { readonly loadKg: string; readonly volumeM3: string | null }
export type Stretch = { readonly weight: string; readonly volume: string; readonly rate: string }

/**
 * What is aboard on each stretch between two stops (T15), and the greatest of their rates, in percent to one decimal. Whether
 * it is too much is decided exactly, not by the rounded rate: `beyond` is the first stretch that is.
 */
export function loadByStretch(
  stops: number,
  lines: readonly Loaded[],
  vehicle: Capacity | undefined,
): { stretches: Stretch[]; rate: string; worst: number; beyond: Beyond | undefined } {
  let most = new Exact(0)
  let worst = 0
  let beyond: Beyond | undefined
  // What comes aboard at a stop, less what leaves there: of a trip with many stops every line is looked at once.
  const none = new Exact(0)
  const change = {
    weight: Array.from({ length: stops + 1 }, () => none),
    volume: Array.from({ length: stops + 1 }, () => none),
  }
  // What was taken over is aboard from the beginning.
  for (const { load, unload, weight, volume } of lines)
    for (const [sums, value] of [
      [change.weight, weight],
      [change.volume, volume],
    ] as const) {
      sums[Math.max(load, 1)] = (sums[Math.max(load, 1)] ?? none).plus(value)
      sums[unload] = (sums[unload] ?? none).minus(value)
    }
  let weight = none
  let volume = none
  const stretches = Array.from({ length: Math.max(stops - 1, 0) }, (_, index): Stretch => {
    weight = weight.plus(change.weight[index + 1] ?? none)
    volume = volume.plus(change.volume[index + 1] ?? none)
    const share = shareOf(weight, volume, vehicle)
    if (share.greaterThan(most)) {
      most = share
      worst = index
    }
    const told = { weight: weight.toFixed(3), volume: volume.toFixed(4), rate: share.toFixed(1) }
    if (vehicle !== undefined) beyond ??= beyondOf(told, vehicle)
    return told
  })
  return { stretches, rate: most.toFixed(1), worst, beyond }
}
export type Beyond = { readonly by: 'weight' | 'volume'; readonly value: string; readonly limit: string }

/** What of a load is more than the vehicle may carry: first by weight. */
export const beyondOf = (load: { weight: string; volume: string }, vehicle: Capacity): Beyond | undefined =>
  new Exact(load.weight).greaterThan(vehicle.loadKg)
    ? { by: 'weight', value: load.weight, limit: vehicle.loadKg }
    : vehicle.volumeM3 !== null && new Exact(load.volume).greaterThan(vehicle.volumeM3)
      ? { by: 'volume', value: load.volume, limit: vehicle.volumeM3 }
      : undefined

/** The greater of weight and volume against the vehicle's, in percent; without a volume by weight alone. */
function shareOf(
  weight: InstanceType<typeof Exact>,
  volume: InstanceType<typeof Exact>,
  vehicle: Capacity | undefined,
): InstanceType<typeof Exact> {
  const part = (value: InstanceType<typeof Exact>, limit: string | null | undefined) =>
    limit === null || limit === undefined || new Exact(limit).isZero()
      ? new Exact(0)
      : value.times(100).div(new Exact(limit))
  const byWeight = part(weight, vehicle?.loadKg)
  const byVolume = part(volume, vehicle?.volumeM3)
  return byWeight.greaterThan(byVolume) ? byWeight : byVolume
}

/** How full a vehicle is, in percent to one decimal. */
export const rateOf = (load: { weight: string; volume: string }, vehicle: Capacity): string =>
  shareOf(new Exact(load.weight), new Exact(load.volume), vehicle).toFixed(1)

/** An end of a line: an outlet, or a shipper's or consignee's address. */
export type EndOf =
  | { readonly kind: 'outlet'; readonly outletId: number }
  | { readonly kind: 'shipper' | 'consignee'; readonly address: string }
/** Two waybills have one stop where region and address are the same. */
export const addressOf = (at: {
  readonly region?: string | null | undefined
  readonly address?: string | null | undefined
}): string => `${at.region ?? ''} ${at.address ?? ''}`
/** A stop of a trip that is put together: its `key` stays while stops are moved. */
export type StopPlan = {
  readonly key: string
  readonly kind: StopKind
  readonly outletId?: number | undefined
  readonly address?: string | undefined
}

const isThere = (stop: StopPlan, end: EndOf): boolean =>
  stop.kind === end.kind &&
  (end.kind === 'outlet' ? stop.outletId === end.outletId : sameAddress(stop.address ?? '', end.address))
const sameAddress = (one: string, other: string) => one.replaceAll(/\s/g, '') === other.replaceAll(/\s/g, '')
const keyOf = (end: EndOf, stops: readonly StopPlan[]): string => {
  const key = end.kind === 'outlet' ? `outlet ${end.outletId}` : `${end.kind} ${end.address.replaceAll(/\s/g, '')}`
  const again = stops.filter((stop) => stop.key === key || stop.key.startsWith(`${key} #`)).length
  return again === 0 ? key : `${key} #${again + 1}`
}

/**
 * The stops with both ends of one more line: lines at one address share a stop. Where there is none yet it is put in: pickups
 * first, outlets, deliveries last, so that lines that come by their plan times are visited in that order. Stops that have been
 * moved stay where they are. `from`: the first that may still be loaded at.
 */
export function withLine<S extends StopPlan>(
  stops: readonly S[],
  load: EndOf,
  unload: EndOf,
  make: (key: string, end: EndOf) => S,
  from = 0,
): { stops: S[]; load: string; unload: string } {
  const all = [...stops]
  const put = (end: EndOf, after: number, before = all.length): number => {
    const there = all.findIndex((stop, index) => index > after && isThere(stop, end))
    if (there >= 0) return there
    const index = Math.min(placeFor(all, end, after + 1), before)
    all.splice(index, 0, make(keyOf(end, all), end))
    return index
  }
  // Loaded before where it is unloaded, if there is a stop for that.
  const ahead = all.findIndex((stop, index) => index >= from && isThere(stop, unload))
  const loadAt = put(load, from - 1, ahead < 0 ? undefined : ahead)
  const loadKey = (all[loadAt] as S).key
  const unloadAt = put(unload, loadAt)
  return { stops: all, load: loadKey, unload: (all[unloadAt] as S).key }
}

/** What waits, and where it goes next. */
type Waits = {
  readonly fromPlace: 'shipper' | 'outlet'
  readonly fromId: number
  /** It lies where it is given out. */
  readonly isDestination: boolean
  /** Of the waybill. */
  readonly outletId: number
  readonly destOutletId: number | null
  readonly consignee: EndOf
  /** Where somebody wants it unloaded. */
  readonly unloadOutletId?: number | undefined
}
/**
 * Where what waits is unloaded by a trip: as asked, else as its next leg says (T7): at the stop of its destination, else at the last outlet
 * of the trip. Undefined where nothing says it.
 */
export function unloadEnd(
  line: Waits,
  stops: readonly { readonly outletId?: number | undefined }[],
): EndOf | undefined {
  const to = (outletId: number): EndOf => ({ kind: 'outlet', outletId })
  if (line.unloadOutletId !== undefined) return to(line.unloadOutletId)
  if (line.fromPlace === 'outlet' && line.isDestination) return line.consignee
  const wanted = line.fromPlace === 'shipper' ? line.outletId : line.destOutletId
  const outlets = stops.flatMap(({ outletId }) =>
    outletId === undefined || outletId === line.fromId ? [] : [outletId],
  )
  if (wanted !== null && outlets.includes(wanted)) return to(wanted)
  const found = outlets.at(-1) ?? wanted
  return found === null || found === line.fromId ? undefined : to(found)
}

/** Where a new stop goes, at the earliest at `least`: behind the last of its kind or of an earlier one. */
function placeFor(stops: readonly StopPlan[], { kind }: EndOf, least: number): number {
  const rank = stopKinds.indexOf(kind)
  const last = stops.findLastIndex((stop) => stopKinds.indexOf(stop.kind) <= rank)
  // Outlets after deliveries are where the vehicle returns to: a new outlet goes before the first delivery.
  const first = kind === 'consignee' ? -1 : stops.findIndex((stop) => stopKinds.indexOf(stop.kind) > rank)
  const wanted = first >= 0 ? first : kind === 'consignee' ? beforeReturn(stops) : last + 1
  return Math.max(wanted, least)
}
/** Behind the last delivery; without one at the end. */
const beforeReturn = (stops: readonly StopPlan[]): number => {
  const last = stops.findLastIndex(({ kind }) => kind === 'consignee')
  return last >= 0 ? last + 1 : stops.length
}
