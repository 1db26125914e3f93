import { expect, it } from 'vitest'
import { customerOf, viewOf } from './asked.ts'

it('[RT-14/profitView] lines opened from a customer’s row are filtered to that customer, and its filter names him; walk-ins and other rows name nobody', () => {
  expect(customerOf({ dimension: 'customer', key: '8' })).toBe(8)
  expect(customerOf({ dimension: 'customer', key: 'none' })).toBeUndefined()
  expect(customerOf({ dimension: 'outlet', key: '8' })).toBeUndefined()
  expect(customerOf({ dimension: 'customer' })).toBeUndefined()
})

it('a view keeps what is asked, and not the months beside it', () => {
  expect(viewOf('?months=1&dimension=line&basis=posted')).toBe('?dimension=line&basis=posted')
  expect(viewOf('?months=1')).toBe('')
})
