import { edit } from '../access.ts'
import type { Right } from '../kernel/call.ts'
import type { Lifecycle } from '../kernel/lifecycle.ts'

/** Applications (T20): one document, FY of costs and ZJ of an adjustment, each decided by the review of its kind. */

/** Of costs: of trips, of line shipments, of parcels, of what none of these covers, and what a customer is paid for damage (理赔). */
export const costKinds = ['carCost', 'specialCost', 'courierCost', 'costApplication', 'claim'] as const
export type CostKind = (typeof costKinds)[number]
export const applicationKinds = [...costKinds, 'costZJ'] as const
export type ApplicationKind = (typeof applicationKinds)[number]

/** 部分付 and 已付 follow the money (T20): no act of the application's own leads there. */
export const applicationStates = ['draft', 'pending', 'approved', 'partPaid', 'paid', 'rejected', 'void'] as const
export type ApplicationState = (typeof applicationStates)[number]
/** Approved, whatever was paid of it since. */
export const approvedStates = ['approved', 'partPaid', 'paid'] as const satisfies readonly ApplicationState[]
export const isApproved = (state: ApplicationState): boolean => (approvedStates as readonly string[]).includes(state)

export const applicationActions = ['edit', 'submit', 'withdraw', 'void'] as const
export type ApplicationAction = (typeof applicationActions)[number]

/** Approving and sending back belong to the review. */
const lifecycleOf = (right: readonly [Right, ...Right[]]): Lifecycle<ApplicationState, ApplicationAction> => ({
  edit: { from: ['draft', 'rejected'], to: 'draft', right },
  submit: { from: ['draft'], to: 'pending', right },
  withdraw: { from: ['pending'], to: 'draft', right },
  void: { from: ['draft', 'rejected'], to: 'void', right },
})

export const applying = {
  carCost: [edit('carCostApply')],
  // Whoever keeps what trips cost may also apply for what carriers ask, without handing anything to them.
  specialCost: [edit('specialList'), edit('carCostApply')],
  courierCost: [edit('courierList'), edit('carCostApply')],
  costApplication: [edit('costApplication')],
  claim: [edit('abnormalList'), edit('complaintList'), edit('costApplication')],
  costZJ: [edit('incOrDecList'), edit('incOrDec')],
} as const satisfies Record<ApplicationKind, readonly [Right, ...Right[]]>

/** By kind, since each has a page of its own. */
export const applicationLifecycles: Readonly<Record<ApplicationKind, Lifecycle<ApplicationState, ApplicationAction>>> =
  {
    carCost: lifecycleOf(applying.carCost),
    specialCost: lifecycleOf(applying.specialCost),
    courierCost: lifecycleOf(applying.courierCost),
    costApplication: lifecycleOf(applying.costApplication),
    claim: lifecycleOf(applying.claim),
    costZJ: lifecycleOf(applying.costZJ),
  }

/** Whoever may apply for costs, and for anything. */
export const applyingCosts = [
  ...applying.carCost,
  ...applying.specialCost,
  ...applying.courierCost,
  ...applying.costApplication,
  ...applying.claim,
] as const
export const anyApplying = [...applyingCosts, ...applying.costZJ] as const
