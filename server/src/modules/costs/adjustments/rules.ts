import type { Reason } from '@xunyun/contract/errors'
import type { Params } from '@xunyun/contract/kernel/call'
import { compareDecimal, Exact, sumDecimals } from '@xunyun/contract/kernel/decimal'
import type { Target, TargetItem } from './targets.ts'

/** What an adjustment would do; the party is known. */
export type Wanted = {
  readonly feeItem: string
  readonly companyId: number | null
  readonly driverId: number | null
  /** Yuan, with its sign. */
  readonly amount: string
}
type Bad = { readonly path: string; readonly reason: Reason; readonly params: Params }

/** The item that is adjusted, as it stands; 0 where the waybill has none of it yet. */
export const itemOf = (target: Target, wanted: Omit<Wanted, 'amount'>): TargetItem | undefined =>
  target.items.find(
    ({ feeItem, companyId, driverId }) =>
      feeItem === wanted.feeItem && companyId === wanted.companyId && driverId === wanted.driverId,
  )

export const newReceivable = (target: Target, wanted: Pick<Wanted, 'amount'>): string =>
  sumDecimals([target.receivable, wanted.amount], 2)

/** What the parts of 多笔付 are of then (M4): an item that its consignee or shipper alone owes is in none of them. */
export function newOwnTotal(target: Target, wanted: Wanted): string {
  const owing = target.items.filter(({ feeItem }) => feeItem === wanted.feeItem)
  const isOfParty = target.customerId !== null && owing.length > 0 && owing.every(({ companyId }) => companyId === null)
  const own = target.own ?? target.receivable
  return isOfParty && wanted.companyId === null ? own : sumDecimals([own, wanted.amount], 2)
}

/** Why nothing of it can be adjusted at all. */
export function notAdjustable({ direction, state, priceState, no }: Target): Omit<Bad, 'path'> | undefined {
  if (direction === 'payable') return undefined
  if (state === 'cancelled') return { reason: 'costs.cancelled', params: { no } }
  return priceState === 'confirmed' ? undefined : { reason: 'costs.notConfirmed', params: { no } }
}

/**
 * What is wrong with an adjustment (T21): asked when it is sent in and again when it is approved. `own`: its number, which
 * does not stand in its own way.
 */
export function wrongWith(target: Target, wanted: Wanted, own: string | null = null): Bad | undefined {
  if (new Exact(wanted.amount).isZero()) return { path: 'amount', reason: 'costs.noAmount', params: {} }
  const no = notAdjustable(target)
  if (no !== undefined) return { path: 'waybillId', ...no }
  const item = itemOf(target, wanted)
  const before = item?.amount ?? '0.00'
  if (compareDecimal(sumDecimals([before, wanted.amount], 2), '0') < 0)
    return { path: 'amount', reason: 'costs.belowZero', params: { least: before } }
  if (item?.openNo != null && item.openNo !== own)
    return { path: 'feeItem', reason: 'costs.adjustmentOpen', params: { no: item.openNo } }
  return undefined
}
