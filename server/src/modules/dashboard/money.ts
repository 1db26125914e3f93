import type { DashboardMoney } from '@xunyun/contract/dashboard/calls'
import { sumDecimals } from '@xunyun/contract/kernel/decimal'
import { type RawBuilder, sql } from 'kysely'
import { type Actor, isCustomer, may } from '../../platform/actor.ts'
import { clock } from '../../platform/clock.ts'
import type { Tx } from '../../platform/db.ts'
import { isOneOfOurs, ofOwnOutlet } from '../../platform/scope.ts'
import { isToSee, isWaiting } from '../collections/index.ts'
import { profitOf } from '../profit/index.ts'
import { linkTo } from './links.ts'

/** Money on the dashboard: the month so far against the same days of the one before, and what stands open. */

type Span = { readonly from: string; readonly to: string }

/** This month until today, and the one before until the same day of it, or its last. */
function spans(): { now: Span; before: Span } {
  const today = clock.today()
  const from = `${today.slice(0, 7)}-01`
  const last = new Date(Date.parse(`${from}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10)
  const same = `${last.slice(0, 7)}-${today.slice(8)}`
  return { now: { from, to: today }, before: { from: `${last.slice(0, 7)}-01`, to: same < last ? same : last } }
}

const oneSum = async (tx: Tx, of: RawBuilder<unknown>): Promise<string> => {
  const { rows } = await sql<{
    sum: string
  }>`select coalesce(sum(x.amount), 0)::numeric(16,2)::text as sum from (${of}) x`.execute(tx)
  return rows[0]?.sum ?? '0.00'
}

/** Receivables of outlets `h.outlet_id` that are open. */
const open = (actor: Actor) =>
  sql`h.direction = 'receivable' and h.state = 'owed' and h.settled <> h.amount and ${isOneOfOurs(actor, 'h.outlet_id')}`

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

/** By customer, way and day together: many charges are due on one day (M10). */
const overdue = (tx: Tx, actor: Actor) =>
  oneSum(
    tx,
    sql`select g.amount from (
        select h.company_id, h.pay_method, h.day, case when h.pay_method = 'receipt' then h.waybill_id end as waybill_id, sum(h.amount - h.settled) as amount
        -- unscoped: open() holds the outlets
        from charge h where ${open(actor)} group by 1, 2, 3, 4
      ) g left join company k on k.id = g.company_id
      where charge_due(g.day, g.pay_method, k.settle_method, k.bill_day, k.credit_days,
        (select max(r.returned_at at time zone 'Asia/Shanghai')::date from signed_receipt r where r.waybill_id = g.waybill_id and not r.is_deleted))
        < ${clock.today()}::date`,
  )

const toInvoice = (tx: Tx, actor: Actor) =>
  oneSum(
    tx,
    sql`select h.amount - h.applied as amount from charge h where h.direction = 'receivable' and h.state = 'owed' and h.invoiceable
      and h.applied <> h.amount and ${isOneOfOurs(actor, 'h.outlet_id')}`,
  )

const unallocated = (tx: Tx, actor: Actor) =>
  oneSum(
    tx,
    // unscoped: of the actor's own outlets by the condition
    sql`select p.amount - p.allocated - p.refunded as amount from payment p where p.direction = 'receipt' and p.state = 'received'
      and p.allocated + p.refunded < p.amount and not p.is_deleted and ${isOneOfOurs(actor, 'p.outlet_id')}`,
  )

/** Collected at the door and not handed in yet; of a driver his own. */
const toHandIn = (tx: Tx, actor: Actor) =>
  oneSum(
    tx,
    sql`select c.held_freight + c.held_cod as amount from collection c where ${isWaiting} and ${isToSee(actor, 'c')}`,
  )

/** COD that is with us and not with its customer yet. */
const codToPay = (tx: Tx, actor: Actor) =>
  oneSum(
    tx,
    // unscoped: of the actor's own outlets by the condition
    sql`select c.cod as amount from collection c join waybill w on w.id = c.waybill_id
      where c.cod > 0 and c.undone_posting_id is null and c.held_cod = c.handed_cod and ${ofOwnOutlet(actor, 'w')}
        and not exists (select from cod_payout_line l where l.collection_id = c.id and l.state = 'settled')`,
  )

const earned = async (tx: Tx, actor: Actor, span: Span) =>
  (await profitOf(tx, actor, { ...span, dimension: 'outlet', basis: 'biz' })).total.profit

/** In the order of the work: what came in, what is open, what is left of it. */
export async function moneyOf(tx: Tx, actor: Actor): Promise<DashboardMoney[]> {
  if (isCustomer(actor)) return []
  const { now, before } = spans()
  const days = (from: string, to: string) => `${from}=${now.from}&${to}=${now.to}`
  const figures: Promise<DashboardMoney>[] = []
  const add = (
    key: DashboardMoney['key'],
    link: string,
    value: Promise<string>,
    was: Promise<string> | null = null,
  ): void => {
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
  if (may(actor, 'feeList', 'browse')) add('overdue', linkTo('feeList', 'tab=open&overdue=1'), overdue(tx, actor))
  if (may(actor, 'billApplyList', 'browse') && may(actor, 'feeList', 'browse'))
    add('toInvoice', linkTo('feeList', 'states=confirmed&invoicing=unapplied,partial'), toInvoice(tx, actor))
  if (may(actor, 'payment', 'browse')) add('unallocated', linkTo('payment', 'tab=open'), unallocated(tx, actor))
  if (may(actor, 'handIn', 'browse')) add('toHandIn', linkTo('handIn'), toHandIn(tx, actor))
  if (may(actor, 'cod', 'browse')) add('codToPay', linkTo('cod', 'tab=handedIn'), codToPay(tx, actor))
  if (may(actor, 'profit', 'browse'))
    add('profit', linkTo('profit', `from=${now.from}&to=${now.to}`), earned(tx, actor, now), earned(tx, actor, before))
  return await Promise.all(figures)
}
