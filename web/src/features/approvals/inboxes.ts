import type { auditPages, BizType } from '@xunyun/contract/approvals/bizTypes'
import type { ApprovalRow } from '@xunyun/contract/approvals/calls'
import type { Column } from '../../shared/grid/types.ts'
import {
  adjustmentColumns,
  approvalColumns,
  carCostColumns,
  carrierCostColumns,
  priceCheckColumns,
} from './approvalColumns.tsx'

/** What the inbox shows on each of its pages: every type of business, or one with its own columns. */
type Inbox = {
  readonly bizType?: BizType
  /** Why reviews of the type are asked for. */
  readonly reasons?: readonly string[]
  readonly columns: readonly Column<ApprovalRow>[]
}
export const inboxes: Readonly<Record<(typeof auditPages)[number], Inbox>> = {
  unreviewed: { columns: approvalColumns },
  priceCheck: {
    bizType: 'price',
    reasons: ['belowMinimum', 'discounted', 'manual', 'raised', 'extraFee'],
    columns: priceCheckColumns,
  },
  carCost: { bizType: 'carCost', reasons: ['costBefore', 'costAfter'], columns: carCostColumns },
  specialCost: { bizType: 'specialCost', reasons: ['costAfter'], columns: carrierCostColumns },
  courierCost: { bizType: 'courierCost', reasons: ['costAfter'], columns: carrierCostColumns },
  costZJ: { bizType: 'costZJ', reasons: ['chargeMore', 'chargeLess'], columns: adjustmentColumns },
}
