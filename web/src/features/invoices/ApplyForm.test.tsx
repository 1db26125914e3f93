import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { getCompanyChoices } from '@xunyun/contract/companies/calls'
import * as calls from '@xunyun/contract/invoices/calls'
import { addProfile, getProfiles } from '@xunyun/contract/invoices/profiles'
import type { MenuItem } from '@xunyun/contract/system/calls'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { playServer } from '../../../test/playServer.ts'
import { startI18n, switchLanguage } from '../../shared/i18n/i18n.ts'
import { useSession } from '../../shared/session/session.ts'
import { ApplyForm } from './ApplyForm.tsx'

const offer = (chargeId: number, sellerId: number): calls.Invoiceable => ({
  chargeId,
  waybillId: chargeId,
  waybillNo: `YD${chargeId}`,
  feeItem: 'storage',
  day: '2026-11-01',
  customerId: 1,
  customerName: '云帆',
  outletName: '杭州',
  sellerId,
  sellerName: sellerId === 8 ? '杭州公司' : '广州公司',
  itemName: '仓储费',
  classCode: null,
  rate: '6',
  freight: false,
  amount: '106.00',
  applied: '0.00',
  open: '106.00',
  route: null,
  fromRegion: null,
  fromName: null,
  toRegion: null,
  toName: null,
  transMode: 'road',
  plates: [],
  goods: '',
  problem: null,
})
const asked = playServer(({ path }) => {
  if (path === calls.getInvoiceables.path)
    return [...Array.from({ length: 15 }, (_, at) => offer(at + 1, 8)), offer(90, 9)]
  if (path === calls.getInvoiceSellers.path)
    return [
      { id: 8, label: '杭州公司', hint: null },
      { id: 9, label: '广州公司', hint: null },
    ]
  if (path === getCompanyChoices.path) return [{ id: 1, label: '云帆', hint: null }]
  if (path === calls.getInvoicePath.path) return { levels: ['王经理'], problem: null }
  if (path === addProfile.path) {
    // Somebody else made a default one meanwhile.
    titles.push({ id: 69, title: '云帆物流', taxNo: null, isDefault: true })
    titles.push({ id: 70, title: '云帆科技', taxNo: null, isDefault: false })
    return { id: 70 }
  }
  return path === getProfiles.path ? { rows: [...titles], next: null } : []
})
const titles: object[] = []

beforeAll(async () => {
  await startI18n(['common', 'ui', 'invoices'])
  await switchLanguage('zh')
  const menu = { Page: 'billApply', GoUrl: '/x', BrowseAccess: 1, AddModifyAccess: 1, ApproveAccess: 1 }
  useSession.setState({ menus: [menu] as unknown as MenuItem[] })
})
afterEach(cleanup)

const show = () =>
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter>
        <ApplyForm
          id={null}
          no=""
          version={0}
          initial={{ customerId: 1, type: 'special', merge: 'waybill', parts: [] }}
          head={null}
          onMade={() => {}}
        />
      </MemoryRouter>
    </QueryClientProvider>,
  )

it('[RT-16/billApply] [M30] what is taken is of one seller, who is shown; the panel says what is missing and how many lines more there are', async () => {
  show()
  const gaps = () => within(screen.getByRole('list', { name: '提交前还缺' }))
  gaps().getByText('还没有费用')
  gaps().getByText('没有开票方')
  fireEvent.click(screen.getByRole('button', { name: '取全部可开' }))
  const lines = within(await screen.findByRole('list', { name: '发票行' }, { timeout: 10_000 }))
  expect(asked.find(({ path }) => path === calls.getInvoiceables.path)?.query.get('customerId')).toBe('1')
  // Of two sellers the first one's came in, and the other says whose it is.
  await screen.findByText('杭州公司')
  screen.getByText('开票方为 广州公司')
  expect(gaps().queryByText('没有开票方')).toBeNull()
  gaps().getByText('没有抬头')
  expect(lines.getAllByText('100.00')).toHaveLength(12)
  fireEvent.click(screen.getByRole('button', { name: '还有 3 行' }))
  expect(lines.getAllByText('100.00')).toHaveLength(15)
  fireEvent.click(screen.getByRole('button', { name: /^清\s?空$/ }))
  await waitFor(() => expect(screen.queryByRole('list', { name: '发票行' })).toBeNull())
}, 60_000)

it('[RT-16/billApply] a customer without a title gets one beside the form, which is chosen then, and what was typed stays; without the right to titles there is none to add', async () => {
  const { unmount } = show()
  expect(screen.queryByRole('button', { name: '新建抬头' })).toBeNull()
  unmount()
  const { menus } = useSession.getState()
  useSession.setState({ menus: [...menus, { ...menus[0], Page: 'billing' }] as unknown as MenuItem[] })
  show()
  const type = (label: string, value: string) =>
    fireEvent.change(screen.getByRole('textbox', { name: label }), { target: { value } })
  type('备注', '按月寄')
  fireEvent.click(screen.getByRole('button', { name: '新建抬头' }))
  const drawer = within(await screen.findByRole('dialog', { name: '新建抬头' }, { timeout: 10_000 }))
  fireEvent.change(await drawer.findByRole('textbox', { name: '抬头' }), { target: { value: '云帆科技' } })
  fireEvent.change(drawer.getByRole('textbox', { name: '税号' }), { target: { value: '91330100799655058B' } })
  fireEvent.change(drawer.getByRole('textbox', { name: '手机' }), { target: { value: '13800138000' } })
  fireEvent.keyDown(window, { key: 's', ctrlKey: true })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull(), { timeout: 10_000 })
  expect(asked.find(({ path }) => path === addProfile.path)?.body).toMatchObject({ companyId: 1, title: '云帆科技' })
  expect(asked.some(({ path }) => path === calls.addInvoice.path)).toBe(false)
  await screen.findByText('云帆科技')
  expect(within(screen.getByRole('list', { name: '提交前还缺' })).queryByText('没有抬头')).toBeNull()
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: '备注' }).value).toBe('按月寄')
}, 60_000)
