import { type DeviceAction, type DeviceState, deviceLifecycle, leastBattery } from '@xunyun/contract/devices/states'
import type { Ability } from '@xunyun/contract/kernel/ability'
import { abilitiesOf, type Beside, type Objection } from '../../platform/abilities.ts'
import { type Actor, may } from '../../platform/actor.ts'
import { clock, dayOf } from '../../platform/clock.ts'
import { isOwnOutlet } from '../../platform/scope.ts'

/** What a rule looks at beside the state. */
type Facts = {
  readonly state: DeviceState
  readonly outletId: number
  readonly outletName: string
  readonly battery: number | null
  readonly binding: {
    readonly kind: string
    readonly no: string | null
    readonly boundBy: number | null
    readonly boundByName: string | null
    readonly boundAt: string
    /** A position of its trip has come in. */
    readonly hasMoved: boolean
    readonly remindedAt: string | null
    readonly expectedReturn: string | null
  } | null
}

const charged = ({ battery }: Facts): Objection | undefined =>
  battery !== null && battery < leastBattery
    ? { reason: 'devices.lowBattery', params: { battery, least: leastBattery } }
    : undefined

/** In stock it is done to it where it is kept. */
const keptHere = (actor: Actor, { outletId, outletName }: Facts): Objection | undefined =>
  isOwnOutlet(actor, outletId) ? undefined : { reason: 'devices.keptElsewhere', params: { outlet: outletName } }

const boundByMe = (actor: Actor, { binding }: Facts): Objection | undefined =>
  binding === null ||
  binding.boundBy === actor.userId ||
  may(actor, 'GPSBindle', 'approve') ||
  may(actor, 'GPSList', 'approve')
    ? undefined
    : { reason: 'devices.othersBinding', params: { name: binding.boundByName ?? '' } }

/** A device that was bound to the wrong trip may be noticed when that has left: it is taken back the same day, while nothing came of it. */
const hasStayed = (actor: Actor, { state, binding }: Facts): Objection | undefined =>
  state !== 'underway' ||
  binding === null ||
  (binding.kind === 'arrangement' &&
    binding.boundBy === actor.userId &&
    dayOf(new Date(binding.boundAt)) === clock.today() &&
    !binding.hasMoved)
    ? undefined
    : { reason: 'devices.swapInstead', params: { no: binding.no ?? '' } }

/** What is still on its way comes back when that is over; a vehicle's may be taken off at any time. */
const isOver = ({ state, binding }: Facts): Objection | undefined =>
  (state === 'bound' || state === 'underway') && binding !== null && binding.kind !== 'vehicle'
    ? { reason: 'devices.notOver', params: { no: binding.no ?? '' } }
    : undefined

const isDue = ({ state, binding }: Facts): Objection | undefined =>
  state === 'underway' && (binding?.expectedReturn == null || Date.parse(binding.expectedReturn) > clock.ms())
    ? { reason: 'devices.notDue' }
    : undefined

const hourMs = 3_600_000
const wasJustReminded = ({ binding }: Facts): Objection | undefined =>
  binding?.remindedAt != null && Date.parse(binding.remindedAt) > clock.ms() - hourMs
    ? { reason: 'devices.justReminded', params: { at: binding.remindedAt } }
    : undefined

export function objectionsTo(actor: Actor, facts: Facts): Beside<DeviceAction> {
  const kept = facts.state === 'inStock' || facts.state === 'repair' ? keptHere(actor, facts) : undefined
  return {
    transfer: kept,
    bind: kept ?? charged(facts),
    undoBind: boundByMe(actor, facts) ?? hasStayed(actor, facts),
    remind: isDue(facts) ?? wasJustReminded(facts),
    takeBack: isOver(facts),
    mail: isOver(facts),
    sendToRepair: kept,
    repaired: kept,
    scrap: kept,
    delete: kept,
  }
}

export const deviceAbilities = (actor: Actor, facts: Facts): Ability<DeviceAction>[] =>
  abilitiesOf(actor, deviceLifecycle, facts.state, objectionsTo(actor, facts))
