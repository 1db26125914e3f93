import { describe, expect, it } from 'vitest'
import {
  type AdjustLine,
  added,
  afterOf,
  begunWith,
  feeItemOf,
  isSplitAnew,
  itemOf,
  readWanted,
  sumsOf,
  type Target,
} from './adjustLines.ts'

const target = (over: Partial<Target> = {}): Target => ({
  number: 'YD1',
  problem: null,
  direction: 'receivable',
  waybillId: 1,
  chargeId: null,
  no: 'YD1',
  customerId: 7,
  customerName: '云帆电子',
  items: [
    {
      feeItem: 'freight',
      companyId: 7,
      driverId: null,
      partyName: '云帆电子',
      amount: '1000.00',
      taxRate: null,
      openNo: null,
    },
    {
      feeItem: 'freight',
      companyId: 8,
      driverId: null,
      partyName: '恒达',
      amount: '50.00',
      taxRate: null,
      openNo: null,
    },
    {
      feeItem: 'stairs',
      companyId: 7,
      driverId: null,
      partyName: '云帆电子',
      amount: '80.00',
      taxRate: null,
      openNo: null,
    },
  ],
  receivable: '1130.00',
  own: '1130.00',
  cost: null,
  payMethod: 'monthly',
  payments: null,
  ...over,
})

describe('[RT-16/incOrDec] lines of adjustments', () => {
  it('are read from numbers one after another, labels of pieces, and four columns of a sheet however its amounts are written', () => {
    expect(readWanted(' yd1、YD2-003\nPC7 ').map(({ number }) => number)).toEqual(['YD1', 'YD2', 'PC7'])
    expect(
      readWanted('YD1\t运费\t−120\t破损\r\nYD2\tstairs\t(1,200.50)\t\n\t\t\t').map((row) => Object.values(row)),
    ).toEqual([
      ['YD1', '运费', '-120.00', '破损'],
      ['YD2', 'stairs', '-1200.50', ''],
    ])
    expect([feeItemOf('基本运费'), feeItemOf('stairs'), feeItemOf('没有')]).toEqual(['freight', 'stairs', undefined])
  })

  it('begin with the items that the waybill has, one after another; scanned again the open line is gone on in', () => {
    const one = added([], [target()])
    expect(one.lines.map(({ feeItem }) => feeItem)).toEqual(['freight'])
    expect(added(one.lines, [target()])).toEqual({ lines: one.lines, at: 0 })
    const typed = one.lines.map((line) => ({ ...line, amount: '-1' }))
    const two = added(typed, [target()])
    expect([two.at, two.lines[1]?.feeItem]).toEqual([1, 'stairs'])
  })

  it('are of the customer until somebody else is chosen, and begin with nothing where he has none of it', () => {
    const line: AdjustLine = { target: target(), feeItem: 'freight', amount: '-120' }
    expect([itemOf(line)?.amount, afterOf(line)]).toEqual(['1000.00', '880.00'])
    expect(afterOf({ ...line, companyId: 8 })).toBe('-70.00')
    expect(afterOf({ ...line, feeItem: 'detention', amount: '30' })).toBe('30.00')
    expect(sumsOf([line, { ...line, amount: '30' }, { ...line, amount: '-' }])).toEqual({
      more: '30.00',
      less: '-120.00',
    })
  })

  it('are of one party by its id: two of the same name are not taken for one another, nor a driver for a company', () => {
    const named = { feeItem: 'freight', partyName: '云帆电子', taxRate: null, openNo: null }
    const twins = target({
      items: [
        { ...named, companyId: 9, driverId: null, amount: '5.00' },
        { ...named, companyId: 7, driverId: null, amount: '1000.00' },
      ],
    })
    expect(itemOf({ target: twins, feeItem: 'freight' })?.amount).toBe('1000.00')
    const slip = target({
      direction: 'payable',
      customerId: null,
      items: [
        { ...named, companyId: null, driverId: 3, amount: '80.00' },
        { ...named, companyId: null, driverId: null, amount: '7.00' },
      ],
    })
    expect(itemOf({ target: slip, feeItem: 'freight' })?.amount).toBe('80.00')
  })

  it('[T21] ask for the parts anew where those that were named come to more than what is owed then', () => {
    const split = target({
      payMethod: 'split',
      receivable: '1160.00',
      payments: [
        { method: 'prepaid', amount: '1050' },
        { method: 'monthly', amount: null },
      ],
    })
    const line: AdjustLine = { target: split, feeItem: 'freight', amount: '-80' }
    expect([isSplitAnew(line), isSplitAnew({ ...line, amount: '-80.01' })]).toEqual([false, true])
  })
})

it('[M53] what a customer disputes is adjusted on its own charge, with his words, not on the first one of the waybill', () => {
  const stairs = { ...(target().items[0] as Target['items'][number]), feeItem: 'stairs', amount: '50.00' }
  const waybill = target({ items: [...target().items, stairs] })
  expect(begunWith([waybill], { fee: 'stairs', reason: '没有上楼' })).toMatchObject([
    { feeItem: 'stairs', reason: '没有上楼' },
  ])
  // A charge that is not there to be adjusted leaves the usual one.
  expect(begunWith([waybill], { fee: 'demurrage', reason: null })).toMatchObject([{ feeItem: 'freight' }])
})
