import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import {
  allocatePayment,
  getOpenCharges,
  getOpenDocuments,
  getPayees,
  type PaymentRow,
} from '@xunyun/contract/payments/calls'
import type { MenuItem } from '@xunyun/contract/system/calls'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { playServer } from '../../../test/playServer.ts'
import { startI18n, switchLanguage } from '../../shared/i18n/i18n.ts'
import { useSession } from '../../shared/session/session.ts'
import { toast } from '../../shared/ui/toasts.ts'
import { AllocateForm } from './AllocateForm.tsx'
import { PayForm } from './PayForm.tsx'
import { PaymentForm } from './PaymentForm.tsx'

const payees = [
  { id: 1, no: 'FK1', payeeName: '顺达运输', payeeAccount: '农行 1953', amount: '300.00' },
  { id: 2, no: 'FK2', payeeName: '李师傅', payeeAccount: null, amount: '80.50' },
]
const charge = {
  ofNo: 'YD1',
  feeItem: 'freight',
  day: '2026-11-01',
  due: '2026-11-30',
  settled: '0.00',
  reserved: '0.00',
}
const asked = playServer(({ path, query }) => {
  if (path === getPayees.path) return payees
  if (path === getOpenDocuments.path)
    return query.get('companyId') === '6'
      ? [
          {
            kind: 'statement',
            id: 7,
            no: 'DZ7',
            day: '2026-11-30',
            open: '400.00',
            charges: [{ chargeId: 9, amount: '400.00' }],
          },
        ]
      : []
  if (path.endsWith('Choices')) return []
  if (path === getOpenCharges.path)
    return {
      charges: [
        { ...charge, chargeId: 8, amount: '-50.00', open: '-50.00' },
        { ...charge, chargeId: 9, amount: '400.00', open: '400.00' },
        {
          ...charge,
          chargeId: 10,
          ofNo: 'YD2',
          partyName: query.get('waybillNo') === 'YD2' ? '王五' : null,
          amount: '70.00',
          open: '70.00',
        },
      ].filter(({ chargeId }) => !query.has('chargeIds') || query.getAll('chargeIds').includes(`${chargeId}`)),
      open: '350.00',
      advance: '0.00',
      draft: '0.00',
      held: '0.00',
      more: false,
      onItsWay: null,
      roundOffLimit: '1.00',
    }
  return { version: 4 }
})

beforeAll(async () => {
  await startI18n(['common', 'ui', 'payments', 'tripCosts'])
  await switchLanguage('zh')
  const menu = { Page: 'payment', GoUrl: '/x', BrowseAccess: 1, AddModifyAccess: 1, ApproveAccess: 1 }
  useSession.setState({ menus: [menu] as unknown as MenuItem[] })
})
afterEach(cleanup)

const show = (form: ReactNode) => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  render(
    <MemoryRouter>
      <QueryClientProvider client={client}>{form}</QueryClientProvider>
    </MemoryRouter>,
  )
}

it('[M42] who pays out reads each document’s number, payee, bank account, the account it leaves and amount, and the sum, before he says that it was paid', async () => {
  show(
    <PayForm
      payments={payees.map(({ id }) => ({ id, accountName: '农行基本户' }))}
      onDone={undefined}
      onClose={() => {}}
    />,
  )
  const table = await screen.findByRole('table', { name: '收款方' }, { timeout: 10_000 })
  const cells = [...table.querySelectorAll('tbody tr')].map((row) => [...row.children].map((one) => one.textContent))
  expect(cells).toEqual([
    ['FK1', '顺达运输', '农行 1953', '农行基本户', '300.00'],
    ['FK2', '李师傅', '—', '农行基本户', '80.50'],
  ])
  expect(table.querySelector('tfoot')?.textContent).toContain('380.50')
}, 30_000)

it('[M41] the toast of 核销 says of which document how many lines, and how much', async () => {
  const said = vi.spyOn(toast, 'success')
  const payment = { id: 7, no: 'SK1', version: 3, direction: 'receipt', companyId: 5, left: '350.00' } as PaymentRow
  show(<AllocateForm payment={payment} onClose={() => {}} />)
  await screen.findByText('400.00', {}, { timeout: 10_000 })
  fireEvent.click(screen.getByRole('button', { name: /按到期/ }))
  fireEvent.click(document.querySelector('[data-commit]') as HTMLElement)
  await waitFor(() => expect(said).toHaveBeenCalledWith('SK1 已核销 2 行，共 350.00'), { timeout: 10_000 })
  expect(asked.some(({ path }) => path === allocatePayment.path)).toBe(true)
}, 30_000)

it('[M40] what is left of a walk-in’s receipt is laid on his waybill, whose charges say who owes each', async () => {
  const of = { companyId: null, driverId: null, waybillNo: 'YD2', partyName: '王五 YD2' }
  const payment = { ...of, id: 7, no: 'SK1', version: 3, direction: 'receipt', left: '70.00' } as PaymentRow
  show(<AllocateForm payment={payment} onClose={() => {}} />)
  await screen.findByText('YD2 · 王五', {}, { timeout: 10_000 })
}, 30_000)

it('the field of the payee has its name', async () => {
  show(<PaymentForm direction="payment" onClose={() => {}} />)
  expect(await screen.findByRole('combobox', { name: '收款方' }, { timeout: 10_000 })).toBeTruthy()
}, 30_000)

it('[M40] begun from charges it lies on these alone, each with what is open of it, and the amount is what they come to', async () => {
  show(<PaymentForm direction="receipt" from={{ companyId: 5, chargeIds: [8, 9] }} onClose={() => {}} />)
  await screen.findByText('400.00', {}, { timeout: 10_000 })
  expect((screen.getByRole('textbox', { name: '金额' }) as HTMLInputElement).value).toBe('350.00')
  expect(screen.queryByText('YD2')).toBeNull()
  const laid = () =>
    [...document.querySelectorAll('[id*="lines"] input, table input')].map((one) => (one as HTMLInputElement).value)
  expect(laid().filter(Boolean)).toEqual(['-50.00', '400.00'])
  fireEvent.click(screen.getByRole('button', { name: '显示全部未核销' }))
  await screen.findByText('YD2', {}, { timeout: 10_000 })
  expect(laid().filter(Boolean)).toEqual(['-50.00', '400.00'])
}, 30_000)

it('[M40] begun from a statement it lies on what that states, and says so; from an amount that is due, on what comes to just that', async () => {
  const amount = () => (screen.getByRole('textbox', { name: '金额' }) as HTMLInputElement).value
  const lines = () => screen.getAllByRole('textbox', { name: /本次/ }).map((one) => (one as HTMLInputElement).value)
  show(<PaymentForm direction="receipt" from={{ companyId: 6, statementId: 7 }} onClose={() => {}} />)
  await screen.findAllByText('400.00', {}, { timeout: 10_000 })
  expect([amount(), lines()]).toEqual(['400.00', ['400.00']])
  fireEvent.mouseDown(await screen.findByLabelText('按对账单核销'))
  const option = (await screen.findByText(/^DZ7 ·/)).closest('.ant-select-item-option')
  expect(option?.className).toContain('selected')
  cleanup()
  show(<PaymentForm direction="receipt" from={{ waybillNo: 'YD2611280001', amount: '70.00' }} onClose={() => {}} />)
  await screen.findAllByText('400.00', {}, { timeout: 10_000 })
  expect([amount(), lines()]).toEqual(['70.00', ['', '', '70.00']])
}, 30_000)
