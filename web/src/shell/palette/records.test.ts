import { expect, it } from 'vitest'
import { rankWaybills } from './records.ts'

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
