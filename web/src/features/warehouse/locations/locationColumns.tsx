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
const yesNo = (on: boolean) => (on ? ('kit:master.yes' as const) : ('kit:master.no' as const))

export const locationColumns: readonly Column<LocationRow>[] = [
  column.link('code', 'warehouse:location.code', { width: 128, sortKey: 'code' }),
  column.text('warehouseName', 'warehouse:location.warehouse', { width: 128, card: 'lead' }),
  column.text('zoneName', 'warehouse:location.zone', {
    width: 104,
    value: ({ zoneCode, zoneName }) => `${zoneCode} ${zoneName}`,
    card: 'meta',
  }),
  column.code('zoneType', 'warehouse:location.zoneType', 'zoneType', { width: 76 }),
  column.text('aisle', 'warehouse:location.aisle', { width: 48 }),
  column.text('rack', 'warehouse:location.rack', { width: 48 }),
  column.text('level', 'warehouse:location.level', { width: 48 }),
  column.text('abc', 'warehouse:location.abc', { width: 52 }),
  column.weight('maxWeight', 'warehouse:location.maxWeight', { width: 108, sortKey: 'maxWeight', card: 'fact' }),
  column.volume('maxVolume', 'warehouse:location.maxVolume', { width: 100, sortKey: 'maxVolume', card: 'fact' }),
  column.integer('maxPallets', 'warehouse:location.maxPallets', { width: 64 }),
  column.custom({
    key: 'usedPercent',
    title: 'warehouse:location.usedPercent',
    unit: '%',
    width: 104,
    align: 'right',
    card: 'aside',
    render: ({ usedPercent }, { card }) =>
      usedPercent === null ? <None /> : <FillBar percent={usedPercent} card={card} />,
    text: ({ usedPercent }) => String(usedPercent ?? ''),
  }),
  column.integer('itemCount', 'warehouse:location.itemCount', { width: 72 }),
  column.code('mixItem', 'warehouse:location.mixItem', ({ mixItem }) => yesNo(mixItem), {
    value: ({ mixItem }) => String(mixItem),
    width: 60,
  }),
  column.code('mixBatch', 'warehouse:location.mixBatch', ({ mixBatch }) => yesNo(mixBatch), {
    value: ({ mixBatch }) => String(mixBatch),
    width: 60,
  }),
  column.integer('pickSeq', 'warehouse:location.pickSeq', { width: 64, sortKey: 'pickSeq' }),
  column.integer('putSeq', 'warehouse:location.putSeq', { width: 64, sortKey: 'putSeq' }),
  column.state('state', 'warehouse:field.state', {
    words: ({ state }) => `warehouse:state.${state}`,
    tone: ({ state }) => locationTones[state],
    struck: ({ state }) => state === 'disabled',
    width: 76,
  }),
  column.text('slot', 'warehouse:location.slot', { ...hidden, width: 48 }),
  column.custom({
    key: 'size',
    title: 'warehouse:location.size',
    width: 132,
    hidden: true,
    exportKey: ['lengthCm', 'widthCm', 'heightCm'],
    render: (row) => orNone(sizeOf(row)),
    text: sizeOf,
  }),
  column.code('tempClass', 'warehouse:zone.tempClass', 'tempClass', { ...hidden, width: 76 }),
  column.text('remark', 'warehouse:field.remark', { ...hidden, width: 160 }),
  column.moment('createdAt', 'warehouse:field.createdAt', { ...hidden, sortKey: 'createdAt' }),
]
