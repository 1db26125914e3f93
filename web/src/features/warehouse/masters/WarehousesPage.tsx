import { getOutletChoices } from '@xunyun/contract/companies/calls'
import { getUsers } from '@xunyun/contract/system/calls'
import {
  deleteWarehouses,
  exportWarehouses,
  getWarehouseHistory,
  getWarehouses,
  getWarehouseTotals,
  setWarehousesEnabled,
  type WarehouseRow,
} from '@xunyun/contract/warehouse/masters/warehouses'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { useMasterActs } from '../../../shared/action/useMasterActs.ts'
import { useComments } from '../../../shared/detail/useComments.tsx'
import { useHistory } from '../../../shared/detail/useHistory.tsx'
import { useOpen } from '../../../shared/form/waiting.ts'
import type { RowAction } from '../../../shared/grid/types.ts'
import { LookupFilter, RegionFilter, SearchInput } from '../../../shared/list/filters.tsx'
import { ListPage } from '../../../shared/list/ListPage.tsx'
import { StateTabs } from '../../../shared/list/StateTabs.tsx'
import { useList } from '../../../shared/list/useList.ts'
import { useRight } from '../../../shared/session/session.ts'
import { late } from '../../../shared/ui/late.tsx'
import { NewButton } from '../../../shared/ui/NewButton.tsx'
import { Empty } from '../../../shared/ui/Notice.tsx'
import { useWarehouseHistory } from './history.ts'
import { warehousePaths } from './paths.ts'
import { locationsOf, warehouseColumns } from './warehouseColumns.tsx'

const WarehouseForm = late(() => import('./WarehouseForm.tsx').then((file) => file.WarehouseForm))

const defaults = { filter: { tab: 'enabled' }, sort: { key: 'code', dir: 'asc' } } as const

type Open = { readonly what: 'form'; readonly warehouse: WarehouseRow | null }

/** Where goods are kept: warehouses, their zones and the rules of their floor. */
export default function WarehousesPage() {
  const { t } = useTranslation(['warehouse/masters', 'ui'])
  const may = useRight('wList')
  const mayLocations = useRight('wLocation').browse
  const navigate = useNavigate()
  const [open, setOpen] = useOpen<Open>()
  const list = useList({
    call: getWarehouses,
    totals: getWarehouseTotals,
    exportCall: exportWarehouses,
    defaults,
  })
  const master = useMasterActs<WarehouseRow>({
    enabling: setWarehousesEnabled,
    removing: deleteWarehouses,
    refresh: warehousePaths,
    may: may.approve,
    nameOf: ({ name }) => name,
    onDone: list.acted,
  })
  const history = useHistory(getWarehouseHistory, useWarehouseHistory())
  const talk = useComments('warehouse')
  const counts = list.totals?.tabs
  const columns = useMemo(() => warehouseColumns(mayLocations), [mayLocations])
  const create = may.edit && (
    <NewButton onClick={() => setOpen({ what: 'form', warehouse: null })}>{t('new.warehouse')}</NewButton>
  )
  const actions = (warehouse: WarehouseRow): RowAction[] => [
    ...(may.edit
      ? [{ key: 'change', label: t('ui:master.change'), onClick: () => setOpen({ what: 'form', warehouse }) }]
      : []),
    ...(mayLocations
      ? [{ key: 'locations', label: t('act.locations'), onClick: () => void navigate(locationsOf(warehouse.id)) }]
      : []),
    ...master.rowActions(warehouse),
    ...talk.rowAction(warehouse.id, warehouse.name),
    history.action(warehouse.id, warehouse.name),
  ]
  const close = () => setOpen(null)
  return (
    <>
      <ListPage
        list={list}
        label={t('list.warehouses')}
        columns={columns}
        tabs={
          <StateTabs
            label={t('field.state')}
            value={list.filter.tab}
            onChange={(tab) => list.setFilter({ tab })}
            tabs={[
              { value: 'enabled' as const, label: t('state.enabled'), count: counts?.enabled },
              { value: 'disabled' as const, label: t('state.disabled'), count: counts?.disabled },
              {
                value: undefined,
                label: t('state.all'),
                count: counts && (counts.enabled ?? 0) + (counts.disabled ?? 0),
              },
            ]}
          />
        }
        filters={
          <>
            <SearchInput {...list.field('q')} placeholder={t('filter.warehouseQ')} width={240} />
            <LookupFilter
              {...list.field('outletId')}
              label={t('field.outletName')}
              call={getOutletChoices}
              width={184}
            />
            <RegionFilter {...list.field('regionCode')} label={t('field.regionName')} width={184} />
          </>
        }
        more={<LookupFilter {...list.field('managerId')} label={t('field.managerName')} call={getUsers} width={168} />}
        primary={create}
        batch={(rows) => master.batchActions(rows)}
        actions={actions}
        isVoid={(row) => !row.enabled}
        onOpen={(warehouse) =>
          may.edit ? setOpen({ what: 'form', warehouse: warehouse }) : history.open(warehouse.id, warehouse.name)
        }
        empty={
          <Empty title={t('empty.warehouses')} text={may.edit ? t('empty.warehousesHint') : undefined}>
            {create}
          </Empty>
        }
      />
      {talk.sheet}
      {open?.what === 'form' && <WarehouseForm warehouse={open.warehouse} onClose={close} />}
      {history.drawer}
    </>
  )
}
