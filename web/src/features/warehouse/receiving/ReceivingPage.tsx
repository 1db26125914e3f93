import { wordFor } from '@xunyun/contract/dictionary'
import { isAble } from '@xunyun/contract/kernel/ability'
import { getOwnerChoices, getWarehouseChoices } from '@xunyun/contract/warehouse/masters/warehouses'
import {
  exportReceipts,
  getReceipts,
  getReceiptTotals,
  type ReceiptRow,
  receiptStates,
} from '@xunyun/contract/warehouse/receiving/calls'
import { Button } from 'antd'
import { PackageOpen, ScanLine } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useSearchParams } from 'react-router'
import { pathTo } from '../../../paths.ts'
import type { RowAction } from '../../../shared/grid/types.ts'
import { useLanguage } from '../../../shared/i18n/useLanguage.ts'
import { ChoiceFilter, DayRangeFilter, FlagFilter, LookupFilter, SearchInput } from '../../../shared/list/filters.tsx'
import { ListPage } from '../../../shared/list/ListPage.tsx'
import { ListTabs } from '../../../shared/list/ListTabs.tsx'
import { useList } from '../../../shared/list/useList.ts'
import { useRight } from '../../../shared/session/session.ts'
import { late } from '../../../shared/ui/late.tsx'
import { Empty } from '../../../shared/ui/Notice.tsx'
import { usePrint } from '../../printing/index.ts'
import { receiptColumns } from './receiptColumns.tsx'

const ReceiptDesk = late(() => import('./ReceiptDesk.tsx').then((file) => file.ReceiptDesk))
const BlindForm = late(() => import('./BlindForm.tsx').then((file) => file.BlindForm))

const defaults = { filter: { tab: 'waiting' } } as const

/** Count in what came. The desk of one receipt has an address: `?receipt=RK…-1`, or its notice's number. */
export default function ReceivingPage() {
  const { t } = useTranslation('warehouse/receiving')
  const language = useLanguage()
  const navigate = useNavigate()
  const [search, setSearch] = useSearchParams()
  const may = useRight('receive')
  const mayBlind = useRight('blindReceive').edit
  const [blind, setBlind] = useState(false)
  const list = useList({ call: getReceipts, totals: getReceiptTotals, exportCall: exportReceipts, defaults })
  const opened = search.get('receipt')
  const open = (no: string | null) => {
    const next = new URLSearchParams(search)
    if (no === null) next.delete('receipt')
    else next.set('receipt', no)
    setSearch(next, { replace: true })
  }
  const print = usePrint()
  const sheets = (rows: readonly ReceiptRow[]) =>
    print.action(
      'goodsIn',
      rows.filter(({ state }) => state !== 'cancelled').map(({ id, receiptNo }) => ({ id, no: receiptNo, pieces: 1 })),
    )
  const actions = (row: ReceiptRow): RowAction[] => [
    {
      key: 'receive',
      label: t(isAble(row, 'receive') ? 'act.receive' : 'desk.entries'),
      onClick: () => open(row.receiptNo),
    },
    ...(isAble(row, 'receive')
      ? [
          {
            key: 'scan',
            label: t('act.scanReceive'),
            onClick: () => void navigate(pathTo('receiveScan', { no: row.receiptNo })),
          },
        ]
      : []),
    ...sheets([row]),
  ]
  return (
    <>
      <ListPage
        list={list}
        label={t('receipt.list')}
        columns={receiptColumns}
        tabs={
          <ListTabs
            list={list}
            label={t('field.state')}
            tabs={receiptStates}
            word={(tab) => wordFor('receiptState', tab, language)}
            all={t('tab.all')}
            allFirst
            tones={{ waiting: 'orange' }}
          />
        }
        filters={
          <>
            <SearchInput {...list.field('q')} placeholder={t('notice.q')} />
            <LookupFilter {...list.field('warehouseId')} label={t('field.warehouse')} call={getWarehouseChoices} />
            <LookupFilter {...list.field('ownerId')} label={t('field.ownerName')} call={getOwnerChoices} width={200} />
            <DayRangeFilter {...list.range('etaFrom', 'etaTo')} label={t('field.eta')} />
          </>
        }
        more={
          <>
            <ChoiceFilter {...list.field('type')} label={t('field.type')} type="inboundType" />
            <FlagFilter
              {...list.field('different')}
              label={t('receipt.different')}
              yes={t('receipt.differentYes')}
              no={t('receipt.differentNo')}
            />
          </>
        }
        primary={
          may.edit && (
            <>
              <Button
                type="primary"
                icon={<ScanLine size={14} strokeWidth={1.75} />}
                onClick={() => void navigate(pathTo('receiveScan', { no: '' }))}
              >
                {t('act.scanReceive')}
              </Button>
              {mayBlind && (
                <Button icon={<PackageOpen size={14} strokeWidth={1.75} />} onClick={() => setBlind(true)}>
                  {t('act.blind')}
                </Button>
              )}
            </>
          )
        }
        actions={actions}
        batch={sheets}
        isVoid={(row) => row.state === 'cancelled'}
        onOpen={(row) => open(row.receiptNo)}
        empty={<Empty title={t('receipt.none')} />}
      />
      {print.dialog}
      {opened !== null && <ReceiptDesk key={opened} no={opened} onClose={() => open(null)} />}
      {blind && <BlindForm onBegun={open} onClose={() => setBlind(false)} />}
    </>
  )
}
