import { pageOf } from '@xunyun/contract/pages'
import * as calls from '@xunyun/contract/prices/calls'
import { type Actor, isCustomer, may, requireRight } from '../../platform/actor.ts'
import type { Reviewed } from '../../platform/approvals.ts'
import { historyOf } from '../../platform/history.ts'
import type { Platform } from '../../platform/platform.ts'
import { isSeen } from '../../platform/records.ts'
import { badField, Refusal } from '../../platform/refusal.ts'
import { calculate, type Terms } from './calculate.ts'
import { priceColumns } from './columns.ts'
import { priceImport } from './imports.ts'
import * as acts from './prices.ts'
import { listPrices, priceDetail, totalPrices } from './queries.ts'
import { answer, pricesFor } from './quote.ts'
import { complaints } from './rules.ts'

export { chargeableWeight, clamp, priceQuantity, roundWeight } from './calculate.ts'
export { addTransportPrice, submitTransportPrices } from './prices.ts'
export { type Answered, type Asked, payablePrices, quoteAll, quotePayables } from './quote.ts'
export { tiersJoin } from './rules.ts'

/** What a review of a price leads to. */
export const priceReviewed: Reviewed = {
  approved: acts.approved,
  rejected: acts.rejected,
  withdrawn: acts.withdrawn,
  link: (no) => `${pageOf('transportPrice').path}?tab=&q=${encodeURIComponent(no.replace(/ v\d+$/, ''))}`,
}

/** Transport prices (RT-10/transportPrice): what a freight costs, and why. */
export function prices({ approvals, bind, exports, imports, numbering, records }: Platform): void {
  imports.offer('transportPrice', priceImport(numbering))
  records.register('transportPrice', {
    maySee: async (tx, actor, id) =>
      may(actor, 'transportPrice', 'browse') && (await isSeen(priceDetail(tx, actor, id))),
    describe: async (tx, id) => {
      const row = await tx
        .selectFrom('transport_price')
        .select(['name', 'version_no'])
        .where('id', '=', id)
        .executeTakeFirst()
      const name = row === undefined ? String(id) : `${row.name} v${row.version_no}`
      return { name, link: `${pageOf('transportPrice').path}?tab=&q=${encodeURIComponent(row?.name ?? '')}` }
    },
  })
  approvals.kind('transportPrice', priceReviewed)
  bind.constraints({
    transport_price__limits: () => badField('maxCharge', 'prices.limits'),
    transport_price__next: () => new Refusal('kernel.busy'),
    transport_price__version: () => new Refusal('kernel.busy'),
  })

  bind(calls.getTransportPrices, ({ tx, actor }, input) => listPrices(tx, actor, input))
  bind(calls.getTransportPriceTotals, ({ tx, actor }, input) => totalPrices(tx, actor, input))
  bind(calls.getTransportPrice, ({ tx, actor }, { id }) => priceDetail(tx, actor, id))
  exports.offer(calls.exportTransportPrices, {
    name: (actor) => pageOf('transportPrice').titles[actor.language],
    columns: () => priceColumns,
    page: (tx, actor, input, request) => listPrices(tx, actor, { ...input, ...request, page: undefined }),
  })
  bind(calls.addTransportPrice, acts.addTransportPrice)
  bind(calls.changeTransportPrice, acts.changeTransportPrice)
  bind(calls.newPriceVersion, acts.newPriceVersion)
  bind(calls.submitTransportPrices, acts.submitTransportPrices(approvals))
  bind(calls.withdrawTransportPrices, acts.withdrawTransportPrices(approvals))
  bind(calls.adjustTransportPrices, acts.adjustTransportPrices)
  bind(calls.stopTransportPrices, acts.stopTransportPrices)
  bind(calls.deleteTransportPrices, acts.deleteTransportPrices)
  bind(calls.getTransportPriceHistory, async ({ tx, actor }, { id }) => {
    await priceDetail(tx, actor, id)
    return historyOf(tx, 'transportPrice', id)
  })

  bind(calls.calculateFreight, async ({ tx, actor }, input) => {
    const direction = input.direction ?? 'receivable'
    if (direction === 'payable') requireOffice(actor)
    const customerId = customerOf(actor, input.customerId)
    const found = await pricesFor(tx, direction, [customerId], { from: input.bizDate, to: input.bizDate })
    const answered = answer(found, {
      customerId,
      bizDate: input.bizDate,
      fromRegion: input.fromRegion,
      toRegion: input.toRegion,
      transMode: input.transMode ?? 'road',
      serviceType: input.serviceType ?? 'normal',
      vehicleModel: input.vehicleModel ?? null,
      goodsType: input.goodsType ?? null,
      weight: input.weight,
      volume: input.volume,
      pieces: input.pieces,
      km: input.km ?? null,
    })
    const office = may(actor, 'transportPrice', 'browse') && !isCustomer(actor)
    return {
      quote: answered?.quote ?? null,
      passedOver: office
        ? (answered?.others ?? [])
            .slice(0, 10)
            .map(({ price, why }) => ({ priceId: price.id, priceName: price.name, why }))
        : [],
    }
  })
  bind(calls.tryTransportPrice, async (_, { price, freights }) => {
    const wrong = complaints(price)
    if (wrong.length > 0)
      throw new Refusal(
        'kernel.invalid',
        { count: wrong.length },
        wrong.map(({ params, ...one }) => ({ ...one, path: `price.${one.path}`, params: params ?? {} })),
      )
    return freights.map((cargo) => {
      const made = calculate(termsOf(price), { ...cargo, km: cargo.km ?? null })
      return { amount: made?.amount ?? '0.00', steps: made?.steps ?? [] }
    })
  })
}

/** What we pay is for whoever may look at prices, and never for a customer's account. */
function requireOffice(actor: Actor): void {
  requireRight(actor, 'transportPrice', 'browse')
  if (isCustomer(actor)) throw new Refusal('kernel.forbidden', { page: 'transportPrice', kind: 'browse' })
}

/** A customer's account asks for itself alone. */
function customerOf(actor: Actor, asked: number | undefined): number | null {
  if (actor.scope.kind !== 'customer') return asked ?? null
  const own = asked ?? actor.scope.ids[0]
  if (own === undefined || !actor.scope.ids.includes(own)) throw badField('customerId', 'waybills.unknownCustomer')
  return own
}

const termsOf = (price: calls.PriceInput): Terms => ({
  basis: price.basis,
  weightUnit: price.weightUnit ?? 'kg',
  volumeRatio: price.volumeRatio ?? '300',
  volumeDivisor: price.volumeDivisor ?? null,
  unitPrice: price.unitPrice ?? null,
  volumePrice: price.volumePrice ?? null,
  tiers: (price.tiers ?? []).map((tier) => ({ ...tier, to: tier.to ?? null })),
  tierMode: price.tierMode ?? 'whole',
  lowBreak: price.lowBreak ?? false,
  firstQty: price.firstQty ?? null,
  firstPrice: price.firstPrice ?? null,
  stepQty: price.stepQty ?? null,
  stepPrice: price.stepPrice ?? null,
  rounding: price.rounding ?? null,
  minCharge: price.minCharge ?? null,
  maxCharge: price.maxCharge ?? null,
  taxRate: price.taxRate ?? null,
})
