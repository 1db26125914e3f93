import { expect, it } from 'vitest'
import { feesOf, rowsSent } from './fees.ts'

it('sends the freight only when it was typed, and no empty line', () => {
  expect(feesOf([{ feeItem: 'freight' }, { feeItem: 'pickup', amount: '60' }, {}])).toEqual([
    { feeItem: 'pickup', amount: '60' },
  ])
  expect(feesOf([])).toEqual([])
})

it('leaves no half-filled line out: an amount without an item would be charged to nobody', () => {
  expect(feesOf([{ amount: '60' }, { feeItem: 'stairs' }])).toEqual([
    { feeItem: '', amount: '60' },
    { feeItem: 'stairs', amount: '' },
  ])
})

it('knows which row of the editor a sent line is', () => {
  expect(rowsSent([{ feeItem: 'freight' }, {}, { feeItem: 'pickup', amount: '-1' }])).toEqual([2])
  expect(
    rowsSent([
      { feeItem: 'freight', amount: '1' },
      { feeItem: 'pickup', amount: '-1' },
    ]),
  ).toEqual([0, 1])
  expect(rowsSent([{ feeItem: 'pickup', amount: '-1' }])).toEqual([1])
})
