import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { type ApprovalDetail, getApproval } from '@xunyun/contract/approvals/calls'
import type { MenuItem } from '@xunyun/contract/system/calls'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { startI18n, switchLanguage } from '../../shared/i18n/i18n.ts'
import { useSession } from '../../shared/session/session.ts'
import { ApprovalDrawer } from './ApprovalDrawer.tsx'

const link = '/tms/warehouse/count?tab=&q=PD26112300001'
const review = {
  id: 9,
  docNo: 'PD26112300001',
  bizType: 'countAdjust',
  state: 'pending',
  reason: 'countShort',
  applicantName: '韩国庆',
  appliedAt: '2026-11-23T01:00:00Z',
  facts: { lines: 'A-01 · P-1 · 2 → 1 (-1)', note: '破箱' },
  steps: [],
  sentBack: [],
  link,
} as unknown as ApprovalDetail

beforeAll(async () => {
  await startI18n(['common', 'ui', 'approvals'])
  await switchLanguage('zh')
})
afterEach(cleanup)

function open(
  menus: readonly Partial<MenuItem>[],
  facts: ApprovalDetail['facts'] = review.facts,
  more: Partial<ApprovalDetail> = {},
): void {
  useSession.setState({ menus: menus as MenuItem[] })
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } })
  client.setQueryData([getApproval.path, { id: 9 }], { ...review, facts, ...more })
  const nothing = () => undefined
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <ApprovalDrawer id={9} rows={[]} onShow={nothing} onApprove={nothing} onReject={nothing} onClose={nothing} />
      </MemoryRouter>
    </QueryClientProvider>,
  )
}

it('[RT-15] the review of a count names every line and the reason, and leads to the count for whoever may open it', () => {
  open([{ Page: 'count', GoUrl: '/tms/warehouse/count', BrowseAccess: 1 }])
  expect(screen.getByRole('link', { name: '打开单据' }).getAttribute('href')).toBe(link)
  screen.getByText('A-01 · P-1 · 2 → 1 (-1)')
  screen.getByText('破箱')
  cleanup()
  open([])
  expect(screen.queryByRole('link', { name: '打开单据' })).toBeNull()
})

/** What stands under a label; null: the label is not there. */
const factOf = (label: string) => screen.queryByText(label)?.parentElement?.querySelector('dd')?.textContent ?? null

it('[RT-18/count] the review of a count tells what its lines are worth, gain, loss and both, and how many items have no value', () => {
  const lines = 'A-01 · P-1 · 2 → 1 (-1) · ¥ -1200.50'
  open([], { lines, gain: '0.00', loss: '1200.50', net: '-1200.50', gross: '1200.50', unvalued: 2 })
  screen.getByText(lines)
  expect(['盘盈金额', '盘亏金额', '净额', '盈亏合计'].map(factOf)).toEqual([
    '0.00',
    '1,200.50',
    '−1,200.50',
    '1,200.50',
  ])
  expect(factOf('货值')).toBe('其中 2 种货未填单位货值，未计金额')
  cleanup()
  open([], { gain: null, loss: null, net: null, gross: null, unvalued: 1 })
  expect(factOf('盈亏合计')).toBeNull()
  expect(factOf('货值')).toBe('其中 1 种货未填单位货值，未计金额')
  cleanup()
  open([], { gain: '0.00', loss: '1.00', net: '-1.00', gross: '1.00', unvalued: null })
  expect(factOf('货值')).toBeNull()
})

it('[RT-15/costZJ] the review of an adjustment tells what it makes of the item and of the waybill, and of the margin where that is sent', () => {
  const facts = {
    ofNo: 'YD26112300007',
    direction: 'receivable',
    feeItem: 'freight',
    party: null,
    before: '1000.00',
    change: '-120.00',
    after: '880.00',
    receivable: '1080.00',
    newReceivable: '960.00',
  }
  const more = { bizType: 'costZJ', companyName: '杭州云帆电子有限公司' } as const
  open([], facts, more)
  expect(
    ['运单/安排/设备号', '费用项', '往来单位', '原额', '增减', '新额', '应收合计', '改后应收', '毛利'].map(factOf),
  ).toEqual([
    'YD26112300007',
    '基本运费',
    '杭州云帆电子有限公司',
    '1,000.00',
    '−120.00',
    '880.00',
    '1,080.00',
    '960.00',
    null,
  ])
  cleanup()
  open([], { ...facts, margin: '400.00', newMargin: '280.00' }, more)
  expect(['毛利', '改后毛利'].map(factOf)).toEqual(['400.00', '280.00'])
})

it('[M42] the review of a payment tells its amount, from which account, and each charge that is paid', () => {
  const facts = {
    party: '陆港车队',
    account: '农行基本户',
    charges: 'PC26112701001=fuel=1000.00;PC26112701001=penalty=-100.00;12',
  }
  open([], facts, { bizType: 'payment', amount: '2900.00', reason: 'payment' } as never)
  expect(['金额', '往来单位', '账户', '付的费用'].map(factOf)).toEqual([
    '2,900.00',
    '陆港车队',
    '农行基本户',
    'PC26112701001 油卡 1,000.00\nPC26112701001 罚款 −100.00\n另有 12 笔',
  ])
})

/** Two that wait for this person, in one drawer: what is decided of them, in order. */
function waiting() {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } })
  for (const id of [9, 10])
    client.setQueryData([getApproval.path, { id }], { ...review, id, docNo: `FY${id}`, mayDecide: true })
  const decided: string[] = []
  const nothing = () => undefined
  const drawer = (id: number) => (
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <ApprovalDrawer
          id={id}
          rows={[]}
          onShow={nothing}
          onApprove={({ docNo }, opinion) => void decided.push(`${docNo} ${opinion}`)}
          onReject={({ docNo }) => void decided.push(`${docNo} back`)}
          onClose={nothing}
        />
      </MemoryRouter>
    </QueryClientProvider>
  )
  const { rerender } = render(drawer(9))
  return { decided, goOn: () => rerender(drawer(10)) }
}
const approveButton = () => screen.getByRole('button', { name: /通过/ })

it('[D-04] what is typed beside 通过 is its opinion, by tap and by the key A, and is not said of the next one', () => {
  const { decided, goOn } = waiting()
  const opinion = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: '审核意见（可不填）' })
  fireEvent.change(opinion(), { target: { value: ' 照单付 ' } })
  fireEvent.keyDown(opinion(), { key: 'a' })
  expect(decided).toEqual([])
  fireEvent.keyDown(document.body, { key: 'a' })
  fireEvent.click(approveButton())
  expect(decided).toEqual(['FY9 照单付', 'FY9 照单付'])
  goOn()
  expect(opinion().value).toBe('')
})

it('[D-04] a second tap or key within 600 ms of the drawer moving on decides nothing of the next one', () => {
  vi.useFakeTimers()
  const { decided, goOn } = waiting()
  fireEvent.click(approveButton())
  goOn()
  fireEvent.click(approveButton())
  vi.advanceTimersByTime(500)
  for (const key of ['a', 'r']) fireEvent.keyDown(document.body, { key })
  expect(decided).toEqual(['FY9 '])
  vi.advanceTimersByTime(101)
  fireEvent.click(approveButton())
  expect(decided).toEqual(['FY9 ', 'FY10 '])
  vi.useRealTimers()
})
