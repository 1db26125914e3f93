import type { PageKey } from '@xunyun/contract/pages'
import type { MoveRow } from '@xunyun/contract/warehouse/ledger/ledger'
import type { MoveType } from '@xunyun/contract/warehouse/ledger/moveTypes'
import { pathTo } from '../../../paths.ts'
import { orNone } from '../../../shared/grid/cells.tsx'
import { columnsOf, type FlagMark } from '../../../shared/grid/column.tsx'
import { i18n } from '../../../shared/i18n/i18n.ts'
import { rightsOfPage } from '../../../shared/session/rights.ts'
import { useSession } from '../../../shared/session/session.ts'
import { figure } from '../../../shared/ui/format.ts'
import type { Tone } from '../../../shared/ui/StateTag.tsx'
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
const change = (value: string): string =>
  value === '0' ? '' : value.startsWith('-') ? figure(value) : `+${figure(value)}`

/** Where a document of each kind is found by its number. */
const pagesOf = {
  receipt: 'receive',
  putAway: 'receive',
  outbound: 'outboundNotice',
  pick: 'outBound',
  carton: 'encasement',
  unpack: 'enchase',
  move: 'moveStock',
  count: 'count',
  kit: 'combination',
} as const satisfies Record<string, PageKey>
/** The address of a line's document; none where this person may not open it. */
function documentOf({ docType, docNo }: MoveRow): string | undefined {
  const page = (pagesOf as Readonly<Partial<Record<string, (typeof pagesOf)[keyof typeof pagesOf]>>>)[docType]
  if (page === undefined || !rightsOfPage(useSession.getState().menus, page).browse) return undefined
  return `${pathTo(page)}?tab=&q=${encodeURIComponent(docNo)}`
}

/** What takes something back says so. */
function backwards({ reversesId, putBack }: MoveRow): FlagMark[] {
  const of = reversesId !== null ? 'reversal' : putBack ? 'putBack' : null
  return of === null ? [] : [{ tone: 'orange', mark: i18n.t(`stock:mark.${of}`), title: i18n.t(`stock:move.${of}`) }]
}

export const moveColumns = [
  column.link('id', 'stock:column.id', { width: 72, value: (row) => String(row.id) }),
  column.moment('occurredAt', 'stock:column.occurredAt', { width: 144, sortKey: 'occurredAt', card: 'aside' }),
  column.state('type', 'stock:column.type', {
    words: 'moveType',
    tone: (row) => tones[row.type] ?? 'grey',
    struck: (row) => row.reversedById !== null,
    width: 92,
  }),
  column.flags('flags', 'stock:column.flags', backwards, { width: 48 }),
  column.link('docNo', 'stock:column.docNo', { width: 152, pin: undefined, card: 'lead', to: documentOf }),
  column.text('itemNo', 'stock:column.itemNo', { width: 116, card: 'meta' }),
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
  column.text('itemName', 'stock:column.itemName', { width: 128, card: 'meta' }),
  column.text('batchNo', 'stock:column.batchNo', { width: 96 }),
  column.state('quality', 'stock:column.quality', {
    words: 'quality',
    tone: (row) => qualityTones[row.quality],
    width: 72,
    card: undefined,
  }),
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
