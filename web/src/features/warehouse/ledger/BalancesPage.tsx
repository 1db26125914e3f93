import {
  type BalanceGroup,
  type BalanceRow,
  balanceGroups,
  exportBalances,
  getBalances,
  getBalanceTotals,
} from '@xunyun/contract/warehouse/ledger/summary'
import { getOwnerChoices, getWarehouseChoices } from '@xunyun/contract/warehouse/masters/warehouses'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { DayRangeFilter, FlagFilter, LookupFilter, SearchInput } from '../../../shared/list/filters.tsx'
import { ListPage } from '../../../shared/list/ListPage.tsx'
import { StateTabs } from '../../../shared/list/StateTabs.tsx'
import { useList } from '../../../shared/list/useList.ts'
import { serverNow } from '../../../shared/session/session.ts'
import { day } from '../../../shared/ui/format.ts'
import { Empty } from '../../../shared/ui/Notice.tsx'
import { BalanceChart } from './BalanceChart.tsx'
import { balanceColumns } from './balanceColumns.tsx'
import { useTwinPath } from './links.ts'
import styles from './Stock.module.css'

/** Opening + in − out = closing, this month unless the address says otherwise; each row leads to its movements. */
export default function BalancesPage() {
  const { t } = useTranslation('warehouse/ledger')
  const navigate = useNavigate()
  const ledger = useTwinPath('moves')
  const [defaults] = useState(() => {
    const today = day(serverNow())
    return { filter: { group: 'item' as BalanceGroup, from: `${today.slice(0, 7)}-01`, to: today } }
  })
  const list = useList({
    call: getBalances,
    totals: getBalanceTotals,
    exportCall: exportBalances,
    defaults,
    tabField: 'group',
  })
  const { group = 'item', from, to, warehouseId } = list.filter
  const moves = (row: BalanceRow) => {
    const search = new URLSearchParams({
      // Said even where it is open: the ledger alone would show today's.
      from: from ?? '',
      to: to ?? '',
      ...(warehouseId === undefined ? {} : { warehouseId: String(warehouseId) }),
      ...(group === 'batch' ? { itemId: String(row.itemId), batchNo: row.name } : { [`${group}Id`]: String(row.id) }),
    })
    void navigate(`${ledger}?${search}`)
  }
  const totals = list.totals
  return (
    <ListPage
      list={list}
      label={t('balance.list')}
      columns={balanceColumns[group]}
      tabs={
        <StateTabs
          label={t('balance.group.label')}
          value={group}
          onChange={(next) => list.setFilter({ group: next })}
          tabs={balanceGroups.map((name) => ({ value: name, label: t(`balance.group.${name}`) }))}
        />
      }
      filters={
        <>
          <DayRangeFilter {...list.range('from', 'to')} label={t('filter.period')} width={260} />
          <LookupFilter {...list.field('warehouseId')} label={t('filter.warehouse')} call={getWarehouseChoices} />
          <LookupFilter {...list.field('ownerId')} label={t('filter.owner')} call={getOwnerChoices} />
          <SearchInput {...list.field('q')} placeholder={t('filter.itemQ')} width={200} />
        </>
      }
      more={<FlagFilter {...list.field('still')} label={t('filter.still')} yes={t('filter.stillShown')} width={148} />}
      chart={<BalanceChart list={list} />}
      actions={(row) => (ledger ? [{ key: 'moves', label: t('act.moves'), onClick: () => moves(row) }] : [])}
      onOpen={ledger ? moves : undefined}
      totalsLabel={
        totals && (
          <span className={styles.balanced} data-broken={!totals.balanced || undefined}>
            {totals.balanced ? `✓ ${t('balance.fits')}` : t('balance.broken')}
          </span>
        )
      }
      empty={<Empty title={t('empty.balance')} />}
    />
  )
}
