import { describe, expect, it } from 'vitest'
import {
  calculateDay,
  calculateDocument,
  calculateMonth,
  daysOfMonth,
  lastOfMonth,
  type Stood,
  type Terms,
} from './rating.ts'

const terms: Terms = {
  basis: 'pallet',
  timeUnit: 'day',
  volumeMethod: null,
  freeDays: 3,
  tiers: [],
  tierMode: 'whole',
  rate: '2',
  minCharge: null,
  maxCharge: null,
  taxRate: null,
}
const dayOfMay = (day: number) => `2026-05-${String(day).padStart(2, '0')}`
/** 100 pallets in on the 1st, 40 out on the 11th, counted at the end of each day to the 20th (domain §7). */
const vector: Stood[] = Array.from({ length: 20 }, (_, at) => {
  const quantity = at + 1 < 11 ? '100' : '60'
  return { day: dayOfMay(at + 1), quantity, chargeable: at < 3 ? '0' : quantity }
})
const sum = (values: readonly string[]) => values.reduce((all, value) => all + Number(value), 0)

describe('[RT-18/quotation] storage charges', () => {
  it('the vector of domain §7: 280 + 1,020 = 1,300 pallet days = 2,600.00', () => {
    const made = vector.map((stood) => calculateDay(terms, stood))
    expect(sum(made.map(({ chargeable }) => chargeable))).toBe(1300)
    expect(sum(made.map(({ amount }) => amount)).toFixed(2)).toBe('2600.00')
    expect(made[0]).toMatchObject({ quantity: '100', free: '100', chargeable: '0', amount: '0.00' })
    expect(made[10]).toMatchObject({ quantity: '60', free: '0', chargeable: '60', amount: '120.00' })
    expect(made[3]?.steps).toEqual([
      { step: 'stood', params: { day: '2026-05-04', quantity: '100', unit: 'pallet' } },
      { step: 'free', params: { days: '3', free: '0', chargeable: '100', unit: 'pallet' } },
      { step: 'unitPrice', params: { quantity: '100', unit: 'pallet', price: '2', amount: '200.00' } },
    ])
  })

  it('the least is charged where anything is, and nothing where nothing is', () => {
    const least = { ...terms, minCharge: '300', maxCharge: '1000' }
    expect(calculateDay(least, { day: '2026-05-04', quantity: '100', chargeable: '100' }).amount).toBe('300.00')
    expect(calculateDay(least, { day: '2026-05-01', quantity: '100', chargeable: '0' }).amount).toBe('0.00')
    expect(calculateDay(least, { day: '2026-05-04', quantity: '900', chargeable: '900' }).amount).toBe('1000.00')
  })

  it('tiers run over the quantity of the charge, whole or part by part', () => {
    const tiers = [
      { from: '0', to: '50', price: '2' },
      { from: '50', to: null, price: '1.5' },
    ]
    const stood = { day: '2026-05-04', quantity: '80', chargeable: '80' }
    expect(calculateDay({ ...terms, rate: null, tiers }, stood).amount).toBe('120.00')
    expect(calculateDay({ ...terms, rate: null, tiers, tierMode: 'progressive' }, stood).amount).toBe('145.00')
  })

  it('by the month: unit days, the peak, or the average over the days of the month', () => {
    const month = { from: '2026-05-01', to: '2026-05-31', held: 31, days: 31 }
    const by = (volumeMethod: Terms['volumeMethod'], rate: string) =>
      calculateMonth({ ...terms, timeUnit: 'month', volumeMethod, rate }, month, vector)
    expect(by('daily', '2')).toMatchObject({ quantity: '1600', free: '300', chargeable: '1300', amount: '2600.00' })
    expect(by('peak', '60')).toMatchObject({ quantity: '100', chargeable: '100', amount: '6000.00' })
    expect(by('peak', '60').steps[0]?.params.day).toBe('2026-05-04')
    // 1,300 ÷ 31 = 41.9355
    expect(by('average', '60')).toMatchObject({ chargeable: '41.9355', amount: '2516.13' })
  })

  it('a quotation that held for a part of the month is charged that part of the peak', () => {
    const made = calculateMonth(
      { ...terms, timeUnit: 'month', volumeMethod: 'peak', rate: '62' },
      { from: '2026-05-11', to: '2026-05-31', held: 21, days: 31 },
      vector.slice(10),
    )
    // 60 × 21 ÷ 31 = 40.6452
    expect(made).toMatchObject({ chargeable: '40.6452', amount: '2520.00' })
    expect(made.steps.map(({ step }) => step)).toEqual(['monthPeak', 'partMonth', 'unitPrice'])
  })

  it('a document is charged as it is, its tax said', () => {
    expect(calculateDocument({ ...terms, rate: '0.35', taxRate: '6' }, 'RK26052000001-1', '1200')).toMatchObject({
      amount: '420.00',
      steps: [
        { step: 'document', params: { no: 'RK26052000001-1', quantity: '1200', unit: 'pallet' } },
        { step: 'unitPrice' },
        { step: 'tax', params: { rate: '6', net: '396.23', tax: '23.77' } },
      ],
    })
  })

  it('knows the ends of months', () => {
    expect([daysOfMonth('2026-02-10'), daysOfMonth('2028-02-10'), lastOfMonth('2026-12-01')]).toEqual([
      28,
      29,
      '2026-12-31',
    ])
  })
})
