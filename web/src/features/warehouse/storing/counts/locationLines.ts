import { normalizeDecimal } from '@xunyun/contract/kernel/decimal'
import type { CountLineRow, CountState } from '@xunyun/contract/warehouse/storing/counts'
import { dayTyped } from '../../../../shared/goods/goodsLines.ts'
import { numbersIn } from '../orders/orderLines.ts'

/** What was found of a line, as it stands in the cells. */
export type Told = { readonly qty?: string; readonly serials?: string }
/** Goods that the book does not have there. */
export type Extra = Told & {
  readonly item?: { readonly id: number; readonly label: string; readonly serialControlled: boolean }
  readonly batchNo?: string
  readonly expiry?: string
  readonly containerCode?: string
}

/** What this round has of a line already: it may be put right. Serial numbers are not told again: they are scanned anew. */
export const toldBefore = (line: CountLineRow, state: CountState): Told =>
  line.serialControlled ? {} : { qty: (state === 'recount' ? line.second : line.first) ?? undefined }
export const isTold = (told: Told): boolean => (told.qty ?? '') !== '' || numbersIn(told.serials).length > 0

const qtyOf = (told: Told, serialControlled: boolean): string =>
  serialControlled ? String(numbersIn(told.serials).length) : normalizeDecimal(told.qty ?? '') || '0'

/** As the contract takes it; what was left empty is not there. */
export const entriesOf = (lines: readonly CountLineRow[], told: readonly Told[], extras: readonly Extra[]) => [
  ...lines.map((line, index) => ({
    lineId: line.id,
    qty: qtyOf(told[index] ?? {}, line.serialControlled),
    serials: line.serialControlled ? numbersIn(told[index]?.serials) : [],
  })),
  ...extras.flatMap(({ item, batchNo, expiry, containerCode, ...rest }) =>
    item === undefined
      ? []
      : [
          {
            itemId: item.id,
            batchNo: batchNo || undefined,
            expiry: dayTyped(expiry ?? ''),
            containerCode: containerCode || undefined,
            // Goods that were found are counted: nothing typed is named at its cell, not taken for none.
            qty: isTold(rest) ? qtyOf(rest, item.serialControlled) : '',
            serials: item.serialControlled ? numbersIn(rest.serials) : [],
          },
        ],
  ),
]
