import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { getPayment, getPaymentHistory } from '@xunyun/contract/payments/calls'
import type { MenuItem } from '@xunyun/contract/system/calls'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { playServer } from '../../../test/playServer.ts'
import { startI18n, switchLanguage } from '../../shared/i18n/i18n.ts'
import { useSession } from '../../shared/session/session.ts'
import { PaymentSheet } from './PaymentSheet.tsx'

const line = { feeItem: 'freight', payPart: null, day: '2026-11-01', chargeAmount: '3374.40', roundedOff: null }
const receipt = {
  id: 7,
  no: 'SK26112700001',
  direction: 'receipt',
  state: 'received',
  channel: 'bank',
  amount: '4000.00',
  allocated: '3374.40',
  reserved: '0.00',
  left: '625.60',
  refunded: '0.00',
  waitsFor: null,
  paidAt: null,
  opinion: null,
  reason: null,
  version: 3,
  actions: [],
  decisions: [],
  forApprovers: ['unallocate', 'reverse'],
  lines: [
    { ...line, id: 1, chargeId: 1, waybillId: 5, ofNo: 'YD26112400002', amount: '3374.40', state: 'settled' },
    { ...line, id: 2, chargeId: 2, waybillId: null, ofNo: 'DF26112400001', amount: '50.00', state: 'freed' },
  ],
}
const created = {
  id: 1,
  action: 'created',
  at: '2026-11-27T01:00:00Z',
  byName: '钱敏',
  changes: ['amount 4000', 'allocated 3374.40', 'roundedOff 0.30', 'toAdvance 625.60'].map((change) => {
    const [field, to] = change.split(' ')
    return { field, from: null, to }
  }),
}
playServer(({ path }) => (path === getPayment.path ? receipt : path === getPaymentHistory.path ? [created] : []))

beforeAll(async () => {
  await startI18n(['common', 'ui', 'payments'])
  await switchLanguage('zh')
})
afterEach(cleanup)

async function open(): Promise<void> {
  const menus = [
    { Page: 'payment', GoUrl: '/x', BrowseAccess: 1, AddModifyAccess: 1 },
    { Page: 'allWayBill', GoUrl: '/y', BrowseAccess: 1 },
  ]
  useSession.setState({ menus: menus as unknown as MenuItem[] })
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter>
        <PaymentSheet id={7} onClose={() => undefined} />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  await screen.findByText('YD26112400002', {}, { timeout: 10_000 })
}

it('[M40] the number of a waybill that is settled leads to it, of what is freed all is struck, and the log says what was laid as it came', async () => {
  await open()
  expect(screen.getByRole('link', { name: 'YD26112400002' }).getAttribute('href')).toContain('YD26112400002')
  expect(screen.queryByRole('link', { name: 'DF26112400001' })).toBeNull()
  expect(screen.getByText('DF26112400001').closest('tr')?.dataset.void).toBe('true')
  fireEvent.click(screen.getByRole('tab', { name: '日志' }))
  await screen.findByText('新建')
  const told = document.body.textContent
  for (const said of ['金额4,000.00', '已核销3,374.40', '抹零0.30', '转预收625.60'])
    expect(told?.replaceAll(/[\s：→]/g, '')).toContain(said)
}, 30_000)

it('[M43] of what could be done by the right to approve the reader without it learns which that is', async () => {
  await open()
  expect(screen.getByRole('note').textContent).toBe('反核销、冲销须有“收付款”的审核权限')
}, 30_000)
