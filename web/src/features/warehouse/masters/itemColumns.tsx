import { wordFor } from '@xunyun/contract/dictionary'
import type { Language } from '@xunyun/contract/pages'
import type { ItemRow } from '@xunyun/contract/warehouse/masters/items'
import { orNone } from '../../../shared/grid/cells.tsx'
import { columnsOf, type FlagMark } from '../../../shared/grid/column.tsx'
import type { Column } from '../../../shared/grid/types.ts'
import { i18n } from '../../../shared/i18n/i18n.ts'
import { figure } from '../../../shared/ui/format.ts'

const column = columnsOf<ItemRow>()
const hidden = { hidden: true } as const

const marks = [
  ['batchControlled', 'blue'],
  ['serialControlled', 'green'],
  ['expiryControlled', 'orange'],
] as const
const controlsOf = (row: ItemRow): FlagMark[] =>
  marks.flatMap(([key, tone]) =>
    row[key]
      ? [{ tone, mark: i18n.t(`warehouse/masters:item.mark.${key}`), title: i18n.t(`warehouse/masters:item.${key}`) }]
      : [],
  )

/** 1 箱 = 24 瓶, as it is said on the floor: 24 瓶/箱. */
export const packsOf = ({ packs, baseUnit }: Pick<ItemRow, 'packs' | 'baseUnit'>, language: Language): string =>
  packs
    .map(
      ({ unit, ratio }) => `${figure(ratio)} ${wordFor('unit', baseUnit, language)}/${wordFor('unit', unit, language)}`,
    )
    .join(' · ')

export const itemColumns: readonly Column<ItemRow>[] = [
  column.link('itemNo', 'warehouse/masters:item.itemNo', { width: 128, sortKey: 'itemNo' }),
  column.text('ownerName', 'warehouse/masters:item.ownerName', { width: 136, card: 'meta' }),
  column.text('name', 'warehouse/masters:item.name', { width: 184, sortKey: 'name', card: 'lead' }),
  column.text('spec', 'warehouse/masters:item.spec', { width: 104 }),
  column.code('baseUnit', 'warehouse/masters:item.baseUnit', 'unit', { width: 52 }),
  column.custom({
    key: 'packs',
    title: 'warehouse/masters:item.packs',
    width: 128,
    card: 'fact',
    render: (row, { language }) => orNone(packsOf(row, language)),
    text: packsOf,
  }),
  column.text('barcodes', 'warehouse/masters:item.barcodes', {
    width: 128,
    value: ({ barcodes }) => (barcodes.length > 1 ? `${barcodes[0]} +${barcodes.length - 1}` : (barcodes[0] ?? '')),
  }),
  column.flags('controls', 'warehouse/masters:item.controls', controlsOf, {
    width: 76,
    exportKey: marks.map(([key]) => key),
  }),
  column.weight('grossWeight', 'warehouse/masters:item.grossWeight', { width: 92 }),
  column.number(6)('volume', 'warehouse/masters:item.volume', { width: 100, unit: 'm³' }),
  column.number(4)('unitValue', 'warehouse/masters:item.unitValue', { ...hidden, width: 100, unit: 'ui:unit.yuan' }),
  column.integer('minStock', 'warehouse/masters:item.minStock', { width: 76 }),
  column.integer('maxStock', 'warehouse/masters:item.maxStock', { width: 76 }),
  column.integer('pickMin', 'warehouse/masters:item.pickMin', { width: 96, hidden: true }),
  column.integer('pickMax', 'warehouse/masters:item.pickMax', { width: 96, hidden: true }),
  column.integer('onHand', 'warehouse/masters:item.onHand', { width: 88, card: 'aside' }),
  column.state('enabled', 'warehouse/masters:field.state', {
    value: ({ enabled }) => String(enabled),
    words: ({ enabled }) => (enabled ? 'warehouse/masters:state.enabled' : 'warehouse/masters:state.disabled'),
    tone: ({ enabled }) => (enabled ? 'green' : 'grey'),
    width: 76,
  }),
  column.integer('shelfLifeDays', 'warehouse/masters:item.shelfLifeDays', { ...hidden, width: 84 }),
  column.integer('minRemainInDays', 'warehouse/masters:item.minRemainInDays', { ...hidden, width: 104 }),
  column.integer('minRemainOutDays', 'warehouse/masters:item.minRemainOutDays', { ...hidden, width: 104 }),
  column.number(2)('overReceivePercent', 'warehouse/masters:item.overReceivePercent', { ...hidden, width: 76 }),
  column.text('categoryName', 'warehouse/masters:item.categoryName', hidden),
  column.code('tempClass', 'warehouse/masters:item.tempClass', 'tempClass', { ...hidden, width: 76 }),
  column.text('remark', 'warehouse/masters:field.remark', { ...hidden, width: 160 }),
  column.moment('createdAt', 'warehouse/masters:field.createdAt', { ...hidden, sortKey: 'createdAt' }),
  column.moment('updatedAt', 'warehouse/masters:field.updatedAt', { ...hidden, sortKey: 'updatedAt' }),
]
