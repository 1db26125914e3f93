import type { FeeRow } from '@xunyun/contract/costs/feeList'
import { compareDecimal } from '@xunyun/contract/kernel/decimal'
import { pathTo } from '../../../paths.ts'

/** Where charges of one party are received, paid, applied for and stated: the form, begun with that party and with these charges. */

/** Whose it is, as the form of receipts and payments asks for it; '' is nobody in particular. */
const partyOf = ({ companyId, driverId, direction, waybillId, ofNo }: FeeRow): string =>
  companyId !== null
    ? `&company=${companyId}`
    : driverId !== null
      ? `&driver=${driverId}`
      : direction === 'receivable' && waybillId !== null
        ? `&waybill=${ofNo ?? ''}`
        : ''

export const isOfOneParty = (rows: readonly FeeRow[]): boolean => new Set(rows.map(partyOf)).size <= 1

const chargesOf = (rows: readonly FeeRow[]) => rows.map(({ id }) => id).join(',')

/** Money can be received or paid for it now. */
export const isOpen = ({ pendingKind, state, open }: FeeRow): boolean =>
  pendingKind === null && state === 'confirmed' && compareDecimal(open, '0') !== 0

/** A part of it at least can still be applied for. */
export const isToInvoice = ({ pendingKind, state, direction, invoicing, companyId }: FeeRow): boolean =>
  pendingKind === null &&
  state === 'confirmed' &&
  direction === 'receivable' &&
  companyId !== null &&
  (invoicing === 'unapplied' || invoicing === 'partial')

export const isToState = ({ pendingKind, direction, settlement, companyId }: FeeRow): boolean =>
  pendingKind === null && direction === 'receivable' && companyId !== null && settlement !== 'settled'

/** Of rows that are one party's. */
export function moneyPathOf(rows: readonly FeeRow[]): string {
  const [first] = rows as readonly [FeeRow]
  const form = first.direction === 'receivable' ? 'receipt' : 'payment'
  return `${pathTo('payment')}?new=${form}${partyOf(first)}&charges=${chargesOf(rows)}`
}

/** We owe it: a charge of less than nothing that nothing was set off against. */
export const isCredit = (row: FeeRow): boolean =>
  isOpen(row) && row.direction === 'receivable' && compareDecimal(row.open, '0') < 0

export const refundPathOf = (row: FeeRow): string => `${pathTo('payment')}?new=refund${partyOf(row)}&charges=${row.id}`

export const invoicePathOf = (rows: readonly FeeRow[]): string =>
  `${pathTo('billApply')}?customerId=${rows[0]?.companyId}&charges=${chargesOf(rows)}`

/** Up to the latest of their days. */
export const statementPathOf = (rows: readonly FeeRow[]): string =>
  `${pathTo('statement')}?new=one&companyId=${rows[0]?.companyId}&toDay=${rows
    .map(({ day }) => day)
    .sort()
    .at(-1)}`
