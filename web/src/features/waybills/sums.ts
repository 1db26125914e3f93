import { compareDecimal, Exact, subtractDecimal, sumDecimals } from '@xunyun/contract/kernel/decimal'
import { fixedSum, paymentsOf } from '@xunyun/contract/waybills/payments'
import type { CustomerTerms } from '@xunyun/contract/waybills/terms'
import { freshSplit } from '../../shared/form/PaymentsEditor.tsx'
import { feesOf } from './fees.ts'
import type { TaskValues } from './taskValues.ts'

/** All amounts in yuan. */
export type Sums = {
  readonly fees: readonly {
    readonly key: string
    readonly kind: 'fee' | 'service'
    readonly code: string
    readonly amount: string
  }[]
  /** Neither a rate nor somebody said what the freight is: the sum is of the rest. */
  readonly isUnpriced: boolean
  readonly receivable: string
  /** Who pays what, once it is more than one: 多笔付, where the part without an amount takes what is left, or a service of another. */
  readonly parts: readonly { readonly method: string; readonly amount: string; readonly isRest: boolean }[]
  /** By how much the parts are more than the customer's own total. */
  readonly over: string | null
  /** What the customer could still owe once this is placed; below zero it is refused or needs a right. */
  readonly creditLeft: string | null
}
type Known = {
  /** What the price in force makes of the freight. */
  readonly quoted: string | null | undefined
  /** What each service costs, in the order of the form's. */
  readonly services: readonly (string | null | undefined)[]
  readonly credit: CustomerTerms['credit'] | undefined
}

const isAmount = (text: string | undefined): text is string => text !== undefined && /^\d+(\.\d+)?$/.test(text)

type Agreed = Parameters<typeof fixedSum>[0]
/** Services that consignee or shipper pays: by way of payment, as they are charged (V11). */
const othersOf = (values: TaskValues, services: Known['services']): { method: string; amount: string }[] =>
  (['shipper', 'consignee'] as const).map((party) => ({
    method: party === 'consignee' ? 'collect' : 'prepaid',
    amount: sumDecimals(
      ['0', ...(values.services ?? []).flatMap(({ payer }, at) => (payer === party ? [services[at] ?? '0'] : []))],
      2,
    ),
  }))
/** What of it is the customer's (M4): all but the services of others and what the door collects. */
function onAccount({ payMethod }: TaskValues, own: string, agreed: Agreed | null): string {
  if (agreed === null) return payMethod === 'collect' ? '0.00' : own
  return sumDecimals(
    paymentsOf({ payMethod: 'split', receivable: own, payments: agreed }).flatMap(({ method, amount }) =>
      method === 'collect' ? [] : [amount],
    ),
    2,
  )
}

/** The ways it is paid by with what each comes to, services of others with them; none while one way pays all. */
function partsOf(
  payMethod: string,
  own: string,
  agreed: Agreed | null,
  others: ReturnType<typeof othersOf>,
): Sums['parts'] {
  const ways = agreed ?? [{ method: payMethod, amount: null }]
  const another = others.filter(
    ({ method, amount }) => compareDecimal(amount, '0') > 0 && ways.every((one) => one.method !== method),
  )
  if (agreed === null && another.length === 0) return []
  return [
    ...paymentsOf({ payMethod: 'split', receivable: own, payments: ways }).map(({ method, amount }, at) => ({
      method,
      amount: sumDecimals([amount, ...others.flatMap((one) => (one.method === method ? [one.amount] : []))], 2),
      isRest: agreed?.[at]?.amount === null,
    })),
    ...another.map((one) => ({ ...one, isRest: false })),
  ]
}

/** What a waybill that is being typed comes to. */
export function sumsOf(values: TaskValues, { quoted, services, credit }: Known): Sums {
  const typed = feesOf(values.charges ?? []).filter(({ amount }) => isAmount(amount))
  const byHand = typed.find(({ feeItem }) => feeItem === 'freight')?.amount
  const freight = byHand ?? quoted ?? null
  const fees = [
    ...(freight === null ? [] : [{ key: 'freight', kind: 'fee' as const, code: 'freight', amount: freight }]),
    ...typed
      .filter(({ feeItem }) => feeItem !== 'freight')
      .map(({ feeItem, amount }, at) => ({ key: `fee-${at}`, kind: 'fee' as const, code: feeItem as string, amount })),
    ...(values.services ?? []).flatMap(({ type }, at) => {
      const amount = services[at]
      return amount == null || compareDecimal(amount, '0') === 0
        ? []
        : [{ key: type, kind: 'service' as const, code: type as string, amount }]
    }),
  ]
  const receivable = sumDecimals(
    fees.map(({ amount }) => amount),
    2,
  )
  const agreed =
    values.payMethod === 'split'
      ? (values.payments ?? freshSplit(values.customerId === undefined)).map(({ method, amount }) => ({
          method,
          amount: isAmount(amount) ? amount : null,
        }))
      : null
  const others = othersOf(values, services)
  const own = others.reduce((left, { amount }) => subtractDecimal(left, amount, 2), receivable)
  const over = agreed === null ? new Exact(0) : new Exact(fixedSum(agreed)).minus(own)
  return {
    fees,
    isUnpriced: freight === null,
    receivable,
    parts: partsOf(values.payMethod ?? 'prepaid', own, agreed, others),
    over: over.gt(0) ? over.toFixed(2) : null,
    creditLeft: credit
      ? new Exact(credit.limit)
          .minus(credit.used)
          .minus(onAccount(values, own, agreed))
          .toFixed(2)
      : null,
  }
}
