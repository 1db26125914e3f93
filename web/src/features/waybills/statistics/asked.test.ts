import { describe, expect, it } from 'vitest'
import { activeCount, askedOf } from './asked.ts'

const ask = (search: string) => askedOf(search, '2026-11-20', ['customer', 'mode'])
const month = { bizFrom: '2026-11-01', bizTo: '2026-11-20', group: 'customer', period: 'day' }

describe('[RT-16/statistics] the address of the statistics', () => {
  it('is this month while it says nothing', () => {
    expect(ask('')).toEqual(month)
    expect(activeCount(ask(''), '2026-11-20')).toBe(0)
  })

  it('leaves out what is no day, no number, no group and no period', () => {
    expect(ask('?from=abc&bizFrom=abc&bizTo=2026-02-30&customerId=x&group=salesman&period=year')).toEqual(month)
  })

  it('is read as it was written, and what was chosen is counted', () => {
    const asked = ask('?bizFrom=2026-10-01&bizTo=2026-10-31&customerId=7&transModes=road,air&group=mode&period=month')
    expect(asked).toEqual({
      bizFrom: '2026-10-01',
      bizTo: '2026-10-31',
      group: 'mode',
      period: 'month',
      customerId: 7,
      transModes: ['road', 'air'],
    })
    expect(activeCount(asked, '2026-11-20')).toBe(3)
  })
})
