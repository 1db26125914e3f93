import { expect, it } from 'vitest'
import { periods } from './periods.ts'

it('[RT-18/summaryInfo] a chart has every day and month of its period, also the quiet ones', () => {
  expect(periods('day', '2026-02-27', '2026-03-02', 500)).toEqual([
    '2026-02-27',
    '2026-02-28',
    '2026-03-01',
    '2026-03-02',
  ])
  expect(periods('month', '2025-11-30', '2026-01-01', 500)).toEqual(['2025-11', '2025-12', '2026-01'])
  expect(periods('day', '2020-01-01', '2026-01-31', 31).at(0)).toBe('2026-01-01')
  expect(periods('day', '', '2026-01-31', 31)).toEqual([])
})
