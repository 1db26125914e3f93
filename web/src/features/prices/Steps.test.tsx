import { cleanup, render } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { startI18n, switchLanguage } from '../../shared/i18n/i18n.ts'
import { Steps } from './Steps.tsx'

beforeAll(async () => {
  await startI18n(['common', 'ui', 'prices'])
  await switchLanguage('zh')
})
afterEach(cleanup)

it('[T-B29] a share of an amount is said in per cent and by the thousand, a price per unit as it is', () => {
  const said = (params: Record<string, string>) =>
    render(<Steps steps={[{ step: 'service', params }]} />).container.textContent
  expect(said({ quantity: '80000', rate: '0.003', amount: '240.00' })).toBe('80,000 × 0.3%（费率 3‰）= 240.00 元')
  expect(said({ quantity: '3', rate: '25', amount: '75.00' })).toBe('3 × 25 = 75.00 元')
})
