import { describe, expect, it } from 'vitest'
import { divided } from './divide.ts'

describe('[M4] who pays a charge, and how', () => {
  it('[V11] 多笔付 is filled in agreed order, line after line; a service that the consignee pays is collected at the door', () => {
    const lines = [
      { amount: '400.00' },
      { amount: '50.00' },
      { amount: '20.00' },
      { amount: '30.00', payer: 'consignee' },
    ]
    const parts = divided({ payMethod: 'split', payments: 'prepaid:200.00 collect:100.00 monthly' }, lines)
    expect(parts).toEqual([
      [
        { payer: 'customer', payMethod: 'prepaid', amount: '200.00' },
        { payer: 'consignee', payMethod: 'collect', amount: '100.00' },
        { payer: 'customer', payMethod: 'monthly', amount: '100.00' },
      ],
      [{ payer: 'customer', payMethod: 'monthly', amount: '50.00' }],
      [{ payer: 'customer', payMethod: 'monthly', amount: '20.00' }],
      [{ payer: 'consignee', payMethod: 'collect', amount: '30.00' }],
    ])
  })

  it('a service of the shipper is paid by him at once; a part that takes the rest fills in its place', () => {
    const parts = divided({ payMethod: 'split', payments: 'monthly collect:100.00' }, [
      { amount: '10.00', payer: 'shipper' },
      { amount: '300.00' },
    ])
    expect(parts).toEqual([
      [{ payer: 'shipper', payMethod: 'prepaid', amount: '10.00' }],
      [
        { payer: 'customer', payMethod: 'monthly', amount: '200.00' },
        { payer: 'consignee', payMethod: 'collect', amount: '100.00' },
      ],
    ])
  })
})
