import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { getInvoice, type InvoiceDetail } from '@xunyun/contract/invoices/calls'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { startI18n, switchLanguage } from '../../shared/i18n/i18n.ts'
import { InvoiceDrawer } from './InvoiceDrawer.tsx'

const route = { fromName: '杭州市', toName: '上海市', tool: 'road', plateNo: '浙A8K215', goods: '电子配件' }
const invoice = {
  id: 9,
  no: 'KP26112800004',
  kind: 'invoice',
  state: 'toIssue',
  type: 'general',
  gross: '109.00',
  net: '100.00',
  tax: '9.00',
  applicantName: '周雅琴',
  appliedAt: '2026-11-28T01:00:00Z',
  level: null,
  levels: null,
  waitsFor: null,
  opinion: '已核对',
  redReason: null,
  withList: false,
  charges: 1,
  gaps: [],
  actions: [],
  related: [],
  files: [],
  decisions: [
    { level: 1, levels: 2, decision: 'approve', byName: '陆文华', at: '2026-11-28T02:00:00Z', opinion: null },
    { level: 2, levels: 2, decision: 'approve', byName: '钱敏', at: '2026-11-28T03:30:00Z', opinion: '已核对' },
  ],
  lines: [
    {
      id: 1,
      itemName: '运输服务',
      of: null,
      rate: '9',
      gross: '109.00',
      net: '100.00',
      tax: '9.00',
      reckonedTax: '9.00',
      routes: [route, { ...route, tool: 'rail', plateNo: null, toName: '南京市' }],
      parts: [],
    },
  ],
} as unknown as InvoiceDetail

beforeAll(async () => {
  await startI18n(['common', 'ui', 'invoices'])
  await switchLanguage('zh')
})
afterEach(cleanup)

function open(more: Partial<InvoiceDetail> = {}): void {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } })
  client.setQueryData([getInvoice.path, { id: 9 }], { ...invoice, ...more })
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <InvoiceDrawer id={9} onClose={() => undefined} />
      </MemoryRouter>
    </QueryClientProvider>,
  )
}
const itemsUnder = (label: string) =>
  [...(screen.getByText(label).parentElement?.querySelectorAll('li') ?? [])].map((item) => item.textContent)

it('[RT-14/billApplyAudit] [M35] an application that was approved says who did at each level, when and with which opinion, and asks nobody any more', () => {
  open()
  expect(itemsUnder('审核')).toEqual([
    '1/2 · 通过 · 陆文华 · 2026-11-28 10:00',
    '2/2 · 通过 · 钱敏 · 2026-11-28 11:30 · 已核对',
  ])
  expect(screen.queryByText('待谁审')).toBeNull()
  expect(screen.queryByText('意见')).toBeNull()
  expect(screen.getByRole('tab', { name: '日志' })).toBeTruthy()
})

it('[RT-14/billApplyAudit] one that was voided says why, and one under review whom it waits for', () => {
  open({ opinion: '客户不要了', decisions: [] })
  expect(screen.getByText('意见').nextSibling?.textContent).toBe('客户不要了')
  expect(screen.queryByText('审核')).toBeNull()
  cleanup()
  open({ opinion: null, decisions: [], state: 'pending', waitsFor: '陆文华', level: 1, levels: 2 })
  expect(screen.getByText('待谁审').nextSibling?.textContent).toBe('陆文华 · 1/2')
})

it('[RT-14/billApplyAudit] [M34] below a line of carriage stands each of its ways: from where to where, by what, which plate, which goods', () => {
  open()
  expect(screen.getAllByRole('columnheader').map((head) => head.textContent)).toEqual([
    '项目',
    '税率',
    '价税合计',
    '不含税',
    '税额',
  ])
  expect(
    screen
      .getAllByRole('listitem')
      .slice(-2)
      .map((item) => item.textContent),
  ).toEqual(['杭州市 → 上海市 · 公路运输 浙A8K215 · 电子配件', '杭州市 → 南京市 · 铁路运输 · 电子配件'])
})
