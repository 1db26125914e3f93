import { describe, expect, it } from 'vitest'
import {
  besideMean,
  type CostRow,
  isNothing,
  lackOf,
  notDue,
  rowOfPart,
  sharesOf,
  totalOf,
  withPart,
} from './costRows.ts'

const carrier = { companyId: 7, payeeName: '顺达' }
const rows: readonly CostRow[] = (
  [
    ['prepaid', '2000'],
    ['fuel', '1000'],
    ['onArrival', '1500'],
    ['onReceipt', '400'],
    ['balance', '200'],
    ['information', '100'],
  ] as const
).reduce<readonly CostRow[]>((all, [part, amount]) => withPart(all, part, amount, carrier), [])

describe('[T18] [T19] what is typed about a hired truck', () => {
  it('the difference of the parts to what was agreed is known before it is sent, deductions taken off', () => {
    expect(lackOf('5000', rows)).toBe('0.00')
    expect(lackOf('5000', withPart(rows, 'balance', '199.5', carrier))).toBe('0.50')
    expect(lackOf(undefined, rows)).toBeNull()
    expect(totalOf(rows)).toBe('5000.00')
  })

  it('a part that an application holds stays as it is; an emptied one goes, a new one takes its place among the parts', () => {
    const held = rows.map((row) =>
      row.payPart === 'prepaid' ? { ...row, line: { applicationId: 3 } as NonNullable<CostRow['line']> } : row,
    )
    expect(withPart(held, 'prepaid', '1', carrier)).toBe(held)
    const emptied = withPart(held, 'fuel', undefined, carrier)
    expect(emptied.map(({ payPart }) => payPart)).not.toContain('fuel')
    expect(withPart(emptied, 'fuel', '7', carrier)[1]).toMatchObject({ payPart: 'fuel', feeItem: 'fuel', companyId: 7 })
    expect(rowOfPart(rows, 'penalty')).toBeUndefined()
  })

  it('shares while typing are those that the server will make: the vector of the rule', () => {
    expect(sharesOf(rows, ['1250', '830', '415.5'])).toEqual(['2504.50', '1663.00', '832.50'])
    expect(sharesOf([{ amount: '5000' }], ['0', '0', '0'])).toEqual(['1666.67', '1666.67', '1666.66'])
    expect([isNothing(['0', '0.000000']), isNothing(['0', '1'])]).toEqual([true, false])
  })

  it('[T18] 费用申请 takes in what is due: parts of later steps are left out, deductions go with what they are taken off', () => {
    const lines = ['prepaid', 'onArrival', 'balance', 'information'].map((payPart) => ({ payPart }) as never)
    const left = (due: readonly string[]) =>
      notDue<{ payPart: never }>(lines, due as never).map(({ payPart }) => payPart)
    expect(left(['prepaid', 'fuel'])).toEqual(['onArrival', 'balance'])
    expect(left(['prepaid', 'fuel', 'onArrival', 'balance'])).toEqual([])
    expect(left(['fuel'])).toEqual(['prepaid', 'onArrival', 'balance', 'information'])
    expect(notDue([{ payPart: null }], [])).toEqual([])
  })

  it('[T23] beside the mean stand the difference and its per cent', () => {
    expect(besideMean('5500', '5000.00')).toEqual({ difference: '500.00', rate: '10.0' })
    expect(besideMean('5500', null)).toBeNull()
  })
})
