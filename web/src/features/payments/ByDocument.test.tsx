import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { getOpenCharges, getOpenDocuments } from '@xunyun/contract/payments/calls'
import { useState } from 'react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { playServer } from '../../../test/playServer.ts'
import { startI18n, switchLanguage } from '../../shared/i18n/i18n.ts'
import { type Chosen, nothingChosen, OpenLines } from './OpenLines.tsx'

const charge = (chargeId: number, open: string) => ({
  chargeId,
  ofNo: `YD${chargeId}`,
  feeItem: 'freight',
  day: '2026-11-01',
  due: '2026-12-01',
  amount: open,
  settled: '0.00',
  reserved: '0.00',
  open,
})
const invoice = (id: number, chargeId: number, amount: string) => ({
  kind: 'invoice',
  id,
  no: `2633200000000000000${id}`,
  day: '2026-11-20',
  open: amount,
  charges: [{ chargeId, amount }],
})
playServer(({ path }) => {
  if (path === getOpenDocuments.path) return [invoice(1, 11, '300.00'), invoice(2, 12, '200.00')]
  if (path !== getOpenCharges.path) return {}
  const charges = [charge(11, '300.00'), charge(12, '500.00')]
  return {
    charges,
    open: '800.00',
    advance: '0.00',
    draft: '0.00',
    held: '0.00',
    more: false,
    onItsWay: null,
    roundOffLimit: '1.00',
  }
})

beforeAll(async () => {
  await startI18n(['common', 'ui', 'payments'])
  await switchLanguage('zh')
})
afterEach(cleanup)

function Open({ begun = nothingChosen, amount = '1000' }: { begun?: Chosen; amount?: string }) {
  const [chosen, setChosen] = useState(begun)
  return (
    <>
      <OpenLines
        direction="receipt"
        party={{ companyId: 3 }}
        amount={amount}
        mayRoundOff
        value={chosen}
        onChange={setChosen}
      />
      <output data-testid="laid">{JSON.stringify(chosen.amounts)}</output>
      <output data-testid="rounded">{JSON.stringify(chosen.roundOff)}</output>
    </>
  )
}

it('[M40] a second invoice is laid on beside the first, and one that is taken away takes its charges with it', async () => {
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter>
        <Open />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  await screen.findByText('YD11', {}, { timeout: 10_000 })
  const laid = () => JSON.parse(screen.getByTestId('laid').textContent ?? '')
  fireEvent.mouseDown(await screen.findByLabelText('按发票核销', {}, { timeout: 10_000 }))
  const option = (no: string) => screen.getByText(new RegExp(`^${no} ·`))
  fireEvent.click(option('26332000000000000001'))
  expect(laid()).toEqual({ 11: '300.00' })
  fireEvent.click(option('26332000000000000002'))
  expect(laid()).toEqual({ 11: '300.00', 12: '200.00' })
  fireEvent.click(option('26332000000000000001'))
  expect(laid()).toEqual({ 12: '200.00' })
}, 30_000)

it('[V13] what came in a little short of all that was laid is rounded off of the largest charge by one button, and the sum says so; more than the setting is not', async () => {
  const whole = { amounts: { 11: '300.00', 12: '500.00' }, roundOff: [] }
  const page = (amount: string) => (
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter>
        <Open begun={whole} amount={amount} />
      </MemoryRouter>
    </QueryClientProvider>
  )
  const { unmount } = render(page('799.70'))
  const button = await screen.findByRole('button', { name: '抹零 0.30' }, { timeout: 10_000 })
  const sum = button.closest('p')
  expect(sum?.textContent).toContain('金额 799.70 − 已核销 800.00 = −0.30')
  fireEvent.click(button)
  expect(sum?.textContent?.trim()).toBe('金额 799.70 + 抹零 0.30 − 冲减应收 800.00 = 0.00')
  expect(JSON.parse(screen.getByTestId('laid').textContent ?? '')).toEqual({ 11: '300.00', 12: '499.70' })
  expect(screen.getByTestId('rounded').textContent).toBe('[12]')
  unmount()
  render(page('798.50'))
  await screen.findByText('超出金额', { exact: false }, { timeout: 10_000 })
  expect(screen.queryByRole('button', { name: /^抹零/ })).toBeNull()
})
