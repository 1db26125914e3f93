import { payParts } from '@xunyun/contract/costs/lines'
import type { CostKind } from '@xunyun/contract/costs/states'
import { compareDecimal, Exact, sumDecimals } from '@xunyun/contract/kernel/decimal'
import { type PageKey, pageOf } from '@xunyun/contract/pages'
import { sql } from 'kysely'
import type { Submission } from '../../../platform/approvals.ts'
import { clock, dayOf } from '../../../platform/clock.ts'
import type { Tx } from '../../../platform/db.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { type Posted, postCharges } from '../../charges/index.ts'
import { closeAtOnce } from '../../waybills/index.ts'
import type { Applied } from '../applications.ts'
import { type Carrying, isApplicable } from '../lines/carried.ts'
import { keptWays, type Mean, meansOf } from '../lines/means.ts'
import { sharesOf } from '../lines/shares.ts'
import type { LockedApplication } from '../store.ts'
import { arrangementsOf, basisOfLine, lockShared, type RequestLine, requestLines } from './read.ts'

/** The page that shows applications of a kind. */
export const pageOfKind: Readonly<Record<CostKind, PageKey>> = {
  carCost: 'carCostApply',
  specialCost: 'specialList',
  courierCost: 'courierList',
  costApplication: 'costApplication',
  claim: 'costApplication',
}
const sourceOf = {
  car: 'arrangement',
  special: 'special',
  courier: 'courier',
  expense: 'expense',
  claim: 'claim',
} as const
const reasonOf: Readonly<Partial<Record<CostKind, Submission['reason']>>> = {
  costApplication: 'expense',
  claim: 'damage',
}
const isOfTrips = (kind: CostKind): boolean => reasonOf[kind] === undefined

/** Where an application of costs opens: in the list of its kind, of trips and shipments beside the list of what it is for. */
export const applicationPath = (kind: CostKind, no: string): string => {
  const { path } = pageOf(pageOfKind[kind])
  const number = encodeURIComponent(no)
  if (!isOfTrips(kind)) return `${path}?tab=&q=${number}`
  return `${path}?${kind === 'carCost' ? `tab=all&q=${number}&` : ''}application=${number}`
}

/** What no longer fits refuses the act: the parts of a hired truck, shares by hand, a trip that is no longer under way. */
async function refuseUneven(tx: Tx, all: readonly Carrying[]): Promise<void> {
  if (all.length === 0) return
  const { rows } = await sql<{ id: number; parts: string; total: string }>`
    select arrangement_id as id, coalesce(sum(amount) filter (where pay_part is not null), 0)::text as parts, coalesce(sum(amount), 0)::text as total
    from cost_line where arrangement_id = any(${all.map(({ id }) => id)}::bigint[]) and kind <> 'expense' group by 1`.execute(
    tx,
  )
  const sums = new Map(rows.map((row) => [row.id, row]))
  for (const one of all) {
    if (!isApplicable(one)) throw new Refusal('costs.tooEarly', { no: one.no })
    const { parts = '0', total = '0' } = sums.get(one.id) ?? {}
    const difference = one.agreed === null ? new Exact(0) : new Exact(one.agreed).minus(parts)
    if (!difference.isZero()) throw new Refusal('costs.partsUneven', { no: one.no, difference: difference.toFixed(2) })
    if (one.method !== 'manual' || one.waybills.length === 0) continue
    const sum = sumDecimals(
      one.weights.map(({ amount }) => amount),
      2,
    )
    if (compareDecimal(sum, total) !== 0) throw new Refusal('costs.weightsUneven', { no: one.no, sum, total })
  }
}

/** What a reviewer looks at; the drawer reads the rest. */
function factsOf(
  application: LockedApplication,
  lines: readonly RequestLine[],
  all: readonly Carrying[],
  means: ReadonlyMap<number, Mean>,
): Record<string, string | number | null> {
  const [first] = all
  const sumOf = (some: readonly RequestLine[]) =>
    sumDecimals(
      some.map(({ amount }) => amount),
      2,
    )
  const parts = Object.fromEntries(
    payParts.flatMap((part) => {
      const some = lines.filter(({ payPart }) => payPart === part)
      return some.length === 0 ? [] : [[part, sumOf(some)]]
    }),
  )
  const mean = means.get(first?.id ?? 0)
  const quoted = lines.some((line) => line.quoted !== null)
    ? sumDecimals(
        lines.flatMap((line) => line.quoted ?? []),
        2,
      )
    : null
  return {
    arrangement:
      all.length === 0
        ? null
        : all
            .map(({ no }) => no)
            .slice(0, 3)
            .join(', '),
    plateNo: first?.plateNo ?? null,
    carrier: first?.companyName ?? null,
    from: first?.fromName ?? null,
    to: first?.toName ?? null,
    agreed: first?.agreed ?? null,
    ...parts,
    fees: lines.map(({ feeItem, amount }) => `${feeItem}=${amount}`).join(','),
    quoted,
    difference: quoted === null ? null : new Exact(application.amount).minus(quoted).toFixed(2),
    mean: mean?.amount ?? null,
    waybills: new Set(all.flatMap(({ waybills }) => waybills.map(({ waybillId }) => waybillId))).size,
    note: application.reason,
  }
}

const linesOf = async (tx: Tx, applications: readonly LockedApplication[]) =>
  Map.groupBy(
    await requestLines(
      tx,
      applications.map(({ id }) => id),
    ),
    ({ applicationId }) => applicationId,
  )

/** What the lines are of, once each, in their order. */
const tripsOf = (lines: readonly RequestLine[], all: ReadonlyMap<number, Carrying>): Carrying[] =>
  [...new Set(lines.map(({ arrangementId }) => arrangementId))].flatMap((id) => all.get(id ?? 0) ?? [])

/** FY (RT-16/carCostApply, RT-15/carCost, specialCost, courierCost): approved, each line is a charge, shared over what it carried. */
export const costKind = (kind: CostKind): Applied => ({
  async submitted(tx, _, applications) {
    const found = await linesOf(tx, applications)
    const all = await arrangementsOf(tx, [...found.values()].flat())
    if (isOfTrips(kind)) {
      const gone = [...found.values()].flat().find((line) => line.isGone)
      if (gone !== undefined) throw new Refusal('costs.ofCancelled', { no: all.get(gone.arrangementId ?? 0)?.no ?? '' })
      await refuseUneven(tx, [...all.values()])
    }
    const of = applications.map((application) => {
      const lines = found.get(application.id) ?? []
      return { application, lines, trips: tripsOf(lines, all) }
    })
    const means = await meansOf(
      tx,
      of.flatMap(({ trips: [first] }) => first ?? []),
    )
    return {
      looks: of.map(({ application, lines, trips }) => ({
        reason: reasonOf[kind] ?? (trips[0]?.departAt === null ? 'costBefore' : 'costAfter'),
        companyId: application.companyId,
        facts: factsOf(application, lines, trips, means),
      })),
    }
  },
  // What was applied for is free again; an expense has nothing else to belong to.
  voided: ({ id }) => [
    sql`freed as (update cost_line set application_id = null where application_id = ${id}
      and arrangement_id is not null and kind <> 'expense')`,
  ],
  async approved(tx, actor, applications, moved) {
    const lines = [...(await linesOf(tx, applications)).values()].flat()
    // Arrangements before waybills, as everywhere.
    const all = await arrangementsOf(tx, lines, true)
    if (isOfTrips(kind)) await refuseUneven(tx, [...all.values()])
    await lockShared(tx, lines, all)
    const today = clock.today()
    const charges = lines.map((line): Posted => {
      const arrangement = line.arrangementId === null ? undefined : all.get(line.arrangementId)
      return {
        direction: 'payable',
        source: sourceOf[line.kind],
        outletId: line.outletId,
        waybillId: null,
        feeItem: line.feeItem,
        companyId: line.companyId,
        driverId: line.driverId,
        amount: line.amount,
        taxRate: line.taxRate,
        // Of the business (M2): departure or handing over; before it today.
        day: arrangement?.departAt == null ? today : dayOf(new Date(arrangement.departAt)),
        adjustsId: null,
        applicationId: line.applicationId,
        costLineId: line.id,
        steps: line.steps,
        shares: sharesOf(line.amount, basisOfLine(line, arrangement)),
      }
    })
    await postCharges(tx, actor.userId, charges, [...moved, ...keptWays([...all.values()])])
    // What was lost may have been all that its waybill waited for.
    if (kind === 'claim')
      await closeAtOnce(
        tx,
        actor,
        lines.flatMap(({ waybills }) => waybills.map(({ waybillId }) => waybillId)),
      )
  },
  link: (no) => applicationPath(kind, no),
})
