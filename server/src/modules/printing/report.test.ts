import { buffer } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { textsOf } from '../../../test/pdf.ts'
import type { Report } from '../../platform/report.ts'
import { tableOf } from '../../platform/report.ts'
import { drawReport } from './report.ts'

const report = (rows: number, fees: number): Report => ({
  title: '对账单 DZ20260600001',
  subtitle: '杭州西湖龙井茶业有限公司',
  language: 'zh',
  facts: [
    ['往来单位', '杭州西湖龙井茶业有限公司'],
    ['期末余额（元）', '12,345,678.90'],
  ],
  tables: [
    tableOf(
      {
        sheet: '运单',
        columns: [
          { title: '日期', type: 'date' },
          { title: '运单号', type: 'text' },
          { title: '收货方', type: 'text' },
          { title: '重量 kg', type: 'weight' },
          ...Array.from({ length: fees }, (_, at) => ({ title: `费用项目${at + 1}`, type: 'money' as const })),
        ],
        rows: Array.from({ length: rows }, (_, at) => [
          '2026-06-05',
          `YD2026060${String(at).padStart(5, '0')}`,
          '宁波市鄞州区某某某某贸易有限责任公司',
          '10.125',
          ...Array.from({ length: fees }, (_, fee) => (fee === 0 ? '1234567.89' : '0.10')),
        ]),
      },
      '合计',
    ),
    tableOf({ sheet: '空', columns: [{ title: '日期', type: 'date' }], rows: [] }),
  ],
})
const drawn = async (one: Report) => textsOf(await buffer(drawReport(one)))

describe('[M53] a report on paper', () => {
  it('goes on over pages that say which they are, each with the heads of its columns; the total stands under the last row', async () => {
    const pages = await drawn(report(120, 3))
    expect(pages.length).toBeGreaterThan(2)
    for (const [at, page] of pages.entries()) {
      expect(page.at(-1)).toBe(`第 ${at + 1} / ${pages.length} 页`)
      expect(page).toEqual(expect.arrayContaining(['运单号', '费用项目1']))
    }
    const all = pages.flat()
    expect(all.filter((text) => text.startsWith('YD2026060'))).toHaveLength(120)
    expect(pages.at(-1)).toEqual(expect.arrayContaining(['合计', '1,215.000', '148,148,146.80', '12.00']))
    // A table without rows is not shown.
    expect(all).not.toContain('空')
  })

  it('never cuts an amount, a day or a number, however many fees stand beside each other', async () => {
    for (const fees of [1, 12, 30]) {
      const all = (await drawn(report(3, fees))).flat()
      expect(all.filter((text) => text === '1,234,567.89')).toHaveLength(3)
      expect(all.filter((text) => text === '0.10')).toHaveLength(3 * (fees - 1))
      expect(all.filter((text) => text === '2026-06-05')).toHaveLength(3)
      expect(all.some((text) => text.includes('…'))).toBe(false)
    }
  })
})
