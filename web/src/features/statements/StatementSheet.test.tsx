import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { getStatement, type StatementDetail } from '@xunyun/contract/statements/calls'
import type { MenuItem } from '@xunyun/contract/system/calls'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { playServer } from '../../../test/playServer.ts'
import { startI18n, switchLanguage } from '../../shared/i18n/i18n.ts'
import { useSession } from '../../shared/session/session.ts'
import { StatementSheet } from './StatementSheet.tsx'

const line = (id: number, ofNo: string, isDisputed: boolean) => ({
  id,
  kind: 'charge',
  day: '2026-11-01',
  ofNo,
  waybillId: id as number | null,
  chargeId: null as number | null,
  feeItem: 'freight',
  amount: '100.00',
  mark: null,
  dispute: isDisputed ? '重量不对' : null,
  isDisputed,
})
const statement = {
  id: 5,
  no: 'DZ26112700001',
  state: 'disputed',
  answer: 'disputed',
  answeredAt: null,
  answeredByName: null,
  caller: null,
  remark: null,
  linkExpiresAt: null,
  opening: '0.00',
  closing: '200.00',
  open: '200.00',
  lines: [line(1, 'YD26110100001', true), line(2, 'YD26110100002', false)],
  lineCount: 2,
  sent: [],
  actions: [],
} as unknown as StatementDetail
playServer(() => [])

beforeAll(async () => {
  await startI18n(['common', 'ui', 'statements', 'waybills'])
  await switchLanguage('zh')
})
afterEach(cleanup)

function open(menus: readonly Partial<MenuItem>[], more: Partial<StatementDetail> = {}): void {
  useSession.setState({ menus: menus as MenuItem[] })
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } })
  client.setQueryData([getStatement.path, { id: 5 }], { ...statement, ...more })
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <StatementSheet id={5} onClose={() => undefined} />
      </MemoryRouter>
    </QueryClientProvider>,
  )
}
const linksOf = (name: string) => screen.queryAllByRole('link', { name }).map((link) => link.getAttribute('href'))

it('[M53] a disputed line leads to its waybill, and to the form that adjusts it, for whoever may open them', async () => {
  const menus = [
    { Page: 'allWayBill', GoUrl: '/x', BrowseAccess: 1 },
    { Page: 'incOrDec', GoUrl: '/y', BrowseAccess: 1, AddModifyAccess: 1 },
  ] as const
  open(menus)
  await screen.findByText('重量不对')
  expect(linksOf('YD26110100001')[0]).toContain('YD26110100001')
  expect(linksOf('费用增减')).toEqual([
    `/tms/operations/incOrDec?${new URLSearchParams({ no: 'YD26110100001', fee: 'freight', reason: '重量不对' })}`,
  ])
  cleanup()
  // A day of storage has no waybill: its charge is adjusted itself.
  const stored = { ...line(3, '', true), ofNo: null, waybillId: null, chargeId: 45, feeItem: 'storage' }
  open(menus, { lines: [stored] as unknown as StatementDetail['lines'] })
  await screen.findByText('重量不对')
  expect(linksOf('费用增减')).toEqual([
    `/tms/operations/incOrDec?${new URLSearchParams({ no: '#45', fee: 'storage', reason: '重量不对' })}`,
  ])
  cleanup()
  open([])
  await screen.findByText('重量不对')
  expect(screen.queryAllByRole('link')).toEqual([])
  cleanup()
  open(menus, { state: 'confirmed' })
  await screen.findByText('重量不对')
  expect(linksOf('费用增减')).toEqual([])
})

it('[M53] what was received or kept back on a statement leads to its receipt and its payout', async () => {
  const moved = (id: number, kind: string, ofNo: string) => ({ ...line(id, ofNo, false), kind, waybillId: null })
  const lines = [moved(4, 'receipt', 'SK26112800001'), moved(5, 'deduction', 'DK26112800001')]
  const menus = [
    { Page: 'payment', GoUrl: '/p', BrowseAccess: 1 },
    { Page: 'cod', GoUrl: '/c', BrowseAccess: 1 },
  ] as const
  open(menus, { direction: 'receivable', lines: lines as unknown as StatementDetail['lines'] })
  await screen.findByText('DK26112800001')
  expect(linksOf('SK26112800001')[0]).toContain('payment=SK26112800001')
  expect(linksOf('DK26112800001')[0]).toContain('payout=DK26112800001')
})

it('[M40] [M53] a statement says what of it is still open, and is not paid again once nothing is', async () => {
  const menus = [{ Page: 'payment', GoUrl: '/p', BrowseAccess: 1, AddModifyAccess: 1 }] as const
  const confirmed = { state: 'confirmed', direction: 'receivable', companyId: 3 } as const
  open(menus, confirmed)
  expect(await screen.findByRole('button', { name: /^收 ?款$/ })).toBeTruthy()
  expect(screen.getByText('本单费用未核销').closest('div')?.textContent).toContain('200.00')
  cleanup()
  open(menus, { ...confirmed, open: '0.00' })
  expect((await screen.findByText('本单费用未核销')).closest('div')?.textContent).toContain('0.00')
  expect(screen.queryByRole('button', { name: /^收 ?款$/ })).toBe(null)
}, 30_000)
