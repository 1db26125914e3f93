import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { getPayment, type PaymentRow, unallocatePayment } from '@xunyun/contract/payments/calls'
import type { MenuItem } from '@xunyun/contract/system/calls'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { playServer, Refused } from '../../../test/playServer.ts'
import { startI18n, switchLanguage } from '../../shared/i18n/i18n.ts'
import { useSession } from '../../shared/session/session.ts'
import { toast } from '../../shared/ui/toasts.ts'
import { UnallocateForm } from './UnallocateForm.tsx'

const payment = { id: 7, no: 'SK26112700001', version: 3 } as PaymentRow
const line = (id: number, amount: string, state = 'settled') => ({
  id,
  chargeId: id,
  ofNo: `YD${id}`,
  feeItem: 'freight',
  amount,
  state,
})
const asked = playServer(({ path, body }) => {
  if (path === getPayment.path)
    return { ...payment, version, lines: [line(1, '3859.60'), line(2, '-50.00'), line(3, '9.00', 'freed')] }
  // Somebody else changed it while the form stood open.
  if ((body as { version?: number }).version !== version)
    return new Refused(409, 'kernel.stale', '钱敏 已在 07:29 修改过')
  return { version: version + 1 }
})
let version = 3

beforeAll(async () => {
  await startI18n(['common', 'ui', 'payments'])
  await switchLanguage('zh')
  const menu = { Page: 'payment', GoUrl: '/x', BrowseAccess: 1, AddModifyAccess: 1, ApproveAccess: 1 }
  useSession.setState({ menus: [menu] as unknown as MenuItem[] })
})
afterEach(cleanup)

it('[M43] one tick takes all lines that are settled, credits with them, and the toast says how many of which document', async () => {
  const said = vi.spyOn(toast, 'success')
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  render(
    <QueryClientProvider client={client}>
      <UnallocateForm payment={payment} onClose={() => {}} />
    </QueryClientProvider>,
  )
  const all = (await screen.findByLabelText('全部 2 行', {}, { timeout: 10_000 })) as HTMLInputElement
  fireEvent.click(screen.getAllByRole('checkbox')[1] as HTMLElement)
  expect(all.checked).toBe(false)
  fireEvent.click(all)
  expect(all.checked).toBe(true)
  fireEvent.change(screen.getByLabelText('原因'), { target: { value: '错单' } })
  fireEvent.click(document.querySelector('[data-commit]') as HTMLElement)
  await waitFor(() => expect(said).toHaveBeenCalledWith('SK26112700001 已反核销 2 行'), { timeout: 10_000 })
  expect(asked.find(({ path }) => path === unallocatePayment.path)?.body).toMatchObject({
    id: 7,
    lineIds: [1, 2],
    reason: '错单',
  })
}, 30_000)

it('once somebody else changed the receipt it is loaded again by a button, and what was ticked is sent', async () => {
  version = 5
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  render(
    <QueryClientProvider client={client}>
      <UnallocateForm payment={payment} onClose={() => {}} />
    </QueryClientProvider>,
  )
  fireEvent.click(await screen.findByLabelText('全部 2 行', {}, { timeout: 10_000 }))
  fireEvent.change(screen.getByLabelText('原因'), { target: { value: '错单' } })
  const commit = () => fireEvent.click(document.querySelector('[data-commit]') as HTMLElement)
  commit()
  fireEvent.click(await screen.findByRole('button', { name: '重新载入对照' }, { timeout: 10_000 }))
  await waitFor(() => expect(screen.queryByRole('button', { name: '重新载入对照' })).toBeNull(), { timeout: 10_000 })
  commit()
  await waitFor(
    () => expect(asked.at(-1)?.body ?? asked.at(-2)?.body).toMatchObject({ id: 7, version: 5, lineIds: [1, 2] }),
    { timeout: 10_000 },
  )
}, 30_000)
