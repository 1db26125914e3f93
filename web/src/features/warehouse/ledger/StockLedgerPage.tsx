import { exportMoves, getMoves, getMoveTotals, type MoveRow, moveTabs } from '@xunyun/contract/warehouse/ledger/ledger'
import { getItemChoices } from '@xunyun/contract/warehouse/masters/items'
import { getOwnerChoices, getWarehouseChoices } from '@xunyun/contract/warehouse/masters/warehouses'
import { Button } from 'antd'
import { Scale } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Chip, useIsChip } from '../../../shared/list/filterMode.tsx'
import { ChoiceFilter, DayRangeFilter, LookupFilter, SearchInput } from '../../../shared/list/filters.tsx'
import { ListPage } from '../../../shared/list/ListPage.tsx'
import { StateTabs } from '../../../shared/list/StateTabs.tsx'
import { type FilterField, useList } from '../../../shared/list/useList.ts'
import { serverNow, useRight } from '../../../shared/session/session.ts'
import { day } from '../../../shared/ui/format.ts'
import { late } from '../../../shared/ui/late.tsx'
import { Empty } from '../../../shared/ui/Notice.tsx'
import { moveColumns } from './moveColumns.tsx'

const ProofSheet = late(() => import('./ProofSheet.tsx').then((file) => file.ProofSheet))

/** Every movement behind a figure: today's, unless the address says from when to when. */
export default function StockLedgerPage() {
  const { t } = useTranslation('warehouse/ledger')
  const may = useRight('serialInfo')
  const [proving, setProving] = useState(false)
  const [defaults] = useState(() => ({ filter: { from: day(serverNow()), to: day(serverNow()) } }))
  const list = useList({ call: getMoves, totals: getMoveTotals, exportCall: exportMoves, defaults })
  const around = (row: MoveRow) => list.setFilter({ stockId: row.stockId, from: null, to: null, q: null, tab: null })
  return (
    <>
      <ListPage
        list={list}
        label={t('move.list')}
        columns={moveColumns}
        tabs={
          <StateTabs
            label={t('move.state')}
            value={list.filter.tab}
            onChange={(tab) => list.setFilter({ tab })}
            tabs={[
              { value: undefined, label: t('tab.all') },
              ...moveTabs.map((tab) => ({ value: tab, label: t(`tab.${tab}`) })),
            ]}
          />
        }
        filters={
          <>
            <SearchInput {...list.field('q')} placeholder={t('filter.moveQ')} width={220} />
            <LookupFilter {...list.field('warehouseId')} label={t('filter.warehouse')} call={getWarehouseChoices} />
            <LookupFilter {...list.field('ownerId')} label={t('filter.owner')} call={getOwnerChoices} />
            <DayRangeFilter {...list.range('from', 'to')} label={t('filter.time')} width={260} />
            <KeyFilter {...list.field('stockId')} row={list.rows[0]} />
          </>
        }
        more={
          <>
            <ChoiceFilter {...list.field('type')} label={t('filter.type')} type="moveType" />
            <LookupFilter {...list.field('itemId')} label={t('filter.item')} call={getItemChoices} />
            <SearchInput {...list.field('batchNo')} placeholder={t('filter.batchNo')} width={140} />
            <SearchInput {...list.field('serialNo')} placeholder={t('filter.serialNo')} width={160} />
          </>
        }
        primary={
          may.approve && (
            <Button icon={<Scale size={14} strokeWidth={1.75} />} onClick={() => setProving(true)}>
              {t('proof.button')}
            </Button>
          )
        }
        actions={(row) => [{ key: 'around', label: t('act.around'), onClick: () => around(row) }]}
        onOpen={around}
        empty={<Empty title={t('empty.moves')} />}
      />
      {proving && <ProofSheet onClose={() => setProving(false)} />}
    </>
  )
}

/** One key of the stock, as a chip alone: nobody types it, a figure leads to it. */
function KeyFilter({ value, onChange, row }: FilterField<number> & { row: MoveRow | undefined }) {
  const { t } = useTranslation('warehouse/ledger')
  const isChip = useIsChip()
  if (!isChip || value === undefined) return null
  return (
    <Chip label={t('filter.stockId')} onClear={() => onChange(undefined)}>
      {row?.stockId === value ? [row.locationCode, row.itemNo, row.batchNo].filter(Boolean).join(' · ') : value}
    </Chip>
  )
}
