import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { closeMonth, getMonthCheck, getUnsentCosts } from '@xunyun/contract/close/calls'
import type { Output } from '@xunyun/contract/kernel/call'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { playServer } from '../../../test/playServer.ts'
import { startI18n, switchLanguage } from '../../shared/i18n/i18n.ts'
import { useQuestion } from '../../shared/ui/confirm.ts'
import { CloseMonth } from './CloseMonth.tsx'

const sums = { revenue: '10000.00', cost: '7200.00', profit: '2800.00' }
const check: Output<typeof getMonthCheck> = {
  from: '2026-10-01',
  to: '2026-10-31',
  checks: [
    { check: 'storageDays', count: 0, blocks: true },
    { check: 'unreviewed', count: 2, blocks: false },
    { check: 'custody', count: 1, blocks: false },
  ],
  kept: { biz: sums, posted: sums },
  before: null,
}

const unsent: Output<typeof getUnsentCosts> = [
  {
    id: 7,
    no: 'FY2610310001',
    state: 'rejected',
    feeItem: 'toll',
    payPart: null,
    partyName: '顺达运输',
    outletName: '杭州',
    amount: '120.00',
    at: '2026-10-30T02:00:00.000Z',
    link: '/tms/operations/carCostApply?tab=all&q=FY2610310001&application=FY2610310001',
  },
]
const asked = playServer(({ path }) => (path === getUnsentCosts.path ? unsent : { putOff: 0 }))

beforeAll(async () => {
  await startI18n(['common', 'ui', 'close', 'profit', 'enquiries', 'costs'])
  await switchLanguage('zh')
})
afterEach(cleanup)

function open(more: Partial<typeof check> = {}): void {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } })
  client.setQueryData([getMonthCheck.path, { month: '2026-10' }], { ...check, ...more })
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <CloseMonth months={['2026-10']} />
      </MemoryRouter>
    </QueryClientProvider>,
  )
}
const button = () => screen.getByRole('button', { name: '关账 2026-10' })

it('[M60] what is to be known leads to its list, of the month and before, and what keeps it open stops it', () => {
  open()
  expect(screen.getByRole('link', { name: '价格待审运单' }).getAttribute('href')).toBe(
    '/tms/operations/wayBillList?priceTab=pending&bizTo=2026-10-31',
  )
  expect(screen.getByRole('link', { name: '在途未交的款' }).getAttribute('href')).toBe(
    '/financial/handIn?tab=toHandIn&held=1&dayTo=2026-10-31',
  )
  expect(screen.queryByText('仓储费未计的天')).toBeNull()
  expect(screen.queryByText('上次关账')).toBeNull()
  expect(button()).toHaveProperty('disabled', false)
  cleanup()
  open({
    checks: [
      { check: 'storageDays', count: 3, blocks: true },
      { check: 'costs', count: 2, blocks: false },
      { check: 'unapplied', count: 1, blocks: false },
    ],
  })
  const hrefOf = (name: string) => screen.getByRole('link', { name }).getAttribute('href')
  expect(hrefOf('仓储费未计的天')).toBe('/tms/warehouse/quotation?view=charge&from=2026-10-01&to=2026-10-31')
  expect(hrefOf('成本待审')).toBe(
    '/tms/operations/feeList?tab=pending&sources=arrangement,special,courier,expense,claim&dayTo=2026-10-31',
  )
  expect(hrefOf('车次成本未申请（车次）')).toBe('/tms/operations/carCostApply?departTo=2026-10-31')
  expect(button()).toHaveProperty('disabled', true)
})

it('[M60] costs nobody has sent in are listed each with its document, which opens', async () => {
  open({ checks: [{ check: 'unsent', count: 1, blocks: false }] })
  fireEvent.click(screen.getByRole('button', { name: '其他成本未提交（草稿、退回、专线、快递）' }))
  expect((await screen.findByRole('link', { name: 'FY2610310001' })).getAttribute('href')).toBe(unsent[0]?.link)
  screen.getByText('驳回')
})

it('[M60] closed again, it shows beside what was kept before', () => {
  open({ before: { biz: sums, posted: { ...sums, profit: '2380.00' } } })
  screen.getByText('上次关账')
  screen.getByText('2,380.00')
})

it('[M60] it asks before it closes, naming the month and what that means; said no to, the month stays open', async () => {
  open()
  fireEvent.click(button())
  const { asked: question } = useQuestion.getState()
  expect(question?.title).toBe('关账 2026-10')
  expect(question?.text).toContain('2026-10')
  question?.answer(false)
  fireEvent.click(button())
  useQuestion.getState().asked?.answer(true)
  const closings = () => asked.filter(({ path }) => path === closeMonth.path).map(({ body }) => body)
  await waitFor(() => expect(closings()).toEqual([{ month: '2026-10' }]))
})
