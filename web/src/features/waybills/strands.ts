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
  readonly at: string | null
  readonly state: Progress
}
export type Stop = {
  readonly key: string
  readonly name: string
  readonly pieces: number
  /** Refused, and lying here. */
  readonly refused: number
  readonly state: Progress
  readonly strands: Strand[]
}

export type WayFacts = Pick<
  WaybillDetail,
  'legs' | 'places' | 'pieces' | 'shipperCity' | 'consigneeCity' | 'shipperName' | 'consigneeName'
>

type Leg = WayFacts['legs'][number]
const over = ['arrived', 'done', 'signed', 'settled', 'returned']
const progress = ({ state }: Pick<Leg, 'state'>): Progress =>
  over.includes(state) ? 'done' : state === 'new' || state === 'assigned' ? 'waiting' : 'moving'
/** It leads to the consignee, and to no stop before. */
const isLast = ({ kind, type, ends }: Leg): boolean => type === 'delivery' || kind === 'courier' || ends === 'door'

/**
 * The stops of a waybill in order — shipper, outlets by when they were reached, consignee — each with the pieces that
 * are there now, live or refused, and the legs that lead on from it.
 */
export function strandsOf(detail: WayFacts): Stop[] {
  const order: string[] = [detail.shipperCity]
  for (const leg of detail.legs.filter((one) => !isLast(one))) {
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
  const strandsFrom = (name: string): Strand[] =>
    detail.legs
      .filter((leg) => leg.fromName === name)
      .map((leg) => ({
        key: `${leg.arrangementNo}-${leg.fromName}`,
        trip: leg.arrangementNo,
        by: leg.plateNo ?? leg.carrierName ?? '',
        hint: [leg.driverName, leg.driverPhone, leg.carrierNo].filter(Boolean).join(' '),
        way:
          leg.type === null
            ? { words: 'arrangementKind', code: leg.kind }
            : { words: 'arrangementType', code: leg.type },
        pieces: leg.pieces,
        refused: here(['refusedOut'], leg.arrangementNo),
        at: leg.arriveAt ?? leg.departAt ?? leg.planAt,
        state: progress(leg),
      }))
  /** They wait at the station of a line carrier, which still has them. */
  const atStation = (name: string): number =>
    [
      ...new Set(
        detail.legs
          .filter((leg) => leg.ends === 'station' && leg.toName === name && leg.state === 'arrived')
          .map((leg) => leg.arrangementNo),
      ),
    ].reduce((sum, no) => sum + here(['arrangement'], no), 0)
  const signed = here(['consignee'])
  const stops = order.map((name, index): Stop => {
    const pieces = index === 0 ? here(['shipper']) : here(['outlet', 'pickup'], name) + atStation(name)
    const reached =
      index === 0 ||
      pieces > 0 ||
      here(['refused'], name) > 0 ||
      detail.legs.some((leg) => leg.toName === name && progress(leg) === 'done') ||
      detail.legs.some((leg) => leg.fromName === name)
    return {
      key: `${index}-${name}`,
      name: index === 0 ? `${name} ${detail.shipperName}` : name,
      pieces,
      refused: here(['refused'], name),
      state: pieces > 0 ? 'moving' : reached ? 'done' : 'waiting',
      strands: strandsFrom(name),
    }
  })
  return [
    ...stops,
    {
      key: 'consignee',
      name: `${detail.consigneeCity} ${detail.consigneeName}`,
      pieces: signed,
      refused: 0,
      state: signed > 0 ? 'done' : 'waiting',
      strands: [],
    },
  ]
}
