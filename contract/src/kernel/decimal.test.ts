import { describe, expect, it } from 'vitest'
import { compareDecimal, Exact, normalizeDecimal, roundDecimal, share, sumDecimals } from './decimal.ts'

describe('rounding is half away from zero, as in SQL', () => {
  it.each([
    ['0.005', 2, '0.01'],
    ['-0.005', 2, '-0.01'],
    ['1.005', 2, '1.01'],
    ['2.675', 2, '2.68'],
    ['2.665', 2, '2.67'],
    ['0.0049999999999999999', 2, '0.00'],
    ['1.5', 0, '2'],
    ['2.5', 0, '3'],
    ['-2.5', 0, '-3'],
    ['12345678901234567890.125', 2, '12345678901234567890.13'],
    ['1', 4, '1.0000'],
  ])('%s to %i places is %s', (value, places, rounded) => expect(roundDecimal(value, places)).toBe(rounded))
})

describe('sums are exact', () => {
  it('0.1 ten times is 1', () =>
    expect(
      sumDecimals(
        Array.from({ length: 10 }, () => '0.1'),
        2,
      ),
    ).toBe('1.00'))
  it('nothing is nought', () => expect(sumDecimals([], 3)).toBe('0.000'))
  it('of a hundred thousand lines', () =>
    expect(
      sumDecimals(
        Array.from({ length: 100_000 }, () => '1234567.89'),
        2,
      ),
    ).toBe('123456789000.00'))
})

describe('[T19] sharing by largest remainder, ties by order: the parts sum to the whole', () => {
  it.each([
    ['100.00', ['1', '1', '1'], 2, ['33.34', '33.33', '33.33']],
    ['0.01', ['1', '1', '1'], 2, ['0.01', '0.00', '0.00']],
    ['0.02', ['1', '1', '1'], 2, ['0.01', '0.01', '0.00']],
    ['100.00', ['1', '2', '3'], 2, ['16.67', '33.33', '50.00']],
    ['10.00', ['0', '1', '0'], 2, ['0.00', '10.00', '0.00']],
    ['10.00', ['0.001', '0.002'], 2, ['3.33', '6.67']],
    ['-100.00', ['1', '1', '1'], 2, ['-33.34', '-33.33', '-33.33']],
    ['-1', ['1', '0', '0'], 2, ['-1.00', '0.00', '0.00']],
    ['1000.00', ['333.333', '333.333', '333.334'], 2, ['333.33', '333.33', '333.34']],
    ['6.85', ['1', '1', '1', '1', '1', '1'], 2, ['1.15', '1.14', '1.14', '1.14', '1.14', '1.14']],
    ['5000.00', ['1250', '830', '415.5'], 2, ['2504.51', '1662.99', '832.50']],
    ['5000.00', ['0', '0', '0'], 2, ['1666.67', '1666.67', '1666.66']],
    ['1', ['1', '1'], 0, ['1', '0']],
    ['5.00', [], 2, []],
  ])('%s over %j', (total, weights, places, parts) => {
    const shared = share(total, weights, places)
    expect(shared).toEqual(parts)
    if (weights.length > 0) expect(new Exact(sumDecimals(shared, places)).equals(total)).toBe(true)
  })
  it('holds for any lines', () => {
    let seed = 7
    const next = (max: number) => {
      seed = (seed * 48_271) % 2_147_483_647
      return seed % max
    }
    for (let round = 0; round < 300; round += 1) {
      const weights = Array.from({ length: 1 + next(40) }, () => `${next(10_000)}.${next(1000)}1`)
      const total = roundDecimal(`${next(1_000_000)}.${next(100)}`, 2)
      const parts = share(total, weights, 2)
      expect(sumDecimals(parts, 2)).toBe(total)
      expect(parts.every((part) => compareDecimal(part, '0') >= 0)).toBe(true)
    }
  })
})

describe('what a person types', () => {
  it.each([
    ['１２３．４５', '123.45'],
    ['1,234,567.8', '1234567.8'],
    [' 12 ', '12'],
    ['+5', '5'],
    ['.5', '0.5'],
    ['5.', '5'],
    ['007', '7'],
    ['-1,000', '-1000'],
    ['1，000', '1000'],
    ['0.10', '0.1'],
  ])('%j is %s', (typed, read) => expect(normalizeDecimal(typed)).toBe(read))
  it.each(['', 'abc', '1e5', '12,34', '1 2', '12元', '--1'])('%j is left as it is, to be refused', (typed) =>
    expect(normalizeDecimal(typed)).toBe(typed.trim()),
  )
})
