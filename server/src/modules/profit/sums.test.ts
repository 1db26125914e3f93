import { Exact, sumDecimals } from '@xunyun/contract/kernel/decimal'
import { expect, it } from 'vitest'
import { rateOf, sumFigures } from './sums.ts'

const figures = ['0', '-0.01', '0.005', '12', '12.3', '-12.34', '99999999999999.99', '-0.5', '1234.505', '0.004']

it('[M57] sums of a table are those of exact decimals, whatever their signs and decimals', () => {
  for (const one of figures)
    for (const other of figures) {
      const [a, b] = [new Exact(one).toFixed(2), new Exact(other).toFixed(2)]
      expect(sumFigures([one, other])).toBe(sumDecimals([a, b], 2))
    }
  expect(sumFigures([])).toBe('0.00')
  expect(sumFigures(['1.234', '-0.3'], 3)).toBe('0.934')
})

it('[M57] a rate is rounded half away from zero, and there is none without revenue', () => {
  for (const profit of figures.map((figure) => new Exact(figure).toFixed(2)))
    for (const revenue of ['0.01', '-3', '7.77', '200', '99999999999999.99'])
      expect(rateOf(profit, revenue), `${profit} of ${revenue}`).toBe(
        new Exact(profit).div(revenue).times(100).toFixed(1),
      )
  expect(rateOf('0.05', '100')).toBe('0.1')
  expect(rateOf('-0.05', '100')).toBe('-0.1')
  expect(rateOf('1', '0.00')).toBeNull()
})
