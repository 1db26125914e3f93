import type { AdjustmentRow } from '@xunyun/contract/costs/adjustments'
import type { ApplicationState } from '@xunyun/contract/costs/states'
import { columnsOf } from '../../shared/grid/column.tsx'
import type { Tone } from '../../shared/ui/StateTag.tsx'

export const applicationTones: Readonly<Record<ApplicationState, Tone>> = {
  draft: 'grey',
  pending: 'orange',
  rejected: 'red',
  approved: 'blue',
  partPaid: 'orange',
  paid: 'green',
  void: 'grey',
}

/** What rows of applications of every kind have. */
export type Applied = Pick<
  AdjustmentRow,
  | 'no'
  | 'state'
  | 'reason'
  | 'amount'
  | 'paid'
  | 'applicantName'
  | 'appliedAt'
  | 'level'
  | 'levels'
  | 'waitsFor'
  | 'decidedAt'
  | 'opinion'
  | 'outletName'
>

/** Step of the review: 1/2. */
export const levelOf = ({ level, levels }: Pick<Applied, 'level' | 'levels'>): string | null =>
  level === null ? null : `${level}/${levels}`

const hidden = { hidden: true } as const

/** The columns that they have in common, before and behind those of a kind. */
export function applicationColumnsOf<R extends Applied>() {
  const column = columnsOf<Applied>()
  return {
    column: columnsOf<R>(),
    head: [
      column.link('no', 'costs:column.no', { width: 128, sortKey: 'no' }),
      column.state('state', 'costs:column.state', {
        words: 'applicationState',
        tone: ({ state }) => applicationTones[state],
        struck: ({ state }) => state === 'void',
      }),
    ],
    reason: column.text('reason', 'costs:column.reason', { width: 160, card: 'meta' }),
    tail: [
      column.text('applicantName', 'costs:column.applicant', { width: 76 }),
      column.moment('appliedAt', 'costs:column.appliedAt', { sortKey: 'appliedAt', card: 'aside' }),
      column.text('waitsFor', 'costs:column.waitsFor', { width: 92 }),
      column.text('level', 'costs:column.level', { width: 52, value: levelOf }),
    ],
    hidden: [
      column.moment('decidedAt', 'costs:column.decidedAt', hidden),
      column.text('opinion', 'costs:column.opinion', { ...hidden, width: 180 }),
      column.text('outletName', 'costs:column.outlet', hidden),
    ],
  }
}
