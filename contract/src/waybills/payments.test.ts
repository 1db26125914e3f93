import { describe, expect, it } from 'vitest'
import { paymentsOf, paymentText } from './payments.ts'

const parts = (...all: [string, string | null][]) => all.map(([method, amount]) => ({ method, amount }))

describe('[D-02] the parts of 多笔付', () => {
  it.each([
    ['500.00', ['200.00', '300.00']],
    ['200.00', ['200.00', '0.00']],
    ['150.00', ['150.00', '0.00']],
    ['0', ['0.00', '0.00']],
  ])('sum to a receivable of %s', (receivable, amounts) => {
    const payments = parts(['prepaid', '200.00'], ['monthly', null])
    expect(paymentsOf({ payMethod: 'split', receivable, payments }).map(({ amount }) => amount)).toEqual(amounts)
  })

  it('the one that takes the rest may stand anywhere', () => {
    const payments = parts(['monthly', null], ['prepaid', '0.10'], ['collect', '0.20'])
    expect(paymentsOf({ payMethod: 'split', receivable: '0.60', payments })).toEqual([
      { method: 'monthly', amount: '0.30' },
      { method: 'prepaid', amount: '0.10' },
      { method: 'collect', amount: '0.20' },
    ])
  })

  it('are said with their amounts; a single way by its word alone', () => {
    const payments = parts(['prepaid', '200.00'], ['monthly', null])
    expect(paymentText({ payMethod: 'split', receivable: '500', payments, charged: null }, 'zh')).toBe(
      '现付 200.00 + 月结 300.00',
    )
    expect(paymentText({ payMethod: 'split', receivable: '1641.6', payments, charged: null }, 'zh')).toBe(
      '现付 200.00 + 月结 1,441.60',
    )
    expect(paymentText({ payMethod: 'collect', receivable: '500', payments: null, charged: null }, 'en')).toBe(
      'Collect',
    )
  })
})
