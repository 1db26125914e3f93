import { describe, expect, it } from 'vitest'
import { baseQty, dayTyped, filled, itemOf, pastedRows, toLine, totalQty } from './goodsLines.ts'

const milk = {
  id: 7,
  itemNo: 'MILK-1',
  name: '牛奶',
  barcodes: ['6291041500213'],
  baseUnit: 'piece',
  packs: [{ unit: 'box', ratio: '12', barcode: '16291041500210' }],
}

describe('lines of a notice', () => {
  it('rows from Excel: number and quantity, a name between them is passed over, words become codes', () => {
    expect(pastedRows('MILK-1\t10\nKY-2\t轴承\t1,200\t箱\tL1\t2026/1/5\t20270105\t待检\n\n')).toEqual([
      { code: 'MILK-1', draft: expect.objectContaining({ qty: '10', unit: undefined }) },
      {
        code: 'KY-2',
        draft: {
          qty: '1,200',
          unit: 'box',
          batchNo: 'L1',
          production: '2026-01-05',
          expiry: '2027-01-05',
          quality: 'pending',
        },
      },
    ])
  })

  it('a day is understood as it is typed, and left alone where it is none', () => {
    expect(
      ['20261120', '2026-11-20', '2026.1.5', '２０２６/１１/２０', '2026年1月5日', 'soon', ' '].map(dayTyped),
    ).toEqual(['2026-11-20', '2026-11-20', '2026-01-05', '2026-11-20', '2026-01-05', 'soon', undefined])
  })

  it('quantities count in base units; a line without goods or figures is none', () => {
    expect(baseQty({ item: milk, qty: '2', unit: 'box' })).toBe('24')
    expect(baseQty({ item: milk, qty: '2' })).toBe('2')
    expect(baseQty({ item: milk, qty: 'x' })).toBeNull()
    expect(totalQty([{ item: milk, qty: '2', unit: 'box' }, { item: milk, qty: '1' }, {}])).toBe('25')
    expect(filled([{}, { qty: '1' }, { quality: 'good' }]).map(({ row }) => row)).toEqual([1])
    expect(toLine({ item: milk, qty: '１，０００' })).toMatchObject({
      itemId: 7,
      unit: 'piece',
      unitQty: '1000',
      quality: 'good',
    })
  })

  it('a number, a barcode, or that of a pack names the item', () => {
    expect(itemOf([milk], 'milk-1')).toEqual({ item: milk })
    expect(itemOf([milk], '6291041500213')).toEqual({ item: milk })
    expect(itemOf([milk], '16291041500210')).toEqual({ item: milk, unit: 'box' })
    expect(itemOf([milk], '629')).toBeUndefined()
  })
})
