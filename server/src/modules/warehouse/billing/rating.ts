import { Exact } from '@xunyun/contract/kernel/decimal'
import type { Step } from '@xunyun/contract/prices/calls'
import { priceQuantity } from '../../prices/index.ts'

/**
 * What an item of a quotation makes of counted goods, and why (domain §7, docs/storage.md). Pure; decimals as strings:
 * quantities with up to 4 decimals, yuan with 2.
 */

export type Terms = {
  readonly basis: string
  readonly timeUnit: 'day' | 'month' | null
  readonly volumeMethod: 'daily' | 'peak' | 'average' | null
  readonly freeDays: number
  readonly tiers: readonly { from: string; to: string | null; price: string }[]
  readonly tierMode: string
  readonly rate: string | null
  readonly minCharge: string | null
  readonly maxCharge: string | null
  readonly taxRate: string | null
}
/** Goods of a day, in the unit of the basis: all of them, and those past their free days. */
export type Stood = { readonly day: string; readonly quantity: string; readonly chargeable: string }
export type Calculated = { quantity: string; free: string; chargeable: string; amount: string; steps: Step[] }

type Num = InstanceType<typeof Exact>
const num = (value: string | number): Num => new Exact(value)
/** As people write it: no trailing zeros. */
const plain = (value: Num | string): string => num(value as string).toFixed()
const rounded = (value: Num): string => plain(value.toDecimalPlaces(4))

const priced = (terms: Terms, chargeable: string, unit: string) =>
  priceQuantity({ ...terms, unitPrice: terms.rate }, chargeable, unit)

/** Storage by the day: what stood at the end of it, less what is within its free days, at the rate. */
export function calculateDay(terms: Terms, { day, quantity, chargeable }: Stood): Calculated {
  const free = num(quantity).minus(chargeable)
  const steps: Step[] = [{ step: 'stood', params: { day, quantity: plain(quantity), unit: terms.basis } }]
  if (terms.freeDays > 0) steps.push(freeStep(terms, plain(free), chargeable))
  const made = priced(terms, chargeable, terms.basis)
  return {
    quantity: plain(quantity),
    free: plain(free),
    chargeable: plain(chargeable),
    amount: made.amount,
    steps: [...steps, ...made.steps],
  }
}

const freeStep = ({ freeDays, basis }: Terms, free: string, chargeable: string): Step => ({
  step: 'free',
  params: { days: String(freeDays), free, chargeable: plain(chargeable), unit: basis },
})

/** The days of a month on which a quotation held, the first and last of them, and how many the month has. */
export type Month = { readonly from: string; readonly to: string; readonly held: number; readonly days: number }

/**
 * Storage by the month. daily: the unit days of the month. peak: the most of a day, for the share of the month that the
 * quotation held. average: the unit days over the days of the calendar month. Days without goods count nothing.
 */
export function calculateMonth(terms: Terms, month: Month, stood: readonly Stood[]): Calculated {
  const sum = (of: (one: Stood) => string) => stood.reduce((all, one) => all.plus(of(one)), num(0))
  const quantity = sum((one) => one.quantity)
  const paid = sum((one) => one.chargeable)
  const [unit, unitDay] = [terms.basis, `${terms.basis}Day`]
  if (terms.volumeMethod === 'daily') {
    const free = quantity.minus(paid)
    const made = priced(terms, plain(paid), unitDay)
    const params = {
      from: month.from,
      to: month.to,
      quantity: plain(quantity),
      free: plain(free),
      chargeable: plain(paid),
      unit: unitDay,
    }
    return {
      quantity: plain(quantity),
      free: plain(free),
      chargeable: plain(paid),
      amount: made.amount,
      steps: [{ step: 'monthDaily', params }, ...made.steps],
    }
  }
  const steps: Step[] = []
  let whole: Num
  let chargeable: Num
  if (terms.volumeMethod === 'peak') {
    const top = stood.reduce<Stood | undefined>(
      (best, one) => (best === undefined || num(one.chargeable).gt(best.chargeable) ? one : best),
      undefined,
    )
    whole = stood.reduce((best, one) => Exact.max(best, one.quantity), num(0))
    chargeable = num(top?.chargeable ?? '0')
    steps.push({
      step: 'monthPeak',
      params: { from: month.from, to: month.to, day: top?.day ?? month.to, chargeable: plain(chargeable), unit },
    })
    if (month.held < month.days) {
      const before = chargeable
      whole = num(rounded(whole.times(month.held).div(month.days)))
      chargeable = num(rounded(chargeable.times(month.held).div(month.days)))
      steps.push({
        step: 'partMonth',
        params: {
          days: String(month.days),
          held: String(month.held),
          before: plain(before),
          chargeable: plain(chargeable),
          unit,
        },
      })
    }
  } else {
    whole = num(rounded(quantity.div(month.days)))
    chargeable = num(rounded(paid.div(month.days)))
    steps.push({
      step: 'monthAverage',
      params: {
        from: month.from,
        to: month.to,
        sum: plain(paid),
        unitDay,
        days: String(month.days),
        chargeable: plain(chargeable),
        unit,
      },
    })
  }
  const made = priced(terms, plain(chargeable), unit)
  return {
    quantity: plain(whole),
    free: plain(Exact.max(whole.minus(chargeable), 0)),
    chargeable: plain(chargeable),
    amount: made.amount,
    steps: [...steps, ...made.steps],
  }
}

/** A document, or what was entered by hand: all of it is charged. */
export function calculateDocument(terms: Terms, no: string | null, quantity: string): Calculated {
  const said: Step =
    no === null
      ? { step: 'byHand', params: { quantity: plain(quantity), unit: terms.basis } }
      : { step: 'document', params: { no, quantity: plain(quantity), unit: terms.basis } }
  const made = priced(terms, quantity, terms.basis)
  return {
    quantity: plain(quantity),
    free: '0',
    chargeable: plain(quantity),
    amount: made.amount,
    steps: [said, ...made.steps],
  }
}

/** How many days the month of a day has. */
export const daysOfMonth = (day: string): number =>
  new Date(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)), 0)).getUTCDate()
export const firstOfMonth = (day: string): string => `${day.slice(0, 7)}-01`
export const lastOfMonth = (day: string): string => `${day.slice(0, 7)}-${String(daysOfMonth(day)).padStart(2, '0')}`
