import { getCompanyChoices } from '@xunyun/contract/companies/calls'
import {
  exportReturns,
  getReturns,
  getReturnTotals,
  type ReturnTab,
  returnTabs,
} from '@xunyun/contract/devices/bindings'
import { getDeviceHistory } from '@xunyun/contract/devices/devices'
import { Button } from 'antd'
import { ScanLine } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { useHistory } from '../../shared/detail/useHistory.tsx'
import { ChoiceFilter, DayRangeFilter, LookupFilter, OutletFilter, SearchInput } from '../../shared/list/filters.tsx'
import { ListPage } from '../../shared/list/ListPage.tsx'
import { ListTabs } from '../../shared/list/ListTabs.tsx'
import { useList } from '../../shared/list/useList.ts'
import { useRight } from '../../shared/session/session.ts'
import { CallLink } from '../../shared/ui/CallLink.tsx'
import { Empty } from '../../shared/ui/Notice.tsx'
import { BindingDrawer } from './BindingDrawer.tsx'
import { returnColumns } from './bindingColumns.tsx'
import { useDeviceHistory } from './deviceHistory.ts'
import { TakeBackScan } from './TakeBackScan.tsx'
import { useBindingActs } from './useBindingActs.tsx'
import { useOpenBinding } from './useOpenBinding.ts'

const defaults = { filter: { tab: 'toReturn' }, sort: { key: 'expectedReturn', dir: 'asc' } } as const
const tones: Partial<Record<ReturnTab, 'orange' | 'red'>> = { toReturn: 'orange', overdue: 'red' }

/** Every device comes back, overdue first. By scan at an address of its own: `?scan=1`. */
export default function ReturnsPage() {
  const [search, setSearch] = useSearchParams()
  const scan = (on: boolean) => setSearch(on ? { scan: '1' } : {}, { replace: true })
  return search.has('scan') ? <TakeBackScan onList={() => scan(false)} /> : <ReturnList onScan={() => scan(true)} />
}

function ReturnList({ onScan }: { onScan: () => void }) {
  const { t } = useTranslation('devices')
  const may = useRight('GPSRetrieve')
  const [opened, open] = useOpenBinding()
  const list = useList({ call: getReturns, totals: getReturnTotals, exportCall: exportReturns, defaults })
  const acts = useBindingActs('returns', list.acted)
  const history = useHistory(getDeviceHistory, useDeviceHistory())
  return (
    <>
      <ListPage
        list={list}
        label={t('list.returns')}
        columns={returnColumns}
        tabs={
          <ListTabs
            list={list}
            label={t('binding.state')}
            tabs={returnTabs}
            word={(tab) => t(`tab.${tab}`)}
            all={t('tab.all')}
            overlapping
            tones={tones}
          />
        }
        filters={
          <>
            <SearchInput {...list.field('q')} placeholder={t('filter.bindings')} width={240} />
            <OutletFilter {...list.field('outletId')} label={t('device.outletName')} />
            <ChoiceFilter {...list.field('returnWay')} label={t('binding.returnWay')} type="returnWay" width={148} />
            <DayRangeFilter {...list.range('dueFrom', 'dueTo')} label={t('binding.expectedReturn')} />
          </>
        }
        more={
          <>
            <LookupFilter {...list.field('supplierId')} label={t('device.supplierName')} call={getCompanyChoices} />
            <SearchInput {...list.field('holder')} placeholder={t('binding.holder')} />
          </>
        }
        primary={
          may.edit && (
            <Button type="primary" icon={<ScanLine size={14} strokeWidth={1.75} />} onClick={onScan}>
              {t('back.byScan')}
            </Button>
          )
        }
        actions={(row) => [
          ...acts.row(row),
          { key: 'view', label: t('act.view'), onClick: () => open(row.id) },
          ...(row.deviceId === null ? [] : [history.action(row.deviceId, row.deviceNo)]),
        ]}
        batch={acts.batch}
        cardAction={(row) => row.holderPhone && <CallLink phone={row.holderPhone} name={row.holder ?? ''} />}
        onOpen={(row) => open(row.id)}
        empty={<Empty title={t('empty.returns')} />}
      />
      {opened > 0 && <BindingDrawer id={opened} page="returns" onClose={() => open(null)} />}
      {acts.dialogs}
      {history.drawer}
    </>
  )
}
