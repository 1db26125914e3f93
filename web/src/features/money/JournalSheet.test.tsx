import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { type CashAccountRow, getCashEntries, getCashEntryTotals } from '@xunyun/contract/money/accounts'
import type { MenuItem } from '@xunyun/contract/system/calls'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { playServer } from '../../../test/playServer.ts'
import { startI18n, switchLanguage } from '../../shared/i18n/i18n.ts'
import { serverNow, useSession } from '../../shared/session/session.ts'
import { day } from '../../shared/ui/format.ts'
import { DocumentLink } from './DocumentLink.tsx'
import { JournalSheet } from './JournalSheet.tsx'

const totals = { count: 2, opening: '100.00', income: '30.00', expense: '5.00', closing: '125.00', tabs: {} }
const entry = {
  accountId: 4,
  accountName: '',
  day: '2026-10-02',
  act: 'receipt',
  docType: 'payment',
  otherAccountId: null,
  partyName: null,
  note: null,
}
const row = (id: number, docNo: string) => ({
  ...entry,
  id,
  docNo,
  income: '15.00',
  expense: null,
  balance: '125.00',
  postedAt: '2026-10-02T02:00:00.000Z',
  postedByName: '',
})
const asked = playServer(({ path, query }) => {
  if (path === getCashEntryTotals.path) return totals
  return query.get('after') === null ? { rows: [row(2, 'SK2')], next: 'more' } : { rows: [row(1, 'SK1')], next: null }
})

beforeAll(async () => {
  await startI18n(['common', 'ui', 'money'])
  await switchLanguage('zh')
})
afterEach(cleanup)

it('[M20] each figure of the journal opens the entries it is the sum of, and whatever there are is read on', async () => {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <JournalSheet account={{ id: 4, name: '农行' } as CashAccountRow} onClose={() => undefined} />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  const last = () => {
    const { query } = asked.findLast(({ path }) => path === getCashEntries.path) ?? {}
    return {
      from: query?.get('dayFrom'),
      to: query?.get('dayTo'),
      side: query?.get('side'),
      after: query?.get('after'),
    }
  }
  const today = day(serverNow())
  const first = `${today.slice(0, 8)}01`
  const none = { side: null, after: null }
  await screen.findByText('SK2')
  fireEvent.click(await screen.findByRole('button', { name: '更早的' }))
  await screen.findByText('SK1')
  expect(last()).toEqual({ from: first, to: today, ...none, after: 'more' })
  fireEvent.click(screen.getByRole('button', { name: '30.00' }))
  await waitFor(() => expect(last()).toEqual({ from: first, to: today, ...none, side: 'income' }))
  fireEvent.click(screen.getByRole('button', { name: '收入与支出' }))
  fireEvent.click(await screen.findByRole('button', { name: '5.00' }))
  await waitFor(() => expect(last()).toMatchObject({ side: 'expense' }))
  fireEvent.click(await screen.findByRole('button', { name: '125.00' }))
  await waitFor(() => expect(last()).toEqual({ from: null, to: today, ...none }))
  cleanup()
})

it('[M20] the opening is the sum of what was before', async () => {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <JournalSheet account={{ id: 4, name: '农行' } as CashAccountRow} onClose={() => undefined} />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  fireEvent.click(await screen.findByRole('button', { name: '100.00' }))
  const today = day(serverNow())
  const before = day(new Date(Date.parse(`${today.slice(0, 8)}01T00:00:00+08:00`) - 1))
  await waitFor(() => {
    const { query } = asked.findLast(({ path }) => path === getCashEntries.path) ?? {}
    expect([query?.get('dayFrom'), query?.get('dayTo')]).toEqual([null, before])
  })
})

it('[M20] the number of an entry leads to its document: of the door to the waybill, of a transfer to the account on its other side', () => {
  const menu = (Page: string) => ({ Page, GoUrl: '/x', BrowseAccess: 1, AddModifyAccess: 1, ApproveAccess: 1 })
  useSession.setState({ menus: ['payment', 'allWayBill'].map(menu) as unknown as MenuItem[] })
  const documents: [docType: string, docNo: string, other?: number][] = [
    ['payment', 'SK1'],
    ['collection', 'YD26110100001'],
    ['signing', 'YD26110100002'],
    ['transfer', 'ZC1', 7],
    ['badDebt', 'HZ1'],
    ['opening', '农行'],
  ]
  render(
    <MemoryRouter>
      {documents.map(([docType, docNo, otherAccountId]) => (
        <DocumentLink key={docNo} docType={docType} docNo={docNo} otherAccountId={otherAccountId ?? null} />
      ))}
    </MemoryRouter>,
  )
  // Whoever may not see a page is given the number alone.
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/financial/payment?tab=all&payment=SK1',
    expect.stringMatching(/YD26110100001$/),
    expect.stringMatching(/YD26110100002$/),
    '/financial/cashAccount?journal=7',
  ])
})
