import type { Ability } from '@xunyun/contract/kernel/ability'
import { compareDecimal, Exact, sumDecimals } from '@xunyun/contract/kernel/decimal'
import { type CartonAction, type CartonRow, cartonLifecycle } from '@xunyun/contract/warehouse/shipping/cartons'
import { type OutboundAction, type OutboundRow, outboundLifecycle } from '@xunyun/contract/warehouse/shipping/notices'
import { type PickTaskAction, type PickTaskRow, pickTaskLifecycle } from '@xunyun/contract/warehouse/shipping/picking'
import { abilitiesOf, type Beside, type Objection } from '../../../platform/abilities.ts'
import type { Actor } from '../../../platform/actor.ts'

/** Nothing of a stopped notice goes on. */
export const isStopped = (notice: string, intercepted: boolean): Objection | undefined =>
  intercepted ? { reason: 'outbound.intercepted', params: { notice } } : undefined

/** Picked goods are put back, or shipped, first. */
export const isInHand = (qty: string): Objection | undefined =>
  compareDecimal(qty, '0') > 0 ? { reason: 'outbound.pickedSome', params: { qty } } : undefined

/** Its lines are what was picked: they stay, though it was put back. */
export const wasPicked: Objection = { reason: 'outbound.pickedOnce' }

/** Goods leave packed, or none of them does. */
export const looseBeside = (loose: readonly string[]): Objection | undefined =>
  loose.length > 0 ? { reason: 'outbound.packRest', params: { qty: totalOf(loose) } } : undefined
export const stillOpen = (cartons: readonly string[]): Objection | undefined =>
  cartons.length > 0 ? { reason: 'outbound.cartonsOpen', params: { cartons: cartons.join(', ') } } : undefined
export const notChecked = (task: string | null | undefined): Objection | undefined =>
  task ? { reason: 'outbound.unchecked', params: { task } } : undefined
const totalOf = (values: readonly string[]) => new Exact(sumDecimals([...values], 4)).toFixed()

type NoticeFacts = Pick<
  OutboundRow,
  'noticeNo' | 'state' | 'intercepted' | 'qty' | 'allocated' | 'picked' | 'shipped' | 'closed'
> & {
  /** Something is allocated that is in no task. */
  readonly waitsForWave: boolean
}

/** How its goods are handled is not for an owner's account. */
const forOwners: readonly OutboundAction[] = ['edit', 'intercept']

/** `beside`: what a detail knows more than a row. */
export function noticeAbilities(
  actor: Actor,
  notice: NoticeFacts,
  beside: Beside<OutboundAction> = {},
): Ability<OutboundAction>[] {
  const { allocated, picked, shipped, closed, intercepted } = notice
  const stopped = isStopped(notice.noticeNo, intercepted)
  const inHand = isInHand(new Exact(picked).minus(shipped).toFixed())
  const isGone = compareDecimal(shipped, '0') > 0
  const isCovered = new Exact(allocated).plus(closed).greaterThanOrEqualTo(notice.qty)
  const rules: Beside<OutboundAction> = {
    allocate: isCovered ? false : stopped,
    wave: notice.waitsForWave && stopped,
    deallocate: compareDecimal(allocated, picked) > 0 && inHand,
    ship: stopped ?? beside.ship,
    // Once some has left, the rest is closed; before, all is cancelled.
    close: isGone && inHand,
    cancel: !isGone && inHand,
    intercept: intercepted ? false : undefined,
    release: intercepted ? undefined : false,
    reverse: isGone ? undefined : false,
    edit: beside.edit,
  }
  return abilitiesOf(actor, outboundLifecycle, notice.state, rules, forOwners)
}

/** Who picked something of it does not check it. */
export const ownCheck: Objection = { reason: 'outbound.ownCheck' }

/** `mine`: something of it was picked by the actor. */
export function taskAbilities(
  actor: Actor,
  task: Pick<PickTaskRow, 'state' | 'picked' | 'pickerId' | 'checkedAt'> & { readonly mine: boolean },
  beside: Beside<PickTaskAction> = {},
): Ability<PickTaskAction>[] {
  const inHand = isInHand(task.picked)
  return abilitiesOf(actor, pickTaskLifecycle, task.state, {
    take: task.pickerId === actor.userId ? false : undefined,
    pick: beside.pick,
    putBack: inHand === undefined ? false : undefined,
    check: task.checkedAt === null && (task.mine ? ownCheck : undefined),
    cancel: inHand,
  })
}

export const notWeighed: Objection = { reason: 'outbound.unweighed' }

export function cartonAbilities(
  actor: Actor,
  {
    state,
    noticeNo,
    intercepted,
    qty,
    weight,
  }: Pick<CartonRow, 'state' | 'noticeNo' | 'intercepted' | 'qty' | 'weight'>,
): Ability<CartonAction>[] {
  const stopped = isStopped(noticeNo, intercepted)
  const full = compareDecimal(qty, '0') > 0
  return abilitiesOf(actor, cartonLifecycle, state, {
    pack: stopped,
    takeOut: full && undefined,
    weigh: full && undefined,
    seal: full && (stopped ?? (weight === null ? notWeighed : undefined)),
    delete: full ? false : undefined,
    unpack: full && undefined,
  })
}
