import { expect, it } from 'vitest'
import { sumsOf } from './sums.ts'
import type { TaskValues } from './taskValues.ts'

const stairsBy = (payer: 'customer' | 'shipper' | 'consignee'): TaskValues => ({
  payMethod: 'prepaid',
  charges: [{ feeItem: 'freight', amount: '600' }],
  services: [{ type: 'stairs', payer }],
})
const partsOf = (values: TaskValues, services: readonly string[] = []) =>
  sumsOf(values, { quoted: null, services, credit: undefined }).parts.map(
    ({ method, amount, isRest }) => `${isRest ? 'rest ' : ''}${method} ${amount}`,
  )

it('tells the clerk what to ask of whom as soon as another pays a service (V11)', () => {
  expect(partsOf(stairsBy('consignee'), ['25.00'])).toEqual(['prepaid 600.00', 'collect 25.00'])
  expect(partsOf({ ...stairsBy('shipper'), payMethod: 'monthly' }, ['25.00'])).toEqual([
    'monthly 600.00',
    'prepaid 25.00',
  ])
})

it('says nothing twice where one way pays all', () => {
  expect(partsOf(stairsBy('customer'), ['25.00'])).toEqual([])
  expect(partsOf(stairsBy('shipper'), ['25.00'])).toEqual([])
  expect(partsOf(stairsBy('consignee'), ['0'])).toEqual([])
})

it('adds a service of another to the part of 多笔付 that is paid the same way', () => {
  const split: TaskValues = {
    ...stairsBy('consignee'),
    payMethod: 'split',
    payments: [
      { method: 'monthly', amount: undefined },
      { method: 'collect', amount: '100' },
    ],
  }
  expect(partsOf(split, ['25.00'])).toEqual(['rest monthly 500.00', 'collect 125.00'])
})
