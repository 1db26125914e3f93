import type { Code } from '@xunyun/contract/dictionary'
import { compareDecimal, Exact, normalizeDecimal } from '@xunyun/contract/kernel/decimal'
import { isMove, type MovableStock, type StockOrderType } from '@xunyun/contract/warehouse/storing/orders'

/** A line as it stands in the cells. */
export type LineDraft = {
  readonly stock: MovableStock
  readonly qty?: string
  readonly toLocationId?: number
  readonly toQuality?: Code<'quality'>
  readonly whole?: boolean
  readonly serials?: string
}

/** How many a line of this type can be about at most. */
export const mostOf = (type: StockOrderType, stock: MovableStock): string => {
  if (type === 'unfreeze') return stock.frozen
  return type === 'freeze' ? new Exact(stock.onHand).minus(stock.allocated).minus(stock.frozen).toFixed() : stock.free
}

/** All that may go; a container whose goods are promised or frozen goes whole or not at all. */
export const beginningOf = (type: StockOrderType, stock: MovableStock): LineDraft => {
  const whole = isMove(type) && stock.containerCode !== null
  return { stock, whole, qty: mostOf(type, stock) }
}

export const numbersIn = (text: string | undefined): string[] =>
  (text ?? '').split(/[\s,;，；、]+/).filter((number) => number !== '')

/** Serial numbers are required unless the whole quantity moves. */
export const asksNumbers = (type: StockOrderType, { stock, qty, whole }: LineDraft): boolean =>
  stock.serialControlled &&
  (isMove(type) || type === 'quality') &&
  whole !== true &&
  /^\d+(\.\d+)?$/.test(qty ?? '') &&
  compareDecimal(qty ?? '0', stock.onHand) < 0

/** As the contract takes it. */
export const toLine = (type: StockOrderType, draft: LineDraft) => {
  const whole = isMove(type) && draft.whole === true
  return {
    stockId: draft.stock.id,
    whole,
    qty: whole ? undefined : normalizeDecimal(draft.qty ?? '') || undefined,
    toLocationId: isMove(type) || type === 'quality' ? draft.toLocationId : undefined,
    toQuality: type === 'quality' ? draft.toQuality : undefined,
    serials: asksNumbers(type, draft) ? numbersIn(draft.serials) : [],
  }
}
