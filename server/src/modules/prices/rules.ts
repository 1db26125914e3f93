import type { Reason } from '@xunyun/contract/errors'
import type { Params } from '@xunyun/contract/kernel/call'
import { compareDecimal } from '@xunyun/contract/kernel/decimal'
import type { PriceInput } from '@xunyun/contract/prices/calls'

/** What is wrong with a price, field by field; pure. */
export type Complaint = { path: string; reason: Reason; params?: Params }

/** Bases on which the quantity may run through tiers. */
const tiered = ['weight', 'volume', 'chargeable', 'piece', 'km']
const isExpress = ({ firstQty, firstPrice, stepQty, stepPrice }: PriceInput) =>
  [firstQty, firstPrice, stepQty, stepPrice].some((value) => value !== undefined)

export const complaints = (price: PriceInput): Complaint[] => [
  ...limitsAreInOrder(price),
  ...(isExpress(price) ? expressIsWhole(price) : somethingIsCharged(price)),
  ...tiersJoin(price),
]

function limitsAreInOrder({ minCharge, maxCharge, validFrom, validTo }: PriceInput): Complaint[] {
  const wrong: Complaint[] = []
  if (minCharge !== undefined && maxCharge !== undefined && compareDecimal(maxCharge, minCharge) < 0)
    wrong.push({ path: 'maxCharge', reason: 'prices.limits' })
  if (validTo !== undefined && validTo < validFrom) wrong.push({ path: 'validTo', reason: 'field.range' })
  return wrong
}

/** 首重 and 续重 belong together, on a chargeable weight, and take no tiers. */
function expressIsWhole(price: PriceInput): Complaint[] {
  const wrong: Complaint[] = []
  for (const field of ['firstQty', 'firstPrice', 'stepQty', 'stepPrice'] as const)
    if (price[field] === undefined) wrong.push({ path: field, reason: 'prices.expressWhole' })
  for (const field of ['firstQty', 'stepQty'] as const) {
    const value = price[field]
    if (value !== undefined && compareDecimal(value, '0') <= 0)
      wrong.push({ path: field, reason: 'field.tooSmall', params: { min: '0.001' } })
  }
  if (price.basis !== 'chargeable') wrong.push({ path: 'basis', reason: 'field.choice' })
  if ((price.tiers ?? []).length > 0) wrong.push({ path: 'tiers', reason: 'prices.noTiersHere' })
  return wrong
}

function somethingIsCharged({ basis, unitPrice, volumePrice, tiers = [] }: PriceInput): Complaint[] {
  if (basis === 'greater') {
    const wrong: Complaint[] = []
    if (unitPrice === undefined) wrong.push({ path: 'unitPrice', reason: 'prices.needsBoth' })
    if (volumePrice === undefined) wrong.push({ path: 'volumePrice', reason: 'prices.needsBoth' })
    if (tiers.length > 0) wrong.push({ path: 'tiers', reason: 'prices.noTiersHere' })
    return wrong
  }
  if (tiers.length > 0 && !tiered.includes(basis)) return [{ path: 'tiers', reason: 'prices.noTiersHere' }]
  return tiers.length === 0 && unitPrice === undefined ? [{ path: 'unitPrice', reason: 'prices.needsPrice' }] : []
}

/** [from, to) one behind the other from 0 on; the last one alone may be without an end. */
export function tiersJoin({ tiers = [] }: Pick<PriceInput, 'tiers'>): Complaint[] {
  const wrong: Complaint[] = []
  tiers.forEach((tier, at) => {
    const row = at + 1
    const before = tiers[at - 1]
    if (before === undefined && compareDecimal(tier.from, '0') !== 0)
      wrong.push({ path: `tiers.${at}.from`, reason: 'prices.tierStart' })
    if (before?.to !== undefined && compareDecimal(before.to, tier.from) !== 0)
      wrong.push({ path: `tiers.${at}.from`, reason: 'prices.tierGap', params: { row, to: before.to } })
    const open = tier.to === undefined
    if (open ? at < tiers.length - 1 : compareDecimal(tier.to ?? '0', tier.from) <= 0)
      wrong.push({ path: `tiers.${at}.to`, reason: 'prices.tierOrder', params: { row } })
  })
  return wrong
}
