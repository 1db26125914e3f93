import type { PriceRow } from '@xunyun/contract/prices/calls'
import { beforeAll, expect, it } from 'vitest'
import { startI18n, switchLanguage } from '../../shared/i18n/i18n.ts'
import { chargeText } from './priceColumns.tsx'

beforeAll(async () => {
  await startI18n(['common', 'ui', 'prices'])
  await switchLanguage('zh')
})

it('[RT-10/transportPrice] a rate in the list says of what it is the price', () => {
  const said = (row: Partial<PriceRow>) =>
    chargeText({
      weightUnit: 'kg',
      unitPrice: '1.6000',
      volumePrice: null,
      firstPrice: null,
      tiers: [],
      ...row,
    } as PriceRow)
  expect(said({ basis: 'chargeable' })).toBe('1.6 元/kg')
  expect(said({ basis: 'greater', weightUnit: 't', unitPrice: '1350.0000', volumePrice: '320.0000' })).toBe(
    '1,350 元/吨 · 320 元/m³',
  )
  expect(said({ basis: 'km', unitPrice: '5.6000' })).toBe('5.6 元/公里')
  expect(said({ basis: 'vehicle', unitPrice: '800.0000' })).toBe('800 元/车')
  const tiers = [
    { from: '0', to: '100', price: '2.0000' },
    { from: '100', to: null, price: '1.2000' },
  ]
  expect(said({ basis: 'weight', tiers })).toBe('2 段 2 → 1.2 元/kg')
})
