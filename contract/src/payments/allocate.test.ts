import { describe, expect, it } from 'vitest'
import { byDocuments, byDue, equalTo } from './allocate.ts'

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

  it('[M40] by a document: its own charges alone, no more of each than it says, the credit with them; the rest stays open', () => {
    const statement = [
      { chargeId: 9, amount: '-20.00' },
      { chargeId: 2, amount: '800.00' },
      { chargeId: 3, amount: '300.00' },
    ]
    expect(byDocuments(open, statement, '5000')).toEqual({ 9: '-20.00', 2: '800.00', 3: '300.00' })
    expect(byDocuments(open, statement, '900')).toEqual({ 9: '-20.00', 2: '800.00', 3: '120.00' })
    // An invoice is of a part of a charge; of what was settled since, only the rest is there.
    expect(byDocuments(open, [{ chargeId: 1, amount: '1000' }], '5000')).toEqual({ 1: '1000.00' })
    expect(byDocuments([charge(1, '400')], [{ chargeId: 1, amount: '1000' }], '5000')).toEqual({ 1: '400.00' })
    expect(byDocuments(open, [{ chargeId: 7, amount: '10' }], '5000')).toEqual({})
    // Two invoices of one charge: both parts, and never more than is open.
    const part = { chargeId: 1, amount: '1000' }
    expect(byDocuments(open, [part, { chargeId: 1, amount: '300' }], '5000')).toEqual({ 1: '1300.00' })
    expect(byDocuments(open, [part, part], '5000')).toEqual({ 1: '1520.00' })
  })
})
