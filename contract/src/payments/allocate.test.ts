import { describe, expect, it } from 'vitest'
import { byDue, equalTo } from './allocate.ts'

const charge = (chargeId: number, open: string) => ({ chargeId, open })
/** As V12 has them: the credit first, then by due date. */
const open = [charge(9, '-20.00'), charge(1, '1520.00'), charge(2, '800.00'), charge(3, '300.00')]

describe('laying an amount on open charges', () => {
  it('[V12] by due date: the credit, A and B whole, the rest on C; more than is open leaves an advance', () => {
    expect(byDue(open, '2500.00')).toEqual({ 9: '-20.00', 1: '1520.00', 2: '800.00', 3: '200.00' })
    expect(byDue(open, '2700.00')).toEqual({ 9: '-20.00', 1: '1520.00', 2: '800.00', 3: '300.00' })
  })

  it('[V14] the equal amount: 2,320.00 is A + B, 2,319.00 is nothing', () => {
    expect(equalTo(open, '2320.00')).toEqual({ 1: '1520.00', 2: '800.00' })
    expect(equalTo(open, '2319.00')).toBeUndefined()
    expect(equalTo(open, '300.00')).toEqual({ 3: '300.00' })
    expect(equalTo(open, '2600.00')).toEqual({ 9: '-20.00', 1: '1520.00', 2: '800.00', 3: '300.00' })
  })
})
