import * as adjustments from '@xunyun/contract/costs/adjustments'
import * as applications from '@xunyun/contract/costs/applications'
import * as requests from '@xunyun/contract/costs/costApplications'
import * as fees from '@xunyun/contract/costs/feeList'
import * as lines from '@xunyun/contract/costs/lines'
import { type ApplicationKind, applicationKinds, type CostKind } from '@xunyun/contract/costs/states'
import { pageOf } from '@xunyun/contract/pages'
import { sql } from 'kysely'
import { mayCall } from '../../platform/actor.ts'
import type { Approvals, Reviewed } from '../../platform/approvals.ts'
import { owned } from '../../platform/db.ts'
import type { Files } from '../../platform/files.ts'
import { historyOf } from '../../platform/history.ts'
import type { Numbering } from '../../platform/numbering.ts'
import type { Platform } from '../../platform/platform.ts'
import { isSeen } from '../../platform/records.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { MoveDocuments } from '../companies/index.ts'
import { adjustmentColumns } from './adjustments/columns.ts'
import { addAdjustments, changeAdjustment } from './adjustments/create.ts'
import { depositsOf } from './adjustments/deposits.ts'
import { adjustmentImport } from './adjustments/imports.ts'
import { type Penalties, penaltiesOf } from './adjustments/penalties.ts'
import { adjustables, adjustmentDetail, listAdjustments, pathOf, totalAdjustments } from './adjustments/queries.ts'
import { adjustmentKind } from './adjustments/review.ts'
import { type Kinds, reviewOf, submitApplications, voidApplications, withdrawApplications } from './applications.ts'
import { costApplicationColumns, feeColumns, unappliedColumns } from './columns.ts'
import { feeDetail, listFees, totalFees } from './feeList.ts'
import { costLineImport } from './lines/imports.ts'
import { arrangementCosts, offers } from './lines/queries.ts'
import { setArrangementCosts } from './lines/set.ts'
import { type Claims, claimsOf } from './requests/claims.ts'
import { applyCarrierCosts, applyTripCosts, changeCostApplication, type Deps } from './requests/create.ts'
import { addExpense, changeExpense } from './requests/expense.ts'
import { costApplicationDetail, listCostApplications, totalCostApplications } from './requests/queries.ts'
import { costKind, pageOfKind } from './requests/review.ts'
import { listUnapplied, totalUnapplied } from './requests/unapplied.ts'

export type { Deposits } from './adjustments/deposits.ts'
export {
  cancellingLeavesNoReview,
  followCargo,
  refuseForCosts,
  type StandingCost,
  standingCosts,
  undoingKeepsCosts,
} from './follow.ts'
export { hasAgreement, isGone, ofOwnArrangements } from './lines/carried.ts'
export { dropQuotes, takeQuotes } from './lines/take.ts'
export { costsOf } from './ofWaybill.ts'
export { applicationPath } from './requests/review.ts'
export { waitsForApplication } from './requests/unapplied.ts'

const kinds: Kinds = {
  carCost: costKind('carCost'),
  specialCost: costKind('specialCost'),
  courierCost: costKind('courierCost'),
  costApplication: costKind('costApplication'),
  claim: costKind('claim'),
  costZJ: adjustmentKind,
}

/** What a review of an adjustment leads to. */
export const adjustmentReviewed = reviewOf(kinds, 'costZJ')
export const makeAdjustments = (numbering: Numbering, files: Files, approvals: Approvals) =>
  addAdjustments(numbering, files, approvals, kinds)
/** Deposits of lost devices: asked for, given back. */
export const makeDeposits = (numbering: Numbering, approvals: Approvals) => depositsOf(numbering, approvals, kinds)
/** What cases of goods and complaints lead to. */
export const makeClaims = (deps: Omit<Deps, 'kinds' | 'files'>): Claims => claimsOf({ ...deps, kinds })
export const makePenalties = (numbering: Numbering, approvals: Approvals): Penalties =>
  penaltiesOf(numbering, approvals, kinds)
export const voidAdjustments = voidApplications(kinds)
export type { Penalty } from './adjustments/penalties.ts'
export { setArrangementCosts } from './lines/set.ts'
export type { Claim } from './requests/claims.ts'
export const applyForTrips = (deps: Omit<Deps, 'kinds'>) => applyTripCosts({ ...deps, kinds })
export const applyForCarrier = (deps: Omit<Deps, 'kinds'>) => applyCarrierCosts({ ...deps, kinds })
/** What a review of an application for costs leads to. */
export const costReviewed = (kind: CostKind): Reviewed => reviewOf(kinds, kind)

/** What is applied for and owed once it is approved (T18–T23): costs and adjustments; and every charge in one list. */
export function costs({ approvals, bind, exports, files, imports, numbering, records }: Platform): void {
  const deps = { approvals, files, kinds, numbering }
  for (const kind of applicationKinds) approvals.kind(kind, reviewOf(kinds, kind))
  imports.offer('carCostApply', costLineImport)
  imports.offer('incOrDec', adjustmentImport(deps))
  bind.constraints({ adjustment__open: () => new Refusal('costs.adjustmentJustOpen') })
  records.register('application', {
    maySee: async (tx, actor, id) =>
      (mayCall(actor, adjustments.getAdjustment) && (await isSeen(adjustmentDetail(tx, actor, id)))) ||
      (mayCall(actor, requests.getCostApplication) && (await isSeen(costApplicationDetail(tx, actor, id)))),
    describe: async (tx, id) => {
      // unscoped: asked after the application was seen
      const row = await owned(tx)
        .selectFrom('application')
        .select(['no', 'kind'])
        .where('id', '=', id)
        .executeTakeFirst()
      const name = row?.no ?? String(id)
      return { name, link: kinds[(row?.kind ?? 'costZJ') as ApplicationKind].link(name) }
    },
  })

  bind(applications.submitApplications, submitApplications(approvals, kinds))
  bind(applications.withdrawApplications, withdrawApplications(approvals))
  bind(applications.voidApplications, voidApplications(kinds))

  bind(adjustments.addAdjustments, addAdjustments(numbering, files, approvals, kinds))
  bind(adjustments.changeAdjustment, changeAdjustment(approvals, kinds))
  bind(adjustments.getAdjustables, ({ tx, actor }, { numbers }) => adjustables(tx, actor, numbers))
  bind(adjustments.getAdjustmentPath, ({ tx, actor }, { amount }) => pathOf(tx, actor, amount))
  bind(adjustments.getAdjustments, ({ tx, actor }, input) => listAdjustments(tx, actor, input))
  bind(adjustments.getAdjustmentTotals, ({ tx, actor }, input) => totalAdjustments(tx, actor, input))
  bind(adjustments.getAdjustment, ({ tx, actor }, { id }) => adjustmentDetail(tx, actor, id))
  bind(adjustments.getAdjustmentHistory, async ({ tx, actor }, { id }) => {
    await adjustmentDetail(tx, actor, id)
    return historyOf(tx, 'application', id)
  })
  exports.offer(adjustments.exportAdjustments, {
    name: (actor) => pageOf('incOrDecList').titles[actor.language],
    columns: () => adjustmentColumns,
    page: (tx, actor, input, request) => listAdjustments(tx, actor, { ...input, ...request, page: undefined }),
  })

  bind(lines.getArrangementCosts, ({ tx, actor }, input) => arrangementCosts(tx, actor, input))
  bind(lines.setArrangementCosts, setArrangementCosts)
  bind(lines.compareCarriers, ({ tx }, input) => offers(tx, input))

  bind(requests.applyTripCosts, applyTripCosts(deps))
  bind(requests.applyCarrierCosts, applyCarrierCosts(deps))
  bind(requests.changeCostApplication, changeCostApplication(deps))
  bind(requests.addExpense, addExpense(deps))
  bind(requests.changeExpense, changeExpense(deps))
  bind(requests.getCostApplications, ({ tx, actor }, input) => listCostApplications(tx, actor, input))
  bind(requests.getCostApplicationTotals, ({ tx, actor }, input) => totalCostApplications(tx, actor, input))
  bind(requests.getCostApplication, ({ tx, actor }, { id }) => costApplicationDetail(tx, actor, id))
  bind(requests.getCostApplicationHistory, async ({ tx, actor }, { id }) => {
    await costApplicationDetail(tx, actor, id)
    return historyOf(tx, 'application', id)
  })
  exports.offer(requests.exportCostApplications, {
    name: (actor, { kinds: [kind] }) => pageOf(pageOfKind[kind ?? 'costApplication']).titles[actor.language],
    columns: () => costApplicationColumns,
    page: (tx, actor, input, request) => listCostApplications(tx, actor, { ...input, ...request, page: undefined }),
  })
  bind(requests.getCostPath, ({ tx, actor }, { kind, amount }) => pathOf(tx, actor, amount, kind))
  bind(requests.getUnapplied, ({ tx, actor }, input) => listUnapplied(tx, actor, input))
  bind(requests.getUnappliedTotals, ({ tx, actor }, input) => totalUnapplied(tx, actor, input))
  exports.offer(requests.exportUnapplied, {
    name: (actor) => pageOf('carCostApply').titles[actor.language],
    columns: () => unappliedColumns,
    page: (tx, actor, input, request) => listUnapplied(tx, actor, { ...input, ...request, page: undefined }),
  })

  bind(fees.getFees, ({ tx, actor }, input) => listFees(tx, actor, input))
  bind(fees.getFeeTotals, ({ tx, actor }, input) => totalFees(tx, actor, input))
  bind(fees.getFee, ({ tx, actor }, { id }) => feeDetail(tx, actor, id))
  exports.offer(fees.exportFees, {
    name: (actor) => pageOf('feeList').titles[actor.language],
    columns: () => feeColumns,
    page: (tx, actor, input, request) => listFees(tx, actor, { ...input, ...request, page: undefined }),
  })
}

/** Costs, applications and adjustments of a partner that was merged into another. */
export const moveCosts: MoveDocuments = async (tx, _, from, to) => {
  await sql`update cost_line set company_id = ${to.id} where company_id = ${from.id}`.execute(tx)
  await sql`update adjustment set company_id = ${to.id} where company_id = ${from.id}`.execute(tx)
  // unscoped: of two companies that whoever sees everything merges
  await sql`update application set company_id = ${to.id} where company_id = ${from.id}`.execute(tx)
}
