import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
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
  gain: null,
  loss: null,
  net: null,
  unvalued: null,
  actions: [{ key: 'withdraw', reason: '只有提交人能撤回' }],
} as unknown as CountDetail

beforeAll(async () => {
  await startI18n(['common', 'ui', 'warehouse/ledger', 'warehouse/storing'])
  await switchLanguage('zh')
})
afterEach(cleanup)

function open(detail: CountDetail): void {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } })
  client.setQueryData([getStockCount.path, { id: 7 }], detail)
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <CountDrawer id={7} onClose={() => undefined} />
      </MemoryRouter>
    </QueryClientProvider>,
  )
}

/** Where the drawer leads to the review of its count, for whoever may browse these pages. */
function reviewOf(detail: CountDetail, pages: readonly string[]): string | null {
  useSession.setState({ menus: pages.map((Page) => ({ Page, GoUrl: '', BrowseAccess: 1 }) as MenuItem) })
  open(detail)
  const href = screen.queryByRole('link', { name: '看审核单' })?.getAttribute('href') ?? null
  cleanup()
  return href
}

it('[RT-18/count] a count under review leads to its review, where it waits for whoever looks; without the right there is no link', () => {
  const review = '/tms/auditManagement/unreviewed?q=PD26112300001'
  expect(reviewOf(count, ['count', 'unreviewed'])).toBe(review)
  expect(reviewOf({ ...count, actions: [{ key: 'withdraw' }] }, ['count', 'unreviewed'])).toBe(
    `${review}&tab=submitted`,
  )
  expect(reviewOf(count, ['count'])).toBeNull()
  expect(reviewOf({ ...count, state: 'done' }, ['count', 'unreviewed'])).toBeNull()
})

it('[RT-18/count] a place is not counted again by who counted it, and its button says so', () => {
  const place = {
    locationId: 1,
    code: 'A-01',
    zoneName: 'A',
    recount: true,
    firstAt: count.createdAt,
    firstByName: '张三',
  }
  const places = [
    { ...place, secondAt: null, actions: [{ key: 'count', reason: '复盘须换人' }] },
    { ...place, locationId: 2, code: 'A-02', secondAt: null, actions: [{ key: 'count' }] },
    { ...place, locationId: 3, code: 'A-03', recount: false, secondAt: null, actions: [] },
  ] as unknown as CountDetail['places']
  open({ ...count, state: 'recount', places, actions: [{ key: 'count' }] })
  const buttons = screen.getAllByRole('button', { name: /盘\s?点/ })
  expect(buttons.map((button) => button.getAttribute('aria-description'))).toEqual(['复盘须换人', null])
  fireEvent.click(buttons[0] as HTMLElement)
  expect(screen.getAllByRole('button', { name: /盘\s?点/ })).toHaveLength(2)
})

it('[RT-18/count] differences stand with their amount; where an item has no value that is said in words', () => {
  const line = { locationCode: 'A-01', containerCode: null, batchNo: '', quality: 'good', first: '7', second: null }
  const lines = [
    {
      ...line,
      id: 1,
      itemNo: 'TEA',
      itemName: '茶',
      book: '10',
      difference: '-3',
      different: true,
      amount: '-1010.01',
    },
    { ...line, id: 2, itemNo: 'NUT', itemName: '坚果', book: '6', difference: '1', different: true, amount: null },
  ] as unknown as CountDetail['lines']
  const worth = { gain: '0.00', loss: '1010.01', net: '-1010.01', unvalued: 1 }
  open({ ...count, lines, differentLines: 2, ...worth })
  const factOf = (label: string) => screen.queryByText(label)?.parentElement?.querySelector('dd')?.textContent ?? null
  expect(['盘盈金额', '盘亏金额', '净额'].map(factOf)).toEqual(['0.00', '1,010.01', '−1,010.01'])
  screen.getByText('其中 1 种货未填单位货值，未计金额')
  fireEvent.click(screen.getByRole('tab', { name: /差异/ }))
  const cells = screen.getAllByRole('row').map((row) => row.lastElementChild?.textContent)
  expect(cells).toEqual(['金额', '−1,010.01', '—'])
  cleanup()
  open({ ...count, state: 'counting', differentLines: null })
  expect(factOf('净额')).toBeNull()
  expect(screen.queryByText(/未填单位货值/)).toBeNull()
})
