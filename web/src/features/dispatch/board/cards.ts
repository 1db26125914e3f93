import type { Board, BoardLine, BoardTrip } from '@xunyun/contract/dispatch/board'
import type { WaitingRow } from '@xunyun/contract/dispatch/calls'
import {
  addressOf,
  type EndOf,
  loadByStretch,
  type StopPlan,
  unloadEnd,
  withLine,
} from '@xunyun/contract/dispatch/stops'
import { abilityTo } from '@xunyun/contract/kernel/ability'
import { Exact } from '@xunyun/contract/kernel/decimal'
import { waitingKey } from '../lines.ts'

/** What lies on the board, without React: vehicles with their loads, what is in hand, and how both go together. */

/** Pieces that can be put onto a vehicle: of what waits, or of a line of a trip. */
export type Cargo = {
  readonly key: string
  /** Of a trip's line, with the vehicle it is on. */
  readonly lineId?: number
  readonly card?: string
  readonly waybillId: number
  readonly waybillNo: string
  readonly fromPlace: 'shipper' | 'outlet'
  readonly fromId: number
  readonly pieces: number
  readonly weight: string
  readonly volume: string
  readonly serviceType: string
  readonly hold: boolean
  readonly load: EndOf
  readonly unload: (stops: readonly StopPlan[]) => EndOf | undefined
  /** The outlet where it is to go, if one is known. */
  readonly goal?: number | null
}

/** A line as it lies on a vehicle, between two of its stops. */
export type CardLine = Pick<
  BoardLine,
  'lineId' | 'waybillId' | 'waybillNo' | 'customerName' | 'consigneeCity' | 'pieces' | 'weight' | 'volume'
> & {
  readonly load: string
  readonly unload: string
  /** Where it was put a moment ago: the server has not answered yet. */
  readonly pending?: true
  readonly cargo: Cargo
}

export type Card = {
  /** Of the vehicle; a second trip of the same day has its own. */
  readonly key: string
  readonly vehicleId: number
  readonly plateNo: string
  readonly plateColor: string
  readonly model: string
  readonly loadKg: string
  readonly volumeM3: string | null
  readonly cold: boolean
  readonly hazard: boolean
  readonly driverId: number | null
  readonly driverName: string | null
  readonly driverPhone: string | null
  readonly carrierId: number | null
  readonly carrierName: string | null
  /** Whose it is; null: of a trip whose vehicle is not known here. */
  readonly type: string | null
  readonly trip: BoardTrip | null
  /** open: takes something on · away: on its way · stopped: may not go. */
  readonly kind: 'open' | 'away' | 'stopped'
  /** Why it takes nothing, in words of the server. */
  readonly why: string | null
  /** The vehicle itself may go, if with another driver. */
  readonly mayGo: boolean
  /** The trip that it is to fetch on another day, or for another outlet (empty). */
  readonly planned: string | null
  readonly stops: readonly StopPlan[]
  readonly lines: readonly CardLine[]
}

export const cargoOfWaiting = (row: WaitingRow, pieces = row.free): Cargo => {
  const part = (value: string, places: number) =>
    pieces === row.free ? value : new Exact(value).times(pieces).div(row.free).toFixed(places)
  const consignee: EndOf = {
    kind: 'consignee',
    address: addressOf({ region: row.consigneeRegion, address: row.consigneeAddress }),
  }
  return {
    key: waitingKey(row),
    waybillId: row.id,
    waybillNo: row.waybillNo,
    fromPlace: row.fromPlace,
    fromId: row.fromId,
    pieces,
    weight: part(row.weight, 3),
    volume: part(row.volume, 4),
    serviceType: row.serviceType,
    hold: row.hold,
    load:
      row.fromPlace === 'outlet'
        ? { kind: 'outlet', outletId: row.fromId }
        : { kind: 'shipper', address: addressOf({ region: row.shipperRegion, address: row.shipperAddress }) },
    goal: row.fromPlace === 'shipper' ? row.outletId : row.destOutletId,
    unload: (stops) =>
      unloadEnd(
        { ...row, isDestination: row.nextLeg === 'delivery' || row.nextLeg === 'selfPickup', consignee },
        stops,
      ),
  }
}

const endOf = ({ kind, outletId, address }: StopPlan): EndOf =>
  kind === 'outlet' ? { kind, outletId: outletId ?? 0 } : { kind, address: address ?? '' }

function linesOf(trip: BoardTrip, key: string, stops: readonly StopPlan[]): CardLine[] {
  return trip.lines.map((line): CardLine => {
    const [load, unload] = [stops[line.load - 1], stops[line.unload - 1]]
    return {
      ...line,
      load: load?.key ?? '',
      unload: unload?.key ?? '',
      cargo: {
        ...line,
        key: `line ${line.lineId}`,
        card: key,
        hold: false,
        load: load ? endOf(load) : { kind: 'outlet', outletId: line.fromId },
        unload: () => unload && endOf(unload),
      },
    }
  })
}

/** A card a trip and vehicle: what can be loaded, what is free, what is away, what may not go. */
export function cardsOf({ trips, vehicles }: Board): Card[] {
  const known = new Map(vehicles.map((vehicle) => [vehicle.id, vehicle]))
  const withTrip = new Set<number>()
  const onTrips = trips.map((trip): Card => {
    const vehicle = known.get(trip.vehicleId)
    const key = withTrip.has(trip.vehicleId) ? `trip ${trip.id}` : `vehicle ${trip.vehicleId}`
    withTrip.add(trip.vehicleId)
    const stops = trip.stops.map(
      ({ seq, kind, outletId, region, address }): StopPlan => ({
        key: `stop ${seq}`,
        kind,
        ...(outletId === null ? { address: addressOf({ region, address }) } : { outletId }),
      }),
    )
    const isAway = trip.state === 'departed'
    const change = abilityTo(trip, 'change')
    const why = isAway ? null : (trip.blocked ?? change?.reason ?? null)
    return {
      key,
      vehicleId: trip.vehicleId,
      plateNo: trip.plateNo,
      plateColor: trip.plateColor,
      model: trip.vehicleModel,
      loadKg: trip.loadKg,
      volumeM3: trip.volumeM3,
      // Of a vehicle that is not known the server decides.
      cold: vehicle?.cold ?? true,
      hazard: vehicle?.hazard ?? true,
      driverId: trip.driverId,
      driverName: trip.driverName,
      driverPhone: trip.driverPhone,
      carrierId: trip.carrierId,
      carrierName: trip.carrierName,
      type: vehicle?.type ?? null,
      trip,
      kind: isAway ? 'away' : why !== null ? 'stopped' : 'open',
      why,
      mayGo: trip.blocked === null,
      planned: null,
      stops,
      lines: linesOf(trip, key, stops),
    }
  })
  const idle = vehicles
    .filter(({ id }) => !withTrip.has(id))
    .map(({ id, ...vehicle }): Card => {
      const why = vehicle.blocked ?? vehicle.driverBlocked
      return {
        ...vehicle,
        key: `vehicle ${id}`,
        vehicleId: id,
        trip: null,
        kind: why === null ? 'open' : 'stopped',
        why,
        mayGo: vehicle.blocked === null,
        stops: [],
        lines: [],
      }
    })
  const rank = ({ kind, trip, planned }: Card) =>
    kind === 'stopped' ? 4 : kind === 'away' ? 3 : trip ? 0 : planned === null ? 1 : 2
  return [...onTrips, ...idle].toSorted((one, other) => rank(one) - rank(other))
}

/** Cards stay where they are while one looks at them: new ones come last. */
export function inOrder(cards: readonly Card[], before: readonly string[]): Card[] {
  const place = new Map(before.map((key, at) => [key, at]))
  const at = ({ key }: Card) => place.get(key) ?? before.length
  return cards.toSorted((one, other) => at(one) - at(other))
}

/** The card with more on it, each line at the stops it needs; what has no way to go is left out. */
export function putOn(card: Card, cargo: readonly Cargo[], pending?: true): Card {
  let stops = [...card.stops]
  const lines = [...card.lines]
  for (const one of cargo) {
    const unload = one.unload(stops)
    if (unload === undefined) continue
    const put = withLine(stops, one.load, unload, (key, end): StopPlan => ({ ...end, key }))
    stops = put.stops
    lines.push({
      lineId: 0,
      waybillId: one.waybillId,
      waybillNo: one.waybillNo,
      customerName: null,
      consigneeCity: '',
      pieces: one.pieces,
      weight: one.weight,
      volume: one.volume,
      load: put.load,
      unload: put.unload,
      cargo: one,
      ...(pending ? { pending } : {}),
    })
  }
  return { ...card, stops, lines }
}

export type LoadOf = {
  readonly waybills: number
  readonly pieces: number
  /** The most that is aboard between two stops (T15). */
  readonly weight: string
  readonly volume: string
  /** Percent of what the vehicle takes; null where its volume is not known. */
  readonly byWeight: number
  readonly byVolume: number | null
}

const largest = (values: readonly string[], places: number): string =>
  values.reduce((most, value) => (new Exact(value).greaterThan(most) ? value : most), new Exact(0).toFixed(places))
const percent = (value: string, of: string): number =>
  Number(of) === 0 ? 0 : Number(new Exact(value).times(100).div(of).toFixed(1))

export function loadOf(card: Card): LoadOf {
  const number = new Map(card.stops.map(({ key }, index) => [key, index + 1]))
  const lines = card.lines.map((line) => ({
    weight: line.weight,
    volume: line.volume,
    load: number.get(line.load) ?? 0,
    unload: number.get(line.unload) ?? 0,
  }))
  const { stretches } = loadByStretch(card.stops.length, lines, undefined)
  const weight = largest(
    stretches.map((stretch) => stretch.weight),
    3,
  )
  const volume = largest(
    stretches.map((stretch) => stretch.volume),
    4,
  )
  return {
    waybills: new Set(card.lines.map(({ waybillId }) => waybillId)).size,
    pieces: card.lines.reduce((sum, { pieces }) => sum + pieces, 0),
    weight,
    volume,
    byWeight: percent(weight, card.loadKg),
    byVolume: card.volumeM3 === null ? null : percent(volume, card.volumeM3),
  }
}
export const rateOf = ({ byWeight, byVolume }: LoadOf): number => Math.max(byWeight, byVolume ?? 0)
/** Orange above 92, red above 100. */
export const toneOf = (rate: number): 'blue' | 'orange' | 'red' => (rate > 100 ? 'red' : rate > 92 ? 'orange' : 'blue')

/** Why one cannot go onto this vehicle, as far as the board knows. */
export type No = 'cold' | 'hazard' | 'hold' | 'same' | 'nowhere'
export function noFor(card: Card, cargo: Cargo): No | null {
  if (cargo.card === card.key) return 'same'
  if (cargo.serviceType === 'cold' && !card.cold) return 'cold'
  if (cargo.serviceType === 'hazard' && !card.hazard) return 'hazard'
  const unload = cargo.unload(card.stops)
  if (unload === undefined) return 'nowhere'
  return cargo.hold && unload.kind === 'consignee' ? 'hold' : null
}

/** What would happen if it were let go here: what goes onto it, what not and why, and the load then. */
export type Fit = {
  readonly taken: readonly Cargo[]
  readonly refused: readonly { readonly cargo: Cargo; readonly no: No }[]
  readonly after: LoadOf
  /** 0: its trip stops there already · 1: at one end of each · 2: a free vehicle · 3: out of its way · 4: it leads elsewhere. */
  readonly detour: number
}
export function fitOf(card: Card, cargo: readonly Cargo[]): Fit {
  const refused = cargo.flatMap((one) => {
    const no = noFor(card, one)
    return no === null ? [] : [{ cargo: one, no }]
  })
  const taken = cargo.filter((one) => !refused.some((other) => other.cargo === one))
  const after = putOn(card, taken)
  const more = after.stops.length - card.stops.length
  const isAstray = taken.some(({ goal, unload }) => {
    const end = unload(card.stops)
    return card.trip !== null && goal != null && end?.kind === 'outlet' && end.outletId !== goal
  })
  const detour = card.trip === null ? 2 : isAstray ? 4 : more === 0 ? 0 : more <= taken.length ? 1 : 3
  return { taken, refused, after: loadOf(after), detour }
}
export const takesDrop = (card: Card): boolean => card.kind === 'open' && (card.trip !== null || card.driverId !== null)

/** The vehicle that is proposed: none that leads elsewhere. */
export function bestFor(cards: readonly Card[], cargo: readonly Cargo[]): Card | undefined {
  const [best] = byFit(cards, cargo)
  return best !== undefined && best.fit.detour < 4 ? best.card : undefined
}

/** Vehicles for what is in hand, the best first: all of it, not overloaded, on the way there already, and fullest. */
export function byFit(cards: readonly Card[], cargo: readonly Cargo[]): { card: Card; fit: Fit }[] {
  const found = cards.filter(takesDrop).flatMap((card) => {
    const fit = fitOf(card, cargo)
    return fit.taken.length === 0 ? [] : [{ card, fit }]
  })
  const rank = (one: (typeof found)[number]) =>
    (one.fit.refused.length > 0 ? 20 : 0) + (rateOf(one.fit.after) > 100 ? 10 : 0) + one.fit.detour
  return found
    .map((one) => ({ ...one, rank: rank(one) }))
    .toSorted((one, other) => one.rank - other.rank || rateOf(other.fit.after) - rateOf(one.fit.after))
    .map(({ card, fit }) => ({ card, fit }))
}
