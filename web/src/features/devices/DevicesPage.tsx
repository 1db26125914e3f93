import { getCompanyChoices } from '@xunyun/contract/companies/calls'
import {
  type DeviceRow,
  exportDevices,
  getDeviceHistory,
  getDevices,
  getDeviceTotals,
} from '@xunyun/contract/devices/devices'
import { deviceStates, leastBattery } from '@xunyun/contract/devices/states'
import { wordFor } from '@xunyun/contract/dictionary'
import { isAble } from '@xunyun/contract/kernel/ability'
import { Button } from 'antd'
import { ScanLine } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { pathTo } from '../../paths.ts'
import { useComments } from '../../shared/detail/useComments.tsx'
import { useHistory } from '../../shared/detail/useHistory.tsx'
import { useOpen } from '../../shared/form/waiting.ts'
import { useLanguage } from '../../shared/i18n/useLanguage.ts'
import { ImportButton } from '../../shared/import/ImportButton.tsx'
import { ChoiceFilter, FlagFilter, LookupFilter, OutletFilter, SearchInput } from '../../shared/list/filters.tsx'
import { ListPage } from '../../shared/list/ListPage.tsx'
import { ListTabs } from '../../shared/list/ListTabs.tsx'
import { useList } from '../../shared/list/useList.ts'
import { useRight } from '../../shared/session/session.ts'
import { late } from '../../shared/ui/late.tsx'
import { Empty } from '../../shared/ui/Notice.tsx'
import { useIsPhone } from '../../shared/ui/useDevice.ts'
import { deviceColumns } from './deviceColumns.tsx'
import { useDeviceHistory } from './deviceHistory.ts'
import { devicePaths } from './paths.ts'
import { useDeviceActs } from './useDeviceActs.tsx'

const DeviceForm = late(() => import('./DeviceForm.tsx').then((file) => file.DeviceForm))
const KeepingDrawer = late(() => import('./KeepingDrawer.tsx').then((file) => file.KeepingDrawer))
const ReceiveSheet = late(() => import('./ReceiveSheet.tsx').then((file) => file.ReceiveSheet))
const TokensSheet = late(() => import('./TokensSheet.tsx').then((file) => file.TokensSheet))

const defaults = { filter: { tab: 'inStock' }, sort: { key: 'battery', dir: 'desc' } } as const
/** Percent at least: what may be bound, and what lasts for a long way. */
const charges = [String(leastBattery), '50', '80']

/** Which devices are free, and where the others are. */
export default function DevicesPage() {
  const { t } = useTranslation('devices')
  const language = useLanguage()
  const navigate = useNavigate()
  const isPhone = useIsPhone()
  const may = useRight('GPSStock')
  const mayBind = useRight('GPSBindle').edit
  const [open, setOpen] = useOpen<{ readonly device: DeviceRow | null }>()
  const [beside, setBeside] = useState<'receive' | 'tokens' | 'keeping' | null>(null)
  const list = useList({ call: getDevices, totals: getDeviceTotals, exportCall: exportDevices, defaults })
  const acts = useDeviceActs({ onDone: list.acted, onEdit: (device) => setOpen({ device }) })
  const history = useHistory(getDeviceHistory, useDeviceHistory())
  const talk = useComments('gpsDevice')
  const receive = may.edit && (
    <Button type="primary" icon={<ScanLine size={14} strokeWidth={1.75} />} onClick={() => setBeside('receive')}>
      {t('receive.title')}
    </Button>
  )
  const bind = mayBind && (
    <Button type="primary" onClick={() => void navigate(pathTo('GPSBindle'))}>
      {t('bind.byScan')}
    </Button>
  )
  return (
    <>
      <ListPage
        list={list}
        label={t('list.devices')}
        columns={deviceColumns}
        tabs={
          <ListTabs
            list={list}
            label={t('device.state')}
            tabs={deviceStates}
            word={(tab) => wordFor('deviceState', tab, language)}
            all={t('tab.all')}
            tones={{ toReturn: 'orange', lost: 'red' }}
          />
        }
        filters={
          <>
            <SearchInput {...list.field('q')} placeholder={t('filter.devices')} width={240} />
            <OutletFilter {...list.field('outletId')} label={t('device.outletName')} />
            <LookupFilter {...list.field('supplierId')} label={t('device.supplierName')} call={getCompanyChoices} />
            <ChoiceFilter
              {...list.field('batteryFrom')}
              label={t('filter.batteryFrom')}
              options={charges.map((percent) => ({ value: percent, label: `${percent}%` }))}
              width={136}
            />
          </>
        }
        more={
          <FlagFilter
            {...list.field('hasDeposit')}
            label={t('device.deposit')}
            yes={t('filter.with')}
            no={t('filter.without')}
          />
        }
        primary={
          isPhone ? (
            bind || receive
          ) : (
            <>
              {receive}
              {may.edit && (
                <Button data-new="" onClick={() => setOpen({ device: null })}>
                  {t('receive.one')}
                </Button>
              )}
              {may.edit && <ImportButton page="GPSStock" refresh={devicePaths} />}
              {may.approve && <Button onClick={() => setBeside('tokens')}>{t('token.title')}</Button>}
              {may.approve && <Button onClick={() => setBeside('keeping')}>{t('keeping.title')}</Button>}
            </>
          )
        }
        actions={(row) => [
          ...acts.row(row),
          ...talk.rowAction(row.id, row.deviceNo),
          history.action(row.id, row.deviceNo),
        ]}
        batch={acts.batch}
        isVoid={(row) => row.state === 'scrapped'}
        onOpen={(row) => (isAble(row, 'edit') ? setOpen({ device: row }) : history.open(row.id, row.deviceNo))}
        empty={<Empty title={t('empty.devices')}>{receive}</Empty>}
      />
      {acts.dialogs}
      {talk.sheet}
      {history.drawer}
      {open && <DeviceForm device={open.device} onClose={() => setOpen(null)} />}
      {beside === 'receive' && <ReceiveSheet onClose={() => setBeside(null)} />}
      {beside === 'tokens' && <TokensSheet onClose={() => setBeside(null)} />}
      {beside === 'keeping' && <KeepingDrawer onClose={() => setBeside(null)} />}
    </>
  )
}
