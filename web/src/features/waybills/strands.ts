import type { DictionaryType } from '@xunyun/contract/dictionary'
import type { WaybillDetail } from '@xunyun/contract/waybills/calls'

/** How far a leg or a stop is: gone, under way, not yet. */
export type Progress = 'done' | 'moving' | 'waiting'
export type Strand = {
  readonly key: string
  readonly trip: string
  /** Plate, line carrier or courier; and driver with phone, or the number there. */
  readonly by: string
  readonly hint: string
  readonly way: { readonly words: DictionaryType; readonly code: string }
  readonly pieces: number
  /** Refused, and still on the vehicle. */
  readonly refused: number
  /** Aboard when it arrived, and not come off (少货). */
  readonly missing: number
  readonly at: string | null
  /** Outlets called at on the way, and when. */
  readonly via: Leg['via']
  /** The trip that broke down, and its vehicle. */
  readonly swappedFrom: string | null
  readonly state: Progress
}
/** One of several ways that lead on from a stop: what goes it, and the stops on it until the ways meet again. */
export type Branch = { readonly key: string; readonly strands: readonly Strand[]; readonly stops: readonly Stop[] }
export type Stop = {
  readonly key: string
  readonly name: string
  readonly pieces: number
  /** Refused, and lying here. */
  readonly refused: number
  readonly state: Progress
  /** What leads on from it, by one way. */
  readonly strands: readonly Strand[]
  /** Ways that part here; the stop behind it is where they meet. */
  readonly branches: readonly Branch[]
}

export type WayFacts = Pick<
  WaybillDetail,
  'legs' | 'places' | 'pieces' | 'shipperCity' | 'consigneeCity' | 'shipperName' | 'consigneeName'
>

type Leg = WayFacts['legs'][number]
const over = ['arrived', 'done', 'signed', 'settled', 'returned']
/** Under way, and come to the stop of these pieces. */
const hasCome = ({ kind, type, state, arriveAt }: Leg): boolean =>
  kind === 'vehicle' && type !== 'delivery' && state === 'departed' && arriveAt !== null
const progress = (leg: Leg): Progress => (over.includes(leg.state) || hasCome(leg) ? 'done' : progressOf(leg))
const progressOf = ({ state }: Leg): Progress => (state === 'new' || state === 'assigned' ? 'waiting' : 'moving')
/** It leads to the consignee, and to no stop before. */
const isLast = ({ kind, type, ends }: Leg): boolean => type === 'delivery' || kind === 'courier' || ends === 'door'

/** Pieces that did not come off at their stop stay with the trip that brought them; a trip that delivers still has its own. */
const keepsMissing = (leg: Leg): boolean =>
  leg.kind === 'vehicle' && leg.type !== 'delivery' && leg.arrangementNo !== '' && progress(leg) === 'done'

/** No name of a stop is this. */
const consignee = ''
const endOf = (leg: Leg): string => (isLast(leg) ? consignee : leg.toName)

/** All that is reached from a stop, itself included; what leads nowhere yet leads to the consignee. */
function reachedFrom(name: string, legs: readonly Leg[]): ReadonlySet<string> {
  const reached = new Set([name])
  for (const from of reached) {
    const ends = from === consignee ? [] : legs.filter((leg) => leg.fromName === from).map(endOf)
    for (const end of ends.length > 0 ? ends : [consignee]) reached.add(end)
  }
  return reached
}

/**
 * The stops of a waybill in order — shipper, outlets by when they were reached, consignee — each with the pieces that
 * are there now, live or refused, and the legs that lead on from it. Pieces that part go their own ways until these meet.
 */
export function strandsOf(detail: WayFacts): Stop[] {
  // What was taken over goes on with the other trip: the same pieces are drawn once.
  const legs = detail.legs.filter(({ swappedTo }) => swappedTo === null)
  const order: string[] = [detail.shipperCity]
  for (const leg of legs.filter((one) => !isLast(one))) {
    for (const name of [leg.fromName, leg.toName]) if (!order.includes(name)) order.push(name)
  }
  for (const place of detail.places) {
    if (['outlet', 'pickup', 'refused'].includes(place.place) && place.name !== '' && !order.includes(place.name))
      order.push(place.name)
  }
  const here = (names: readonly string[], name?: string) =>
    detail.places
      .filter((place) => names.includes(place.place) && (name === undefined || place.name === name))
      .reduce((sum, place) => sum + place.pieces, 0)
  const swappedFrom = ({ arrangementNo }: Leg): string | null => {
    const broken = detail.legs.find(({ swappedTo }) => swappedTo !== null && swappedTo === arrangementNo)
    return broken === undefined ? null : [broken.arrangementNo, broken.plateNo].filter(Boolean).join(' · ')
  }
  const strandOf = (leg: Leg): Strand => ({
    key: `${leg.arrangementNo}-${leg.fromName}-${leg.toName}`,
    trip: leg.arrangementNo,
    by: leg.plateNo ?? leg.carrierName ?? '',
    hint: [leg.driverName, leg.driverPhone, leg.carrierNo].filter(Boolean).join(' '),
    way:
      leg.type === null ? { words: 'arrangementKind', code: leg.kind } : { words: 'arrangementType', code: leg.type },
    pieces: leg.pieces,
    refused: here(['refusedOut'], leg.arrangementNo),
    missing: keepsMissing(leg) ? Math.min(here(['arrangement'], leg.arrangementNo), leg.pieces) : 0,
    at: leg.arriveAt ?? leg.departAt ?? leg.planAt,
    via: leg.via,
    swappedFrom: swappedFrom(leg),
    state: progress(leg),
  })
  /** They wait at the station of a line carrier, which still has them. */
  const atStation = (name: string): number =>
    [
      ...new Set(
        legs
          .filter((leg) => leg.ends === 'station' && leg.toName === name && leg.state === 'arrived')
          .map((leg) => leg.arrangementNo),
      ),
    ].reduce((sum, no) => sum + here(['arrangement'], no), 0)
  const stopOf = (name: string, strands: readonly Strand[], branches: readonly Branch[]): Stop => {
    const isFirst = name === order[0]
    const pieces = isFirst ? here(['shipper']) : here(['outlet', 'pickup'], name) + atStation(name)
    const reached =
      isFirst ||
      pieces > 0 ||
      here(['refused'], name) > 0 ||
      legs.some((leg) => leg.toName === name && progress(leg) === 'done') ||
      legs.some((leg) => leg.fromName === name)
    return {
      key: name,
      name: isFirst ? `${name} ${detail.shipperName}` : name,
      pieces,
      refused: here(['refused'], name),
      state: pieces > 0 ? 'moving' : reached ? 'done' : 'waiting',
      strands,
      branches,
    }
  }
  const drawn = new Set<string>()
  /** From a stop on, up to where another way meets it. */
  const walk = (start: string, meet: string): Stop[] => {
    const stops: Stop[] = []
    let name = start
    while (name !== meet && name !== consignee && !drawn.has(name)) {
      drawn.add(name)
      const ways = Map.groupBy(
        legs.filter((leg) => leg.fromName === name),
        endOf,
      )
      const ends = [...ways.keys()]
      const reached = ends.map((end) => reachedFrom(end, legs))
      const next =
        ends.length === 0
          ? consignee
          : ([...order, consignee].find((one) => !drawn.has(one) && reached.every((set) => set.has(one))) ?? consignee)
      const all = [...ways].map(
        ([end, of]): Branch => ({
          key: end,
          strands: of.map(strandOf),
          stops: ends.length > 1 && end !== next ? walk(end, next) : [],
        }),
      )
      stops.push(ends.length > 1 ? stopOf(name, [], all) : stopOf(name, all[0]?.strands ?? [], []))
      name = next
    }
    return stops
  }
  const stops = walk(order[0] as string, consignee)
  // Nothing leads there, as to where something was found.
  for (const name of order) stops.push(...walk(name, consignee))
  const signed = here(['consignee'])
  return [
    ...stops,
    {
      key: 'consignee',
      name: `${detail.consigneeCity} ${detail.consigneeName}`,
      pieces: signed,
      refused: 0,
      state: signed > 0 ? 'done' : 'waiting',
      strands: [],
      branches: [],
    },
  ]
}
