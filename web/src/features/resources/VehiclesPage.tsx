import { getCompanyChoices } from '@xunyun/contract/companies/calls'
import { wordFor } from '@xunyun/contract/dictionary'
import {
  deleteVehicles,
  exportVehicles,
  getVehicleHistory,
  getVehicles,
  getVehicleTotals,
  setVehiclesEnabled,
  type VehicleRow,
  type VehicleTab,
  vehiclePapers,
  vehicleTabs,
} from '@xunyun/contract/resources/calls'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { pathTo } from '../../paths.ts'
import { useMasterActs } from '../../shared/action/useMasterActs.ts'
import { useComments } from '../../shared/detail/useComments.tsx'
import { useHistory } from '../../shared/detail/useHistory.tsx'
import { useOpen } from '../../shared/form/waiting.ts'
import type { RowAction } from '../../shared/grid/types.ts'
import { useLanguage } from '../../shared/i18n/useLanguage.ts'
import { ImportButton } from '../../shared/import/ImportButton.tsx'
import { ChoiceFilter, FlagFilter, LookupFilter, SearchInput } from '../../shared/list/filters.tsx'
import { ListPage } from '../../shared/list/ListPage.tsx'
import { ListTabs } from '../../shared/list/ListTabs.tsx'
import type { BatchAction } from '../../shared/list/Toolbar.tsx'
import { useList } from '../../shared/list/useList.ts'
import { useRight } from '../../shared/session/session.ts'
import { useTab } from '../../shared/tabs/useTab.ts'
import { CallLink } from '../../shared/ui/CallLink.tsx'
import { late } from '../../shared/ui/late.tsx'
import { NewButton } from '../../shared/ui/NewButton.tsx'
import { Empty } from '../../shared/ui/Notice.tsx'
import { carriers } from './carriers.ts'
import { columnsOfOneType, vehicleColumns } from './vehicleColumns.tsx'
import { useVehicleHistory } from './vehicleHistory.ts'
import { typeOfPath, useEditableTypes, vehiclePage } from './vehicleTypes.ts'

const DriverDialog = late(() => import('./DriverDialog.tsx').then((file) => file.DriverDialog))
const RenewDialog = late(() => import('./RenewDialog.tsx').then((file) => file.RenewDialog))
const VehicleForm = late(() => import('./VehicleForm.tsx').then((file) => file.VehicleForm))

const refresh = ['/api/Vehicles/']
const defaults = { filter: { tab: 'idle' }, sort: { key: 'plateNo', dir: 'asc' } } as const
const tones: Partial<Record<VehicleTab, 'orange' | 'red'>> = { expiring: 'orange', expired: 'red' }
/** Least rated load, kg, as dispatchers ask for it. */
const loads = ['1000', '2000', '5000', '10000', '20000', '30000'] as const

type Open = { readonly what: 'form' | 'driver'; readonly vehicle: VehicleRow | null }

/** Which vehicles may go today: all of them, or those of the type that the address names. */
export default function VehiclesPage() {
  const { t } = useTranslation(['resources', 'ui'])
  const language = useLanguage()
  const type = typeOfPath(useTab().path)
  const may = useRight(vehiclePage(type))
  const navigate = useNavigate()
  const mayArrange = useRight('arrangeOperate').edit
  const mayBind = useRight('GPSBindle').edit
  const editable = useEditableTypes()
  const [open, setOpen] = useOpen<Open>()
  const [renewing, setRenewing] = useState<readonly VehicleRow[]>([])
  const list = useList({
    call: getVehicles,
    totals: getVehicleTotals,
    exportCall: exportVehicles,
    defaults,
    // On the page of all the type is a filter like any other.
    keepFilter: type && { type },
  })
  const master = useMasterActs<VehicleRow>({
    enabling: setVehiclesEnabled,
    removing: deleteVehicles,
    refresh,
    may: may.approve,
    nameOf: ({ plateNo }) => plateNo,
    refusedOf: (row) => (row.mayApprove ? null : t('act.beyond')),
    onDone: list.acted,
  })
  const history = useHistory(getVehicleHistory, useVehicleHistory())
  const talk = useComments('vehicle')
  const papers = vehiclePapers.map((value) => ({ value, label: wordFor('paper', value, language) }))
  const create = may.edit && editable.length > 0 && (
    <NewButton onClick={() => setOpen({ what: 'form', vehicle: null })}>{t('new')}</NewButton>
  )

  const actions = (vehicle: VehicleRow): RowAction[] => {
    const refused = vehicle.mayEdit ? null : t('act.beyond')
    const show = (what: Open['what']) => () => setOpen({ what, vehicle })
    return [
      ...(may.edit
        ? [
            { key: 'change', label: t('ui:master.change'), refused, onClick: show('form') },
            { key: 'driver', label: t('act.driver'), refused, onClick: show('driver') },
          ]
        : []),
      ...(mayArrange && vehicle.state === 'idle'
        ? [
            {
              key: 'arrange',
              label: t('act.arrange'),
              refused: vehicle.paperState === 'expired' ? t('act.expired') : null,
              onClick: () => void navigate(`${pathTo('arrangeOperate')}?vehicle=${vehicle.id}`),
            },
          ]
        : []),
      ...(mayBind && vehicle.enabled
        ? [
            {
              key: 'bindGps',
              label: t('act.bindGps'),
              onClick: () => void navigate(`${pathTo('GPSBindle')}?object=${encodeURIComponent(vehicle.plateNo)}`),
            },
          ]
        : []),
      ...master.rowActions(vehicle),
      ...talk.rowAction(vehicle.id, vehicle.plateNo),
      history.action(vehicle.id, vehicle.plateNo),
    ]
  }

  const batch = (rows: readonly VehicleRow[]): BatchAction[] => [
    ...(may.edit
      ? [
          {
            key: 'renew',
            label: t('act.renew'),
            refused: rows.some(({ mayEdit }) => mayEdit) ? null : t('act.beyond'),
            onClick: () => setRenewing(rows),
          },
        ]
      : []),
    ...master.batchActions(rows),
  ]

  const vehicle = open?.vehicle ?? null
  const close = () => setOpen(null)
  const only = { yes: t('filter.only'), no: t('filter.not') }
  return (
    <>
      <ListPage
        list={list}
        label={t('vehicle.list')}
        columns={type ? columnsOfOneType : vehicleColumns}
        tabs={
          <ListTabs
            list={list}
            label={t('vehicle.state')}
            tabs={vehicleTabs}
            word={(tab) => t(`tab.${tab}`)}
            all={t('tab.all')}
            tones={tones}
          />
        }
        filters={
          <>
            <SearchInput {...list.field('q')} placeholder={t('filter.vehicleQ')} width={240} />
            {type === undefined && (
              <ChoiceFilter {...list.field('type')} label={t('vehicle.type')} type="vehicleType" />
            )}
            <ChoiceFilter {...list.field('model')} label={t('vehicle.model')} type="vehicleModel" width={168} />
            <LookupFilter
              {...list.field('carrierId')}
              label={t('vehicle.carrierName')}
              call={getCompanyChoices}
              input={carriers}
              width={184}
            />
            <ChoiceFilter
              {...list.field('loadFrom')}
              label={t('filter.loadFrom')}
              options={loads.map((kg) => ({ value: kg, label: t('filter.tons', { tons: Number(kg) / 1000 }) }))}
              width={136}
            />
          </>
        }
        more={
          <>
            <FlagFilter {...list.field('cold')} label={t('vehicle.cold')} {...only} width={148} />
            <FlagFilter {...list.field('hazard')} label={t('vehicle.hazard')} {...only} width={148} />
            <ChoiceFilter {...list.field('plateColor')} label={t('vehicle.plateColor')} type="plateColor" width={168} />
            <ChoiceFilter {...list.field('paper')} label={t('filter.paper')} options={papers} width={168} />
          </>
        }
        primary={
          create && (
            <>
              {create}
              <ImportButton page={vehiclePage(type)} refresh={refresh} />
            </>
          )
        }
        batch={batch}
        actions={actions}
        cardAction={(row) => <CallLink phone={row.driverPhone} name={row.driverName ?? ''} />}
        isVoid={(row) => !row.enabled}
        onOpen={(row) =>
          may.edit && row.mayEdit ? setOpen({ what: 'form', vehicle: row }) : history.open(row.id, row.plateNo)
        }
        empty={<Empty title={t('empty.vehicles')}>{create}</Empty>}
      />
      {talk.sheet}
      {renewing.length > 0 && (
        <RenewDialog rows={renewing} papers={papers} onDone={list.acted} onClose={() => setRenewing([])} />
      )}
      {open?.what === 'form' && <VehicleForm vehicle={vehicle} type={type} onClose={close} />}
      {open?.what === 'driver' && vehicle && <DriverDialog vehicle={vehicle} onClose={close} />}
      {history.drawer}
    </>
  )
}
