import { useQuery } from '@tanstack/react-query'
import { getCompanyChoices } from '@xunyun/contract/companies/calls'
import {
  exportProfitLines,
  getProfit,
  getProfitLines,
  getProfitLineTotals,
  type ProfitLine,
  profitTabs,
} from '@xunyun/contract/profit/calls'
import { getUsers } from '@xunyun/contract/system/calls'
import { Button } from 'antd'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { paths, pathTo } from '../../paths.ts'
import { q } from '../../shared/api/query.ts'
import type { RowAction } from '../../shared/grid/types.ts'
import { ChoiceFilter, LookupFilter, OutletFilter, RegionFilter, SearchInput } from '../../shared/list/filters.tsx'
import { ListPage } from '../../shared/list/ListPage.tsx'
import { ListTabs } from '../../shared/list/ListTabs.tsx'
import { useList } from '../../shared/list/useList.ts'
import { serverNow, useRight } from '../../shared/session/session.ts'
import { day, dotted, money } from '../../shared/ui/format.ts'
import { late } from '../../shared/ui/late.tsx'
import { Empty } from '../../shared/ui/Notice.tsx'
import { type Cell, companyOf, customerOf, usual } from './asked.ts'
import { BasisChoice, MoneyButtons, PartChoice, PeriodFilter, TaxChoice } from './Choices.tsx'
import { lineColumns, nameOfLine } from './lineColumns.tsx'
import styles from './Profit.module.css'

const ExplainSheet = late(() => import('./ExplainSheet.tsx').then((file) => file.ExplainSheet))

/** What makes the cell; chosen in the table, and beside the list. */
const beside = ['dimension', 'basis', 'net', 'key', 'later', 'part'] as const

/** The waybills and charges behind a cell, to the cent (RT-14/profitView). */
export default function ProfitLinesPage() {
  const { t } = useTranslation(['profit', 'enquiries', 'waybills'])
  const navigate = useNavigate()
  const mayOpen = useRight('allWayBill').browse
  const mayOpenFees = useRight('feeList').browse
  const mayAdjust = useRight('incOrDec').edit
  const today = day(serverNow())
  const defaults = useMemo(() => {
    const { compare: _, ...filter } = usual(today)
    return { filter }
  }, [today])
  const list = useList({
    call: getProfitLines,
    totals: getProfitLineTotals,
    exportCall: exportProfitLines,
    defaults,
    beside,
  })
  /** Of what an explanation is wanted: the cell, or one line of it. */
  const [explained, setExplained] = useState<ProfitLine | 'cell' | null>(null)
  const { tab: _, q: __, plateNo: ___, carrierId: ____, feeItem: _____, ...filter } = list.filter
  const cell = { ...defaults.filter, ...filter } as Cell
  const { key, later, part, ...asked } = cell
  const one = key === undefined ? { pageSize: 1 } : { key }
  const table = useQuery(q(getProfit, { ...asked, ...one, ...(part === undefined ? {} : { more: true }) } as never))
  const whole = useQuery(q(getProfitLineTotals, cell as never))
  const ofKey = key === undefined ? undefined : table.data?.rows[0]
  const all = key === undefined ? table.data?.total : ofKey
  const row = later === undefined ? all : later ? all?.later : all?.kept
  /** Whether the lines come to the figure that led to them. */
  const agrees = (of: { revenue: string; cost: string; profit: string }, sums: typeof of) =>
    part === undefined
      ? of.profit === sums.profit && of.revenue === sums.revenue && of.cost === sums.cost
      : all?.[part] === (part === 'storage' ? sums.revenue : sums.cost)
  const label = key === undefined ? t('total') : (ofKey?.label ?? key)
  const ofCustomer = customerOf(cell)
  const actions = (line: ProfitLine): RowAction[] => [
    { key: 'explain', label: t('explain'), onClick: () => setExplained(line) },
    ...(mayOpenFees && line.no !== null
      ? [
          {
            key: 'fees',
            label: t('fees'),
            onClick: () => void navigate(`${pathTo('feeList')}?q=${encodeURIComponent(line.no ?? '')}`),
          },
        ]
      : []),
    ...(line.waybillId !== null && mayOpen
      ? [
          {
            key: 'waybill',
            label: t('waybill'),
            onClick: () => void navigate(pathTo('waybill', { no: line.no ?? '' })),
          },
        ]
      : []),
    ...(line.waybillId !== null && mayAdjust && line.priceState === 'confirmed'
      ? [{ key: 'adjust', label: t('adjust'), onClick: () => void navigate(paths.adjust(line.no ?? '')) }]
      : []),
  ]
  return (
    <>
      <ListPage
        list={list}
        label={t('lines.list')}
        columns={lineColumns}
        tabs={
          <ListTabs
            list={list}
            label={t('lines.list')}
            tabs={profitTabs}
            word={(tab) => t(`tab.${tab}`)}
            all={t('lines.all')}
            allFirst
            tones={{ loss: 'red', noCost: 'orange' }}
          />
        }
        filters={
          <>
            <SearchInput {...list.field('q')} placeholder={t('filter.q')} />
            <PeriodFilter {...list.range('from', 'to')} today={today} />
            <LookupFilter
              name="customerId"
              value={list.filter.customerId ?? ofCustomer}
              onChange={(customerId) =>
                list.setFilter({ customerId, ...(ofCustomer === undefined ? {} : { key: null }) })
              }
              label={t('filter.customer')}
              call={getCompanyChoices}
            />
          </>
        }
        more={
          <>
            <OutletFilter {...list.field('outletId')} label={t('filter.outlet')} />
            <RegionFilter {...list.field('origin')} label={t('filter.origin')} />
            <RegionFilter {...list.field('destination')} label={t('filter.destination')} />
            <LookupFilter {...list.field('salesmanId')} label={t('filter.salesman')} call={getUsers} />
            <SearchInput {...list.field('plateNo')} placeholder={t('filter.plateNo')} />
            <LookupFilter
              {...list.field('carrierId')}
              label={t('dimension.carrier')}
              call={getCompanyChoices}
              input={{ roles: ['carrier', 'special', 'courier'] }}
            />
            <ChoiceFilter {...list.field('feeItem')} label={t('filter.feeItem')} type="feeItem" />
          </>
        }
        chart={
          <div className={styles.head}>
            <b>{dotted(t(`dimension.${cell.dimension}`), label, part && t(`column.${part}`))}</b>
            <BasisChoice value={cell.basis} onChange={(basis) => list.setFilter({ basis })} />
            <TaxChoice net={cell.net === true} onChange={(net) => list.setFilter({ net: net || null })} />
            {all !== undefined && all.kept !== null && (
              <PartChoice later={later} onChange={(next) => list.setFilter({ later: next ?? null })} />
            )}
            {row !== undefined &&
              row !== null &&
              whole.data !== undefined &&
              (agrees(row, whole.data) ? (
                <span className={styles.agrees}>{t('agrees')}</span>
              ) : (
                <span className={styles.differs} role="alert">
                  {t('differs', {
                    cell: money(part === undefined ? row.profit : all?.[part]),
                    lines: money(
                      part === undefined
                        ? whole.data.profit
                        : part === 'storage'
                          ? whole.data.revenue
                          : whole.data.cost,
                    ),
                  })}
                </span>
              ))}
            <Button size="small" onClick={() => setExplained('cell')}>
              {t('explain')}
            </Button>
            <MoneyButtons companyId={companyOf(cell) ?? list.filter.customerId} />
          </div>
        }
        actions={actions}
        onOpen={setExplained}
        empty={<Empty title={t('lines.empty')} />}
      />
      {explained !== null && (
        <ExplainSheet
          cell={cell}
          {...(explained === 'cell' ? {} : { lineId: explained.id })}
          title={explained === 'cell' ? dotted(label, part && t(`column.${part}`)) : nameOfLine(explained)}
          onClose={() => setExplained(null)}
        />
      )}
    </>
  )
}
