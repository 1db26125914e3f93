import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import type { MenuItem } from '@xunyun/contract/system/calls'
import { type CountDetail, getStockCount } from '@xunyun/contract/warehouse/storing/counts'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { startI18n, switchLanguage } from '../../../../shared/i18n/i18n.ts'
import { useSession } from '../../../../shared/session/session.ts'
import { CountDrawer } from './CountDrawer.tsx'

const count = {
  id: 7,
  countNo: 'PD26112300001',
  state: 'review',
  method: 'cycle',
  range: 'A',
  placeCount: 0,
  countedPlaces: 0,
  differentLines: 0,
  createdAt: '2026-11-23T01:00:00Z',
  places: [],
  lines: [],
  heldBecause: '只有提交人能撤回',
} as unknown as CountDetail

beforeAll(async () => {
  await startI18n(['common', 'ui', 'warehouse/ledger', 'warehouse/storing'])
  await switchLanguage('zh')
})
afterEach(cleanup)

/** Where the drawer leads to the review of its count, for whoever may browse these pages. */
function reviewOf(detail: CountDetail, pages: readonly string[]): string | null {
  useSession.setState({ menus: pages.map((Page) => ({ Page, GoUrl: '', BrowseAccess: 1 }) as MenuItem) })
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } })
  client.setQueryData([getStockCount.path, { id: 7 }], detail)
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <CountDrawer id={7} onClose={() => undefined} />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  const href = screen.queryByRole('link', { name: '看审核单' })?.getAttribute('href') ?? null
  cleanup()
  return href
}

it('[RT-18/count] a count under review leads to its review, where it waits for whoever looks; without the right there is no link', () => {
  const review = '/tms/auditManagement/unreviewed?q=PD26112300001'
  expect(reviewOf(count, ['count', 'unreviewed'])).toBe(review)
  expect(reviewOf({ ...count, heldBecause: null }, ['count', 'unreviewed'])).toBe(`${review}&tab=submitted`)
  expect(reviewOf(count, ['count'])).toBeNull()
  expect(reviewOf({ ...count, state: 'done' }, ['count', 'unreviewed'])).toBeNull()
})
