import { expect, it } from 'vitest'
import { type RegionNode, regionTree } from '../../platform/regions.ts'
import { regionNames, regionsNamed, widest } from './serviceRegions.ts'

const codesIn = (nodes: readonly RegionNode[]): string[] =>
  nodes.flatMap(({ value, children = [] }) => [value, ...codesIn(children)])

it('every region is read back from the name that people see', () => {
  const codes = codesIn(regionTree)
  expect(codes.length).toBeGreaterThan(3000)
  // 三明市 三元区 stands twice: as it was before 梅列区 went into it, and as it is.
  expect(codes.filter((code) => regionsNamed([regionNames([code])]).codes[0] !== code)).toEqual(['350403'])
})

it('names are no longer than they are clear', () => {
  const codes = ['110101', '330000', '320500', '320509', '419001', '469000', '710000', '810001']
  expect(regionNames(codes)).toBe(
    '北京市 东城区、浙江省、苏州市、苏州市 吴江区、济源市、海南省 直辖县级、台湾省、香港特别行政区 中西区',
  )
  // One that is no longer a region is still to be seen.
  expect(regionNames(['999999'])).toBe('999999')
})

it('a cell has several regions, each as people write it', () => {
  expect(regionsNamed(['浙江、杭州,内蒙古；吉林市;仙桃市', ' 义乌市 ，浙江省杭州市余杭区、海南', ''])).toEqual({
    codes: ['330000', '330100', '150000', '220200', '429004', '330782', '330110', '460000'],
  })
  expect(regionsNamed([' '])).toEqual({ codes: [] })
})

it('a name that several have, or that nobody has, is none; nor is one with something behind it', () => {
  for (const name of ['吉林', '朝阳', '朝阳区', '鼓楼区', '火星市', '浙江省杭州市火星区', '余杭区仓前街道', '恩施'])
    expect(regionsNamed([`上海市、${name}、浙江省`]).unknown, name).toBe(name)
})

it('what lies inside another is dropped, at every level', () => {
  expect(widest(['330110', '330000', '330100', '320509', '320508'])).toEqual(['320508', '320509', '330000'])
  expect(widest(['469001', '460100', '469000'])).toEqual(['460100', '469000'])
  expect(widest(['110101', '110000', '110000'])).toEqual(['110000'])
})
