import { pinyin } from 'pinyin-pro'
import { expect, it } from 'vitest'
import { fits } from './fits.ts'

const spell = (text: string) => pinyin(text, { toneType: 'none', type: 'array', v: true })
const found = (typed: string, ...parts: string[]) => fits(parts, typed, spell)

it('finds words by initials, by pinyin, by any part, and by both mixed', () => {
  for (const typed of ['mx', 'mingxi', 'mxd', '明细', 'mingx', '明xi', 'ｍｘ'])
    expect(found(typed, '明细单'), typed).toBe(true)
  expect(found('df', '到付')).toBe(true)
  expect(found('zx', '纸箱')).toBe(true)
  expect(found('zhx', '纸箱')).toBe(true)
  expect(found('lv', '铝材')).toBe(true)
  expect(found('gps', 'GPS 押金')).toBe(true)
})

it('begins at a syllable: gz is no Hangzhou', () => {
  expect(found('gz', '杭州总站')).toBe(false)
  expect(found('gz', '广州白云站')).toBe(true)
  expect(found('x', '纸箱')).toBe(true)
  expect(found('i', '纸箱')).toBe(false)
})

it('reads a region over its levels', () => {
  const yuhang = ['浙江省', '杭州市', '余杭区']
  for (const typed of [
    'hzyh',
    '杭州余杭',
    '浙江余杭',
    'zjhzyh',
    'hangzhouyuhang',
    '余杭',
    'yh',
    '杭州 余杭',
    '杭州市余杭区',
  ])
    expect(found(typed, ...yuhang), typed).toBe(true)
  expect(found('hzyh', '浙江省', '杭州市', '西湖区')).toBe(false)
  expect(found('余杭杭州', ...yuhang)).toBe(false)
})

it('without the dictionary finds what is written', () => {
  expect(fits(['浙江省', '杭州市', '余杭区'], '杭州余杭', null)).toBe(true)
  expect(fits(['明细单'], 'mx', null)).toBe(false)
})
