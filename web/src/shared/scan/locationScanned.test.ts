import { placeLabel, readPlaceLabel } from '@xunyun/contract/warehouse/locations/locationLabel'
import { placeCode } from '@xunyun/contract/warehouse/masters/warehouses'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { locationScanned } from './locationScanned.ts'

describe('[RT-18/wLocation] a scanned place', () => {
  it('a plain code goes on as it came', () => {
    expect(locationScanned('A-01-02', 'HZ1')).toEqual({ code: 'A-01-02', ours: false, elsewhere: null })
  })
  it('a printed label of this warehouse is its place, however its letters came', () => {
    const content = placeLabel({ warehouse: 'HZ1', location: 'A-01-02' })
    expect(content).toBe('HZ1:A-01-02')
    const read = { code: 'A-01-02', ours: true, elsewhere: null }
    expect(locationScanned(content, 'HZ1')).toEqual(read)
    expect(locationScanned('hz1:A-01-02', 'HZ1')).toEqual(read)
    expect(locationScanned('HZ1：A-01-02', 'hz1')).toEqual(read)
  })
  it('the same place of another warehouse is not taken for ours', () => {
    expect(locationScanned('sz2:A-01-02', 'HZ1')).toEqual({ code: 'A-01-02', ours: false, elsewhere: 'SZ2' })
  })
  it('what only looks alike is no label', () => {
    for (const text of ['AA:BB:CC:DD', 'HZ1:', ':A-01', 'IMEI: 8675', 'https://x.cn/1', '(00)300012345678901237'])
      expect(locationScanned(text, 'HZ1')).toEqual({ code: text, ours: false, elsewhere: null })
  })
  it('no code of a warehouse or a place may hold the colon between them', () => {
    expect(z.safeParse(placeCode(12), 'HZ:1').success).toBe(false)
    expect(z.safeParse(placeCode(30), 'A：01').success).toBe(false)
    expect(readPlaceLabel(`${'H'.repeat(12)}:${'A'.repeat(30)}`)?.location).toHaveLength(30)
  })
})
