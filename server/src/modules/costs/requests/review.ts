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
import type { Applied } from '../applications.ts'
import { type Carrying, isApplicable } from '../lines/carried.ts'
import { keepWay, meansOf } from '../lines/means.ts'
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

/** What no longer fits refuses the act: the parts of a hired truck, shares by hand, a trip that is no longer under way. */
async function refuseUneven(tx: Tx, all: readonly Carrying[]): Promise<void> {
  for (const one of all) {
    if (!isApplicable(one)) throw new Refusal('costs.tooEarly', { no: one.no })
    const { rows } = await sql<{ parts: string; total: string }>`
      select coalesce(sum(amount) filter (where pay_part is not null), 0)::text as parts, coalesce(sum(amount), 0)::text as total
      from cost_line where arrangement_id = ${one.id} and kind <> 'expense'`.execute(tx)
    const { parts = '0', total = '0' } = rows[0] ?? {}
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
async function factsOf(
  tx: Tx,
  application: LockedApplication,
  lines: readonly RequestLine[],
  all: readonly Carrying[],
): Promise<Record<string, string | number | null>> {
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
  const mean = first === undefined ? undefined : (await meansOf(tx, [first])).get(first.id)
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

/** FY (RT-16/carCostApply, RT-15/carCost, specialCost, courierCost): approved, each line is a charge, shared over what it carried. */
export const costKind = (kind: CostKind): Applied => ({
  async submitted(tx, _, application) {
    const lines = await requestLines(tx, application.id)
    const all = await arrangementsOf(tx, lines)
    if (isOfTrips(kind)) await refuseUneven(tx, [...all.values()])
    const [first] = [...all.values()]
    const before = first !== undefined && first.departAt === null
    return {
      reason: reasonOf[kind] ?? (before ? 'costBefore' : 'costAfter'),
      companyId: application.companyId,
      facts: await factsOf(tx, application, lines, [...all.values()]),
    }
  },
  reopened: async () => {},
  async voided(tx, { id }) {
    // What was applied for is free again; an expense has nothing else to belong to.
    await sql`update cost_line set application_id = null where application_id = ${id} and arrangement_id is not null and kind <> 'expense'`.execute(
      tx,
    )
  },
  async approved(tx, actor, application) {
    const lines = await requestLines(tx, application.id)
    // Arrangements before waybills, as everywhere.
    const all = await arrangementsOf(tx, lines, true)
    if (isOfTrips(kind)) await refuseUneven(tx, [...all.values()])
    await lockShared(tx, lines, all)
    await keepWay(tx, all.values())
    const today = clock.today()
    const charges = await Promise.all(
      lines.map(async (line): Promise<Posted> => {
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
          applicationId: application.id,
          costLineId: line.id,
          steps: line.steps,
          shares: sharesOf(line.amount, basisOfLine(line, arrangement)),
        }
      }),
    )
    await postCharges(tx, actor.userId, charges)
  },
  link: (no) => {
    const { path } = pageOf(pageOfKind[kind])
    const number = encodeURIComponent(no)
    if (!isOfTrips(kind)) return `${path}?tab=&q=${number}`
    // Beside the list of what it is for.
    return `${path}?${kind === 'carCost' ? `tab=all&q=${number}&` : ''}application=${number}`
  },
})
