import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { startI18n, switchLanguage } from '../i18n/i18n.ts'
import { AmountRangeFilter } from './AmountRangeFilter.tsx'

beforeAll(async () => {
  await startI18n(['common', 'ui'])
  await switchLanguage('zh')
})
afterEach(cleanup)

it('[D-01] amounts are asked for from and to, once a side is left, and never by half a figure', () => {
  const asked: unknown[] = []
  render(<AmountRangeFilter label="金额" value={[undefined, '500']} onChange={(value) => asked.push(value)} />)
  const type = (label: string, text: string) => {
    const field = screen.getByLabelText(label)
    fireEvent.focus(field)
    fireEvent.change(field, { target: { value: text } })
    fireEvent.blur(field)
  }
  type('金额 ≥', '1200.5')
  type('金额 ≥', '-')
  type('金额 ≤', '')
  expect(asked).toEqual([
    ['1200.5', '500'],
    [undefined, undefined],
  ])
})
