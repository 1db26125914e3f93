import {
  type BindingRow,
  bindingTabs,
  exportBindings,
  getBindings,
  getBindingTotals,
} from '@xunyun/contract/devices/bindings'
import { getDeviceHistory } from '@xunyun/contract/devices/devices'
import { deviceAlarms } from '@xunyun/contract/devices/states'
import { alarmWords } from '@xunyun/contract/devices/words'
import { wordFor } from '@xunyun/contract/dictionary'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { pathTo } from '../../paths.ts'
import { useHistory } from '../../shared/detail/useHistory.tsx'
import { useLanguage } from '../../shared/i18n/useLanguage.ts'
import { ChoiceFilter, DayRangeFilter, OutletFilter, SearchInput } from '../../shared/list/filters.tsx'
import { ListPage } from '../../shared/list/ListPage.tsx'
import { ListTabs } from '../../shared/list/ListTabs.tsx'
import { useList } from '../../shared/list/useList.ts'
import { useRight, useSession } from '../../shared/session/session.ts'
import { late } from '../../shared/ui/late.tsx'
import { NewButton } from '../../shared/ui/NewButton.tsx'
import { Empty } from '../../shared/ui/Notice.tsx'
import { BindingDrawer } from './BindingDrawer.tsx'
import { bindingColumns, customerColumns } from './bindingColumns.tsx'
import { useDeviceHistory } from './deviceHistory.ts'
import { useBindingActs } from './useBindingActs.tsx'
import { useOpenBinding } from './useOpenBinding.ts'

const TrackSheet = late(() => import('./TrackSheet.tsx').then((file) => file.TrackSheet))

const defaults = { filter: { tab: 'underway' }, sort: { key: 'positionAt', dir: 'desc' } } as const
const levels = [20, 30, 50] as const
const silences = [1, 4, 12, 24, 48] as const
const delays = [1, 3, 7, 30] as const

/** Where bound freight is now. */
export default function BindingsPage() {
  const { t } = useTranslation('devices')
  const language = useLanguage()
  const navigate = useNavigate()
  const isCustomer = useSession(({ userInfo }) => userInfo?.scope === 'customer')
  const mayBind = useRight('GPSBindle').edit
  const mayBrowse = useRight('GPSList').browse
  const [tracked, setTracked] = useState<BindingRow | null>(null)
  const [opened, open] = useOpenBinding()
  const list = useList({ call: getBindings, totals: getBindingTotals, exportCall: exportBindings, defaults })
  const acts = useBindingActs('list', list.acted)
  const history = useHistory(getDeviceHistory, useDeviceHistory())
  const bind = mayBind && <NewButton onClick={() => void navigate(pathTo('GPSBindle'))}>{t('act.bind')}</NewButton>
  const numbers = (values: readonly number[], label: (value: number) => string) =>
    values.map((value) => ({ value: String(value), label: label(value) }))
  return (
    <>
      <ListPage
        list={list}
        label={t('list.bindings')}
        columns={isCustomer ? customerColumns : bindingColumns}
        tabs={
          <ListTabs
            list={list}
            label={t('binding.state')}
            tabs={bindingTabs}
            word={(tab) => wordFor('deviceState', tab, language)}
            all={t('tab.all')}
            tones={{ toReturn: 'orange' }}
          />
        }
        filters={
          <>
            <SearchInput {...list.field('q')} placeholder={t('filter.bindings')} width={240} />
            <ChoiceFilter {...list.field('kind')} label={t('device.objectNo')} type="bindingObject" width={148} />
            {!isCustomer && <OutletFilter {...list.field('outletId')} label={t('binding.outletName')} />}
            {!isCustomer && (
              <ChoiceFilter
                {...list.field('alarm')}
                label={t('binding.alarms')}
                options={deviceAlarms.map((alarm) => ({ value: alarm, label: alarmWords[alarm][language] }))}
              />
            )}
            <DayRangeFilter {...list.range('boundFrom', 'boundTo')} label={t('binding.boundAt')} />
          </>
        }
        more={
          <>
            <ChoiceFilter
              {...list.field('batteryBelow')}
              label={t('filter.batteryBelow')}
              options={numbers(levels, (percent) => `${percent}%`)}
            />
            <ChoiceFilter
              {...list.field('silentHours')}
              label={t('filter.silent')}
              options={numbers(silences, (hours) => t('filter.hours', { hours }))}
            />
            {!isCustomer && (
              <ChoiceFilter
                {...list.field('overdueDays')}
                label={t('filter.overdue')}
                options={numbers(delays, (days) => t('filter.days', { days }))}
              />
            )}
          </>
        }
        primary={bind}
        actions={(row) => [
          ...acts.row(row),
          ...(mayBrowse ? [{ key: 'track', label: t('act.track'), onClick: () => setTracked(row) }] : []),
          ...(isCustomer ? [] : [{ key: 'view', label: t('act.view'), onClick: () => open(row.id) }]),
          ...(row.deviceId === null ? [] : [history.action(row.deviceId, row.deviceNo)]),
        ]}
        batch={isCustomer ? undefined : acts.batch}
        onOpen={isCustomer ? undefined : (row) => open(row.id)}
        empty={<Empty title={t('empty.bindings')}>{bind}</Empty>}
      />
      {opened > 0 && !isCustomer && <BindingDrawer id={opened} page="list" onClose={() => open(null)} />}
      {tracked && <TrackSheet binding={tracked} onClose={() => setTracked(null)} />}
      {acts.dialogs}
      {history.drawer}
    </>
  )
}
