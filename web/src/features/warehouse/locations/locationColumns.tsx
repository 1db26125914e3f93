import type { LocationRow } from '@xunyun/contract/warehouse/locations/calls'
import { None, orNone } from '../../../shared/grid/cells.tsx'
import { columnsOf } from '../../../shared/grid/column.tsx'
import type { Column } from '../../../shared/grid/types.ts'
import { FillBar } from '../../../shared/ui/FillBar.tsx'
import type { Tone } from '../../../shared/ui/StateTag.tsx'

const column = columnsOf<LocationRow>()
const hidden = { hidden: true } as const

export const locationTones: Readonly<Record<LocationRow['state'], Tone>> = {
  empty: 'grey',
  used: 'blue',
  counting: 'orange',
  disabled: 'grey',
}

const sizeOf = ({ lengthCm, widthCm, heightCm }: LocationRow): string => {
  const sides = [lengthCm, widthCm, heightCm]
  return sides.every((side) => side === null) ? '' : sides.map((side) => (side === null ? '?' : Number(side))).join('×')
}
const yesNo = (on: boolean) => (on ? ('ui:master.yes' as const) : ('ui:master.no' as const))

export const locationColumns: readonly Column<LocationRow>[] = [
  column.link('code', 'warehouse/locations:location.code', { width: 128, sortKey: 'code' }),
  column.text('warehouseName', 'warehouse/locations:location.warehouse', { width: 128, card: 'lead' }),
  column.text('zoneName', 'warehouse/locations:location.zone', {
    width: 104,
    value: ({ zoneCode, zoneName }) => `${zoneCode} ${zoneName}`,
    card: 'meta',
  }),
  column.code('zoneType', 'warehouse/locations:location.zoneType', 'zoneType', { width: 76 }),
  column.text('aisle', 'warehouse/locations:location.aisle', { width: 48 }),
  column.text('rack', 'warehouse/locations:location.rack', { width: 48 }),
  column.text('level', 'warehouse/locations:location.level', { width: 48 }),
  column.text('abc', 'warehouse/locations:location.abc', { width: 52 }),
  column.weight('maxWeight', 'warehouse/locations:location.maxWeight', {
    width: 108,
    sortKey: 'maxWeight',
    card: 'fact',
  }),
  column.volume('maxVolume', 'warehouse/locations:location.maxVolume', {
    width: 100,
    sortKey: 'maxVolume',
    card: 'fact',
  }),
  column.integer('maxPallets', 'warehouse/locations:location.maxPallets', { width: 64 }),
  column.custom({
    key: 'usedPercent',
    title: 'warehouse/locations:location.usedPercent',
    unit: '%',
    width: 104,
    align: 'right',
    card: 'aside',
    render: ({ usedPercent }, { card }) =>
      usedPercent === null ? <None /> : <FillBar percent={usedPercent} card={card} />,
    text: ({ usedPercent }) => String(usedPercent ?? ''),
  }),
  column.integer('itemCount', 'warehouse/locations:location.itemCount', { width: 72 }),
  column.code('mixItem', 'warehouse/locations:location.mixItem', ({ mixItem }) => yesNo(mixItem), {
    value: ({ mixItem }) => String(mixItem),
    width: 60,
  }),
  column.code('mixBatch', 'warehouse/locations:location.mixBatch', ({ mixBatch }) => yesNo(mixBatch), {
    value: ({ mixBatch }) => String(mixBatch),
    width: 60,
  }),
  column.integer('pickSeq', 'warehouse/locations:location.pickSeq', { width: 64, sortKey: 'pickSeq' }),
  column.integer('putSeq', 'warehouse/locations:location.putSeq', { width: 64, sortKey: 'putSeq' }),
  column.state('state', 'warehouse/masters:field.state', {
    words: ({ state }) => `warehouse/locations:state.${state}`,
    tone: ({ state }) => locationTones[state],
    struck: ({ state }) => state === 'disabled',
    width: 76,
  }),
  column.text('slot', 'warehouse/locations:location.slot', { ...hidden, width: 48 }),
  column.custom({
    key: 'size',
    title: 'warehouse/locations:location.size',
    width: 132,
    hidden: true,
    exportKey: ['lengthCm', 'widthCm', 'heightCm'],
    render: (row) => orNone(sizeOf(row)),
    text: sizeOf,
  }),
  column.code('tempClass', 'warehouse/masters:zone.tempClass', 'tempClass', { ...hidden, width: 76 }),
  column.text('remark', 'warehouse/masters:field.remark', { ...hidden, width: 160 }),
  column.moment('createdAt', 'warehouse/masters:field.createdAt', { ...hidden, sortKey: 'createdAt' }),
]
