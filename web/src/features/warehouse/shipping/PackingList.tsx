import { getOwnerChoices, getWarehouseChoices } from '@xunyun/contract/warehouse/masters/warehouses'
import {
  exportPackingNotices,
  getPackingNotices,
  getPackingTotals,
  packingTabs,
} from '@xunyun/contract/warehouse/shipping/cartons'
import type { OutboundRow } from '@xunyun/contract/warehouse/shipping/notices'
import { Button } from 'antd'
import { ScanLine } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { pathTo } from '../../../paths.ts'
import { DayRangeFilter, LookupFilter, SearchInput } from '../../../shared/list/filters.tsx'
import { ListPage } from '../../../shared/list/ListPage.tsx'
import { ListTabs } from '../../../shared/list/ListTabs.tsx'
import { useList } from '../../../shared/list/useList.ts'
import { useRight } from '../../../shared/session/session.ts'
import { Empty } from '../../../shared/ui/Notice.tsx'
import { usePrint } from '../../printing/index.ts'
import { packingColumns } from './packingColumns.tsx'

const defaults = { filter: { tab: 'waiting' } } as const

/** Notices whose goods wait at the bench. */
export function PackingList({ choose, onOpen }: { choose: ReactNode; onOpen: (no: string) => void }) {
  const { t } = useTranslation('warehouse/shipping')
  const navigate = useNavigate()
  const may = useRight('encasement')
  const list = useList({
    call: getPackingNotices,
    totals: getPackingTotals,
    exportCall: exportPackingNotices,
    defaults,
    name: 'packingByNotice',
  })
  const print = usePrint()
  const sheets = (rows: readonly OutboundRow[]) =>
    print.action(
      'packList',
      rows.filter(({ packed }) => Number(packed) > 0).map(({ id, noticeNo }) => ({ id, no: noticeNo, pieces: 1 })),
    )
  return (
    <>
      <ListPage
        list={list}
        label={t('packing.list')}
        columns={packingColumns}
        tabs={
          <ListTabs
            list={list}
            label={t('field.state')}
            tabs={packingTabs}
            word={(tab) => t(`packing.tab.${tab}`)}
            all={t('tab.all')}
            allFirst
            overlapping
          />
        }
        filters={
          <>
            <SearchInput {...list.field('q')} placeholder={t('notice.q')} />
            <LookupFilter {...list.field('warehouseId')} label={t('field.warehouse')} call={getWarehouseChoices} />
            <LookupFilter {...list.field('ownerId')} label={t('field.ownerName')} call={getOwnerChoices} width={200} />
            <DayRangeFilter {...list.range('requiredFrom', 'requiredTo')} label={t('field.requiredAt')} />
          </>
        }
        primary={
          <>
            {choose}
            {may.edit && (
              <Button
                icon={<ScanLine size={14} strokeWidth={1.75} />}
                onClick={() => void navigate(pathTo('encasementScan', { no: '' }))}
              >
                {t('act.scanPack')}
              </Button>
            )}
          </>
        }
        actions={(row) => [
          { key: 'pack', label: t(may.edit ? 'act.pack' : 'act.open'), onClick: () => onOpen(row.noticeNo) },
          ...sheets([row]),
        ]}
        batch={sheets}
        onOpen={(row) => onOpen(row.noticeNo)}
        empty={<Empty title={t('packing.none')} />}
      />
      {print.dialog}
    </>
  )
}
