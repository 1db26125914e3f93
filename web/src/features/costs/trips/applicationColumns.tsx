import type { CostApplicationRow } from '@xunyun/contract/costs/costApplications'
import { payParts } from '@xunyun/contract/costs/lines'
import { columnsOf, Route } from '../../../shared/grid/column.tsx'
import type { Column } from '../../../shared/grid/types.ts'
import { money } from '../../../shared/ui/format.ts'
import { applicationColumnsOf } from '../applicationColumns.tsx'

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

const { column, head, reason, tail, hidden } = applicationColumnsOf<CostApplicationRow>()

export const applicationColumns: readonly Column<CostApplicationRow>[] = [
  ...head,
  column.text('ofNos', 'costs:column.arrangementNo', {
    width: 128,
    card: 'meta',
    value: ({ ofNos }) => ofNos.join('、'),
  }),
  column.text('plateNo', 'costs:column.plateNo', { width: 88, card: 'meta' }),
  column.text('carrierName', 'costs:column.carrier', { width: 112 }),
  wayColumn,
  column.money('amount', 'costs:column.amount', { total: 'amount', sortKey: 'amount', card: 'fact' }),
  column.money('paid', 'costs:column.paid', { total: 'paid' }),
  ...partColumns,
  ...tail,
  { ...reason, card: undefined, hidden: true },
  ...hidden,
]
