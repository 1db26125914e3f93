import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getCompanyChoices } from '@xunyun/contract/companies/calls'
import { compareDecimal } from '@xunyun/contract/kernel/decimal'
import {
  exportProfit,
  getProfit,
  getProfitPdf,
  type Profit,
  type ProfitRow,
  profitDimensions,
} from '@xunyun/contract/profit/calls'
import { getUsers } from '@xunyun/contract/system/calls'
import { Button, Checkbox, Segmented, Tooltip } from 'antd'
import { Download, Printer } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router'
import { download } from '../../shared/api/download.ts'
import { q } from '../../shared/api/query.ts'
import { FilterBar } from '../../shared/list/FilterBar.tsx'
import { LookupFilter, OutletFilter, RegionFilter, SearchInput } from '../../shared/list/filters.tsx'
import { usePreferences } from '../../shared/list/preferences.ts'
import { useOpeningView } from '../../shared/list/useList.ts'
import { SaveView, Views } from '../../shared/list/Views.tsx'
import { serverNow, useRight } from '../../shared/session/session.ts'
import { useTab } from '../../shared/tabs/useTab.ts'
import { day, figure, money } from '../../shared/ui/format.ts'
import { late } from '../../shared/ui/late.tsx'
import { Empty, LoadError } from '../../shared/ui/Notice.tsx'
import { Bone } from '../../shared/ui/Skeleton.tsx'
import { useIsPhone } from '../../shared/ui/useDevice.ts'
import { type Asked, activeCount, askedOf, filterNames, pathOfLines, sortedOf, viewOf } from './asked.ts'
import { BasisChoice, MoneyButtons, PeriodFilter, TaxChoice } from './Choices.tsx'
import styles from './Profit.module.css'
import { Change, ProfitTable } from './ProfitTable.tsx'

const ExplainSheet = late(() => import('./ExplainSheet.tsx').then((file) => file.ExplainSheet))
const MonthsSheet = late(() => import('../close/index.ts').then((file) => file.MonthsSheet))

/** What earns: by month, customer, line … (RT-14/profit). Each figure leads to the waybills and charges behind it. */
export default function ProfitPage() {
  const { t } = useTranslation(['profit', 'close'])
  const [search, setSearch] = useSearchParams()
  const isPhone = useIsPhone()
  const mayExport = useRight('profit').browse
  // The address of a review leads here.
  const showsMonths = search.get('months') === '1'
  const today = day(serverNow())
  const location = useLocation()
  const navigate = useNavigate()
  const { path } = useTab()
  const [preferences, setPreferences] = usePreferences(path)
  const opened = useOpeningView(location.search, path, preferences.defaultView, setPreferences)
  const asked = askedOf(opened, today)
  const view = viewOf(opened)
  const set = (patch: Record<string, unknown>) => {
    const next = new URLSearchParams(search)
    for (const [name, value] of Object.entries(patch)) {
      const text =
        value === undefined || value === null ? '' : typeof value === 'boolean' ? String(Number(value)) : String(value)
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
  const sort = sortedOf(opened)
  /** A company has thousands of customers: nobody reads them all, and a browser would take long to draw them. */
  const [most, setMost] = useState(step)
  const page = isPhone ? { ...asked, pageSize: best } : { ...asked, sort: sort.key, dir: sort.dir, pageSize: most }
  const found = useQuery({ ...q(getProfit, page as never), placeholderData: keepPreviousData })
  const data = found.data
  /** Null: the sum of all. */
  const [explained, setExplained] = useState<ProfitRow | null>()
  const { compare: _, more: __, rateBelow: ___, ...cell } = asked
  return (
    <div className={styles.page}>
      <FilterBar
        filters={
          <>
            <PeriodFilter value={[asked.from, asked.to]} today={today} onChange={([from, to]) => set({ from, to })} />
            <OutletFilter {...field('outletId', asked.outletId)} label={t('filter.outlet')} />
            <LookupFilter
              {...field('customerId', asked.customerId)}
              label={t('filter.customer')}
              call={getCompanyChoices}
            />
          </>
        }
        more={
          <>
            <RegionFilter {...field('origin', asked.origin)} label={t('filter.origin')} />
            <RegionFilter {...field('destination', asked.destination)} label={t('filter.destination')} />
            <LookupFilter {...field('salesmanId', asked.salesmanId)} label={t('filter.salesman')} call={getUsers} />
            <SearchInput {...field('rateBelow', asked.rateBelow)} placeholder={t('filter.rateBelow')} />
          </>
        }
        activeCount={activeCount(asked, today)}
        onReset={() => set(Object.fromEntries(['from', 'to', ...filterNames].map((name) => [name, null])))}
        onSearch={() => void found.refetch()}
      />
      <div className={styles.segments}>
        <Segmented
          value={asked.dimension}
          options={profitDimensions.map((dimension) => ({ value: dimension, label: t(`dimension.${dimension}`) }))}
          onChange={(dimension) => set({ dimension })}
        />
        <BasisChoice value={asked.basis} onChange={(basis) => set({ basis })} />
        <TaxChoice net={asked.net === true} onChange={(net) => set({ net: net || null })} />
        <span className={styles.tools}>
          {view !== '' && <SaveView list={path} search={view} preferences={preferences} />}
          <Views
            list={path}
            search={view}
            preferences={preferences}
            setPreferences={setPreferences}
            onOpen={(chosen) => void navigate(path + chosen.search, { replace: true })}
          />
          <Checkbox
            checked={asked.compare === true}
            onChange={({ target }) => set({ compare: target.checked ? null : false })}
          >
            {t('compare')}
          </Checkbox>
          {!isPhone && (
            <Checkbox checked={asked.more === true} onChange={({ target }) => set({ more: target.checked || null })}>
              {t('more')}
            </Checkbox>
          )}
          <MoneyButtons companyId={asked.customerId} />
          <Button onClick={() => set({ months: 1 })}>{t('close:open')}</Button>
          {mayExport && !isPhone && (
            <Tooltip title={t('print')}>
              <Button
                type="text"
                aria-label={t('print')}
                icon={<Printer size={16} strokeWidth={1.6} />}
                onClick={() => {
                  const { compare: _, more: __, ...filter } = asked
                  void download(getProfitPdf, filter as never).catch(() => undefined)
                }}
              />
            </Tooltip>
          )}
          {mayExport && !isPhone && (
            <Tooltip title={t('export')}>
              <Button
                type="text"
                aria-label={t('export')}
                icon={<Download size={16} strokeWidth={1.6} />}
                onClick={() => {
                  const { compare: _, more: __, ...filter } = asked
                  void download(exportProfit, filter as never).catch(() => undefined)
                }}
              />
            </Tooltip>
          )}
        </span>
      </div>
      {found.isError && !data ? (
        <LoadError error={found.error} retry={() => void found.refetch()} />
      ) : data === undefined ? (
        <div className={styles.body}>
          <Bone height={320} />
        </div>
      ) : data.rows.length === 0 ? (
        <Empty title={t('empty')} />
      ) : (
        <div className={styles.body} aria-busy={found.isFetching || undefined}>
          {isPhone ? (
            <Best data={data} asked={asked} />
          ) : (
            <>
              <ProfitTable
                data={data}
                asked={asked}
                sort={sort}
                onSort={(next) => set({ sort: next.key, dir: next.dir })}
                onExplain={setExplained}
              />
              {data.rows.length < data.count && (
                <div className={styles.rest}>
                  {t('shown', { shown: figure(data.rows.length), all: figure(data.count) })}
                  {most < mostShown ? (
                    <Button
                      size="small"
                      loading={found.isFetching}
                      onClick={() => setMost(Math.min(most + step, mostShown))}
                    >
                      {t('showMore')}
                    </Button>
                  ) : (
                    mayExport && t('restInFile')
                  )}
                </div>
              )}
            </>
          )}
        </div>
      )}
      {explained !== undefined && (
        <ExplainSheet
          cell={{ ...cell, ...(explained === null ? {} : { key: explained.key }) }}
          title={explained?.label ?? t('total')}
          onClose={() => setExplained(undefined)}
        />
      )}
      {showsMonths && <MonthsSheet onClose={() => set({ months: null })} />}
    </div>
  )
}

const step = 200
const mostShown = 1000
const best = 10

/** On a phone: the sums, and the ten that earn most. */
function Best({ data, asked }: { data: Profit; asked: Asked }) {
  const { t } = useTranslation(['profit', 'enquiries'])
  const { total } = data
  return (
    <>
      <div className={styles.figures}>
        <div>
          {t('column.revenue')}
          <b>{money(total.revenue)}</b>
        </div>
        <div>
          {t('column.cost')}
          <b>{money(total.cost)}</b>
        </div>
        <div>
          {t('enquiries:column.profit')}
          <b className={compareDecimal(total.profit, '0') < 0 ? styles.loss : undefined}>
            <Link to={pathOfLines(asked, null)}>{money(total.profit)}</Link>
          </b>
          {asked.compare && <Change now={total.profit} before={total.before} />}
        </div>
        <div>
          {t('enquiries:column.profitRate')}
          <b>{total.rate === null ? '—' : `${figure(total.rate, 1)} %`}</b>
        </div>
        {(['kept', 'later'] as const).map(
          (part) =>
            total[part] !== null && (
              <div key={part}>
                {t(`column.${part}`)}
                <b>
                  <Link to={pathOfLines(asked, null, part)}>{money(total[part].profit)}</Link>
                </b>
              </div>
            ),
        )}
      </div>
      <section>
        <h2 className={styles.title}>{t('best')}</h2>
        <ol className={styles.best}>
          {data.rows.slice(0, best).map((row) => (
            <li key={row.key}>
              <span>{row.label}</span>
              <span className={compareDecimal(row.profit, '0') < 0 ? styles.loss : undefined}>
                <Link to={pathOfLines(asked, row.key)}>{money(row.profit)}</Link>
              </span>
            </li>
          ))}
        </ol>
      </section>
    </>
  )
}
