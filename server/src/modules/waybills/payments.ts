import type { Params } from '@xunyun/contract/kernel/call'
import { compareDecimal, Exact } from '@xunyun/contract/kernel/decimal'
import type { WaybillInput } from '@xunyun/contract/waybills/calls'
import { type AgreedPart, fixedSum, isWholeSplit, onAccount } from '@xunyun/contract/waybills/payments'
import { type RawBuilder, sql } from 'kysely'
import { badField } from '../../platform/refusal.ts'

/**
 * 多笔付 as the table keeps it: `prepaid:200.00 monthly`, in the order it was agreed; the part without an amount takes the
 * rest. Text, so that a change of it reads in the timeline as it was.
 */
export function writePayments({ payMethod, payments }: Pick<WaybillInput, 'payMethod' | 'payments'>): string | null {
  if (payMethod !== 'split') return null
  if (payments === undefined || !isWholeSplit(payments)) throw badField('payments', 'waybills.splitParts')
  return writeParts(payments)
}

type Part = { readonly method: string; readonly amount?: string | null | undefined }
export const writeParts = (parts: readonly Part[]): string =>
  parts.map(({ method, amount }) => (amount == null ? method : `${method}:${new Exact(amount).toFixed(2)}`)).join(' ')

export const readPayments = (text: string | null): AgreedPart[] | null =>
  text === null
    ? null
    : text.split(' ').map((part) => {
        const [method = '', amount = null] = part.split(':')
        return { method, amount }
      })

/** What is charged of a waybill `w` by each way of payment; null: nothing. */
export const chargedByWay: RawBuilder<string> = sql<string>`(
  select json_agg(json_build_object('method', x.pay_method, 'amount', x.amount::text) order by x.first)
  from (select h.pay_method, sum(h.amount) as amount, min(h.id) as first from charge h
    where h.waybill_id = w.id and h.direction = 'receivable' and h.state <> 'void' group by 1) x)`

/** What the parts are of (M4): all of a waybill but services that its shipper or consignee pays for himself. */
export const ownTotal = (waybill: string): RawBuilder<string> => {
  const [id, payments, receivable] = ['id', 'payments', 'receivable'].map((name) => sql.ref(`${waybill}.${name}`))
  return sql<string>`case when ${payments} is null then ${receivable} else ${receivable} - coalesce((
    select sum(s.amount) from waybill_service s where s.waybill_id = ${id} and s.payer in ('shipper', 'consignee')), 0) end`
}

/** `receivable`: what the parts are of. */
type Split = { payments: string | null; receivable: string }

/** The parts with an amount may not come to more than what they are of, once there is a price at all. */
const exceeds = ({ payments, receivable }: Split): string | undefined => {
  const parts = readPayments(payments)
  if (parts === null || compareDecimal(receivable, '0') === 0) return undefined
  const fixed = fixedSum(parts)
  return compareDecimal(fixed, receivable) > 0 ? fixed : undefined
}

/** To whoever typed it, the field; to whoever acts on many, the reason. */
export function refuseExcess(split: Split): void {
  const fixed = exceeds(split)
  if (fixed !== undefined) throw badField('payments', 'waybills.splitExceeds', { fixed, receivable: split.receivable })
}
export const excess = (split: Split): { reason: 'waybills.splitExceeds'; params: Params } | undefined => {
  const fixed = exceeds(split)
  return fixed === undefined
    ? undefined
    : { reason: 'waybills.splitExceeds', params: { fixed, receivable: split.receivable } }
}

type Agreed = { readonly customerId: number | null; readonly payMethod: string; readonly payments: string | null }
const billsNobody = ({ customerId, payMethod, payments }: Agreed): boolean =>
  customerId === null &&
  (onAccount.includes(payMethod) || (readPayments(payments) ?? []).some(({ method }) => onAccount.includes(method)))

/** To whoever typed it, the field; to whoever acts on many, the reason. */
export function refuseWalkInOnAccount(agreed: Agreed): void {
  if (billsNobody(agreed))
    throw badField(agreed.payMethod === 'split' ? 'payments' : 'payMethod', 'waybills.walkInPays')
}
export const walkInOnAccount = (agreed: Agreed): { reason: 'waybills.walkInPays' } | undefined =>
  billsNobody(agreed) ? { reason: 'waybills.walkInPays' } : undefined
