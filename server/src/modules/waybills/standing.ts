import { undoableSteps } from '@xunyun/contract/waybills/events'

/** What still stands of a waybill's events, for a customer: what was taken back he does not read, nor that it was. */

type Event = { readonly seq: number; readonly type: string; readonly params: Readonly<Record<string, unknown>> }

/** The kinds of events that one of these takes back: the last that stands, of the same arrangement where it names one. */
const takenBack: Readonly<Record<string, readonly string[]>> = {
  departureUndone: ['departed', 'courierCollected', 'courierTransit', 'courierDelivery'],
  arrivalUndone: ['arrived'],
  bringInUndone: ['broughtIn'],
  giveBackUndone: ['givenBack'],
  // Of a waybill's own acts: which, it says.
  undone: undoableSteps,
  refusalUndone: ['signed', 'refused'],
  onwardCancelled: ['sentOnward'],
  prepaidUndone: ['prepaidTaken'],
  receiptUndone: [
    'receiptRecovered',
    'receiptSent',
    'receiptReceived',
    'receiptReturned',
    'receiptDone',
    'receiptLost',
  ],
}
/** Whether an event takes another back. */
export const isTakingBack = (type: string): boolean => takenBack[type] !== undefined
const hasRefused = ({ type, params }: Event): boolean => type === 'refused' || Number(params.refused ?? 0) > 0

function isTakenBack(one: Event, by: Event): boolean {
  if (!takenBack[by.type]?.includes(one.type)) return false
  const { arrangementNo, of } = by.params
  if (by.type === 'refusalUndone') return hasRefused(one)
  if (by.type === 'receiptUndone') return one.type === of
  if (by.type === 'onwardCancelled') return one.params.toNo === by.params.toNo
  if (by.type !== 'undone') return one.params.arrangementNo === arrangementNo
  return of === undefined || one.type === of || (of === 'signed' && one.type === 'refused')
}

/** In the order in which they were recorded. Of a signing whose refusal alone was taken back the signed pieces are left. */
export function standing<E extends Event>(events: readonly E[]): { stands: E[]; gone: E[] } {
  const stands: E[] = []
  const gone: E[] = []
  for (const event of events) {
    if (takenBack[event.type] === undefined) {
      stands.push(event)
      continue
    }
    const index = stands.findLastIndex((one) => isTakenBack(one, event))
    const back = stands[index]
    if (back === undefined) continue
    const isPart = event.type === 'refusalUndone' && Number(back.params.signed ?? 0) > 0
    if (isPart) stands[index] = { ...back, params: { ...back.params, refused: 0, reason: null } }
    else gone.push(...stands.splice(index, 1))
  }
  return { stands, gone }
}

/** The tracks that the system wrote with an event. */
const nodesOf: Readonly<Record<string, readonly string[]>> = {
  departed: ['pickup', 'depart', 'deliver'],
  courierCollected: ['depart'],
  courierTransit: ['via'],
  courierDelivery: ['deliver'],
  arrived: ['checkIn', 'unload', 'arrive', 'awaitPickup', 'deliver'],
  broughtIn: ['arrive'],
  givenBack: ['arrive'],
  checkedIn: ['checkIn'],
  pickupNotified: ['awaitPickup'],
  deliveredInstead: ['deliverInstead'],
  signed: ['sign'],
  refused: ['refuse'],
  receiptRecovered: ['receipt'],
  receiptSent: ['receipt'],
  receiptReceived: ['receipt'],
  receiptReturned: ['receipt'],
}
type Track = { readonly id: number; readonly node: string; readonly at: string; readonly text: string }

/**
 * The tracks that the system wrote with what was taken back: of its node, at its time where it has one, else of as many pieces,
 * the latest first.
 */
export function tracksOf<T extends Track>(tracks: readonly T[], gone: readonly Event[]): T[] {
  const left = [...tracks].sort((one, other) => other.id - one.id)
  return gone.flatMap(({ type, params }) => {
    const at = params.at ?? params.signedAt ?? params.refusedAt
    const index = left.findIndex(
      (track) =>
        nodesOf[type]?.includes(track.node) &&
        (at === undefined ? track.text === String(params.pieces) : Date.parse(track.at) === Date.parse(String(at))),
    )
    return index < 0 ? [] : left.splice(index, 1)
  })
}
