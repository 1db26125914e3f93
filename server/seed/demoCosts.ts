import type { PayPart } from '@xunyun/contract/costs/lines'
import { deductions, itemOfPart } from '@xunyun/contract/costs/lines'
import type { CostKind } from '@xunyun/contract/costs/states'
import { sql } from 'kysely'
import { applyForCarrier, applyForTrips, costReviewed, setArrangementCosts } from '../src/modules/costs/index.ts'
import type { Actor } from '../src/platform/actor.ts'
import type { Approvals } from '../src/platform/approvals.ts'
import { clock, startOfDay } from '../src/platform/clock.ts'
import { type Db, owned, type Tx } from '../src/platform/db.ts'
import type { Files } from '../src/platform/files.ts'
import type { Numbering } from '../src/platform/numbering.ts'
import { created } from '../src/platform/version.ts'
import { runningFrom } from './demoPlans.ts'

/** What the demo company's trips, line shipments and parcels cost: agreed, applied for, decided, some not applied for yet. */

type Deps = { numbering: Numbering; approvals: Approvals; files: Files }
type Ends = 'free' | 'draft' | 'pending' | 'approved' | 'rejected'
type Of = { id: number; company_id: number | null; driver_id: number | null }
type Line = { feeItem: 'vehicle' | 'fuel' | 'toll' | 'transfer' | 'delivery' | 'freight'; amount: string }

const parts = (amounts: Partial<Record<PayPart, string>>) => amounts
/** Of trips by what drives them: hired ones by their parts, the others by their lines. */
const trips: readonly {
  type: 'own' | 'contract' | 'hired'
  ends: Ends
  agreed?: string
  parts?: Partial<Record<PayPart, string>>
  lines?: readonly Line[]
  opinion?: string
  /** Of a trip of the month before. */
  before?: true
}[] = [
  {
    type: 'hired',
    ends: 'approved',
    agreed: '5000',
    parts: parts({
      prepaid: '2000',
      fuel: '1000',
      onArrival: '1500',
      onReceipt: '400',
      balance: '200',
      information: '100',
    }),
  },
  {
    type: 'hired',
    ends: 'pending',
    agreed: '2600',
    parts: parts({ prepaid: '1000', fuel: '600', onArrival: '800', balance: '300', penalty: '100' }),
  },
  {
    type: 'own',
    ends: 'rejected',
    lines: [
      { feeItem: 'fuel', amount: '860' },
      { feeItem: 'toll', amount: '415.5' },
    ],
    opinion: '过路费缺票据，请补',
  },
  { type: 'own', ends: 'draft', lines: [{ feeItem: 'toll', amount: '128' }] },
  { type: 'contract', ends: 'approved', lines: [{ feeItem: 'vehicle', amount: '1450' }] },
  { type: 'contract', ends: 'free', lines: [{ feeItem: 'vehicle', amount: '1280' }] },
  { type: 'contract', ends: 'approved', lines: [{ feeItem: 'vehicle', amount: '620' }], before: true },
  { type: 'hired', ends: 'approved', agreed: '980', parts: parts({ prepaid: '300', onArrival: '680' }), before: true },
]
const shipments: readonly { kind: 'line' | 'courier'; ends: Ends; lines: readonly Line[] }[] = [
  {
    kind: 'line',
    ends: 'approved',
    lines: [
      { feeItem: 'transfer', amount: '380' },
      { feeItem: 'delivery', amount: '60' },
    ],
  },
  { kind: 'line', ends: 'pending', lines: [{ feeItem: 'transfer', amount: '342' }] },
  { kind: 'courier', ends: 'approved', lines: [{ feeItem: 'freight', amount: '57' }] },
  { kind: 'courier', ends: 'draft', lines: [{ feeItem: 'freight', amount: '57' }] },
]
const kindOf = { vehicle: 'carCost', line: 'specialCost', courier: 'courierCost' } as const

export async function seedCosts(
  db: Db,
  deps: Deps,
  people: { operator: Actor; dispatcher: Actor; auditor: Actor },
  start: number,
): Promise<void> {
  for (const kind of ['carCost', 'specialCost', 'courierCost', 'costApplication', 'claim'] satisfies CostKind[])
    deps.approvals.kind(kind, costReviewed(kind))
  const manager = await db.transaction().execute((tx) => levels(tx, people))
  const may = { browse: true, edit: true, approve: false }
  const clerk: Actor = {
    ...people.dispatcher,
    rights: new Map(
      ['carCostApply', 'specialList', 'courierList', 'costView'].map((page) => [page as 'costView', may]),
    ),
  }
  const taken: number[] = []
  let hours = 20
  const next = async (condition: ReturnType<typeof sql>): Promise<Of | undefined> => {
    const { rows } = await sql<Of>`
      select a.id, case when v.type = 'own' then null else coalesce(a.carrier_id, v.carrier_id) end as company_id,
        case when v.type = 'own' then a.driver_id end as driver_id
      from arrangement a left join vehicle v on v.id = a.vehicle_id
      where ${condition} and a.id <> all(${taken}::bigint[]) order by a.id desc limit 1`.execute(db)
    const [one] = rows
    if (one !== undefined) taken.push(one.id)
    return one
  }
  const then = <T>(act: (tx: Tx) => Promise<T>): Promise<T> => {
    hours = Math.max(hours - 0.5, 0.1)
    return clock.as(new Date(start - hours * 3_600_000), () => db.transaction().execute(act))
  }
  const enter = (one: Of, { agreed, parts = {}, lines = [] }: (typeof trips)[number]) => {
    const payee = { companyId: one.company_id ?? undefined, driverId: one.driver_id ?? undefined }
    const nothing = { id: undefined, taxRate: undefined, payPart: undefined }
    return then((tx) =>
      setArrangementCosts(
        { tx, actor: clerk },
        {
          arrangementId: one.id,
          version: 0,
          agreed,
          method: undefined,
          weights: undefined,
          lines: [
            ...Object.entries(parts).map(([part, amount]) => ({
              ...nothing,
              ...payee,
              amount,
              payPart: part as PayPart,
              feeItem: itemOfPart[part as PayPart],
              // What is taken off has no tax of its own.
              taxRate: deductions.includes(part as PayPart) ? undefined : '9',
            })),
            ...lines.map((line) => ({ ...nothing, ...payee, ...line })),
          ],
        },
      ),
    )
  }
  const decide = async (one: Of, kind: CostKind, ends: Ends, opinion: string | undefined) => {
    if (ends !== 'approved' && ends !== 'rejected') return
    for (const actor of [people.auditor, manager])
      await then(async (tx) => {
        const review = await sql<{
          id: number
        }>`select v.id from approval v join cost_line l on l.application_id = v.entity_id
          where v.biz_type = ${kind} and v.state = 'pending' and l.arrangement_id = ${one.id} limit 1`.execute(tx)
        const ids = review.rows.map(({ id }) => id)
        await deps.approvals.decide(tx, actor, ids, ends === 'approved' ? 'approve' : 'reject', opinion)
      })
  }
  const submitted = (ends: Ends) => ends !== 'draft'
  for (const trip of trips) {
    const one = await next(
      sql`a.kind = 'vehicle' and a.state in ('departed', 'arrived', 'done', 'assigned') and v.type = ${trip.type}
        and (a.depart_at < ${startOfDay(runningFrom())}) is ${sql.raw(trip.before ? 'true' : 'not true')}`,
    )
    if (one === undefined) continue
    await enter(one, trip)
    if (trip.ends === 'free') continue
    await then((tx) =>
      applyForTrips(deps)(
        { tx, actor: clerk },
        { ids: [one.id], reason: undefined, submit: submitted(trip.ends), lineIds: undefined, fileIds: undefined },
      ),
    )
    await decide(one, 'carCost', trip.ends, trip.opinion)
  }
  for (const { kind, ends, lines } of shipments) {
    const one = await next(sql`a.kind = ${kind} and a.phase <> 'cancelled' and a.state <> 'new'`)
    if (one === undefined) continue
    await enter(one, { type: 'hired', ends, lines })
    await then((tx) =>
      applyForCarrier(deps)(
        { tx, actor: clerk },
        {
          kind: kindOf[kind] as 'specialCost',
          ids: [one.id],
          reason: undefined,
          submit: submitted(ends),
          fileIds: undefined,
        },
      ),
    )
    await decide(one, kindOf[kind], ends, undefined)
  }
}

/** Who reviews: the reviewer; of vehicles from 3,000 yuan on the manager as well, who is answered. */
async function levels(tx: Tx, people: { operator: Actor; auditor: Actor }): Promise<Actor> {
  const stamp = created(people.operator.userId)
  const { id: manager } = await owned(tx)
    .selectFrom('app_user')
    .select('id')
    .where('account', '=', 'admin')
    .executeTakeFirstOrThrow()
  const { id: finance } = await owned(tx)
    .selectFrom('app_user')
    .select('id')
    .where('account', '=', 'finance')
    .executeTakeFirstOrThrow()
  const level = async (bizType: CostKind, height: number, from: string, ...users: number[]) => {
    const { id } = await tx
      .insertInto('approver_level')
      .values({ biz_type: bizType, level: height, mode: 'any', amount_from: from, amount_to: null, ...stamp })
      .returning('id')
      .executeTakeFirstOrThrow()
    const members = users.map((user) => ({ level_id: id, user_id: user }))
    await tx.insertInto('approver_member').values(members).execute()
  }
  await level('carCost', 1, '0', people.auditor.userId)
  await level('carCost', 2, '3000', manager)
  for (const kind of ['specialCost', 'courierCost', 'costApplication'] as const)
    await level(kind, 1, '0', people.auditor.userId)
  // Above what may be claimed, the reviewer closes a case himself: another then reviews the claim.
  await level('claim', 1, '0', people.auditor.userId, finance)
  await level('claim', 2, '1000', manager, finance)
  return { ...people.auditor, userId: manager, account: 'admin' }
}
