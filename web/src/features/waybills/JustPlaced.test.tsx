import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { collectPrepaid, getWaybillCharges } from '@xunyun/contract/waybills/charges'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { playServer } from '../../../test/playServer.ts'
import { startI18n, switchLanguage } from '../../shared/i18n/i18n.ts'
import { JustPlaced } from './JustPlaced.tsx'

let due = '600.00'
const asked = playServer(({ path }) => {
  if (path === getWaybillCharges.path)
    return { priceState: 'pending', prepaid: { due, taken: '0.00', handInNo: null }, charges: [], payments: [] }
  return { id: 7 }
})

beforeAll(async () => {
  await startI18n(['common', 'ui', 'waybills'])
  await switchLanguage('zh')
})
afterEach(cleanup)

const show = () =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <JustPlaced placed={{ id: 7, no: 'YD26112800007', pieces: 1 }} onPrint={null} onCopy={() => undefined} />
      </MemoryRouter>
    </QueryClientProvider>,
  )

it('[M4] what the sender pays is taken right where the waybill was placed; a price under review is said there', async () => {
  show()
  fireEvent.click(await screen.findByRole('button', { name: '收现付 600.00 元' }, { timeout: 10_000 }))
  await screen.findByText(/价格还在审核/, {}, { timeout: 10_000 })
  fireEvent.click(document.querySelector('[data-commit]') as HTMLElement)
  await vi.waitFor(() => expect(asked.map(({ path }) => path)).toContain(collectPrepaid.path), { timeout: 10_000 })
}, 30_000)

it('[M4] where nothing is prepaid nothing is offered', async () => {
  due = '0.00'
  show()
  await screen.findByText('已开单 YD26112800007')
  await vi.waitFor(() => expect(asked.filter(({ path }) => path === getWaybillCharges.path).length).toBeGreaterThan(1))
  expect(screen.queryByRole('button', { name: /收现付/ })).toBe(null)
}, 30_000)
