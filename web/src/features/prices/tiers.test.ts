import { describe, expect, it } from 'vitest'
import { isTable } from '../../shared/form/isTable.ts'
import { parseTiers, retied } from './tiers.ts'

describe('[RT-10/transportPrice] tiers as they are typed', () => {
  it('begin where the one before ends', () => {
    expect(
      retied([{ to: '100', price: '2' }, { to: '500', price: '1.6' }, { price: '1.2' }]).map(({ from }) => from),
    ).toEqual(['0', '100', '500'])
  })

  it('are taken from a copied sheet, with or without the beginning of each band', () => {
    const expected = [
      { from: '0', to: '100', price: '2' },
      { from: '100', to: undefined, price: '1.6' },
    ]
    expect(parseTiers('100\t2\n\t1.6')).toEqual(expected)
    expect(parseTiers('0\t100\t2\n100\t∞\t1.6\n')).toEqual(expected)
    expect(parseTiers('1,000\t２')).toEqual([{ from: '0', to: '1000', price: '2' }])
  })

  it('are taken with the titles and the signs of money of a sheet', () => {
    expect(parseTiers('从\t到\t单价\n０\t１００\t２.５\n100\t\t￥2')).toEqual([
      { from: '0', to: '100', price: '2.5' },
      { from: '100', to: undefined, price: '2' },
    ])
  })

  it('leave other text alone', () => {
    expect(parseTiers('12.5')).toBeNull()
    expect(parseTiers('到\t广州')).toBeNull()
    expect(isTable('到\t广州')).toBe(true)
    expect(isTable('12.5\n')).toBe(false)
  })
})
