import type { DashboardMoney } from '@xunyun/contract/dashboard/calls'
import { sumDecimals } from '@xunyun/contract/kernel/decimal'
import { sql } from 'kysely'
import { type Actor, isCustomer, may } from '../../platform/actor.ts'
import { clock } from '../../platform/clock.ts'
import type { Tx } from '../../platform/db.ts'
import { isOneOfOurs } from '../../platform/scope.ts'
import { oneSum } from '../../platform/sum.ts'
import { toHandInOn } from '../collections/index.ts'
import { overdueOn, unallocatedOn } from '../payments/index.ts'
import { profitOf } from '../profit/index.ts'
import { type OpenFigure, openNow, openOn } from './evening.ts'
import { linkTo } from './links.ts'

/** Money on the dashboard: the month so far against the same days of the one before, and what stands open against what stood open then. */

type Span = { readonly from: string; readonly to: string }

/** This month until today, and the one before until the same day of it, or its last. */
function spans(): { now: Span; before: Span } {
  const today = clock.today()
  const from = `${today.slice(0, 7)}-01`
  const last = new Date(Date.parse(`${from}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10)
  const same = `${last.slice(0, 7)}-${today.slice(8)}`
  return { now: { from, to: today }, before: { from: `${last.slice(0, 7)}-01`, to: same < last ? same : last } }
}

const charged = (tx: Tx, actor: Actor, { from, to }: Span) =>
  oneSum(
    tx,
    sql`select h.amount from charge h where h.direction = 'receivable' and h.state = 'owed' and h.day between ${from} and ${to}
      and ${isOneOfOurs(actor, 'h.outlet_id')}`,
  )

/** Receipts. What the door took is told apart until it is handed in. */
const received = (tx: Tx, actor: Actor, { from, to }: Span) =>
  oneSum(
    tx,
    // unscoped: of the actor's own outlets by the condition
    sql`select p.amount from payment p where p.direction = 'receipt' and p.state = 'received' and not p.is_deleted and p.day between ${from} and ${to}
      and ${isOneOfOurs(actor, 'p.outlet_id')}`,
  )

const earned = async (tx: Tx, actor: Actor, span: Span) =>
  (await profitOf(tx, actor, { ...span, dimension: 'outlet', basis: 'biz' })).total.profit

/** In the order of the work: what came in, what is open, what is left of it. */
export async function moneyOf(tx: Tx, actor: Actor): Promise<DashboardMoney[]> {
  if (isCustomer(actor)) return []
  const { now, before } = spans()
  const days = (from: string, to: string) => `${from}=${now.from}&${to}=${now.to}`
  const figures: Promise<DashboardMoney>[] = []
  const add = (key: DashboardMoney['key'], link: string, value: Promise<string>, was: Promise<string | null>): void => {
    figures.push(
      Promise.all([value, was]).then(([value, before]) => ({ key, value: sumDecimals([value], 2), before, link })),
    )
  }
  if (may(actor, 'feeList', 'browse')) {
    add(
      'receivable',
      linkTo('feeList', `states=confirmed&${days('dayFrom', 'dayTo')}`),
      charged(tx, actor, now),
      charged(tx, actor, before),
    )
  }
  if (may(actor, 'payment', 'browse'))
    add(
      'received',
      linkTo('payment', `states=received&${days('dayFrom', 'dayTo')}`),
      received(tx, actor, now),
      received(tx, actor, before),
    )
  /** What stands open today, and what stood open on the same day of the month before. */
  const stood = (
    key: DashboardMoney['key'],
    link: string,
    on: (tx: Tx, actor: Actor, day: string) => Promise<string>,
  ) => add(key, link, on(tx, actor, now.to), on(tx, actor, before.to))
  const kept = (key: OpenFigure, link: string) =>
    add(key, link, openNow(tx, actor, key), openOn(tx, actor, key, before.to))
  if (may(actor, 'feeList', 'browse')) stood('overdue', linkTo('feeList', 'tab=open&overdue=1'), overdueOn)
  if (may(actor, 'billApplyList', 'browse') && may(actor, 'feeList', 'browse'))
    kept('toInvoice', linkTo('feeList', 'toInvoice=1'))
  if (may(actor, 'payment', 'browse'))
    stood('unallocated', linkTo('payment', 'tab=open&direction=receipt'), unallocatedOn)
  if (may(actor, 'handIn', 'browse')) stood('toHandIn', linkTo('handIn'), toHandInOn)
  if (may(actor, 'cod', 'browse')) kept('codToPay', linkTo('cod', 'tab=handedIn'))
  if (may(actor, 'profit', 'browse'))
    add('profit', linkTo('profit', `from=${now.from}&to=${now.to}`), earned(tx, actor, now), earned(tx, actor, before))
  return await Promise.all(figures)
}
