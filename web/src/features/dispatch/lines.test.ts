import { describe, expect, it } from 'vitest'
import { beyond, type LineRow, loadOf, regionOf } from './lines.ts'

const line = (pieces: number, over: Partial<LineRow> = {}): LineRow => ({
  waybillId: 1,
  fromPlace: 'outlet',
  fromId: 7,
  pieces,
  waybillNo: 'YD',
  customerName: null,
  fromName: '',
  shipperCity: '',
  consigneeCity: '',
  consigneeAddress: '',
  free: 100,
  totalPieces: 3,
  totalWeight: '100.000',
  totalVolume: '1.0000',
  urgent: false,
  hold: false,
  serviceType: 'normal',
  ...over,
})

describe('the load of a trip', () => {
  it('is the part of each waybill that its loaded pieces weigh, exactly', () => {
    expect(loadOf([line(1), line(2)])).toEqual({ pieces: 3, weight: '100.000', volume: '1.0000' })
    // Of three there are two to load.
    expect(loadOf([line(3, { free: 2 })])).toMatchObject({ pieces: 2, weight: '66.667' })
    expect(loadOf([line(Number.NaN)])).toEqual({ pieces: 0, weight: '0.000', volume: '0.0000' })
  })
  it('says by how much a limit is exceeded, and nothing when it is just met', () => {
    expect(beyond('10000.001', '10000.000', 3)).toBe('0.001')
    expect(beyond('10000.000', '10000.000', 3)).toBeNull()
    expect(beyond('5', null, 4)).toBeNull()
  })
})

it('[RT-16/specialDelivery] the region of a line is that of its cargo where all of it goes to one', () => {
  const to = (...regions: string[]) => regionOf(regions.map((consigneeRegion) => ({ consigneeRegion })))
  expect([to('440111', '440111'), to('440111', '440112'), to(''), to()]).toEqual([
    '440111',
    undefined,
    undefined,
    undefined,
  ])
})
