import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { type DashboardMoney, getDashboardMoney } from '@xunyun/contract/dashboard/calls'
import type { MenuItem } from '@xunyun/contract/system/calls'
import { MemoryRouter } from 'react-router'
import { beforeAll, expect, it } from 'vitest'
import { startI18n, switchLanguage } from '../../shared/i18n/i18n.ts'
import { useSession } from '../../shared/session/session.ts'
import { Money } from './Money.tsx'

beforeAll(async () => {
  await startI18n(['common', 'ui', 'dashboard'])
  await switchLanguage('zh')
  const menu = { Page: 'feeList', GoUrl: '/x', BrowseAccess: 1, AddModifyAccess: 1, ApproveAccess: 1 }
  useSession.setState({ menus: [menu] as unknown as MenuItem[] })
})

it('[RT-02] more income than a month ago is good, more that stands open is not', () => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } })
  const figures: DashboardMoney[] = [
    { key: 'receivable', value: '110.00', before: '100.00', link: '/a' },
    { key: 'overdue', value: '90.00', before: '60.00', link: '/b' },
    { key: 'toHandIn', value: '45.00', before: '50.00', link: '/c' },
  ]
  client.setQueryData([getDashboardMoney.path, {}], figures)
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <Money />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  const tones = ['+10.0%', '+50.0%', '−10.0%'].map((text) => screen.getByText(text).getAttribute('data-tone'))
  expect(tones).toEqual(['green', 'red', 'green'])
})
