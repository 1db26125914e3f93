import { useQuery } from '@tanstack/react-query'
import { wordFor } from '@xunyun/contract/dictionary'
import { getTurnover, type getTurnoverTotals, type TurnoverRow } from '@xunyun/contract/warehouse/ledger/turnover'
import { useTranslation } from 'react-i18next'
import { q } from '../../../shared/api/query.ts'
import { ChartBand, useIsCharted } from '../../../shared/chart/ChartBand.tsx'
import { useLanguage } from '../../../shared/i18n/useLanguage.ts'
import type { List } from '../../../shared/list/useList.ts'
import { periods } from './periods.ts'

/** As many as are told apart beside each other; those of the table that stand first. */
const most = 20
const mostPeriods = 500

/** What came and what went, as the table has it: its first rows, or by day and month the whole period in order. */
export function TurnoverChart({ list }: { list: List<typeof getTurnover, typeof getTurnoverTotals> }) {
  const { t } = useTranslation('warehouse/ledger')
  const language = useLanguage()
  const { group = 'item', from = '', to = '' } = list.filter
  const shown = useIsCharted(list.preferences)
  const inTime = group === 'day' || group === 'month'
  const asked = { ...list.filter, sort: 'name', dir: 'asc', pageSize: mostPeriods } as const
  const course = useQuery({
    ...q(getTurnover, asked as never),
    enabled: shown && inTime,
  })
  const found = new Map(course.data?.rows.map((row) => [row.name, row]))
  const rows: readonly { label: string; row: TurnoverRow | undefined }[] = inTime
    ? course.data === undefined
      ? []
      : periods(group, from, to, mostPeriods).map((name) => ({
          label: group === 'day' ? name.slice(5) : name,
          row: found.get(name),
        }))
    : list.rows
        .slice(0, most)
        .map((row) => ({ label: group === 'type' ? wordFor('moveType', row.name, language) : row.name, row }))
  const values = (figure: 'received' | 'shipped') => rows.map(({ row }) => Number(row?.[figure] ?? 0))
  return (
    <ChartBand
      preferences={list.preferences}
      setPreferences={list.setPreferences}
      label={t('turnover.list')}
      loading={inTime ? course.isPending : list.loading}
      labels={rows.map(({ label }) => label)}
      series={[
        { name: t('column.received'), colour: '--brand', values: values('received') },
        { name: t('column.shipped'), colour: '--orange-s', values: values('shipped') },
      ]}
    />
  )
}
