import type { WarehouseRow } from '@xunyun/contract/warehouse/masters/warehouses'
import { Link } from 'react-router'
import { pathTo } from '../../../paths.ts'
import { None } from '../../../shared/grid/cells.tsx'
import { columnsOf } from '../../../shared/grid/column.tsx'
import type { Column } from '../../../shared/grid/types.ts'
import { FillBar } from '../../../shared/ui/FillBar.tsx'
import { figure } from '../../../shared/ui/format.ts'

const column = columnsOf<WarehouseRow>()
const hidden = { hidden: true } as const

/** The locations of a warehouse, as their page shows them. */
export const locationsOf = (id: number): string => `${pathTo('wLocation')}?warehouseId=${id}`

export const warehouseColumns = (mayOpenLocations: boolean): readonly Column<WarehouseRow>[] => [
  column.link('code', 'warehouse/masters:field.code', { width: 96, sortKey: 'code' }),
  column.text('name', 'warehouse/masters:field.name', { width: 168, sortKey: 'name', card: 'lead' }),
  column.text('outletName', 'warehouse/masters:field.outletName', { width: 136, card: 'meta' }),
  column.text('regionName', 'warehouse/masters:field.regionName', { width: 184 }),
  column.text('managerName', 'warehouse/masters:field.managerName', { width: 84, card: 'fact' }),
  column.integer('zoneCount', 'warehouse/masters:field.zoneCount', { width: 76 }),
  column.custom({
    key: 'locationCount',
    title: 'warehouse/masters:field.locationCount',
    width: 84,
    align: 'right',
    card: 'fact',
    render: ({ id, locationCount }, { current, card }) =>
      mayOpenLocations && locationCount > 0 ? (
        <Link to={locationsOf(id)} tabIndex={current || card ? 0 : -1}>
          {figure(locationCount)}
        </Link>
      ) : (
        figure(locationCount)
      ),
    text: ({ locationCount }) => String(locationCount),
  }),
  column.custom({
    key: 'usedPercent',
    title: 'warehouse/masters:field.usedPercent',
    unit: '%',
    width: 104,
    align: 'right',
    card: 'aside',
    render: ({ usedPercent }, { card }) =>
      usedPercent === null ? <None /> : <FillBar percent={usedPercent} plain card={card} />,
    text: ({ usedPercent }) => String(usedPercent ?? ''),
  }),
  column.number(2)('areaM2', 'warehouse/masters:field.areaM2', {
    unit: 'warehouse/masters:unit.squareMetre',
    width: 116,
    sortKey: 'areaM2',
    total: 'areaM2',
  }),
  column.state('enabled', 'warehouse/masters:field.state', {
    value: ({ enabled }) => String(enabled),
    words: ({ enabled }) => (enabled ? 'warehouse/masters:state.enabled' : 'warehouse/masters:state.disabled'),
    tone: ({ enabled }) => (enabled ? 'green' : 'grey'),
    width: 76,
  }),
  column.text('address', 'warehouse/masters:field.address', { ...hidden, width: 200 }),
  column.text('remark', 'warehouse/masters:field.remark', { ...hidden, width: 160 }),
  column.moment('createdAt', 'warehouse/masters:field.createdAt', { ...hidden, sortKey: 'createdAt' }),
]
