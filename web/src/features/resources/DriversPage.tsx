import { getCompanyChoices } from '@xunyun/contract/companies/calls'
import {
  type DriverRow,
  type DriverTab,
  deleteDrivers,
  driverTabs,
  exportDrivers,
  getDriverHistory,
  getDrivers,
  getDriverTotals,
  setDriversEnabled,
} from '@xunyun/contract/resources/drivers'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { pathTo } from '../../paths.ts'
import { useMasterActs } from '../../shared/action/useMasterActs.ts'
import { useComments } from '../../shared/detail/useComments.tsx'
import { useHistory } from '../../shared/detail/useHistory.tsx'
import { useOpen } from '../../shared/form/waiting.ts'
import type { RowAction } from '../../shared/grid/types.ts'
import { ImportButton } from '../../shared/import/ImportButton.tsx'
import { ChoiceFilter, LookupFilter, SearchInput } from '../../shared/list/filters.tsx'
import { ListPage } from '../../shared/list/ListPage.tsx'
import { ListTabs } from '../../shared/list/ListTabs.tsx'
import { useList } from '../../shared/list/useList.ts'
import { useRight } from '../../shared/session/session.ts'
import { CallLink } from '../../shared/ui/CallLink.tsx'
import { late } from '../../shared/ui/late.tsx'
import { NewButton } from '../../shared/ui/NewButton.tsx'
import { Empty } from '../../shared/ui/Notice.tsx'
import { carriers } from './carriers.ts'
import { driverColumns } from './driverColumns.tsx'
import { useDriverHistory } from './driverHistory.ts'

const DriverForm = late(() => import('./DriverForm.tsx').then((file) => file.DriverForm))

const refresh = ['/api/Drivers/']
const defaults = { filter: { tab: 'available' }, sort: { key: 'name', dir: 'asc' } } as const
const tones: Partial<Record<DriverTab, 'orange' | 'red'>> = { expiring: 'orange', expired: 'red' }

type Open = { readonly what: 'form'; readonly driver: DriverRow | null }

/** Who may drive today, and whose papers end. */
export default function DriversPage() {
  const { t } = useTranslation(['resources', 'ui'])
  const navigate = useNavigate()
  const may = useRight('driver')
  const mayTrips = useRight('arrangeList').browse
  const [open, setOpen] = useOpen<Open>()
  const list = useList({ call: getDrivers, totals: getDriverTotals, exportCall: exportDrivers, defaults })
  const master = useMasterActs<DriverRow>({
    enabling: setDriversEnabled,
    removing: deleteDrivers,
    refresh,
    may: may.approve,
    nameOf: ({ name }) => name,
    onDone: list.acted,
  })
  const history = useHistory(getDriverHistory, useDriverHistory())
  const talk = useComments('driver')
  const create = may.edit && <NewButton onClick={() => setOpen({ what: 'form', driver: null })}>{t('new')}</NewButton>
  const actions = (driver: DriverRow): RowAction[] => [
    ...(may.edit
      ? [{ key: 'change', label: t('ui:master.change'), onClick: () => setOpen({ what: 'form', driver }) }]
      : []),
    ...(mayTrips
      ? [
          {
            key: 'trips',
            label: t('act.trips'),
            onClick: () => void navigate(`${pathTo('arrangeList')}?q=${encodeURIComponent(driver.name)}`),
          },
        ]
      : []),
    ...master.rowActions(driver),
    ...talk.rowAction(driver.id, driver.name),
    history.action(driver.id, driver.name),
  ]
  const driver = open?.driver ?? null
  const close = () => setOpen(null)
  return (
    <>
      <ListPage
        list={list}
        label={t('driver.list')}
        columns={driverColumns}
        tabs={
          <ListTabs
            list={list}
            label={t('driver.state')}
            tabs={driverTabs}
            word={(tab) => t(`tab.${tab}`)}
            all={t('tab.all')}
            tones={tones}
          />
        }
        filters={
          <>
            <SearchInput {...list.field('q')} placeholder={t('filter.driverQ')} width={284} />
            <LookupFilter
              {...list.field('carrierId')}
              label={t('driver.carrierName')}
              call={getCompanyChoices}
              input={carriers}
              width={200}
            />
            <ChoiceFilter {...list.field('licenceClass')} label={t('driver.licenceClass')} type="licenceClass" />
          </>
        }
        primary={
          create && (
            <>
              {create}
              <ImportButton page="driver" refresh={refresh} />
            </>
          )
        }
        batch={master.batchActions}
        actions={actions}
        cardAction={(row) => <CallLink phone={row.mobile} name={row.name} />}
        isVoid={(row) => !row.enabled}
        onOpen={(row) => (may.edit ? setOpen({ what: 'form', driver: row }) : history.open(row.id, row.name))}
        empty={<Empty title={t('empty.drivers')}>{create}</Empty>}
      />
      {talk.sheet}
      {open?.what === 'form' && <DriverForm driver={driver} onClose={close} />}
      {history.drawer}
    </>
  )
}
