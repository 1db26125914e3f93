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
    row[key] ? [{ tone, mark: i18n.t(`warehouse:item.mark.${key}`), title: i18n.t(`warehouse:item.${key}`) }] : [],
  )

/** 1 箱 = 24 瓶, as it is said on the floor: 24 瓶/箱. */
export const packsOf = ({ packs, baseUnit }: Pick<ItemRow, 'packs' | 'baseUnit'>, language: Language): string =>
  packs
    .map(
      ({ unit, ratio }) => `${figure(ratio)} ${wordFor('unit', baseUnit, language)}/${wordFor('unit', unit, language)}`,
    )
    .join(' · ')

export const itemColumns: readonly Column<ItemRow>[] = [
  column.link('itemNo', 'warehouse:item.itemNo', { width: 128, sortKey: 'itemNo' }),
  column.text('ownerName', 'warehouse:item.ownerName', { width: 136, card: 'meta' }),
  column.text('name', 'warehouse:item.name', { width: 184, sortKey: 'name', card: 'lead' }),
  column.text('spec', 'warehouse:item.spec', { width: 104 }),
  column.code('baseUnit', 'warehouse:item.baseUnit', 'unit', { width: 52 }),
  column.custom({
    key: 'packs',
    title: 'warehouse:item.packs',
    width: 128,
    card: 'fact',
    render: (row, { language }) => orNone(packsOf(row, language)),
    text: packsOf,
  }),
  column.text('barcodes', 'warehouse:item.barcodes', {
    width: 128,
    value: ({ barcodes }) => (barcodes.length > 1 ? `${barcodes[0]} +${barcodes.length - 1}` : (barcodes[0] ?? '')),
  }),
  column.flags('controls', 'warehouse:item.controls', controlsOf, {
    width: 76,
    exportKey: marks.map(([key]) => key),
  }),
  column.weight('grossWeight', 'warehouse:item.grossWeight', { width: 92 }),
  column.number(6)('volume', 'warehouse:item.volume', { width: 100, unit: 'm³' }),
  column.number(2)('unitValue', 'warehouse:item.unitValue', { ...hidden, width: 100, unit: 'kit:unit.yuan' }),
  column.integer('minStock', 'warehouse:item.minStock', { width: 76 }),
  column.integer('maxStock', 'warehouse:item.maxStock', { width: 76 }),
  column.integer('pickMin', 'warehouse:item.pickMin', { width: 96, hidden: true }),
  column.integer('pickMax', 'warehouse:item.pickMax', { width: 96, hidden: true }),
  column.integer('onHand', 'warehouse:item.onHand', { width: 88, card: 'aside' }),
  column.state('enabled', 'warehouse:field.state', {
    value: ({ enabled }) => String(enabled),
    words: ({ enabled }) => (enabled ? 'warehouse:state.enabled' : 'warehouse:state.disabled'),
    tone: ({ enabled }) => (enabled ? 'green' : 'grey'),
    width: 76,
  }),
  column.integer('shelfLifeDays', 'warehouse:item.shelfLifeDays', { ...hidden, width: 84 }),
  column.integer('minRemainInDays', 'warehouse:item.minRemainInDays', { ...hidden, width: 104 }),
  column.integer('minRemainOutDays', 'warehouse:item.minRemainOutDays', { ...hidden, width: 104 }),
  column.number(2)('overReceivePercent', 'warehouse:item.overReceivePercent', { ...hidden, width: 76 }),
  column.text('categoryName', 'warehouse:item.categoryName', hidden),
  column.code('tempClass', 'warehouse:item.tempClass', 'tempClass', { ...hidden, width: 76 }),
  column.text('remark', 'warehouse:field.remark', { ...hidden, width: 160 }),
  column.moment('createdAt', 'warehouse:field.createdAt', { ...hidden, sortKey: 'createdAt' }),
  column.moment('updatedAt', 'warehouse:field.updatedAt', { ...hidden, sortKey: 'updatedAt' }),
]
