import { Exact } from '@xunyun/contract/kernel/decimal'
import type { NoticeLineRow, ReceiptDetail, ReceiptEntryRow } from '@xunyun/contract/warehouse/receiving/calls'
import { figure } from '../../../shared/ui/format.ts'
import type { Print } from '../../printing/index.ts'

type Entry = Pick<
  ReceiptEntryRow,
  'id' | 'kind' | 'reversedAt' | 'itemNo' | 'batchNo' | 'serials' | 'containerId' | 'containerCode'
>
const stands = ({ kind, reversedAt }: Entry) => kind !== 'short' && reversedAt === null

/** Labels of what was counted in: of goods with serial numbers one each. */
export const lotsOf = (entries: readonly Entry[]) =>
  entries.filter(stands).map(({ id, itemNo, batchNo, serials }) => ({
    id,
    no: batchNo === null ? itemNo : `${itemNo} ${batchNo}`,
    pieces: Math.max(serials.length, 1),
  }))

/** The containers that the goods came onto, the latest first, each once. */
export function containersOf(entries: readonly Entry[]) {
  const found = new Map<number, string>()
  for (const entry of entries)
    if (stands(entry) && entry.containerId !== null) found.set(entry.containerId, entry.containerCode ?? '')
  return [...found].map(([id, no]) => ({ id, no, pieces: 1 }))
}

/** What may be printed of a receipt: its sheet, the labels of its containers and of its goods. */
export const papersOf = (print: Print, { id, receiptNo, entries, state }: ReceiptDetail) => [
  ...(state === 'cancelled' ? [] : print.action('goodsIn', [{ id, no: receiptNo, pieces: 1 }])),
  ...print.action('container', containersOf(entries)),
  ...print.action('lot', lotsOf(entries)),
]

/** What did not come and what came damaged, over all lines; null where there is neither: whoever finishes sees it before. */
export function lackingOf(lines: readonly Pick<NoticeLineRow, 'short' | 'damaged'>[]) {
  const sum = (field: 'short' | 'damaged') => lines.reduce((all, line) => all.plus(line[field]), new Exact(0))
  const [short, damaged] = [sum('short'), sum('damaged')]
  return short.isZero() && damaged.isZero()
    ? null
    : { short: figure(short.toFixed()), damaged: figure(damaged.toFixed()) }
}
