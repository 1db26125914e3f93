import type { OutboundRow } from '@xunyun/contract/warehouse/shipping/notices'
import { beforeAll, expect, it } from 'vitest'
import { startI18n, switchLanguage } from '../../../shared/i18n/i18n.ts'
import { noticeColumns, noticeMarks } from './noticeColumns.tsx'

beforeAll(async () => {
  await startI18n(['common', 'ui', 'goods', 'warehouse/shipping'])
  await switchLanguage('zh')
})

it('[D-05] a notice that has left in part says so: in place of “partly allocated”, and by a mark in every state until all has left', () => {
  const row = (state: string, shipped: string) =>
    ({ state, shipped, qty: '8', intercepted: false, short: false }) as OutboundRow
  const told = (state: string, shipped: string) => [
    noticeColumns.find(({ key }) => key === 'state')?.text?.(row(state, shipped), 'zh'),
    noticeMarks(row(state, shipped)).map(({ title }) => title),
  ]
  expect(told('partial', '0')).toEqual(['部分分配', []])
  expect(told('partial', '4')).toEqual(['部分发货', ['已发 4，共 8']])
  expect(told('picking', '4')).toEqual(['拣货中', ['已发 4，共 8']])
  expect(told('shipped', '8')).toEqual(['已发货', []])
})
