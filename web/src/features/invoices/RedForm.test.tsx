import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { getInvoice } from '@xunyun/contract/invoices/calls'
import type { MenuItem } from '@xunyun/contract/system/calls'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { playServer } from '../../../test/playServer.ts'
import { startI18n, switchLanguage } from '../../shared/i18n/i18n.ts'
import { useSession } from '../../shared/session/session.ts'
import { RedForm } from './RedForm.tsx'

playServer(({ path }) => (path === getInvoice.path ? { id: 4, version: 2, lines: [] } : {}))

beforeAll(async () => {
  await startI18n(['common', 'ui', 'invoices'])
  await switchLanguage('zh')
  const menu = { Page: 'billApplyAudit', GoUrl: '/x', BrowseAccess: 1, AddModifyAccess: 1, ApproveAccess: 1 }
  useSession.setState({ menus: [menu] as unknown as MenuItem[] })
})
afterEach(cleanup)

it('[M37] what was issued wrongly is reversed whole: lines are not offered, and the reason stands there', async () => {
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <RedForm id={4} no="FP26112700001" onClose={() => {}} />
    </QueryClientProvider>,
  )
  const radio = (name: string) => screen.getByRole('radio', { name }) as HTMLInputElement
  const reason = await screen.findByLabelText('红冲原因', {}, { timeout: 10_000 })
  fireEvent.click(radio('按行'))
  expect(radio('按行').checked).toBe(true)
  fireEvent.mouseDown(reason)
  fireEvent.click(await screen.findByText(/开票有误/))
  await waitFor(() => expect(radio('按行').disabled).toBe(true))
  expect(radio('整张').checked).toBe(true)
  screen.getByText('开票有误须整张红冲')
}, 30_000)
