import type { Reason } from '@xunyun/contract/errors'
import type { Params } from '@xunyun/contract/kernel/call'
import { compareDecimal } from '@xunyun/contract/kernel/decimal'
import type { QuotationInput, QuotationItemInput } from '@xunyun/contract/warehouse/billing/quotations'
import { tiersJoin } from '../../prices/index.ts'

/** What is wrong with a quotation, field by field; pure. */
export type Complaint = { path: string; reason: Reason; params?: Params }

export const complaints = (quotation: QuotationInput): Complaint[] => [
  ...(quotation.validTo !== undefined && quotation.validTo < quotation.validFrom
    ? [{ path: 'validTo', reason: 'field.range' } as const]
    : []),
  ...quotation.items.flatMap((item, at) =>
    itemComplaints(item).map((one) => ({ ...one, path: `items.${at}.${one.path}` })),
  ),
  ...eachOnce(quotation.items),
]

const itemComplaints = (item: QuotationItemInput): Complaint[] => [
  ...(item.trigger === 'storage' ? storageIsWhole(item) : documentIsPlain(item)),
  ...oneWayOfPricing(item),
  ...tiersJoin(item),
  ...(item.minCharge !== undefined && item.maxCharge !== undefined && compareDecimal(item.maxCharge, item.minCharge) < 0
    ? [{ path: 'maxCharge', reason: 'prices.limits' } as const]
    : []),
]

/** Storage says how often it is charged; by the month, which quantity counts. */
function storageIsWhole({ basis, timeUnit, volumeMethod }: QuotationItemInput): Complaint[] {
  const wrong: Complaint[] = []
  if (basis === 'order') wrong.push({ path: 'basis', reason: 'warehouseBilling.documentsOnly' })
  if (timeUnit === undefined) wrong.push({ path: 'timeUnit', reason: 'field.required' })
  if (timeUnit === 'month' && volumeMethod === undefined) wrong.push({ path: 'volumeMethod', reason: 'field.required' })
  if (timeUnit === 'day' && volumeMethod !== undefined)
    wrong.push({ path: 'volumeMethod', reason: 'warehouseBilling.monthOnly' })
  return wrong
}

function documentIsPlain({ basis, timeUnit, volumeMethod, freeDays }: QuotationItemInput): Complaint[] {
  const wrong: Complaint[] = []
  if (basis === 'm2') wrong.push({ path: 'basis', reason: 'warehouseBilling.storageOnly' })
  if (timeUnit !== undefined) wrong.push({ path: 'timeUnit', reason: 'warehouseBilling.storageOnly' })
  if (volumeMethod !== undefined) wrong.push({ path: 'volumeMethod', reason: 'warehouseBilling.storageOnly' })
  if (freeDays !== undefined && freeDays > 0) wrong.push({ path: 'freeDays', reason: 'warehouseBilling.storageOnly' })
  return wrong
}

function oneWayOfPricing({ rate, tiers = [] }: QuotationItemInput): Complaint[] {
  if (tiers.length === 0) return rate === undefined ? [{ path: 'rate', reason: 'prices.needsPrice' }] : []
  return rate === undefined ? [] : [{ path: 'rate', reason: 'warehouseBilling.rateOrTiers' }]
}

/** A charge is known by what it is for: twice the same would be charged twice. */
function eachOnce(items: readonly QuotationItemInput[]): Complaint[] {
  const first = new Map<string, number>()
  return items.flatMap(({ trigger, feeItem }, at) => {
    const key = `${trigger}/${feeItem}`
    const before = first.get(key)
    if (before === undefined) {
      first.set(key, at)
      return []
    }
    return [
      {
        path: `items.${at}.feeItem`,
        reason: 'warehouseBilling.twice' as const,
        params: { row: at + 1, first: before + 1, trigger, feeItem },
      },
    ]
  })
}
