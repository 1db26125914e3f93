import { describe, expect, it } from 'vitest'
import { fill, roomFor } from './replenish.ts'
import type { Source } from './store.replenish.ts'

let id = 0
const source = (free: string, more: Partial<Source> = {}): Source => {
  id += 1
  return {
    stockId: id,
    itemId: 1,
    batchId: 1,
    batchNo: '',
    expiry: null,
    fromLocation: `A-${id}`,
    containerCode: null,
    free,
    untouched: true,
    wholeContainer: false,
    ...more,
  }
}
const pallet = (free: string, more: Partial<Source> = {}) =>
  source(free, { containerCode: 'P', wholeContainer: true, ...more })
const asked = { level: '4', min: '10', max: '100', carton: '12', splits: true }
const says = (parts: ReturnType<typeof fill>) => parts.map(({ qty, whole }) => (whole ? `${qty} whole` : qty))

describe('[RT-18/moveStock] what fills a place for picking', () => {
  it('is up to the upper limit, in whole cartons', () => {
    expect(says(fill(asked, [source('500')]))).toEqual(['96'])
    expect(says(fill({ ...asked, carton: null }, [source('500')]))).toEqual(['96'])
    expect(says(fill({ ...asked, level: '9' }, [source('500')]))).toEqual(['84'])
  })
  it('takes a pallet whole where it fits, before it breaks one of the same batch', () => {
    expect(says(fill(asked, [pallet('200'), pallet('60')]))).toEqual(['60 whole', '36'])
    expect(says(fill(asked, [pallet('200'), pallet('60', { batchId: 2 })]))).toEqual(['96'])
  })
  it('breaks a carton only where it would stay under the lower limit', () => {
    expect(says(fill({ ...asked, max: '11' }, [source('500')]))).toEqual(['7'])
    expect(says(fill({ ...asked, level: '9', max: '15' }, [source('3'), source('500')]))).toEqual(['3'])
  })
  it('never chooses serial numbers: such goods go by whole keys or not at all', () => {
    expect(says(fill({ ...asked, splits: false }, [source('500'), source('20', { batchId: 2 })]))).toEqual(['20'])
  })
  it('is nothing where there is enough or nothing to take', () => {
    expect(fill({ ...asked, level: '100' }, [source('500')])).toEqual([])
    expect(fill(asked, [])).toEqual([])
  })
  it('[D-05] is no more than the place takes by weight and volume, in what its unit can be divided into', () => {
    const item = { weight: '0.3', volume: '0.02', baseUnit: 'piece' }
    expect(roomFor({ weight: null, volume: null }, item)).toBeNull()
    expect(roomFor({ weight: '10', volume: null }, item)).toBe('33')
    expect(roomFor({ weight: '10', volume: '0.5' }, item)).toBe('25')
    expect(roomFor({ weight: '10', volume: '0.5' }, { ...item, volume: null })).toBe('33')
    expect(roomFor({ weight: '-1', volume: null }, item)).toBe('0')
    expect(roomFor({ weight: '10', volume: null }, { ...item, baseUnit: 'kg' })).toBe('33.333')
  })
})
