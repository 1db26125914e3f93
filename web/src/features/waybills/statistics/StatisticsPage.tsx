import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getCompanyChoices } from '@xunyun/contract/companies/calls'
import {
  exportShippingStatistics,
  getShippingStatistics,
  statGroups,
  statPeriods,
} from '@xunyun/contract/waybills/statistics'
import { Button, Segmented, Tooltip } from 'antd'
import { Download } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { download } from '../../../shared/api/download.ts'
import { q } from '../../../shared/api/query.ts'
import { FilterBar } from '../../../shared/list/FilterBar.tsx'
import { useIsChip } from '../../../shared/list/filterMode.tsx'
import {
  ChoiceFilter,
  DayRangeFilter,
  LookupFilter,
  OutletFilter,
  RegionFilter,
} from '../../../shared/list/filters.tsx'
import { serverNow, useSession } from '../../../shared/session/session.ts'
import { day } from '../../../shared/ui/format.ts'
import { late } from '../../../shared/ui/late.tsx'
import { Empty, LoadError } from '../../../shared/ui/Notice.tsx'
import { Bone } from '../../../shared/ui/Skeleton.tsx'
import { type Asked, activeCount, askedOf, type Measure, measures, usual } from './asked.ts'
import styles from './Statistics.module.css'
import { StatTable } from './StatTable.tsx'

const CourseChart = late(() => import('./CourseChart.tsx').then((file) => file.CourseChart))

/** What was shipped, for whom, where to: this month unless the address says otherwise. Each figure leads to its waybills. */
export default function StatisticsPage() {
  const { t } = useTranslation('waybills')
  const [search, setSearch] = useSearchParams()
  const isCustomer = useSession(({ userInfo }) => userInfo?.scope === 'customer')
  const today = day(serverNow())
  const one = <T extends string>(name: string, words: readonly T[]): T =>
    words.find((word) => word === search.get(name)) ?? (words[0] as T)
  const groups = isCustomer ? statGroups.filter((group) => group !== 'salesman') : statGroups
  const asked = askedOf(search.toString(), today, groups)
  const measure = one<Measure>('measure', measures)
  const set = (patch: Record<string, unknown>) => {
    const next = new URLSearchParams(search)
    for (const [name, value] of Object.entries(patch)) {
      const text = value === undefined || value === null ? '' : String(value)
      if (text === '') next.delete(name)
      else next.set(name, text)
    }
    setSearch(next, { replace: true })
  }
  const field = <V,>(name: string, value: V | undefined) => ({
    name,
    value,
    onChange: (next: V | undefined | null) => set({ [name]: next }),
  })
  const found = useQuery({
    ...q(getShippingStatistics, asked as never),
    placeholderData: keepPreviousData,
  })
  const data = found.data
  return (
    <div className={styles.page}>
      <FilterBar
        filters={
          <>
            <PeriodFilter asked={asked} today={today} onChange={([bizFrom, bizTo]) => set({ bizFrom, bizTo })} />
            {!isCustomer && (
              <LookupFilter
                {...field('customerId', asked.customerId)}
                label={t('filter.customer')}
                call={getCompanyChoices}
              />
            )}
            <RegionFilter {...field('to', asked.to)} label={t('filter.to')} />
            <ChoiceFilter
              {...field('transModes', asked.transModes)}
              label={t('filter.mode')}
              type="transMode"
              multiple
            />
            {!isCustomer && <OutletFilter {...field('outletId', asked.outletId)} label={t('filter.outlet')} />}
          </>
        }
        activeCount={activeCount(asked, today)}
        onReset={() =>
          set({ bizFrom: null, bizTo: null, customerId: null, outletId: null, to: null, transModes: null })
        }
        onSearch={() => void found.refetch()}
      />
      <div className={styles.segments}>
        <Segmented
          value={asked.group}
          options={groups.map((group) => ({ value: group, label: t(`stat.group.${group}`) }))}
          onChange={(group) => set({ group })}
        />
        <Segmented
          value={asked.period}
          options={statPeriods.map((period) => ({ value: period, label: t(`stat.period.${period}`) }))}
          onChange={(period) => set({ period })}
        />
        <Segmented
          value={measure}
          options={measures.map((name) => ({ value: name, label: t(`stat.measure.${name}`) }))}
          onChange={(next) => set({ measure: next })}
        />
        <span className={styles.tools}>
          <Tooltip title={t('stat.export')}>
            <Button
              type="text"
              aria-label={t('stat.export')}
              icon={<Download size={16} strokeWidth={1.6} />}
              onClick={() => void download(exportShippingStatistics, asked as never).catch(() => undefined)}
            />
          </Tooltip>
        </span>
      </div>
      {found.isError && !data ? (
        <LoadError error={found.error} retry={() => void found.refetch()} />
      ) : data === undefined ? (
        <div className={styles.body}>
          <Bone height={220} />
          <Bone height={320} />
        </div>
      ) : data.total.count === 0 ? (
        <Empty title={t('stat.empty')} />
      ) : (
        <div className={styles.body} aria-busy={found.isFetching || undefined}>
          <div className={styles.chart}>
            <CourseChart course={data.course} measure={measure} />
          </div>
          <StatTable data={data} asked={asked} measure={measure} />
        </div>
      )}
    </div>
  )
}

type PeriodProps = {
  asked: Asked
  today: string
  onChange: (days: readonly [from: string | undefined, to: string | undefined]) => void
}

/** There is always a period: it is a filter in force, to be taken away, only where it is another than this month. */
function PeriodFilter({ asked, today, onChange }: PeriodProps) {
  const { t } = useTranslation('waybills')
  const { bizFrom, bizTo } = usual(today)
  const isUsual = asked.bizFrom === bizFrom && asked.bizTo === bizTo
  if (useIsChip() && isUsual) return null
  return (
    <DayRangeFilter value={[asked.bizFrom, asked.bizTo]} onChange={onChange} label={t('filter.bizDate')} width={284} />
  )
}
