import { Exact, sumDecimals } from '@xunyun/contract/kernel/decimal'
import { paymentsOf } from '@xunyun/contract/waybills/payments'
import { readPayments } from '../payments.ts'

/** Who pays a charge and how: one payer, one way (M4). */
export type PayPart = {
  readonly payer: 'customer' | 'shipper' | 'consignee'
  readonly payMethod: string
  readonly amount: string
}
type Agreed = { readonly payMethod: string; readonly payments: string | null }
type Line = { readonly amount: string; readonly payer?: string | undefined }

/**
 * The parts of each line (V11): a service that the consignee pays is collected at the door, one of the shipper is paid by him at once;
 * the others fill the parts of the payment in agreed order, one line after the other. What the door collects is the consignee's.
 */
export function divided({ payMethod, payments }: Agreed, lines: readonly Line[]): PayPart[][] {
  const isOfCustomer = ({ payer }: Line) => payer !== 'shipper' && payer !== 'consignee'
  const total = sumDecimals(
    lines.filter(isOfCustomer).map(({ amount }) => amount),
    2,
  )
  const left = paymentsOf({ payMethod, payments: readPayments(payments), receivable: total }).map((part) => ({
    ...part,
  }))
  return lines.map((line): PayPart[] => {
    if (line.payer === 'shipper') return [{ payer: 'shipper', payMethod: 'prepaid', amount: line.amount }]
    if (line.payer === 'consignee') return [{ payer: 'consignee', payMethod: 'collect', amount: line.amount }]
    const parts: PayPart[] = []
    let open = new Exact(line.amount)
    for (const part of left) {
      const takes = Exact.min(open, part.amount)
      if (takes.lessThanOrEqualTo(0)) continue
      parts.push({ payer: payerOf(part.method), payMethod: part.method, amount: takes.toFixed(2) })
      part.amount = new Exact(part.amount).minus(takes).toFixed(2)
      open = open.minus(takes)
    }
    // A line of nothing, or of less, falls into the last part.
    if (parts.length === 0) {
      const method = left.at(-1)?.method ?? payMethod
      return [{ payer: payerOf(method), payMethod: method, amount: line.amount }]
    }
    return parts
  })
}

const payerOf = (method: string): PayPart['payer'] => (method === 'collect' ? 'consignee' : 'customer')

/** Whose debt it is: the customer's, or of a party that is no partner of ours. */
export const debtorOf = ({ payer }: Pick<PayPart, 'payer'>, customerId: number | null): number | null =>
  payer === 'customer' ? customerId : null
