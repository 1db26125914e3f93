import type { CostApplicationRow } from '@xunyun/contract/costs/costApplications'
import { payParts } from '@xunyun/contract/costs/lines'
import type { ApplicationState } from '@xunyun/contract/costs/states'
import { columnsOf, Route } from '../../../shared/grid/column.tsx'
import type { Column } from '../../../shared/grid/types.ts'
import { money } from '../../../shared/ui/format.ts'
import type { Tone } from '../../../shared/ui/StateTag.tsx'

export const applicationTones: Readonly<Record<ApplicationState, Tone>> = {
  draft: 'grey',
  pending: 'orange',
  rejected: 'red',
  approved: 'green',
  void: 'grey',
}

/** Step of the review: 1/2. */
export const levelOf = ({ level, levels }: Pick<CostApplicationRow, 'level' | 'levels'>): string | null =>
  level === null ? null : `${level}/${levels}`

type Parted = { readonly parts: Readonly<Record<string, string>> }
/** 预付 … 罚款, one column each, with their sums of the whole filter. */
export const partColumns: readonly Column<Parted>[] = payParts.map((part) => ({
  ...columnsOf<Parted>().money(part, `tripCosts:part.${part}`, {
    value: ({ parts }: Parted) => parts[part] ?? null,
    width: 92,
  }),
  total: (totals) => money((totals as Parted).parts[part] ?? null),
}))

type Way = { readonly fromName: string | null; readonly toName: string | null }
export const endsOf = ({ fromName, toName }: Way) => ({ from: shortPlace(fromName), to: shortPlace(toName) })
/** 广东省 广州市 白云区: without the province. */
const shortPlace = (name: string | null): string => name?.split(' ').slice(-2).join('') ?? '—'
/** 起点 → 终点. */
export const wayColumn = columnsOf<Way>().custom({
  key: 'way',
  title: 'tripCosts:column.way',
  width: 152,
  card: 'meta',
  exportKey: ['fromName', 'toName'],
  render: (row) => <Route {...endsOf(row)} />,
  text: (row) => Object.values(endsOf(row)).join(' → '),
})

const column = columnsOf<CostApplicationRow>()
const hidden = { hidden: true } as const

export const applicationColumns: readonly Column<CostApplicationRow>[] = [
  column.link('no', 'costs:column.no', { width: 128, sortKey: 'no' }),
  column.state('state', 'costs:column.state', {
    words: 'applicationState',
    tone: ({ state }) => applicationTones[state],
    struck: ({ state }) => state === 'void',
  }),
  column.text('ofNos', 'costs:column.arrangementNo', {
    width: 128,
    card: 'meta',
    value: ({ ofNos }) => ofNos.join('、'),
  }),
  column.text('plateNo', 'costs:column.plateNo', { width: 88, card: 'meta' }),
  column.text('carrierName', 'costs:column.carrier', { width: 112 }),
  wayColumn,
  column.money('amount', 'costs:column.amount', { total: 'amount', sortKey: 'amount', card: 'fact' }),
  ...partColumns,
  column.text('applicantName', 'costs:column.applicant', { width: 76 }),
  column.moment('appliedAt', 'costs:column.appliedAt', { sortKey: 'appliedAt', card: 'aside' }),
  column.text('level', 'costs:column.level', { width: 52, value: levelOf }),
  column.text('waitsFor', 'costs:column.waitsFor', { width: 92 }),
  column.text('reason', 'costs:column.reason', { ...hidden, width: 160 }),
  column.moment('decidedAt', 'costs:column.decidedAt', hidden),
  column.text('opinion', 'costs:column.opinion', { ...hidden, width: 180 }),
  column.text('outletName', 'costs:column.outlet', hidden),
]
