import { describe, expect, it } from 'vitest'
import { type Candidate, type Freight, fits, match } from './match.ts'

const freight: Freight = {
  customerId: 7,
  bizDate: '2026-11-20',
  fromRegion: '330110',
  toRegion: '440111',
  transMode: 'road',
  serviceType: 'normal',
  vehicleModel: null,
  goodsType: 'electronics',
}
const price = (id: number, over: Partial<Candidate> = {}): Candidate => ({
  id,
  companyId: null,
  fromRegion: null,
  toRegion: null,
  transMode: null,
  serviceType: null,
  vehicleModel: null,
  goodsType: null,
  validFrom: '2026-01-01',
  validTo: null,
  ...over,
})

describe('[D-05] the price that holds for a freight (domain §1)', () => {
  it("is the company's before a public one, whatever the region", () => {
    const found = match([price(1, { fromRegion: '330110', toRegion: '440111' }), price(2, { companyId: 7 })], freight)
    expect(found?.best.id).toBe(2)
    expect(found?.others).toMatchObject([{ price: { id: 1 }, why: 'public' }])
  })

  it('is the one with the finest region on both ends', () => {
    const found = match(
      [
        price(1, { fromRegion: '330000', toRegion: '440000' }),
        price(2, { fromRegion: '330100', toRegion: '440100' }),
        price(3, { fromRegion: '330110' }),
        price(4),
      ],
      freight,
    )
    expect([found?.best.id, ...(found?.others ?? []).map((other) => other.price.id)]).toEqual([2, 3, 1, 4])
    expect(found?.others.every(({ why }) => why === 'region')).toBe(true)
  })

  it('then the one that says more about the freight, then the latest to begin', () => {
    const found = match(
      [
        price(1, { validFrom: '2026-06-01' }),
        price(2, { goodsType: 'electronics' }),
        price(3, { validFrom: '2026-09-01' }),
      ],
      freight,
    )
    expect(found?.best.id).toBe(2)
    expect(found?.others).toMatchObject([
      { price: { id: 3 }, why: 'conditions' },
      { price: { id: 1 }, why: 'conditions' },
    ])
    expect(
      match([price(1, { validFrom: '2026-06-01' }), price(3, { validFrom: '2026-09-01' })], freight)?.best.id,
    ).toBe(3)
  })

  it('holds from its first to its last day, both included', () => {
    expect(fits(price(1, { validFrom: '2026-11-20', validTo: '2026-11-20' }), freight)).toBe(true)
    expect(fits(price(1, { validFrom: '2026-11-21' }), freight)).toBe(false)
    expect(fits(price(1, { validTo: '2026-11-19' }), freight)).toBe(false)
  })

  it('is not that of another company, region, mode or kind of goods', () => {
    for (const over of [
      { companyId: 8 },
      { fromRegion: '330200' },
      { toRegion: '440300' },
      { transMode: 'air' },
      { serviceType: 'cold' },
      { vehicleModel: '9.6box' },
      { goodsType: 'food' },
    ])
      expect(fits(price(1, over), freight), JSON.stringify(over)).toBe(false)
    expect(match([price(1, { companyId: 8 })], freight)).toBeUndefined()
  })

  it('a walk-in has the public prices only', () => {
    expect(fits(price(1, { companyId: 7 }), { ...freight, customerId: null })).toBe(false)
    expect(fits(price(1), { ...freight, customerId: null })).toBe(true)
  })
})
