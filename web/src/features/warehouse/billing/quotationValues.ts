import type { QuotationDetail, QuotationInput, QuotationItemInput } from '@xunyun/contract/warehouse/billing/quotations'
import type { FieldMessage } from '../../../shared/api/fieldErrors.ts'
import { trimmed } from '../../../shared/form/decimals.ts'
import { serverNow } from '../../../shared/session/session.ts'
import { day } from '../../../shared/ui/format.ts'
import type { TierDraft } from '../../prices/index.ts'

/** One charge of a quotation as it is typed; with `tiers` the rate is not asked for, and stays for a change of mind. */
export type RateDraft = Partial<Omit<QuotationItemInput, 'tiers'>> & {
  /** Tells rows apart while they are typed; never sent. */
  readonly key: number
  readonly tiers?: readonly TierDraft[] | undefined
}

/** The form as it is typed. */
export type QuotationValues = Partial<Omit<QuotationInput, 'items'>> & { items?: readonly RateDraft[] }

let last = 0
export const newRate = (rate: Omit<RateDraft, 'key'> = {}): RateDraft => {
  last += 1
  return { ...rate, key: last }
}

const given = <T>(value: T | null): T | undefined => value ?? undefined
const plain = (value: string | null): string | undefined => (value === null ? undefined : trimmed(value))

export function valuesOf(detail: QuotationDetail | undefined): QuotationValues {
  if (!detail)
    return {
      validFrom: day(serverNow()),
      items: [newRate({ feeItem: 'storage', trigger: 'storage', basis: 'pallet', timeUnit: 'day', freeDays: 0 })],
    }
  return {
    customerId: detail.customerId,
    ownerIds: detail.owners.length > 0 ? detail.owners.map(({ id }) => id) : undefined,
    warehouseId: given(detail.warehouseId),
    validFrom: detail.validFrom,
    validTo: given(detail.validTo),
    remark: given(detail.remark),
    items: detail.items.map((item) =>
      newRate({
        feeItem: item.feeItem as QuotationItemInput['feeItem'],
        trigger: item.trigger,
        basis: item.basis,
        timeUnit: given(item.timeUnit),
        volumeMethod: given(item.volumeMethod),
        freeDays: item.trigger === 'storage' ? item.freeDays : undefined,
        tiers:
          item.tiers.length > 0
            ? item.tiers.map(({ from, to, price }) => ({ from: plain(from), to: plain(to), price: plain(price) }))
            : undefined,
        tierMode: item.tierMode,
        rate: plain(item.rate),
        minCharge: given(item.minCharge),
        maxCharge: given(item.maxCharge),
        taxRate: plain(item.taxRate),
      }),
    ),
  }
}

/** What is sent: only what the trigger asks for. */
export function inputOf({ items = [], ...values }: QuotationValues): QuotationInput {
  return {
    ...values,
    items: items.map(({ key: _, tiers, tierMode, rate, timeUnit, volumeMethod, freeDays, ...item }) => {
      const stored = item.trigger === 'storage'
      return {
        ...item,
        timeUnit: stored ? timeUnit : undefined,
        volumeMethod: stored && timeUnit === 'month' ? volumeMethod : undefined,
        freeDays: stored ? freeDays : undefined,
        rate: tiers === undefined ? rate : undefined,
        tiers: tiers?.map(({ from = '0', to, price = '' }) => ({ from, to, price })),
        tierMode: tiers === undefined ? undefined : tierMode,
      }
    }),
  } as QuotationInput
}

/** `items.2.rate` as the server names it → what is wrong, by `2.rate`; of its tiers `2.tiers`. */
export const cellErrors = (messages: readonly FieldMessage[]): ReadonlyMap<string, string> =>
  new Map(
    messages.flatMap(({ name: [root, row, field], errors: [error] }) =>
      root === 'items' && row !== undefined && error !== undefined ? [[`${row}.${field ?? 'feeItem'}`, error]] : [],
    ),
  )

/** Of one row's tiers, as the editor of tiers reads them. */
export const tierErrors = (messages: readonly FieldMessage[], row: number): FieldMessage[] =>
  messages.flatMap((message) => {
    const [root, at, ...rest] = message.name
    return root === 'items' && Number(at) === row && rest[0] === 'tiers' ? [{ ...message, name: rest }] : []
  })
