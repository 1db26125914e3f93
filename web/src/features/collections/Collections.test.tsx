import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import {
  countHandIn,
  getHandIn,
  getHandIns,
  getToHandIn,
  type HandInRow,
  handIn,
} from '@xunyun/contract/collections/calls'
import { getCashAccountChoices } from '@xunyun/contract/money/accounts'
import { getOpenCharges } from '@xunyun/contract/payments/calls'
import type { MenuItem } from '@xunyun/contract/system/calls'
import type { ReactNode } from 'react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { playServer } from '../../../test/playServer.ts'
import { inWordsOfPage } from '../../shared/api/fieldErrors.ts'
import { startI18n, switchLanguage } from '../../shared/i18n/i18n.ts'
import { useSession } from '../../shared/session/session.ts'
import { CountForm } from './CountForm.tsx'
import { codColumns, codDifferenceColumns } from './codColumns.tsx'
import { DeductHeld } from './DeductHeld.tsx'
import { DeductLines } from './DeductLines.tsx'
import { HandInForm } from './HandInForm.tsx'
import { differenceColumns, handInColumns } from './handInColumns.tsx'
import { useHandInActs } from './useHandInActs.tsx'

const lines = [
  { channel: 'cash', due: '5180.00' },
  { channel: 'alipay', due: '20.00' },
]
const owed = (chargeId: number, open: string, due: string | null) => ({
  chargeId,
  ofNo: `AP${chargeId}`,
  partyName: null,
  feeItem: 'transfer',
  payPart: null,
  day: '2026-11-01',
  due,
  amount: open,
  settled: '0.00',
  reserved: '0.00',
  open,
})
let holderKind = 'driver'
let handed = false
let tills = [{ id: 3, label: '总站现金', hint: null, kind: 'cash' }]
const asked = playServer(({ path, query }) => {
  if (path === getToHandIn.path)
    return [
      {
        holderName: '张师傅',
        outletName: '杭州',
        fromDay: '2026-11-19',
        toDay: '2026-11-20',
        collections: 3,
        lines,
        due: '5200.00',
        straight: '180.00',
      },
    ]
  if (path === getHandIn.path)
    return {
      id: 5,
      version: 2,
      straight: '0.00',
      outletId: 1,
      holderKind,
      holderId: 4,
      due: '5200.00',
      remark: '含找零',
      lines,
    }
  if (path === getHandIns.path)
    return {
      rows:
        handed === (query.get('tab') === 'pending')
          ? [{ id: handed ? 5 : 11, no: handed ? 'JZ1' : null, outletId: 1 }]
          : [],
      next: null,
    }
  if (path === getOpenCharges.path)
    return {
      charges: [owed(8, '200.00', null), owed(9, '5000.00', '2026-11-20'), owed(10, '900.00', '2026-11-30')],
      open: '6100.00',
      advance: '0.00',
      draft: '0.00',
      held: '5200.00',
      more: false,
      onItsWay: null,
      roundOffLimit: '1.00',
    }
  if (path === handIn.path) handed = true
  if (path === getCashAccountChoices.path) return query.get('kinds') === 'cash' ? tills : []
  return path === handIn.path ? { done: 1, refused: [] } : { version: 3, difference: '0.00' }
})

beforeAll(async () => {
  await startI18n(['common', 'ui', 'collections', 'payments'])
  await switchLanguage('zh')
  const menu = { Page: 'handIn', GoUrl: '/x', BrowseAccess: 1, AddModifyAccess: 1, ApproveAccess: 1 }
  useSession.setState({ menus: [menu] as unknown as MenuItem[] })
})
afterEach(cleanup)

const show = (form: ReactNode) => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  render(<QueryClientProvider client={client}>{form}</QueryClientProvider>)
}
const commit = () => fireEvent.click(document.querySelector('[data-commit]') as HTMLElement)

it('[M48] who hands in reads what it is by channel and in all, of all days, and may say something to it', async () => {
  show(<HandInForm ids={[11]} onDone={undefined} onClose={() => {}} />)
  const table = await screen.findByRole('table', { name: '张师傅 · 杭州' }, { timeout: 10_000 })
  expect([...table.querySelectorAll('tbody tr')].map((row) => row.textContent)).toEqual(['现金5,180.00', '支付宝20.00'])
  expect(table.querySelector('tfoot')?.textContent).toBe('应交5,200.00')
  expect(screen.getByText(/2026-11-19 – 2026-11-20/)).toBeTruthy()
  fireEvent.change(screen.getByLabelText('备注'), { target: { value: '含找零' } })
  commit()
  await waitFor(() =>
    expect(asked.find(({ path }) => path === handIn.path)?.body).toEqual({ ids: [11], remark: '含找零' }),
  )
}, 30_000)

it('[M48] cash is counted into the outlet’s till, which stands there where there is one alone; the account is starred while money was counted', async () => {
  show(<CountForm id={5} no="JZ1" onClose={() => {}} />)
  expect(await screen.findByText('总站现金', {}, { timeout: 10_000 })).toBeTruthy()
  expect((screen.getByLabelText('备注') as HTMLInputElement).value).toBe('含找零')
  const stars = () => document.querySelectorAll('.ant-form-item-required[title="入账账户"]').length
  expect(stars()).toBe(2)
  const [cash, alipay] = screen.getAllByLabelText('实点') as [HTMLInputElement, HTMLInputElement]
  fireEvent.change(cash, { target: { value: '5180' } })
  fireEvent.change(alipay, { target: { value: '0' } })
  await waitFor(() => expect(stars()).toBe(1))
  commit()
  await waitFor(() => expect(asked.find(({ path }) => path === countHandIn.path)?.body).toBeTruthy(), {
    timeout: 10_000,
  })
  expect(asked.find(({ path }) => path === countHandIn.path)?.body).toMatchObject({
    lines: [
      { channel: 'cash', amount: '5180', cashAccountId: 3 },
      { channel: 'alipay', amount: '0' },
    ],
  })
  cleanup()
  tills = [...tills, { id: 6, label: '二号现金', hint: null, kind: 'cash' }]
  show(<CountForm id={5} no="JZ1" onClose={() => {}} />)
  await screen.findAllByLabelText('实点', {}, { timeout: 10_000 })
  expect(screen.queryByText('总站现金')).toBeNull()
}, 60_000)

it('[M22] what a carrier holds is set off from its payment: handed in first, then counted with what is due to it deducted, and nothing left to count', async () => {
  holderKind = 'company'
  handed = false
  const rights = ['handIn', 'payment'].map((Page) => ({
    Page,
    GoUrl: '/x',
    BrowseAccess: 1,
    AddModifyAccess: 1,
    ApproveAccess: 1,
  }))
  useSession.setState({ menus: rights as unknown as MenuItem[] })
  show(<DeductHeld companyId={4} chargeIds={[]} onClose={() => {}} />)
  await screen.findByRole('table', { name: '张师傅 · 杭州' }, { timeout: 10_000 })
  commit()
  const [cash] = (await screen.findAllByLabelText('实点', {}, { timeout: 10_000 })) as [HTMLInputElement]
  // What waits for its event is not paid early, and no more is deducted than is held.
  const amounts = [...document.querySelectorAll('table input')].map((one) => (one as HTMLInputElement).value)
  expect(amounts).toEqual(['', '5,000.00', '200.00'])
  expect(cash.value).toBe('0.00')
}, 60_000)

const short = { id: 5, no: 'JZ1', holderName: '张师傅', difference: '-10.00', actions: [{ key: 'bear' }] }
function Bear() {
  const acts = useHandInActs()
  return (
    <>
      <button type="button" onClick={() => acts.row(short as HandInRow)[0]?.onClick?.()}>
        承担
      </button>
      {acts.dialogs}
    </>
  )
}
it('[M48] what the company is asked to bear is said with its holder; of differences what was due and counted stands first', async () => {
  show(<Bear />)
  fireEvent.click(screen.getByText('承担'))
  expect(await screen.findByText('−10.00', {}, { timeout: 10_000 })).toBeTruthy()
  expect(screen.getByText(/JZ1 · 张师傅 · 差额/)).toBeTruthy()
  const order = differenceColumns.map(({ key }) => key)
  expect(order.slice(4, 7)).toEqual(['due', 'counted', 'difference'])
  expect([...order].sort()).toEqual(handInColumns.map(({ key }) => key).sort())
}, 30_000)

it('[M46] what a payout keeps back is typed into fields that are seen, and one that is refused is named by the row where it stands', () => {
  const charges = [owed(8, '200.00', null), owed(9, '5000.00', '2026-11-20')]
  show(<DeductLines charges={charges} gross="5000.00" fees="25.00" value={{ 3: '25.00', 9: '4000.00' }} />)
  // The fee of a payout that is changed is taken once.
  expect(screen.getByText(/手续费 25\.00/).textContent).toBe('代收 5,000.00 − 手续费 25.00 − 抵扣 4,000.00 = 975.00')
  const [first] = screen.getAllByRole('textbox', { name: /本次/ })
  expect(first?.className).toContain('outlined')
  const refused = { message: 'lines.0.amount: 超过未核销', fields: [{ path: 'lines.0.amount' }] }
  expect(inWordsOfPage(refused as never)).toBe('本次 2：超过未核销')
})

it('[M4] on 差异 of COD what is to be paid back and to be taken stands first, on a phone too; a waybill without COD says that it is of its freight', () => {
  const order = codDifferenceColumns.map(({ key }) => key)
  expect(order.slice(4, 7)).toEqual(['difference', 'toRefund', 'toTake'])
  expect([...order].sort()).toEqual(codColumns.map(({ key }) => key).sort())
  const onCard = codDifferenceColumns.filter(({ card }) => card === 'fact').map(({ key }) => key)
  expect(onCard).toEqual(['difference', 'toRefund', 'toTake'])
  const state = codColumns.find(({ key }) => key === 'state')
  const said = (of: string | null) => state?.text({ state: of } as never, 'zh')
  expect([said(null), said('collected')]).toEqual(['仅运费', '已收'])
})
