import {
  exportTurnover,
  getTurnover,
  getTurnoverTotals,
  type TurnoverGroup,
  type TurnoverRow,
  turnoverGroups,
} from '@xunyun/contract/warehouse/ledger/turnover'
import { getOwnerChoices, getWarehouseChoices } from '@xunyun/contract/warehouse/masters/warehouses'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { ChoiceFilter, DayRangeFilter, LookupFilter, SearchInput } from '../../../shared/list/filters.tsx'
import { ListPage } from '../../../shared/list/ListPage.tsx'
import { StateTabs } from '../../../shared/list/StateTabs.tsx'
import { useList } from '../../../shared/list/useList.ts'
import { serverNow } from '../../../shared/session/session.ts'
import { day } from '../../../shared/ui/format.ts'
import { Empty } from '../../../shared/ui/Notice.tsx'
import { useTwinPath } from './links.ts'
import { TurnoverChart } from './TurnoverChart.tsx'
import { turnoverColumns } from './turnoverColumns.tsx'

/** How much came and went, and for whom: this month's, until another period is asked for. */
export default function TurnoverPage() {
  const { t } = useTranslation('warehouse/ledger')
  const navigate = useNavigate()
  const ledger = useTwinPath('moves')
  const [defaults] = useState(() => {
    const today = day(serverNow())
    return { filter: { group: 'item' as TurnoverGroup, from: `${today.slice(0, 7)}-01`, to: today } }
  })
  const list = useList({
    call: getTurnover,
    totals: getTurnoverTotals,
    exportCall: exportTurnover,
    defaults,
    tabField: 'group',
  })
  const { group = 'item', from = '', to = '', warehouseId, ownerId } = list.filter
  const moves = (row: TurnoverRow) => {
    const search = new URLSearchParams({
      from,
      to,
      ...(warehouseId === undefined ? {} : { warehouseId: String(warehouseId) }),
      ...(ownerId === undefined ? {} : { ownerId: String(ownerId) }),
      ...behind(group, row),
    })
    void navigate(`${ledger}?${search}`)
  }
  return (
    <ListPage
      list={list}
      label={t('turnover.list')}
      columns={turnoverColumns[group]}
      tabs={
        <StateTabs
          label={t('balance.group.label')}
          value={group}
          onChange={(next) => list.setFilter({ group: next })}
          tabs={turnoverGroups.map((name) => ({ value: name, label: t(`turnover.group.${name}`) }))}
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
      more={<ChoiceFilter {...list.field('quality')} label={t('filter.quality')} type="quality" />}
      chart={<TurnoverChart list={list} />}
      actions={(row) => (ledger ? [{ key: 'moves', label: t('act.moves'), onClick: () => moves(row) }] : [])}
      onOpen={ledger ? moves : undefined}
      empty={<Empty title={t('empty.turnover')} />}
    />
  )
}

/** What of the ledger a row adds up. */
function behind(group: TurnoverGroup, { id, name }: TurnoverRow): Readonly<Record<string, string>> {
  switch (group) {
    case 'item':
    case 'owner':
    case 'warehouse':
      return { [`${group}Id`]: String(id) }
    case 'type':
      return { type: name }
    case 'day':
      return { from: name, to: name }
    case 'month':
      return { from: `${name}-01`, to: lastDayOf(name) }
  }
}

const lastDayOf = (month: string): string => {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10)
}
