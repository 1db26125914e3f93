import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, within } from '@testing-library/react'
import type { MenuItem } from '@xunyun/contract/system/calls'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { playServer } from '../../../test/playServer.ts'
import { startI18n, switchLanguage } from '../../shared/i18n/i18n.ts'
import { useSession } from '../../shared/session/session.ts'
import { PhoneShell } from './PhoneShell.tsx'

playServer(() => ({ rows: [], unread: 0, count: 0 }))

beforeAll(async () => {
  await startI18n(['common', 'ui', 'shell'])
  await switchLanguage('zh')
})
afterEach(cleanup)

function open(path: string) {
  const menus = ['receive', 'ground', 'outBound'].map((Page) => ({ Page, GoUrl: '', AddModifyAccess: 1 }) as MenuItem)
  useSession.setState({ menus })
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter initialEntries={[path]}>
        <PhoneShell>page</PhoneShell>
      </MemoryRouter>
    </QueryClientProvider>,
  )
  return screen.queryByRole('navigation', { name: '功能' })
}

it('[SH-17] a keeper’s phone leads to his scanning pages, and on them no bar lies under the thumb', () => {
  const bar = open('/dashboard')
  const links = bar === null ? [] : within(bar).getAllByRole('link')
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['控制台', '/dashboard'],
    ['收货', '/tms/warehouse/receive/scan'],
    ['上架', '/tms/warehouse/ground/scan'],
    ['拣货', '/tms/warehouse/outBound/scan'],
  ])
  for (const path of ['/tms/warehouse/receive/scan', '/tms/warehouse/outBound/scan/JH26112300001']) {
    cleanup()
    expect(open(path)).toBeNull()
  }
})
