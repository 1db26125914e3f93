import type { WaitingRow } from '@xunyun/contract/dispatch/calls'
import { describe, expect, it } from 'vitest'
import { beyond, isAt, type LineRow, loadOf, newTrip, startOf } from './lines.ts'

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
    expect(loadOf([line(Number.NaN)])).toEqual({ pieces: 0, weight: '0.000', volume: '0.0000' })
  })
  it('says by how much a limit is exceeded, and nothing when it is just met', () => {
    expect(beyond('10000.001', '10000.000', 3)).toBe('0.001')
    expect(beyond('10000.000', '10000.000', 3)).toBeNull()
    expect(beyond('5', null, 4)).toBeNull()
  })
  it('comes from where the trip loads', () => {
    expect(isAt(line(1), startOf('trunk', 7, []))).toBe(true)
    expect(isAt(line(1), startOf('trunk', 8, []))).toBe(false)
    expect(isAt(line(1), startOf('pickup', undefined, []))).toBe(false)
    const direct = line(1, { fromPlace: 'shipper', fromId: 0 })
    expect(isAt(direct, startOf('delivery', undefined, []))).toBe(true)
    expect(isAt(direct, startOf('delivery', undefined, [line(1)]))).toBe(false)
  })
})

describe('a new trip', () => {
  const waits = (fromId: number, nextLeg: WaitingRow['nextLeg'], free: number) =>
    ({ ...line(free, { fromId }), id: 1, pieces: 46, free, nextLeg }) as never as WaitingRow
  it('of a split waybill takes the pieces of one city, those that are due for this leg', () => {
    const rows = [waits(7, 'trunk', 16), waits(9, 'delivery', 30)]
    expect(newTrip(rows, 'delivery').lines).toMatchObject([{ fromId: 9, pieces: 30 }])
    expect(newTrip(rows, null)).toMatchObject({ type: 'trunk', fromOutletId: 7, lines: [{ fromId: 7, pieces: 16 }] })
  })
})
