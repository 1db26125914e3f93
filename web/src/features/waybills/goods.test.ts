import { describe, expect, it } from 'vitest'
import { filled, pasted, sizeOf, toGoods, totals, typed, volumeOf } from './goods.ts'

describe('the goods grid', () => {
  it('calculates the volume of all pieces from the size of one, and leaves a typed volume alone', () => {
    expect(volumeOf('60×40×35', '40')).toBe('3.3600')
    expect(typed({ pieces: '40' }, 'size', '60*40*35').volume).toBe('3.3600')
    expect(typed({ pieces: '40', size: '60×40×35', volume: '3.3600' }, 'pieces', '20').volume).toBe('1.6800')
    expect(typed({ pieces: '40', size: '60×40×35', volume: '5' }, 'pieces', '20').volume).toBe('5')
    expect(sizeOf('60×40')).toBeNull()
  })
  it('takes rows from Excel, words for codes and full-width digits', () => {
    const lines = pasted([], 0, 'name', '电子配件\t配件\t纸箱\t４０\t486\t60×40×35\n控制柜\t机械\t木箱\t6\t312.5\n')
    expect(lines).toHaveLength(2)
    expect(toGoods(lines[0] ?? {})).toMatchObject({
      name: '电子配件',
      type: 'parts',
      package: 'carton',
      pieces: '40',
      weight: '486',
      lengthCm: '60',
    })
    expect(totals(lines)).toMatchObject({ weight: '798.500' })
  })
  it('does not send blank lines, and sends what is no number as it is', () => {
    expect(filled([{ package: 'carton' }, { name: 'x' }])).toHaveLength(1)
    expect(toGoods({ name: 'x', pieces: 'abc' }).pieces).toBe('abc')
    expect(toGoods({ name: 'x', size: '60x40' }).lengthCm).toBe('60x40')
  })
})
