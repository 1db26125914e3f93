import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import type { MenuItem } from '@xunyun/contract/system/calls'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { playServer } from '../../../test/playServer.ts'
import { startI18n, switchLanguage } from '../../shared/i18n/i18n.ts'
import { useSession } from '../../shared/session/session.ts'
import { ExplainSheet } from './ExplainSheet.tsx'

const charge = (id: number, adjustment: object) => ({
  id,
  side: 'revenue',
  feeItem: 'freight',
  source: 'adjustment',
  partyName: '云帆',
  day: '2026-11-26',
  whole: '-60.00',
  taxRate: '9',
  amount: '-60.00',
  no: null,
  adjustment,
  steps: [],
  shares: [],
})
playServer(() => ({
  revenue: '-120.00',
  cost: '0.00',
  profit: '-120.00',
  rate: null,
  parts: [],
  charges: [charge(1, { id: 12, no: 'ZJ26112600001' }), charge(2, { id: null, no: 'ZJ26112600002' })],
  division: [],
}))

beforeAll(async () => {
  await startI18n(['common', 'ui', 'profit', 'prices'])
  await switchLanguage('zh')
})
afterEach(cleanup)

it('[RT-14/profit] an adjustment is named by its ZJ, which opens for whoever may read it, at his outlets', async () => {
  const show = () =>
    render(
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <MemoryRouter>
          <ExplainSheet
            cell={{ from: '2026-11-01', to: '2026-11-30', dimension: 'customer', basis: 'biz' }}
            lineId={7}
            title="YD1"
            onClose={() => {}}
          />
        </MemoryRouter>
      </QueryClientProvider>,
    )
  const links = async () => {
    await screen.findByText(/ZJ26112600002/)
    return screen.queryAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])
  }
  useSession.setState({ menus: [] })
  const { unmount } = show()
  expect(await links()).toEqual([])
  screen.getByText(/ZJ26112600001/)
  unmount()
  const menu = { Page: 'incOrDecList', GoUrl: '/x', BrowseAccess: 1, AddModifyAccess: 0, ApproveAccess: 0 }
  useSession.setState({ menus: [menu] as unknown as MenuItem[] })
  show()
  expect(await links()).toEqual([['ZJ26112600001', '/tms/operations/incOrDecList?tab=&adjustment=12']])
}, 30_000)
