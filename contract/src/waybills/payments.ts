import * as z from 'zod/mini'
import { type Code, codes, wordFor } from '../dictionary.ts'
import { Exact, groupedDecimal } from '../kernel/decimal.ts'
import { decimal, json, oneOf, optional } from '../kernel/wire.ts'
import type { Language } from '../pages.ts'

/** How a waybill is paid (domain §1, Payment): one way, or 多笔付 `split` into parts that sum to the receivable total. */

type PayMethod = Code<'payMethod'>
export type PartMethod = Exclude<PayMethod, 'split'>
/** What a part may be, and all that is offered where there are no parts to name. */
export const partMethods = codes('payMethod').filter((code) => code !== 'split') as [PartMethod, ...PartMethod[]]

/** Paid later, by whoever is billed: a walk-in is nobody who could be. */
export const onAccount: readonly string[] = ['monthly', 'receipt']

/** Ways to pay that can be offered; `standing` is how it has been agreed before. */
export const methodsFor = (isWalkIn: boolean, standing: readonly string[] = []): PartMethod[] =>
  partMethods.filter((method) => !isWalkIn || !onAccount.includes(method) || standing.includes(method))

/** One part; exactly one of a split has no amount and takes what the others leave of the total (其余). */
const paymentPart = z.object({ method: oneOf(partMethods), amount: optional(decimal(2, '0.01')) })
export type PaymentPart = z.output<typeof paymentPart>
export const paymentParts = json(z.array(paymentPart).check(z.maxLength(partMethods.length)))

/** The same as it was agreed, in an answer. */
export const agreedPart = z.strictObject({ method: z.string(), amount: z.nullable(z.string()) })
export type AgreedPart = z.output<typeof agreedPart>

/** Two parts at least, each way once, exactly one without an amount. */
export const isWholeSplit = (parts: readonly { method: string; amount?: string | null | undefined }[]): boolean =>
  parts.length >= 2 &&
  new Set(parts.map(({ method }) => method)).size === parts.length &&
  parts.filter(({ amount }) => amount == null).length === 1

/** What is charged by one way, yuan. */
export const chargedPart = z.strictObject({ method: z.string(), amount: z.string() })
type ChargedPart = z.output<typeof chargedPart>

/** `receivable` null: the reader is told no amount, and the parts neither. */
type Paid = { payMethod: string; receivable: string | null; payments: readonly AgreedPart[] | null }

/** Yuan, what the parts with an amount come to. */
export const fixedSum = (parts: readonly AgreedPart[]): string =>
  parts.reduce((sum, { amount }) => sum.plus(amount ?? 0), new Exact(0)).toFixed(2)

/**
 * Who pays what, in yuan: always sums to the receivable. Parts beyond it (the price fell since) get what is left, in their
 * order; such a price is not confirmed.
 */
export function paymentsOf({ payMethod, receivable, payments }: Paid): { method: string; amount: string }[] {
  if (payments === null) return [{ method: payMethod, amount: new Exact(receivable ?? 0).toFixed(2) }]
  let left = new Exact(receivable ?? 0)
  const amounts = new Map<string, string>()
  for (const { method, amount } of payments) {
    if (amount === null) continue
    const takes = Exact.min(amount, left)
    left = left.minus(takes)
    amounts.set(method, takes.toFixed(2))
  }
  return payments.map(({ method }) => ({ method, amount: amounts.get(method) ?? left.toFixed(2) }))
}

/** The same as it is charged (M4), the agreed ways first: services of others and adjustments with it. Of what has no charges, as it will be divided. */
export function chargedBy({ charged, ...paid }: Paid & { charged: readonly ChargedPart[] | null }): ChargedPart[] {
  if (charged === null) return paymentsOf(paid)
  const agreed = paid.payments?.map(({ method }) => method) ?? [paid.payMethod]
  return [
    ...agreed.map((way) => ({ method: way, amount: charged.find(({ method }) => method === way)?.amount ?? '0.00' })),
    ...charged.filter(({ method, amount }) => !agreed.includes(method) && !new Exact(amount).isZero()),
  ]
}

/** The same in words: 现付 200.00 + 月结 300.00. */
export const paymentText = (paid: Paid & { charged: readonly ChargedPart[] | null }, language: Language): string =>
  paid.payments === null
    ? wordFor('payMethod', paid.payMethod, language)
    : chargedBy(paid)
        .map(({ method, amount }) => `${wordFor('payMethod', method, language)} ${groupedDecimal(amount)}`)
        .join(' + ')
