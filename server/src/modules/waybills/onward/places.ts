import type { Actor } from '../../../platform/actor.ts'
import { badField, Refusal } from '../../../platform/refusal.ts'
import { isOwnOutlet } from '../../../platform/scope.ts'
import type { LockedWaybill } from '../facts.ts'
import { type PiecesAt, refusedFrom } from '../pieces.ts'
import type { PlaceFacts } from '../rules.ts'

/** Pieces of a waybill at one place, that are free to go. */
export type Lying = {
  readonly place: string
  readonly placeId: number
  readonly lines: readonly PlaceFacts[]
  readonly free: number
}

const atOutlets = new Set(['outlet', 'pickup', 'refused'])

/** The pieces at a place that somebody named, `refused:3`, as many as asked for. */
export function lyingAt(actor: Actor, waybill: LockedWaybill, key: string, pieces: number): Lying {
  const [place = '', id = ''] = key.split(':')
  const lines = waybill.places.filter((one) => one.place === place && one.placeId === Number(id) && one.pieces > 0)
  if (lines.length === 0) throw badField('from', 'waybills.strandGone')
  if (atOutlets.has(place) && !isOwnOutlet(actor, Number(id)))
    throw new Refusal('waybills.otherOutletActs', { outlet: lines[0]?.name ?? '' })
  if (!atOutlets.has(place) && !waybill.mine && lines.some(({ here }) => !here))
    throw new Refusal('waybills.otherOutletActs', { outlet: waybill.outletName })
  const free = lines.reduce((sum, one) => sum + one.pieces - one.planned, 0)
  if (pieces > free) throw badField('pieces', 'waybills.fewerThere', { free })
  return { place, placeId: Number(id), lines, free }
}

/** Refused or waiting pieces, which an outlet has and no trip. */
export function restingAt(actor: Actor, waybill: LockedWaybill, key: string, pieces: number): Lying {
  const lying = lyingAt(actor, waybill, key, pieces)
  if (!atOutlets.has(lying.place)) throw badField('from', 'waybills.notAtOutlet')
  return lying
}

/** Takes so many from a place, line by line of what carries them. */
export function takeFrom({ place, lines }: Lying, pieces: number): { from: PiecesAt; pieces: number }[] {
  let open = pieces
  return lines.flatMap((one) => {
    const taken = Math.min(open, one.pieces - one.planned)
    open -= taken
    const at: PiecesAt =
      place === 'arrangement' || place === 'refusedOut'
        ? { place: 'arrangement', id: one.placeId, line: one.lineId, ...(one.leg === null ? {} : { leg: one.leg }) }
        : { place: place as PiecesAt['place'], id: one.placeId }
    return taken === 0 ? [] : [{ from: place === 'refusedOut' ? refusedFrom(at) : at, pieces: taken }]
  })
}

/** Pieces that may still go somewhere, refused ones too. */
export const unended = (waybill: LockedWaybill): number =>
  waybill.places
    .filter(({ place }) => ['shipper', 'arrangement', 'outlet', 'pickup', 'refused', 'refusedOut'].includes(place))
    .reduce((sum, { pieces }) => sum + pieces, 0)
export const signedOf = (waybill: LockedWaybill): number =>
  waybill.places.filter(({ place }) => place === 'consignee').reduce((sum, { pieces }) => sum + pieces, 0)
