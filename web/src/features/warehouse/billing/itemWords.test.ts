import { expect, it } from 'vitest'
import { itemWords } from './itemWords.ts'

it('[RT-18/quotation] items of a quotation are said in words, what is unknown as it is', () => {
  const free = (days: string) => `免费 ${days} 天`
  expect(itemWords('storage storage pallet/month peak -3d 2 ≥ 100 6 %\ninbound handling kg 0.05', 'zh', free)).toBe(
    '仓储 · 仓储费 · 托/月 峰值 · 免费 3 天 2 ≥ 100 6 %\n入库 · 装卸费 · kg · 0.05',
  )
  expect(itemWords('?', 'zh', free)).toBe('?')
})
