import { describe, expect, it } from 'vitest'
import { legBetween, loadByStretch, rateOf, type StopPlan, typeOfLegs, withLine } from './stops.ts'

const vehicle = { loadKg: '1800', volumeM3: '14' }

describe('[T15] the load of a trip by stretch', () => {
  const a = { weight: '900', volume: '4', load: 1, unload: 3 }
  const b = { weight: '800', volume: '9', load: 1, unload: 2 }
  const c = { weight: '900', volume: '2', load: 2, unload: 3 }
  it('is that of the fullest, just full is no overload', () => {
    const { stretches, rate, beyond } = loadByStretch(3, [a, b, c], vehicle)
    expect(stretches.map((one) => one.rate)).toEqual(['94.4', '100.0'])
    expect(rate).toBe('100.0')
    expect(beyond).toBeUndefined()
  })
  it('is decided exactly, not by the rounded rate', () => {
    const { rate, beyond } = loadByStretch(3, [{ ...a, weight: '900.001' }, b, c], vehicle)
    expect(rate).toBe('100.0')
    expect(beyond).toEqual({ by: 'weight', value: '1800.001', limit: '1800' })
  })
  it('goes by weight alone where the vehicle has no volume', () => {
    expect(rateOf({ weight: '900', volume: '40' }, { loadKg: '1800', volumeM3: null })).toBe('50.0')
    expect(rateOf({ weight: '900', volume: '14.7' }, vehicle)).toBe('105.0')
  })
})

describe('[T7] [T14] what a line is for', () => {
  it('follows from its stops; between outlets of one city it is 短驳', () => {
    const [one, other] = [
      { kind: 'outlet', city: '杭州' },
      { kind: 'outlet', city: '武汉' },
    ] as const
    expect(legBetween({ kind: 'shipper' }, one)).toBe('pickup')
    expect(legBetween({ kind: 'shipper' }, { kind: 'consignee' })).toBe('delivery')
    expect(legBetween(one, other)).toBe('trunk')
    expect(legBetween(one, { ...one })).toBe('shuttle')
    expect(legBetween(one, other, 'shuttle')).toBe('shuttle')
    expect(typeOfLegs(['pickup', 'pickup'])).toBe('pickup')
    expect(typeOfLegs(['pickup', 'delivery'])).toBe('round')
  })
  it('finds its stops, or gets new ones before where it is unloaded', () => {
    const make = (key: string, end: object) => ({ ...end, key }) as StopPlan
    const outlet = (outletId: number) => ({ kind: 'outlet', outletId }) as const
    const first = withLine([], outlet(1), outlet(9), make)
    const second = withLine(first.stops, { kind: 'shipper', address: '路 1 号' }, outlet(9), make)
    expect(second.stops.map(({ kind, outletId }) => outletId ?? kind)).toEqual(['shipper', 1, 9])
    const third = withLine(second.stops, { kind: 'shipper', address: '路  1号' }, outlet(1), make)
    expect(third.stops).toHaveLength(3)
    // Loaded where it is unloaded last: the vehicle comes there a second time.
    const back = withLine(third.stops, outlet(9), outlet(1), make)
    expect(back.stops.map(({ key }) => key).at(-1)).toBe('outlet 1 #2')
  })
})
