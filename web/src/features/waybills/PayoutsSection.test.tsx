import { cleanup, render, screen } from '@testing-library/react'
import type { MenuItem } from '@xunyun/contract/system/calls'
import { MemoryRouter } from 'react-router'
import { beforeAll, expect, it } from 'vitest'
import { startI18n, switchLanguage } from '../../shared/i18n/i18n.ts'
import { useSession } from '../../shared/session/session.ts'
import { PayoutsSection } from './PayoutsSection.tsx'

beforeAll(async () => {
  await startI18n(['common', 'ui', 'waybills', 'collections'])
  await switchLanguage('zh')
})

const as = (scope: 'customer' | 'all', page: string) =>
  useSession.setState({
    menus: [{ Page: page, GoUrl: '', BrowseAccess: 1 } as MenuItem],
    userInfo: { scope } as never,
  })

it('[M46] the waybill says what was paid out of its COD; the number leads a customer to its own list, finance to the document', () => {
  const payout = { no: 'DK1', day: '2026-11-20', waybills: 2, gross: '5000.00', deducted: '345.00', net: '4655.00' }
  const shown = () => {
    render(
      <MemoryRouter>
        <PayoutsSection payouts={[payout]} />
      </MemoryRouter>,
    )
    expect(screen.getByRole('table', { name: '代收货款 · 已发放' }).textContent).toContain(
      '2026-11-2025,000.00345.004,655.00',
    )
    return screen.getByText('DK1').getAttribute('href')
  }
  as('customer', 'freight')
  expect(shown()).toBe('/integrated/freight?view=payouts&q=DK1')
  cleanup()
  as('all', 'cod')
  expect(shown()).toMatch(/\?view=payouts&payout=DK1$/)
})
