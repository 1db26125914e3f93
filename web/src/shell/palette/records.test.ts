import { beforeAll, expect, it } from 'vitest'
import { startI18n, switchLanguage } from '../../shared/i18n/i18n.ts'
import { rankWaybills, waybillHint } from './records.ts'

beforeAll(async () => {
  await startI18n(['common', 'shell'])
  await switchLanguage('zh')
})

it('[T-B20] what waits for its next leg is 待安排 here as in the lists', () => {
  const row = { pieces: 46, customerName: '云帆', shipperCity: '杭州', consigneeCity: '广州' }
  const split = { ...row, state: 'placed', unarranged: 16, signed: 20, refused: 10 } as const
  expect(waybillHint(split, 'zh')).toBe('待安排 · 签收 20 · 拒收 10 · 云帆 · 杭州→广州')
  expect(waybillHint({ ...split, unarranged: 0 }, 'zh')).toContain('已开单 · 签收 20')
})

it('of waybills the number typed whole stands first, then what is under way, and void ones last', () => {
  const row = (waybillNo: string, state: 'placed' | 'signed' | 'cancelled', customerNo: string | null = null) => ({
    waybillNo,
    state,
    customerNo,
  })
  const rows = [
    row('YD26112300205', 'cancelled'),
    row('YD26112300001', 'placed'),
    row('YD26112200205', 'signed'),
    row('YD26112100205', 'placed'),
    row('YD26112000007', 'cancelled', '00205'),
  ]
  expect(rankWaybills(rows, '00205').map(({ waybillNo }) => waybillNo)).toEqual([
    'YD26112000007',
    'YD26112100205',
    'YD26112300001',
    'YD26112200205',
    'YD26112300205',
  ])
})
