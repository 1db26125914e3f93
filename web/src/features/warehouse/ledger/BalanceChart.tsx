import type { BalanceRow, getBalances, getBalanceTotals } from '@xunyun/contract/warehouse/ledger/summary'
import { useTranslation } from 'react-i18next'
import { ChartBand } from '../../../shared/chart/ChartBand.tsx'
import type { List } from '../../../shared/list/useList.ts'

/** As many as are told apart beside each other; those of the table that stand first. */
const most = 20
const figures = [
  ['opening', '--t3'],
  ['received', '--brand'],
  ['shipped', '--orange-s'],
  ['closing', '--green-s'],
] as const satisfies readonly (readonly [keyof BalanceRow, string])[]

/** Opening, received, shipped and closing of the table's first rows. */
export function BalanceChart({ list }: { list: List<typeof getBalances, typeof getBalanceTotals> }) {
  const { t } = useTranslation('warehouse/ledger')
  const rows = list.rows.slice(0, most)
  return (
    <ChartBand
      preferences={list.preferences}
      setPreferences={list.setPreferences}
      label={t('balance.list')}
      loading={list.loading}
      labels={rows.map(({ name }) => name)}
      series={figures.map(([figure, colour]) => ({
        name: t(`column.${figure}`),
        colour,
        values: rows.map((row) => Number(row[figure])),
      }))}
    />
  )
}
