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
  return of === null
    ? []
    : [{ tone: 'orange', mark: i18n.t(`warehouse/ledger:mark.${of}`), title: i18n.t(`warehouse/ledger:move.${of}`) }]
}

export const moveColumns = [
  column.link('id', 'warehouse/ledger:column.id', { width: 72, value: (row) => String(row.id) }),
  column.moment('occurredAt', 'warehouse/ledger:column.occurredAt', {
    width: 144,
    sortKey: 'occurredAt',
    card: 'aside',
  }),
  column.state('type', 'warehouse/ledger:column.type', {
    words: 'moveType',
    tone: (row) => tones[row.type] ?? 'grey',
    struck: (row) => row.reversedById !== null,
    width: 92,
  }),
  column.flags('flags', 'warehouse/ledger:column.flags', backwards, { width: 48 }),
  column.link('docNo', 'warehouse/ledger:column.docNo', { width: 152, pin: undefined, card: 'lead', to: documentOf }),
  column.text('itemNo', 'warehouse/ledger:column.itemNo', { width: 116, card: 'meta' }),
  column.text('locationCode', 'warehouse/ledger:column.locationCode', { width: 112, card: 'fact' }),
  ...(['dOnHand', 'dAllocated', 'dFrozen'] as const).map((key) =>
    column.custom({
      key,
      title: `warehouse/ledger:column.${key}`,
      width: key === 'dOnHand' ? 88 : 84,
      align: 'right',
      card: key === 'dOnHand' ? 'fact' : undefined,
      total: (totals) => change(String(totals[key] ?? '0')),
      render: (row) => orNone(change(row[key])),
      text: (row) => row[key],
    }),
  ),
  column.integer('onHand', 'warehouse/ledger:column.balance', { width: 84 }),
  column.code('baseUnit', 'warehouse/ledger:column.baseUnit', 'unit', { width: 56 }),
  column.text('itemName', 'warehouse/ledger:column.itemName', { width: 128, card: 'meta' }),
  column.text('batchNo', 'warehouse/ledger:column.batchNo', { width: 96 }),
  column.state('quality', 'warehouse/ledger:column.quality', {
    words: 'quality',
    tone: (row) => qualityTones[row.quality],
    width: 72,
    card: undefined,
  }),
  column.text('byName', 'warehouse/ledger:column.byName', { width: 84 }),
  column.text('warehouseName', 'warehouse/ledger:column.warehouseName', { width: 116 }),
  column.text('ownerName', 'warehouse/ledger:column.ownerName', { width: 140 }),
  column.text('containerCode', 'warehouse/ledger:column.containerCode', hidden),
  column.date('expiry', 'warehouse/ledger:column.expiry', hidden),
  column.custom({
    key: 'serials',
    title: 'warehouse/ledger:column.serials',
    width: 160,
    hidden: true,
    render: (row) => orNone(row.serials.join(' ')),
    text: (row) => row.serials.join(' '),
  }),
  column.custom({
    key: 'reversesId',
    title: 'warehouse/ledger:column.reversesId',
    width: 140,
    hidden: true,
    render: (row) =>
      orNone(
        row.reversesId !== null
          ? String(row.reversesId)
          : row.reversedById !== null
            ? i18n.t('warehouse/ledger:move.takenBack', { id: row.reversedById })
            : '',
      ),
    text: (row) => String(row.reversesId ?? ''),
  }),
  column.moment('recordedAt', 'warehouse/ledger:column.recordedAt', hidden),
]
