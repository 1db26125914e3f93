import type { MoveRow } from '@xunyun/contract/stock/ledger'
import type { MoveType } from '@xunyun/contract/stock/moves'
import { orNone } from '../../shared/grid/cells.tsx'
import { columnsOf } from '../../shared/grid/column.tsx'
import { i18n } from '../../shared/i18n/i18n.ts'
import type { Tone } from '../../shared/ui/StateTag.tsx'
import { qualityTones } from './stockColumns.tsx'

const column = columnsOf<MoveRow>()
const hidden = { hidden: true } as const

/** In is green, out is blue, what holds goods is orange; the rest happens within. */
const tones: Partial<Record<MoveType, Tone>> = {
  RCV: 'green',
  SHP: 'blue',
  ALC: 'orange',
  FRZ: 'orange',
  ADJ: 'red',
}

/** What a line changed: with its sign, and nothing where nothing changed. */
const change = (value: string): string => (value === '0' ? '' : value.startsWith('-') ? value : `+${value}`)

export const moveColumns = [
  column.link('id', 'stock:column.id', { width: 72, value: (row) => String(row.id) }),
  column.moment('occurredAt', 'stock:column.occurredAt', { width: 144, sortKey: 'occurredAt', card: 'aside' }),
  column.state('type', 'stock:column.type', {
    words: 'moveType',
    tone: (row) => tones[row.type] ?? 'grey',
    struck: (row) => row.reversedById !== null,
    width: 92,
  }),
  column.text('docNo', 'stock:column.docNo', { width: 148, card: 'lead' }),
  column.text('itemNo', 'stock:column.itemNo', { width: 116, card: 'meta' }),
  column.text('itemName', 'stock:column.itemName', { width: 128, card: 'meta' }),
  column.text('batchNo', 'stock:column.batchNo', { width: 96 }),
  column.state('quality', 'stock:column.quality', {
    words: 'quality',
    tone: (row) => qualityTones[row.quality],
    width: 72,
    card: undefined,
  }),
  column.text('locationCode', 'stock:column.locationCode', { width: 112, card: 'fact' }),
  ...(['dOnHand', 'dAllocated', 'dFrozen'] as const).map((key) =>
    column.custom({
      key,
      title: `stock:column.${key}`,
      width: key === 'dOnHand' ? 88 : 84,
      align: 'right',
      card: key === 'dOnHand' ? 'fact' : undefined,
      total: (totals) => change(String(totals[key] ?? '0')),
      render: (row) => orNone(change(row[key])),
      text: (row) => row[key],
    }),
  ),
  column.integer('onHand', 'stock:column.balance', { width: 84 }),
  column.code('baseUnit', 'stock:column.baseUnit', 'unit', { width: 56 }),
  column.text('byName', 'stock:column.byName', { width: 84 }),
  column.text('warehouseName', 'stock:column.warehouseName', { width: 116 }),
  column.text('ownerName', 'stock:column.ownerName', { width: 140 }),
  column.text('containerCode', 'stock:column.containerCode', hidden),
  column.date('expiry', 'stock:column.expiry', hidden),
  column.custom({
    key: 'serials',
    title: 'stock:column.serials',
    width: 160,
    hidden: true,
    render: (row) => orNone(row.serials.join(' ')),
    text: (row) => row.serials.join(' '),
  }),
  column.custom({
    key: 'reversesId',
    title: 'stock:column.reversesId',
    width: 140,
    hidden: true,
    render: (row) =>
      orNone(
        row.reversesId !== null
          ? String(row.reversesId)
          : row.reversedById !== null
            ? i18n.t('stock:move.takenBack', { id: row.reversedById })
            : '',
      ),
    text: (row) => String(row.reversesId ?? ''),
  }),
  column.moment('recordedAt', 'stock:column.recordedAt', hidden),
]
