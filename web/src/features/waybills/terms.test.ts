import { methodsFor } from '@xunyun/contract/waybills/payments'
import { describe, expect, it } from 'vitest'
import { sumsOf } from './sums.ts'
import { payFor, takenOver, walkIn, walkInParts } from './terms.ts'

const wang = { company: '云帆', name: '王志强', phone: '13857112086', region: '330110', address: '良睦路1399号' }
const theirs = { payMethod: 'receipt', salesmanId: 4, shipper: wang } as const
const fresh = { before: null, byHand: new Set<string>(), isWalkIn: false }

describe('[RT-16/taskList] what a form takes over from its customer', () => {
  it('pays as agreed with it, by the month where nothing is; salesman and shipper come along', () => {
    expect((['cash', 'monthly', 'receipt', null] as const).map((settleMethod) => payFor({ settleMethod }))).toEqual([
      'prepaid',
      'monthly',
      'receipt',
      'monthly',
    ])
    expect(takenOver({ payMethod: 'prepaid' }, theirs, fresh)).toEqual({ ...theirs })
  })

  it('leaves what was given by hand, and takes what came from one customer away with it', () => {
    const chen = { ...wang, name: '陈国强' }
    const byHand = new Set(['payMethod', 'salesmanId', 'shipper'])
    expect(takenOver({ payMethod: 'collect', salesmanId: 9, shipper: chen }, theirs, { ...fresh, byHand })).toEqual({})
    const other = { payMethod: 'prepaid' } as const
    expect(takenOver({ ...theirs }, other, { ...fresh, before: theirs })).toMatchObject({
      payMethod: 'prepaid',
      salesmanId: undefined,
      shipper: { name: undefined, address: undefined },
    })
    expect(takenOver({ ...theirs, shipper: chen }, other, { ...fresh, before: theirs })).not.toHaveProperty('shipper')
  })

  it('a walk-in is offered no bill, nor left with one, nor with a part of one', () => {
    expect(methodsFor(true)).toEqual(['prepaid', 'collect'])
    // One that stands so from before shows what it is.
    expect(methodsFor(true, ['monthly'])).toEqual(['prepaid', 'collect', 'monthly'])
    const byHand = new Set(['payMethod'])
    const parts = [{ method: 'prepaid', amount: '100' }, { method: 'monthly' }] as const
    expect(takenOver({ payMethod: 'monthly' }, walkIn, { ...fresh, byHand, isWalkIn: true })).toMatchObject({
      payMethod: 'prepaid',
    })
    expect(
      takenOver({ payMethod: 'split', payments: parts }, walkIn, { ...fresh, byHand, isWalkIn: true }).payments,
    ).toEqual([{ method: 'prepaid', amount: '100' }, { method: 'collect' }])
    expect(walkInParts([{ method: 'collect', amount: '5' }, { method: 'receipt' }])).toEqual([{ method: 'collect' }])
  })
})

describe('[D-02] what a waybill comes to while it is typed', () => {
  const nothing = { quoted: undefined, services: [], credit: undefined }

  it('sums the freight, fees by hand and services, and says who pays what is left', () => {
    const sums = sumsOf(
      {
        customerId: 7,
        charges: [{ feeItem: 'freight' }, { feeItem: 'stairs', amount: '25' }, { feeItem: 'tax' }],
        services: [{ type: 'insurance' }, { type: 'notice' }],
        payMethod: 'split',
        payments: [{ method: 'prepaid', amount: '200' }, { method: 'monthly' }],
      },
      { quoted: '6000.00', services: ['240.00', null], credit: { limit: '7000.00', used: '1000.00' } },
    )
    expect(sums.fees.map(({ code, amount }) => `${code} ${amount}`)).toEqual([
      'freight 6000.00',
      'stairs 25',
      'insurance 240.00',
    ])
    expect(sums).toMatchObject({ receivable: '6265.00', isUnpriced: false, over: null, creditLeft: '-265.00' })
    expect(sums.parts).toMatchObject([
      { method: 'prepaid', amount: '200.00', isRest: false },
      { method: 'monthly', amount: '6065.00', isRest: true },
    ])
  })

  it('[M12] what the door collects, and what others pay, takes nothing of the credit', () => {
    const known = { quoted: '6000.00', services: ['30.00'], credit: { limit: '7000.00', used: '1000.00' } }
    const left = (over: object) =>
      sumsOf({ customerId: 7, services: [{ type: 'stairs', payer: 'consignee' }], ...over } as never, known).creditLeft
    expect(left({ payMethod: 'monthly' })).toBe('0.00')
    expect(left({ payMethod: 'collect' })).toBe('6000.00')
    const payments = [{ method: 'monthly', amount: '1500' }, { method: 'collect' }]
    expect(left({ payMethod: 'split', payments })).toBe('4500.00')
  })

  it('a freight by hand stands for the rate; parts above the sum are said', () => {
    const charges = [{ feeItem: 'freight', amount: '5200' }]
    expect(sumsOf({ charges }, { ...nothing, quoted: '6000' }).receivable).toBe('5200.00')
    const payments = [{ method: 'prepaid' as const, amount: '5300' }, { method: 'collect' as const }]
    expect(sumsOf({ charges, payMethod: 'split', payments }, nothing).over).toBe('100.00')
    expect(sumsOf({}, nothing)).toMatchObject({ isUnpriced: true, receivable: '0.00', fees: [], parts: [] })
  })
})
