import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { changeCompany, getCompany, getRegions } from '@xunyun/contract/companies/calls'
import type { MenuItem } from '@xunyun/contract/system/calls'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { playServer } from '../../../test/playServer.ts'
import { startI18n, switchLanguage } from '../../shared/i18n/i18n.ts'
import { useSession } from '../../shared/session/session.ts'
import { CompanyForm } from './CompanyForm.tsx'

const outlet = { id: 5, version: 1, name: '杭州站', roles: ['own'], parentId: null, serviceRegions: ['330000'] }
const asked = playServer(({ path }) => {
  if (path === getCompany.path) return outlet
  return path === changeCompany.path ? { version: 2 } : { rows: [], next: null }
})

beforeAll(async () => {
  await startI18n(['common', 'ui', 'companies'])
  await switchLanguage('zh')
  const menu = { Page: 'companyManage', GoUrl: '/x', BrowseAccess: 1, AddModifyAccess: 1 }
  useSession.setState({ menus: [menu] as unknown as MenuItem[] })
})
afterEach(cleanup)

it('[RT-10/companyManage/manage] an outlet alone is asked for the regions it serves, and who is none any more sends none', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  client.setQueryData([getRegions.path], [{ value: '330000', label: '浙江省' }])
  render(
    <QueryClientProvider client={client}>
      <CompanyForm id={5} roles={[]} onClose={() => {}} />
    </QueryClientProvider>,
  )
  const field = await screen.findByLabelText('服务区域', {}, { timeout: 10_000 })
  expect(field.textContent).toBe('浙江省')
  fireEvent.click(screen.getByLabelText('客户'))
  fireEvent.click(screen.getByLabelText('本公司/网点'))
  await waitFor(() => expect(screen.queryByText('服务区域')).toBeNull())
  fireEvent.click(document.querySelector('[data-commit]') as HTMLElement)
  await waitFor(() => expect(asked.some(({ path }) => path === changeCompany.path)).toBe(true), { timeout: 10_000 })
  const body = asked.find(({ path }) => path === changeCompany.path)?.body
  expect(body).toMatchObject({ id: 5, name: '杭州站', roles: ['customer'] })
  expect(body).not.toHaveProperty('serviceRegions')
}, 30_000)
