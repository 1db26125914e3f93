import { describe, expect, it } from 'vitest'
import { calculate, chargeableWeight, clamp, roundWeight, splitTax, type Terms, volumeWeight } from './calculate.ts'

const terms: Terms = {
  basis: 'weight',
  weightUnit: 'kg',
  volumeRatio: '300',
  volumeDivisor: null,
  unitPrice: null,
  volumePrice: null,
  tiers: [],
  tierMode: 'whole',
  lowBreak: false,
  firstQty: null,
  firstPrice: null,
  stepQty: null,
  stepPrice: null,
  rounding: null,
  minCharge: null,
  maxCharge: null,
  taxRate: null,
}
const tiers = [
  { from: '0', to: '100', price: '2' },
  { from: '100', to: '500', price: '1.6' },
  { from: '500', to: null, price: '1.2' },
]
const of = (over: Partial<Terms>, cargo: { weight?: string; volume?: string; pieces?: number; km?: string } = {}) =>
  calculate({ ...terms, ...over }, { weight: '0', volume: '0', pieces: 1, km: null, ...cargo })

describe('[D-05] a freight by a price (domain §7)', () => {
  it('charges the greater of weight and volume × ratio', () => {
    const ratio = { volumeRatio: '300', volumeDivisor: null }
    expect(chargeableWeight({ weight: '100', volume: '0.5' }, ratio)).toBe('150.000')
    expect(chargeableWeight({ weight: '200', volume: '0.5' }, ratio)).toBe('200.000')
    expect(of({ basis: 'chargeable', unitPrice: '1.5' }, { weight: '100', volume: '0.5' })).toMatchObject({
      amount: '225.00',
      chargeWeight: '150.000',
    })
  })

  it('takes cubic centimetres ÷ divisor for express', () => {
    expect(volumeWeight('0.048', { volumeRatio: '300', volumeDivisor: 6000 })).toBe('8.000')
  })

  it.each([
    ['0.3', '1'],
    ['8.8', '8.8'],
    ['8.84', '8.8'],
    ['8.85', '8.9'],
    ['10', '10'],
    ['10.01', '10.5'],
    ['18.1', '18.5'],
    ['18.7', '19'],
    ['99.6', '100'],
    ['108.4', '108'],
    ['108.5', '109'],
  ])('rounds %s kg of express to %s', (from, to) => {
    expect(roundWeight(from, 'seven')).toBe(to)
  })

  it('rounds up to whole and half kilograms', () => {
    expect([
      roundWeight('3.01', 'kg'),
      roundWeight('3', 'kg'),
      roundWeight('3.01', 'half'),
      roundWeight('3.51', 'half'),
    ]).toEqual(['4', '3', '3.5', '4'])
  })

  it('600 kg through the tiers: the whole band 720, progressive 960', () => {
    expect(of({ tiers, tierMode: 'whole' }, { weight: '600' })?.amount).toBe('720.00')
    const parts = of({ tiers, tierMode: 'progressive' }, { weight: '600' })
    expect(parts?.amount).toBe('960.00')
    expect(parts?.steps.map(({ params }) => params.amount)).toEqual(['200.00', '640.00', '120.00', '960.00'])
  })

  it('a band begins where the one before ends: [0,100) and [100,500)', () => {
    expect(of({ tiers }, { weight: '99' })?.amount).toBe('198.00')
    expect(of({ tiers }, { weight: '100' })?.amount).toBe('160.00')
    expect(of({ tiers }, { weight: '0' })?.amount).toBe('0.00')
  })

  it('从低计费: 99 kg cost no more than 100 kg would', () => {
    const low = of({ tiers, lowBreak: true }, { weight: '99' })
    expect(low?.amount).toBe('160.00')
    expect(low?.steps.at(-1)).toEqual({
      step: 'lowBreak',
      params: { quantity: '100', unit: 'kg', price: '1.6', amount: '160.00', instead: '198.00' },
    })
    expect(of({ tiers, lowBreak: true }, { weight: '60' })?.amount).toBe('120.00')
    // Even two bands up.
    expect(
      of(
        {
          tiers: [
            { from: '0', to: '10', price: '10' },
            { from: '10', to: '20', price: '9' },
            { from: '20', to: null, price: '1' },
          ],
          lowBreak: true,
        },
        { weight: '9' },
      )?.amount,
    ).toBe('20.00')
  })

  it('never less than the least nor more than the most, and says so', () => {
    expect(of({ unitPrice: '1', minCharge: '30', maxCharge: '500' }, { weight: '10' })).toMatchObject({
      amount: '30.00',
      steps: [{ step: 'unitPrice' }, { step: 'least', params: { calculated: '10.00', amount: '30.00' } }],
    })
    expect(of({ unitPrice: '1', minCharge: '30', maxCharge: '500' }, { weight: '900' })?.amount).toBe('500.00')
    expect([clamp('12.345', null, null), clamp('5', '8', '20'), clamp('25', '8', '20')]).toEqual([
      '12.35',
      '8.00',
      '20.00',
    ])
  })

  it('first kilograms and steps, a step begun is a step paid', () => {
    const express = {
      basis: 'chargeable',
      volumeDivisor: 6000,
      firstQty: '1',
      firstPrice: '12',
      stepQty: '1',
      stepPrice: '2.5',
      rounding: 'kg',
    }
    expect(of(express, { weight: '0.4' })?.amount).toBe('12.00')
    expect(of(express, { weight: '1' })?.amount).toBe('12.00')
    expect(of(express, { weight: '3.2' })?.amount).toBe('19.50')
    expect(of(express, { weight: '1', volume: '0.048' })?.amount).toBe('29.50')
    expect(of({ ...express, rounding: 'seven', stepQty: '0.5' }, { weight: '18.1' })?.amount).toBe('99.50')
  })

  it('the greater of both kinds, with weight by the tonne', () => {
    const price = { basis: 'greater', weightUnit: 't' as const, unitPrice: '400', volumePrice: '120' }
    expect(of(price, { weight: '2500', volume: '6' })?.amount).toBe('1000.00')
    expect(of(price, { weight: '1000', volume: '6' })?.amount).toBe('720.00')
  })

  it('by piece, waybill, vehicle and kilometre', () => {
    expect(of({ basis: 'piece', unitPrice: '3.3333' }, { pieces: 3 })?.amount).toBe('10.00')
    expect(of({ basis: 'waybill', unitPrice: '80' })?.amount).toBe('80.00')
    expect(of({ basis: 'vehicle', unitPrice: '2600' })?.amount).toBe('2600.00')
    expect(of({ basis: 'km', unitPrice: '4.5' }, { km: '120.4' })?.amount).toBe('541.80')
    expect(of({ basis: 'km', unitPrice: '4.5' })).toBeUndefined()
  })

  it.each([
    ['9', '917.43', '82.57'],
    ['6', '943.40', '56.60'],
    ['1', '990.10', '9.90'],
  ])('takes the tax of %s %% out of 1000', (rate, net, tax) => {
    expect(splitTax('1000', rate)).toEqual({ net, tax })
  })

  it('halves go away from zero', () => {
    expect(of({ unitPrice: '0.005' }, { weight: '1' })?.amount).toBe('0.01')
  })
})
