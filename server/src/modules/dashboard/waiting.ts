import type { Dashboard, DashboardLate, DashboardWaiting } from '@xunyun/contract/dashboard/calls'
import { pageOf } from '@xunyun/contract/pages'
import { type ClockList, clockLists, watchPages } from '@xunyun/contract/watch/lists'
import { moving } from '@xunyun/contract/waybills/states'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Actor, isCustomer, may } from '../../platform/actor.ts'
import { clock } from '../../platform/clock.ts'
import { all } from '../../platform/conditions.ts'
import type { Tx } from '../../platform/db.ts'
import { inScope } from '../../platform/scope.ts'
import { waitingReviews } from '../approvals/index.ts'
import { lateCases } from '../cases/index.ts'
import { isToSee } from '../collections/index.ts'
import { isLate } from '../dispatch/index.ts'
import { isToIssue } from '../invoices/index.ts'
import { lateWaybills } from '../watch/index.ts'
import { waitsHere } from '../waybills/index.ts'
import { curveOf, figuresOf, linesOf } from './figures.ts'
import { linkTo } from './links.ts'

/** Of the waybills in scope; `mine`: of which I am the clerk or the salesman. */
const waybills = (actor: Actor, mine: boolean, more: RawBuilder<SqlBool>): RawBuilder<SqlBool> =>
  all([
    sql<SqlBool>`not w.is_deleted`,
    sql<SqlBool>`${inScope(actor, 'waybill', 'w')}`,
    mine ? sql<SqlBool>`(w.clerk_id = ${actor.userId} or w.salesman_id = ${actor.userId})` : undefined,
    more,
  ])

const trips = (actor: Actor, mine: boolean, more: RawBuilder<SqlBool>): RawBuilder<SqlBool> =>
  all([
    sql<SqlBool>`a.kind = 'vehicle' and not a.is_deleted`,
    sql<SqlBool>`${inScope(actor, 'arrangement', 'a')}`,
    mine ? sql<SqlBool>`a.created_by = ${actor.userId}` : undefined,
    more,
  ])

type Counted = { count: number; weight: string | null; oldest: string | null }

async function countWaybills(
  tx: Tx,
  actor: Actor,
  mine: boolean,
  more: RawBuilder<SqlBool>,
  oldest: RawBuilder<unknown>,
): Promise<Counted> {
  const found = await sql<Counted>`
    -- unscoped: waybills() holds the scope
    select count(*) as count, coalesce(sum(w.weight), 0)::text as weight, min(${oldest}) as oldest from waybill w
    where ${waybills(actor, mine, more)}`.execute(tx)
  return found.rows[0] as Counted
}

/** What waits for an arrangement here: the weight of the pieces that wait, as their list has it, not of whole waybills. */
async function countWaiting(tx: Tx, actor: Actor, mine: boolean): Promise<Counted> {
  const free = sql<SqlBool>`w.unarranged > 0 and p.place in ('shipper', 'outlet') and p.pieces > p.planned and ${waitsHere(actor)}`
  const found = await sql<Counted>`
    -- unscoped: waybills() holds the scope
    select count(distinct w.id) as count, coalesce(sum(round(w.weight * (p.pieces - p.planned) / w.pieces, 3)), 0)::text as weight,
      min(w.created_at) as oldest
    from waybill w join piece_place p on p.waybill_id = w.id where ${waybills(actor, mine, free)}`.execute(tx)
  return found.rows[0] as Counted
}

async function countTrips(tx: Tx, actor: Actor, mine: boolean, state: string): Promise<Counted> {
  const found = await sql<Counted>`
    -- unscoped: trips() holds the scope
    select count(*) as count, null as weight, min(a.plan_at) as oldest from arrangement a
    where ${trips(actor, mine, sql<SqlBool>`a.state = ${state}`)}`.execute(tx)
  return found.rows[0] as Counted
}

async function countPapers(tx: Tx): Promise<Counted> {
  const found = await sql<Counted>`select count(*) as count, null as weight, null as oldest from vehicle v
    where not v.is_deleted and v.enabled
      and least(v.licence_expiry, v.permit_expiry, v.inspection_expiry, v.insurance_expiry) <= ${clock.today()}::date + 30`.execute(
    tx,
  )
  return found.rows[0] as Counted
}

/** Documents of money that wait for the next hand: `m` payments, `h` hand-ins, `n` invoices. */
async function countDocuments(tx: Tx, from: RawBuilder<unknown>): Promise<Counted> {
  const found =
    await sql<Counted>`select count(*) as count, null as weight, min(x.since) as oldest from (${from}) x`.execute(tx)
  return found.rows[0] as Counted
}

type Part = { kind: DashboardWaiting['kind']; link: string; ask: () => Promise<Counted>; weighs?: true }

/** What there is to do, by right; each links to the list that shows just that. */
function parts(tx: Tx, actor: Actor, mine: boolean): Part[] {
  const state = (name: string) => sql<SqlBool>`w.state = ${name}`
  const ofWaybills = (more: RawBuilder<SqlBool>, oldest = sql`w.created_at`) =>
    countWaybills(tx, actor, mine, more, oldest)
  const list = (query: string) => linkTo('allWayBill', query)
  const sees = may(actor, 'allWayBill', 'browse')
  const customer = isCustomer(actor)
  const edits = may(actor, 'allWayBill', 'edit') || may(actor, 'taskList', 'edit')
  const ofMine = mine ? '&mine=1' : ''
  const staff: Part[] = [
    {
      kind: 'arrange',
      link: linkTo('arrangedOrder'),
      weighs: true,
      ask: () => countWaiting(tx, actor, mine),
    },
    {
      kind: 'depart',
      link: linkTo('arrangeList', `state=assigned${ofMine}`),
      ask: () => countTrips(tx, actor, mine, 'assigned'),
    },
    {
      kind: 'arrive',
      link: linkTo('arrangeList', `state=departed${ofMine}`),
      ask: () => countTrips(tx, actor, mine, 'departed'),
    },
  ]
  return [
    // Whoever else is asked sees them on his own desk.
    ...(may(actor, 'unreviewed', 'approve')
      ? [
          {
            kind: 'reviews' as const,
            link: linkTo('unreviewed'),
            ask: async () => ({ ...(await waitingReviews(tx, actor)), weight: null }),
          },
        ]
      : []),
    ...(sees && edits
      ? [{ kind: 'drafts' as const, link: list('tab=draft'), ask: () => ofWaybills(state('draft')) }]
      : []),
    ...staff.filter(
      ({ kind }) => !customer && may(actor, kind === 'arrange' ? 'arrangedOrder' : 'arrangeList', 'browse'),
    ),
    ...(sees && !customer && may(actor, 'allWayBill', 'edit')
      ? [
          { kind: 'sign' as const, link: list('tab=delivering'), ask: () => ofWaybills(state('delivering')) },
          { kind: 'pickup' as const, link: list('tab=awaitingPickup'), ask: () => ofWaybills(state('awaitingPickup')) },
          {
            kind: 'held' as const,
            link: list('hold=1'),
            ask: () => ofWaybills(sql<SqlBool>`w.hold and w.state <> 'cancelled'`),
          },
        ]
      : []),
    ...(sees && customer
      ? [{ kind: 'underway' as const, link: list('tab=inTransit'), ask: () => ofWaybills(state('inTransit')) }]
      : []),
    ...(sees && !customer
      ? [
          {
            kind: 'exceptions' as const,
            link: list('tab=exception'),
            ask: () => ofWaybills(sql<SqlBool>`w.exception_count > 0`),
          },
        ]
      : []),
    ...(!customer && may(actor, 'payOut', 'edit')
      ? [
          {
            kind: 'toPay' as const,
            link: linkTo('payment', 'tab=toPay'),
            ask: () =>
              countDocuments(
                tx,
                // unscoped: the condition of the scope stands inside
                sql`select m.submitted_at as since from payment m where m.state = 'toPay' and not m.is_deleted and ${inScope(actor, 'payment', 'm')}`,
              ),
          },
        ]
      : []),
    ...(!customer && may(actor, 'handIn', 'approve')
      ? [
          {
            kind: 'toCount' as const,
            link: linkTo('handIn', 'tab=pending'),
            ask: () =>
              countDocuments(
                tx,
                // unscoped: as above
                sql`select h.created_at as since from hand_in h where h.state = 'pending' and not h.is_deleted and ${isToSee(actor, 'h')}`,
              ),
          },
        ]
      : []),
    ...(!customer && may(actor, 'billApplyAudit', 'edit')
      ? [
          {
            kind: 'toIssue' as const,
            link: linkTo('billApplyAudit', 'tab=toIssue'),
            ask: () =>
              countDocuments(
                tx,
                // unscoped: as above
                sql`select n.decided_at as since from invoice n where ${isToIssue(actor)}`,
              ),
          },
        ]
      : []),
    ...(!customer && may(actor, 'vehicleAll', 'edit')
      ? [{ kind: 'papers' as const, link: linkTo('vehicleAll', 'tab=expiring'), ask: () => countPapers(tx) }]
      : []),
  ]
}

async function waitingFor(tx: Tx, actor: Actor, mine: boolean): Promise<DashboardWaiting[]> {
  const asked = parts(tx, actor, mine)
  const found = await Promise.all(asked.map(({ ask }) => ask()))
  return asked
    .map(({ kind, link, weighs }, at) => {
      const { count, weight, oldest } = found[at] as Counted
      return { kind, link, count, oldest, weight: weighs ? weight : null }
    })
    .filter(({ count }) => count > 0)
}

const shownLate = 8

/** What needs somebody's eye, the oldest first; each kind is counted whole, as its list counts it. */
async function lateOf(tx: Tx, actor: Actor, mine: boolean): Promise<Dashboard['late']> {
  const groups: { kind: DashboardLate['kind']; rows: readonly Late[] }[] = []
  // A customer has none of these pages, and reads of his own what comes late.
  const lists = isCustomer(actor)
    ? may(actor, 'allWayBill', 'browse')
      ? (['unshipped', 'noSign'] as const)
      : []
    : clockLists.filter((list) => may(actor, watchPages[list], 'browse'))
  for (const list of lists) groups.push({ kind: list, rows: await lateOn(tx, actor, list, mine) })
  if (may(actor, 'arrangeList', 'browse') && !isCustomer(actor))
    groups.push({ kind: 'notDeparted', rows: await notDeparted(tx, actor, mine) })
  const ofMine = mine ? '&mine=1' : ''
  const linkOf = (kind: DashboardLate['kind']): string =>
    kind === 'notDeparted'
      ? linkTo('arrangeList', `late=1${ofMine}`)
      : isCustomer(actor)
        ? linkTo('allWayBill', `states=${moving.join()}`)
        : linkTo(
            watchPages[kind],
            `tab=${mine ? 'mine' : kind === 'abnormal' || kind === 'complaint' ? 'current' : ''}`,
          )
  return {
    counts: groups.flatMap(({ kind, rows: [first] }) =>
      first === undefined ? [] : [{ kind, count: first.count, link: linkOf(kind) }],
    ),
    rows: groups
      .flatMap(({ kind, rows }) => rows.map(({ count: _, ...row }) => ({ kind, ...row })))
      .sort((a, b) => a.since.localeCompare(b.since))
      .slice(0, shownLate)
      .map((row) => ({
        ...row,
        link:
          row.kind === 'notDeparted'
            ? linkTo('arrangeList', `q=${encodeURIComponent(row.no)}`)
            : isCustomer(actor)
              ? `${pageOf('allWayBill').path}/${encodeURIComponent(row.no)}`
              : linkTo(watchPages[row.kind], `tab=&q=${encodeURIComponent(row.no)}`),
        // Who of us has it in hand is none of the customer's business.
        person: isCustomer(actor) ? '' : row.person,
      })),
  }
}

type Late = Pick<DashboardLate, 'no' | 'from' | 'to' | 'person' | 'since'> & { count: number }

const lateOn = (tx: Tx, actor: Actor, list: ClockList, mine: boolean): Promise<Late[]> =>
  list === 'abnormal' || list === 'complaint'
    ? lateCases(tx, actor, list, shownLate, mine)
    : lateWaybills(tx, actor, list, shownLate, mine)

/** Trips that should have left. */
async function notDeparted(tx: Tx, actor: Actor, mine: boolean): Promise<Late[]> {
  const { rows } = await sql<Late>`
    -- unscoped: trips() holds the scope
    select a.arrangement_no as no, coalesce(f.short_name, '') as "from", coalesce(t.short_name, '') as "to",
      coalesce(d.name, '') as person, a.plan_at as since, count(*) over () as count
    from arrangement a left join company f on f.id = a.from_outlet_id left join company t on t.id = a.to_outlet_id
    left join driver d on d.id = a.driver_id
    where ${trips(actor, mine, isLate())}
    order by a.plan_at limit ${shownLate}`.execute(tx)
  return rows
}

export async function dashboardOf(tx: Tx, actor: Actor, mine: boolean): Promise<Dashboard> {
  const [figures, waiting, late, curve, lines] = await Promise.all([
    figuresOf(tx, actor),
    waitingFor(tx, actor, mine),
    lateOf(tx, actor, mine),
    curveOf(tx, actor),
    linesOf(tx, actor),
  ])
  return { figures, waiting, late, curve, lines, at: clock.iso() }
}
