import { describe, expect, it } from 'vitest'
import type { LineRow } from './lines.ts'
import { isOutOfOrder, numberOf, type StopRow, usedStops, withLines, workAt } from './stopRows.ts'

let ids = 0
const line = (over: Partial<LineRow>): LineRow => {
  ids += 1
  return {
    waybillId: ids,
    fromPlace: 'outlet',
    fromId: 1,
    pieces: 5,
    waybillNo: `YD${ids}`,
    customerName: null,
    fromName: '杭州',
    shipperCity: '',
    consigneeCity: '',
    consigneeAddress: `街 ${ids} 号`,
    consigneeRegion: '510100',
    shipperRegion: '330110',
    shipperAddress: `路 ${ids} 号`,
    outletId: 1,
    free: 5,
    totalPieces: 5,
    totalWeight: '50.000',
    totalVolume: '0.5000',
    urgent: false,
    hold: false,
    serviceType: 'normal',
    ...over,
  }
}
const kinds = (stops: readonly StopRow[]) => stops.map(({ kind, outletId }) => outletId ?? kind)

describe('[T14] the stops that picked waybills need', () => {
  it('are pickups first, outlets, deliveries last; lines at one address share a stop', () => {
    const fetched = line({ fromPlace: 'shipper', fromId: 0, nextLeg: 'pickup' })
    const next = line({ fromPlace: 'shipper', fromId: 0, nextLeg: 'pickup', shipperAddress: fetched.shipperAddress })
    const trunk = line({ nextLeg: 'trunk', destOutletId: 7 })
    const delivered = line({ nextLeg: 'delivery' })
    const { stops, lines } = withLines([], [trunk, fetched, delivered, next])
    expect(kinds(stops)).toEqual(['shipper', 1, 7, 'consignee'])
    expect(lines.map(({ load, unload }) => [numberOf(stops, load), numberOf(stops, unload)])).toEqual([
      [2, 3],
      [1, 2],
      [2, 4],
      [1, 2],
    ])
    expect(workAt(stops[0]?.key ?? '', lines)).toEqual({ load: 10, unload: 0 })
  })
  it('are asked for where nobody knows where a line goes, and go again when no line needs them', () => {
    const lost = line({ nextLeg: 'trunk', destOutletId: null })
    const { stops, lines } = withLines([], [lost])
    expect(kinds(stops)).toEqual([1])
    expect(lines[0]?.unload).toBe('')
    const byHand: StopRow = { key: 'x', kind: 'outlet', outletId: 9, byHand: true }
    expect(usedStops([...stops, byHand], [])).toEqual([byHand])
    // With an outlet ahead it goes there.
    expect(withLines([byHand], [line({ nextLeg: 'trunk', destOutletId: null })]).lines[0]).toMatchObject({
      unload: 'x',
    })
  })
  it('lead straight to the consignee where that is asked', () => {
    const { stops } = withLines([], [line({ nextLeg: 'trunk', destOutletId: 7 })], 'delivery')
    expect(kinds(stops)).toEqual([1, 'consignee'])
  })
})

it('[T14] a stop that is moved before the load of its cargo is told at once, and not only when the trip is sent', () => {
  const stops = ['a', 'b'].map((key) => ({ key, kind: 'outlet' as const }))
  expect(isOutOfOrder(stops, { load: 'a', unload: 'b' })).toBe(false)
  expect(isOutOfOrder(stops.toReversed(), { load: 'a', unload: 'b' })).toBe(true)
  expect(isOutOfOrder(stops, { load: 'a', unload: '' })).toBe(false)
})
