import type { FeeRow } from '@xunyun/contract/costs/feeList'
import { wordFor } from '@xunyun/contract/dictionary'
import { compareDecimal } from '@xunyun/contract/kernel/decimal'
import type { Language } from '@xunyun/contract/pages'
import { pathTo } from '../../../paths.ts'
import { dotted } from '../../../shared/ui/format.ts'

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

/** Of a company that is customer and carrier each direction stands apart. */
const sideOf = (row: FeeRow) => `${row.direction}${partyOf(row)}`
export const isOfOneParty = (rows: readonly FeeRow[]): boolean => new Set(rows.map(sideOf)).size <= 1

/**
 * What a form begins with of rows of which these can be dealt with: all charges of their party, for the form says of each that cannot why;
 * and how many rows are others'.
 */
export function begunWith(rows: readonly FeeRow[], can: readonly FeeRow[]): { rows: FeeRow[]; others: number } {
  const sides = new Set(can.map(sideOf))
  const theirs = rows.filter((row) => row.pendingKind === null && sides.has(sideOf(row)))
  return { rows: theirs, others: rows.length - theirs.length }
}

const chargesOf = (rows: readonly FeeRow[]) => rows.map(({ id }) => id).join(',')

/** Money can be received or paid for it now. */
export const isOpen = ({ pendingKind, state, open }: FeeRow): boolean =>
  pendingKind === null && state === 'confirmed' && compareDecimal(open, '0') !== 0

/** A part of it at least can still be applied for: of a company, or of a walk-in or consignee, whose title is typed. */
export const isToInvoice = ({ pendingKind, state, direction, invoicing, companyId, waybillId }: FeeRow): boolean =>
  pendingKind === null &&
  state === 'confirmed' &&
  direction === 'receivable' &&
  (companyId !== null || waybillId !== null) &&
  (invoicing === 'unapplied' || invoicing === 'partial')

/** Why nothing of receivables can be applied for: 未确认 2 · 已申请 1. */
export function whyNotInvoiced(rows: readonly FeeRow[], language: Language): string {
  const words = rows.map((row) =>
    row.settlement === 'unconfirmed'
      ? wordFor('feeSettlement', row.settlement, language)
      : wordFor('feeInvoicing', row.companyId === null && row.waybillId === null ? 'none' : row.invoicing, language),
  )
  return dotted(...[...Map.groupBy(words, (word) => word)].map(([word, all]) => `${word} ${all.length}`))
}

/** What is owed to us as what we owe stands on a statement of its company. */
export const isToState = ({ pendingKind, state, settlement, companyId }: FeeRow): boolean =>
  pendingKind === null && state === 'confirmed' && companyId !== null && settlement !== 'settled'

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

/** Of nobody's account by the numbers of the waybills. */
export const invoicePathOf = (rows: readonly FeeRow[]): string => {
  const [first] = rows as readonly [FeeRow]
  const numbers = [...new Set(rows.map(({ ofNo }) => encodeURIComponent(ofNo ?? '')))].join(',')
  const whose = first.companyId === null ? `numbers=${numbers}` : `customerId=${first.companyId}`
  return `${pathTo('billApply')}?${whose}&charges=${chargesOf(rows)}`
}

/** Up to the latest of their days. */
export const statementPathOf = (rows: readonly FeeRow[]): string =>
  `${pathTo('statement')}?new=one&companyId=${rows[0]?.companyId}${rows[0]?.direction === 'payable' ? '&direction=payable' : ''}&toDay=${rows
    .map(({ day }) => day)
    .sort()
    .at(-1)}`
