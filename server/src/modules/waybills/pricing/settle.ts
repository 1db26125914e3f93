import { compareDecimal, Exact, sumDecimals } from '@xunyun/contract/kernel/decimal'
import type { FeeLine, ServiceLine } from '@xunyun/contract/waybills/charges'
import { pricedStates } from '@xunyun/contract/waybills/priceStates'
import type { Actor } from '../../../platform/actor.ts'
import type { Approvals } from '../../../platform/approvals.ts'
import type { Tx } from '../../../platform/db.ts'
import { badField, Refusal } from '../../../platform/refusal.ts'
import type { SeenId } from '../../../platform/scope.ts'
import { type Answered, chargeableWeight, quoteAll } from '../../prices/index.ts'
import { type NewEvent, recordEvents } from '../events.ts'
import { debtorOf, divided } from './divide.ts'
import { type Priced, readPriced } from './read.ts'
import { calculateService, checkServices, feeOf, type Rate, ratesFor, type Service } from './services.ts'
import { type NewCharge, type ReviewReason, type Settled, writeSettled } from './write.ts'

/** What somebody typed for one waybill; what is not given stays as it is. */
export type Typed = { charges?: readonly FeeLine[] | undefined; services?: readonly ServiceLine[] | undefined }

const usualRatio = { volumeRatio: '300', volumeDivisor: null }

/**
 * Makes out what waybills are charged (domain §2 "price"): freight by the price in force unless somebody typed another,
 * other fees as typed, services by their rates. Taken unchanged it is reviewed by rule; otherwise it goes to review.
 * `anew` forgets a freight that was typed. Pure calculating; `settle` writes it.
 */
export async function calculate(
  tx: Tx,
  waybills: readonly Priced[],
  options: { typed?: ReadonlyMap<number, Typed>; anew?: boolean } = {},
): Promise<Settled[]> {
  const answers = await quoteAll(tx, waybills)
  // Most freight has no services, and then their rates are nobody's question.
  const withServices = waybills.filter(({ id, services }) => (options.typed?.get(id)?.services ?? services).length > 0)
  const rates =
    withServices.length === 0 ? [] : await ratesFor(tx, [...new Set(withServices.map(({ customerId }) => customerId))])
  return waybills.map((waybill, at) =>
    calculateOne(waybill, answers[at], rates, options.typed?.get(waybill.id) ?? {}, options.anew ?? false),
  )
}

function calculateOne(
  waybill: Priced,
  answered: Answered | undefined,
  rates: readonly Rate[],
  typed: Typed,
  anew: boolean,
): Settled {
  const quote = answered?.quote
  const lines: readonly FeeLine[] = typed.charges ?? keptFees(waybill, anew)
  refuseTwice(lines)
  // What goes back is charged by the price in force, or by a 返货费 in place of it (T11).
  const isReturnFee = waybill.isReturn && lines.some(({ feeItem }) => feeItem === 'return')
  const quoteCharge = (): NewCharge[] =>
    quote === undefined || isReturnFee
      ? []
      : [
          {
            feeItem: 'freight',
            amount: quote.amount,
            taxRate: quote.taxRate,
            source: 'quote',
            priceId: quote.priceId,
            quoted: quote.amount,
            steps: quote.steps,
          },
        ]
  const freightLine = lines.find(({ feeItem }) => feeItem === 'freight')
  const takesQuote =
    freightLine === undefined || (quote !== undefined && compareDecimal(freightLine.amount, quote.amount) === 0)
  const freight: NewCharge[] = takesQuote
    ? quoteCharge()
    : [
        {
          feeItem: 'freight',
          amount: money(freightLine.amount),
          taxRate: freightLine.taxRate ?? quote?.taxRate ?? null,
          source: 'manual',
          priceId: quote?.priceId ?? null,
          quoted: quote?.amount ?? null,
          steps: [...(quote?.steps ?? []), { step: 'byHand', params: { amount: money(freightLine.amount) } }],
        },
      ]
  const others = lines
    .filter(({ feeItem }) => feeItem !== 'freight')
    .map(
      ({ feeItem, amount, taxRate }): NewCharge => ({
        feeItem,
        amount: money(amount),
        taxRate: taxRate ?? null,
        source: 'manual',
        priceId: null,
        quoted: null,
        steps: [{ step: 'byHand', params: { amount: money(amount) } }],
      }),
    )
    .filter(({ amount }) => compareDecimal(amount, '0') > 0)
  const services = servicesOf(waybill, typed, rates)
  const serviceCharges = services
    .filter(({ amount }) => compareDecimal(amount, '0') > 0)
    .map(
      ({ type, amount, calculated, steps, payer }): NewCharge => ({
        feeItem: feeOf[type] ?? 'other',
        amount,
        taxRate: null,
        source: 'service',
        priceId: null,
        quoted: calculated,
        steps,
        service: type,
        payer,
      }),
    )
  const charges = [...freight, ...others, ...serviceCharges]
  const priced = sumDecimals(
    charges.map(({ amount }) => amount),
    2,
  )
  const reason = reviewReason(freight[0], others, services, quote?.minCharge ?? null)
  return {
    waybill,
    charges,
    services,
    reason,
    priceState:
      freight.length === 0 && others.length === 0 ? 'unpriced' : reason === undefined ? 'reviewed' : 'pending',
    receivable: sumDecimals([priced, ...waybill.adjustments.map(({ amount }) => amount)], 2),
    priced,
    freight: freight[0]?.amount ?? '0.00',
    quoted: quote?.amount ?? null,
    chargeWeight: quote?.chargeWeight ?? chargeableWeight(waybill, usualRatio),
    priceName: quote === undefined ? null : `${quote.priceName} v${quote.versionNo}`,
  }
}

const money = (amount: string) => new Exact(amount).toFixed(2)

/** Fees typed before stay; a freight that came from a price is made anew. */
const keptFees = (waybill: Priced, anew: boolean): FeeLine[] =>
  waybill.charges
    .filter(({ feeItem, source }) => source === 'manual' && !(anew && feeItem === 'freight'))
    .map(({ feeItem, amount, taxRate }) => ({ feeItem, amount, ...(taxRate === null ? {} : { taxRate }) }) as FeeLine)

function refuseTwice(lines: readonly FeeLine[]): void {
  const seen = new Set<string>()
  lines.forEach(({ feeItem }, at) => {
    if (seen.has(feeItem)) throw badField(`charges.${at}.feeItem`, 'waybills.feeTwice')
    seen.add(feeItem)
  })
}

function servicesOf(waybill: Priced, typed: Typed, rates: readonly Rate[]): Service[] {
  const lines: readonly ServiceLine[] =
    typed.services ??
    waybill.services.map(
      ({ type, qty, amount, payer, byHand }) => ({ type, qty, payer, ...(byHand ? { amount } : {}) }) as ServiceLine,
    )
  if (typed.services !== undefined) checkServices(lines, waybill)
  return lines.map((line) => calculateService(line, waybill, rates))
}

/** Unchanged from a price in force, and nothing besides but services by their rates: no person needs to look. */
function reviewReason(
  freight: NewCharge | undefined,
  others: readonly NewCharge[],
  services: readonly Service[],
  least: string | null,
): ReviewReason | undefined {
  if (freight?.source === 'manual') {
    if (freight.quoted === null) return 'manual'
    if (least !== null && compareDecimal(freight.amount, least) < 0) return 'belowMinimum'
    return compareDecimal(freight.amount, freight.quoted) < 0 ? 'discounted' : 'raised'
  }
  const byHand = services.some(({ amount, calculated }) =>
    calculated === null ? compareDecimal(amount, '0') > 0 : compareDecimal(amount, calculated) !== 0,
  )
  return others.length > 0 || byHand ? 'extraFee' : undefined
}

const isLive = ({ waybill }: Settled) => pricedStates(waybill.state)
/** Drafts are priced for display only; nothing is charged. */
export const whileDraft = (one: Settled): Settled => (isLive(one) ? one : { ...one, priceState: 'unpriced' })

/**
 * Charges waybills anew and moves their price on: reviewed by rule, or to review. The caller has locked them and asked
 * whether their price may change. `stays`: a change that was reviewed leaves the price as agreed. One set of statements for one waybill and for ten thousand.
 */
export async function settle(
  tx: Tx,
  actor: Actor,
  approvals: Approvals,
  ids: readonly SeenId[],
  options: {
    typed?: ReadonlyMap<number, Typed>
    anew?: boolean
    note?: string | undefined
    bump?: boolean
    stays?: 'confirmed'
  } = {},
): Promise<Settled[]> {
  const before = await readPriced(tx, ids, true)
  const settled = (await calculate(tx, before, options)).map((one) =>
    isLive(one) && options.stays !== undefined ? { ...one, priceState: options.stays } : whileDraft(one),
  )
  for (const one of settled) refuseBelowAdjusted(one)
  await writeSettled(tx, actor, settled, options.bump ?? false)
  await recordEvents(
    tx,
    actor,
    settled.flatMap((one) => {
      const event = priceEvent(one)
      return event === undefined ? [] : [{ waybillId: one.waybill.id, event }]
    }),
  )
  await sendToReview(tx, actor, approvals, settled, options.note)
  return settled
}

/** A price that would leave less than nothing of an item, with what was taken off it since (T21). */
function refuseBelowAdjusted({ waybill, charges }: Settled): void {
  for (const { feeItem, companyId, amount, nos } of waybill.adjustments) {
    if (nos === null) continue
    const parts = divided(waybill, charges)
    const priced = charges.flatMap((line, at) =>
      line.feeItem === feeItem
        ? (parts[at] ?? []).filter((part) => debtorOf(part, waybill.customerId) === companyId)
        : [],
    )
    const left = sumDecimals([amount, ...priced.map((part) => part.amount)], 2)
    if (compareDecimal(left, '0') < 0)
      throw new Refusal('waybills.belowAdjusted', { no: waybill.waybillNo, feeItem, nos })
  }
}

/** Sends the prices to review that nobody has looked at. The waybills are locked, or new. */
export async function sendToReview(
  tx: Tx,
  actor: Actor,
  approvals: Approvals,
  settled: readonly Settled[],
  note?: string,
): Promise<void> {
  const toReview = settled.filter((one) => isLive(one) && one.priceState === 'pending')
  await approvals.submit(
    tx,
    actor,
    'price',
    toReview.map(({ waybill, reason, receivable, freight, quoted, chargeWeight, charges }) => ({
      id: waybill.id,
      no: waybill.waybillNo,
      reason: reason ?? 'manual',
      amount: receivable,
      companyId: waybill.customerId,
      outletId: waybill.outletId,
      facts: {
        customer: waybill.customerName,
        from: waybill.fromName,
        to: waybill.toName,
        pieces: waybill.pieces,
        weight: waybill.weight,
        volume: waybill.volume,
        chargeWeight,
        quoted,
        freight,
        receivable,
        difference: quoted === null ? null : new Exact(freight).minus(quoted).toFixed(2),
        rate:
          quoted === null || new Exact(quoted).isZero()
            ? null
            : new Exact(freight).minus(quoted).div(quoted).times(100).toFixed(1),
        fees: charges
          .filter(({ feeItem }) => feeItem !== 'freight')
          .map(({ feeItem, amount }) => `${feeItem}=${amount}`)
          .join(','),
        note: note ?? null,
      },
    })),
  )
}

/** What the chain is told of a price: nothing where it is what it was before. */
export function priceEvent(settled: Settled): NewEvent | undefined {
  const { waybill, priceState, receivable, quoted, reason, priceName } = settled
  const isNew = priceState !== waybill.priceState || compareDecimal(receivable, waybill.receivable) !== 0
  if (!isLive(settled) || priceState === 'unpriced' || !isNew) return undefined
  return priceState === 'pending'
    ? { type: 'priceSubmitted', params: { amount: receivable, quoted, reason: reason ?? '' } }
    : { type: 'priced', params: { amount: receivable, price: priceName } }
}
