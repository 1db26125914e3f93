import { cleanup, render, screen } from '@testing-library/react'
import type { Step } from '@xunyun/contract/prices/calls'
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

it('[T-C01] a charge of a warehouse is told in the words of its own page, units too', async () => {
  const steps: Step[] = [
    { step: 'document', params: { no: 'RK1', quantity: '240', unit: 'piece' } },
    { step: 'part', params: { from: '0', to: '50', unit: 'box', quantity: '30', price: '0.3', amount: '9.00' } },
    { step: 'byHand', params: { quantity: '3', unit: 'pallet' } },
  ]
  render(<Steps steps={steps} source="storage" />)
  expect((await screen.findAllByRole('listitem')).map(({ textContent }) => textContent)).toEqual([
    'RK1：240 件',
    '0–50 箱 档内 30 箱 × 0.3 元 = 9.00 元',
    '手工录入 3 托',
  ])
})
