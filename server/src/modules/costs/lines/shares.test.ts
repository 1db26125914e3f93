import { describe, expect, it } from 'vitest'
import type { CarriedWaybill } from './carried.ts'
import { basisOf, isEqual, sharesOf } from './shares.ts'

const waybill = (waybillId: number, over: Partial<CarriedWaybill> = {}): CarriedWaybill => ({
  waybillId,
  waybillNo: `YD${waybillId}`,
  pieces: 5,
  of: 10,
  weight: '50.000',
  volume: '0.5000',
  chargeWeight: '150.000',
  approved: '90.00',
  receivable: '100.00',
  cost: '0.00',
  ...over,
})
const kg = (...weights: string[]) => weights.map((weight, at) => waybill(at + 1, { weight }))
const by = (method: Parameters<typeof basisOf>[0]['method'], waybills: CarriedWaybill[]) =>
  basisOf({ method, weights: [] }, waybills).map(({ basis }) => basis)
const over = (amount: string, waybills: CarriedWaybill[]) =>
  sharesOf(amount, basisOf({ method: 'weight', weights: [] }, waybills)).map((one) => one.amount)

describe('[T19] what an arrangement costs, shared over its waybills to the cent', () => {
  it('each method measures what it says, of the pieces that are here', () => {
    const some = [waybill(1), waybill(2, { approved: '-10.00', pieces: 3, of: 7 })]
    expect(by('chargeWeight', some)).toEqual(['75.000000', '64.285714'])
    expect(by('weight', some)).toEqual(['50.000000', '50.000000'])
    expect(by('volume', some)).toEqual(['0.500000', '0.500000'])
    expect(by('pieces', some)).toEqual(['5.000000', '3.000000'])
    expect(by('waybills', some)).toEqual(['1.000000', '1.000000'])
    expect(by('value', some)).toEqual(['45.000000', '0.000000'])
    expect(
      basisOf({ method: 'manual', weights: [{ waybillId: 2, amount: '7.5' }] }, some).map((one) => one.basis),
    ).toEqual(['0.000000', '7.500000'])
  })

  it('the vectors of the rule: one line, and the six parts of a hired truck, each shared by itself', () => {
    const three = kg('1250', '830', '415.5')
    expect(over('5000.00', three)).toEqual(['2504.51', '1662.99', '832.50'])
    expect(over('1000.00', kg('333.333', '333.333', '333.334'))).toEqual(['333.33', '333.33', '333.34'])
    const parts = ['2000', '1000', '1500', '400', '200', '-100'].map((amount) => over(amount, three))
    const borne = [0, 1, 2].map((at) => parts.reduce((sum, part) => sum + Math.round(Number(part[at]) * 100), 0) / 100)
    expect(borne).toEqual([2504.5, 1663, 832.5])
  })

  it('nothing to measure by is borne in equal parts, and says so; without cargo nobody bears it', () => {
    const none = kg('0', '0', '0')
    expect(over('5000.00', none)).toEqual(['1666.67', '1666.67', '1666.66'])
    expect(isEqual(basisOf({ method: 'weight', weights: [] }, none))).toBe(true)
    expect(sharesOf('100.00', [])).toEqual([])
  })
})
