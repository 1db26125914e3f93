import {
  deleteLocations,
  exportLocations,
  getLocationHistory,
  getLocations,
  getLocationTotals,
  type LocationRow,
  type LocationTab,
  locationTabs,
  setLocationsEnabled,
} from '@xunyun/contract/warehouse/locations/calls'
import { getWarehouseChoices } from '@xunyun/contract/warehouse/masters/warehouses'
import { Button, Segmented } from 'antd'
import { Grid2x2Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMasterActs } from '../../../shared/action/useMasterActs.ts'
import { useComments } from '../../../shared/detail/useComments.tsx'
import { useHistory } from '../../../shared/detail/useHistory.tsx'
import { useOpen } from '../../../shared/form/waiting.ts'
import type { RowAction } from '../../../shared/grid/types.ts'
import { ImportButton } from '../../../shared/import/ImportButton.tsx'
import { ChoiceFilter, FlagFilter, LookupFilter, SearchInput } from '../../../shared/list/filters.tsx'
import { ListPage } from '../../../shared/list/ListPage.tsx'
import { ListTabs } from '../../../shared/list/ListTabs.tsx'
import type { BatchAction } from '../../../shared/list/Toolbar.tsx'
import { useList } from '../../../shared/list/useList.ts'
import { useRight } from '../../../shared/session/session.ts'
import { late } from '../../../shared/ui/late.tsx'
import { NewButton } from '../../../shared/ui/NewButton.tsx'
import { Empty } from '../../../shared/ui/Notice.tsx'
import { useIsPhone } from '../../../shared/ui/useDevice.ts'
import { PrintFrame, usePrint } from '../../printing/index.ts'
import { useZoneWords, warehousePaths } from '../masters/index.ts'
import { useLocationHistory } from './history.ts'
import { locationColumns } from './locationColumns.tsx'

const LocationForm = late(() => import('./LocationForm.tsx').then((file) => file.LocationForm))
const GenerateForm = late(() => import('./GenerateForm.tsx').then((file) => file.GenerateForm))
const SetLocationsDialog = late(() => import('./SetLocationsDialog.tsx').then((file) => file.SetLocationsDialog))
const LocationPlan = late(() => import('./LocationPlan.tsx').then((file) => file.LocationPlan))

const defaults = { filter: { tab: 'enabled' }, sort: { key: 'code', dir: 'asc' } } as const
const tones: Partial<Record<LocationTab, 'orange'>> = { counting: 'orange' }
const modes = ['list', 'plan'] as const

/** Labels come in the order in which they are stuck on: warehouse by warehouse, as people walk by. */
const walked = (a: LocationRow, b: LocationRow) =>
  a.warehouseId - b.warehouseId || a.pickSeq - b.pickSeq || (a.code < b.code ? -1 : 1)

type Open = { readonly what: 'form'; readonly location: LocationRow | number | null } | { readonly what: 'generate' }

/** Where goods can lie: made in bulk by a pattern, with limits and the order in which people walk by. */
export default function LocationsPage() {
  const { t } = useTranslation(['warehouse/locations', 'warehouse/masters', 'ui'])
  const may = useRight('wLocation')
  const isPhone = useIsPhone()
  const [mode, setMode] = useState<(typeof modes)[number]>('list')
  const [open, setOpen] = useOpen<Open>()
  const [setting, setSetting] = useState<readonly LocationRow[]>([])
  const list = useList({
    call: getLocations,
    totals: getLocationTotals,
    exportCall: exportLocations,
    defaults,
  })
  const { warehouseId, zoneId } = list.filter
  const zones = useZoneWords(warehouseId)
  const master = useMasterActs<LocationRow>({
    enabling: setLocationsEnabled,
    removing: deleteLocations,
    refresh: warehousePaths,
    may: may.approve,
    nameOf: ({ code }) => code,
    onDone: list.acted,
  })
  const history = useHistory(getLocationHistory, useLocationHistory())
  const talk = useComments('location')
  const print = usePrint()
  const labels = (rows: readonly LocationRow[]) =>
    print.action(
      'location',
      [...rows].sort(walked).map(({ id, code }) => ({ id, no: code, pieces: 1 })),
    )
  const change = (location: LocationRow | number | null) => setOpen({ what: 'form', location })
  const generate = may.edit && (
    <Button icon={<Grid2x2Plus size={14} strokeWidth={1.75} />} onClick={() => setOpen({ what: 'generate' })}>
      {t('act.generate')}
    </Button>
  )
  const switcher = (
    <Segmented
      aria-label={t('mode.label')}
      value={mode}
      onChange={setMode}
      options={modes.map((value) => ({ value, label: t(`mode.${value}`) }))}
    />
  )
  const actions = (location: LocationRow): RowAction[] => [
    ...(may.edit ? [{ key: 'change', label: t('ui:master.change'), onClick: () => change(location) }] : []),
    history.action(location.id, location.code),
    ...labels([location]),
    ...master.rowActions(location),
    ...talk.rowAction(location.id, location.code),
  ]
  const batch = (rows: readonly LocationRow[]): BatchAction[] => [
    ...(may.edit ? [{ key: 'set', label: t('act.set'), onClick: () => setSetting(rows) }] : []),
    ...labels(rows),
    ...master.batchActions(rows),
  ]
  const yesNo = { yes: t('ui:master.yes'), no: t('ui:master.no') }
  const close = () => setOpen(null)
  return (
    <>
      {mode === 'plan' ? (
        <LocationPlan
          warehouseId={warehouseId}
          zoneId={zoneId}
          onPlace={(place) => list.setFilter(place)}
          modes={switcher}
          onEdit={may.edit ? change : null}
          create={generate}
        />
      ) : (
        <PrintFrame print={print} type="location">
          <ListPage
            list={list}
            label={t('list.locations')}
            columns={locationColumns}
            aside={switcher}
            tabs={
              <ListTabs
                list={list}
                label={t('warehouse/masters:field.state')}
                tabs={locationTabs}
                word={(tab) => t(`state.${tab}`)}
                all={t('state.all')}
                tones={tones}
              />
            }
            filters={
              <>
                <LookupFilter
                  {...list.field('warehouseId')}
                  // Another warehouse has other zones.
                  onChange={(id) => list.setFilter({ warehouseId: id as number | undefined, zoneId: null })}
                  label={t('location.warehouse')}
                  call={getWarehouseChoices}
                  width={184}
                />
                {warehouseId !== undefined && (
                  <ChoiceFilter {...list.field('zoneId')} label={t('location.zone')} options={zones} width={168} />
                )}
                <SearchInput {...list.field('q')} placeholder={t('filter.locationQ')} width={184} />
                <ChoiceFilter {...list.field('abc')} label={t('location.abc')} type="abcClass" width={108} />
              </>
            }
            more={
              <>
                <ChoiceFilter
                  {...list.field('zoneType')}
                  label={t('warehouse/masters:zone.type')}
                  type="zoneType"
                  width={160}
                />
                <FlagFilter {...list.field('mixItem')} label={t('location.mixItem')} {...yesNo} />
                <FlagFilter {...list.field('mixBatch')} label={t('location.mixBatch')} {...yesNo} />
              </>
            }
            primary={
              <>
                {may.edit && <NewButton onClick={() => change(null)}>{t('new.location')}</NewButton>}
                {generate}
                {may.edit && <ImportButton page="wLocation" refresh={warehousePaths} />}
                {!isPhone && switcher}
              </>
            }
            batch={batch}
            actions={actions}
            isVoid={(row) => !row.enabled}
            onOpen={(location) => (may.edit ? change(location) : history.open(location.id, location.code))}
            empty={
              <Empty title={t('empty.locations')} text={may.edit ? t('empty.planHint') : undefined}>
                {generate}
              </Empty>
            }
          />
        </PrintFrame>
      )}
      {talk.sheet}
      {setting.length > 0 && <SetLocationsDialog rows={setting} onDone={list.acted} onClose={() => setSetting([])} />}
      {open?.what === 'form' && (
        <LocationForm location={open.location} place={{ warehouseId, zoneId }} onClose={close} />
      )}
      {open?.what === 'generate' && <GenerateForm place={{ warehouseId, zoneId }} onClose={close} />}
      {history.drawer}
    </>
  )
}
