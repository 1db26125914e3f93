import type { WaybillDetail } from '@xunyun/contract/waybills/calls'

/** How far a leg or a stop is: gone, under way, not yet. */
export type Progress = 'done' | 'moving' | 'waiting'
export type Strand = {
  readonly key: string
  readonly trip: string
  readonly plate: string
  readonly driver: string
  readonly type: string
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

type Facts = Pick<
  WaybillDetail,
  'legs' | 'places' | 'pieces' | 'shipper' | 'consignee' | 'shipperCity' | 'consigneeCity' | 'state'
>

const progress = (state: string): Progress =>
  state === 'arrived' || state === 'done' ? 'done' : state === 'departed' ? 'moving' : 'waiting'

/**
 * The stops of a waybill in order — shipper, outlets by when they were reached, consignee — each with the pieces that
 * are there now, live or refused, and the legs that lead on from it.
 */
export function strandsOf(detail: Facts): Stop[] {
  const order: string[] = [detail.shipperCity]
  const legs = detail.legs.filter((leg) => leg.type !== 'delivery')
  for (const leg of legs) {
    for (const name of [leg.fromName, leg.toName]) if (!order.includes(name)) order.push(name)
  }
  for (const place of detail.places) {
    if ((place.place === 'outlet' || place.place === 'pickup') && !order.includes(place.name)) order.push(place.name)
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
        plate: leg.plateNo,
        driver: `${leg.driverName} ${leg.driverPhone}`.trim(),
        type: leg.type,
        pieces: leg.pieces,
        refused: here(['refusedOut'], leg.arrangementNo),
        at: leg.arriveAt ?? leg.departAt ?? leg.planAt,
        state: progress(leg.state),
      }))
  const signed = here(['consignee'])
  const stops = order.map((name, index): Stop => {
    const pieces = index === 0 ? here(['shipper']) : here(['outlet', 'pickup'], name)
    const reached =
      index === 0 ||
      pieces > 0 ||
      detail.legs.some((leg) => leg.toName === name && progress(leg.state) === 'done') ||
      detail.legs.some((leg) => leg.fromName === name)
    return {
      key: `${index}-${name}`,
      name: index === 0 ? `${name} ${detail.shipper.name}` : name,
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
      name: `${detail.consigneeCity} ${detail.consignee.name}`,
      pieces: signed,
      refused: 0,
      state: signed > 0 ? 'done' : 'waiting',
      strands: [],
    },
  ]
}
