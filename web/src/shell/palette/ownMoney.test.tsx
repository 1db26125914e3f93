import { cleanup, render, screen } from '@testing-library/react'
import type { MenuItem } from '@xunyun/contract/system/calls'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { startI18n, switchLanguage } from '../../shared/i18n/i18n.ts'
import { useSession } from '../../shared/session/session.ts'
import { usePaletteActions } from './actions.ts'

beforeAll(async () => {
  await startI18n(['common', 'shell'])
  await switchLanguage('zh')
})
afterEach(() => {
  cleanup()
  useSession.setState({ menus: [], userInfo: null })
})

const as = (scope: 'customer' | 'all', page: string) =>
  useSession.setState({
    menus: [{ Page: page, GoUrl: '', BrowseAccess: 1 } as MenuItem],
    userInfo: { scope } as never,
  })

function Offered() {
  return usePaletteActions().map(({ key, title }) => <p key={key}>{title}</p>)
}
const offered = () => {
  render(
    <MemoryRouter>
      <Offered />
    </MemoryRouter>,
  )
  return ['对账单', '发票', '代收发放'].filter((title) => screen.queryByText(title) !== null)
}

it('[RT-13/freight] a customer finds statements, invoices and COD by name, though they stand behind a choice of one page', () => {
  as('customer', 'freight')
  expect(offered()).toEqual(['对账单', '发票', '代收发放'])
  cleanup()
  as('all', 'freight')
  expect(offered()).toEqual([])
})
