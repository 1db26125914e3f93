import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { startI18n, switchLanguage } from '../i18n/i18n.ts'
import { RefusedHost } from './RefusedHost.tsx'
import { hideRefused, showRefused } from './refused.ts'

beforeAll(async () => {
  await startI18n(['common', 'ui'])
  await switchLanguage('zh')
})
afterEach(() => {
  cleanup()
  hideRefused()
})

const refusal = (no: string) => ({ id: Number(no.slice(2)), no, reason: 'waybills.cancelTooLate', msg: '不能作废' })

it('[T-B13] what failed is not titled as done: one row is one line with its number and reason', async () => {
  showRefused('已作废', { done: 0, refused: [refusal('YD1')] })
  render(<RefusedHost />)
  expect(await screen.findByText('YD1 不能作废')).toBeDefined()
  expect(screen.queryByText('已作废')).toBeNull()
  expect(screen.queryByRole('table')).toBeNull()
})

it('[T-B13] of several the title is what was done, and a table says why the others were not', async () => {
  showRefused('已作废', { done: 2, refused: [refusal('YD1'), refusal('YD2')] })
  render(<RefusedHost />)
  expect(await screen.findByText('已作废')).toBeDefined()
  expect(screen.getAllByRole('row')).toHaveLength(3)
})
