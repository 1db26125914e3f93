import { expect, it } from 'vitest'
import { grouped, plainDecimal } from './decimals.ts'

it('decimals are filled up, never rounded away', () => {
  expect(plainDecimal('12', 2)).toBe('12.00')
  expect(plainDecimal('0.1', 3)).toBe('0.100')
  expect(plainDecimal('12.345', 2)).toBe('12.345')
  expect(plainDecimal('12345678901234.5', 2)).toBe('12345678901234.50')
})

it('what is no number is left as it was typed', () => {
  expect(plainDecimal('12a', 2)).toBe('12a')
  expect(grouped('12a')).toBe('12a')
})

it('thousands are separated for reading', () => {
  expect(grouped('1234567.80')).toBe('1,234,567.80')
  expect(grouped('-1234')).toBe('-1,234')
  expect(grouped('')).toBe('')
})
