import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { getWaybill } from '@xunyun/contract/waybills/calls'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { playServer } from '../../../test/playServer.ts'
import { startI18n, switchLanguage } from '../../shared/i18n/i18n.ts'
import { ComplaintForm } from './ComplaintForm.tsx'

const party = (name: string, phone: string) => ({ name, phone })
playServer(({ path }) =>
  path === getWaybill.path
    ? {
        waybillNo: 'YD26112800001',
        customerId: 5,
        consignee: party('陈国强', '13700137000'),
        shipper: party('王志强', '13800138000'),
      }
    : [],
)
beforeAll(async () => {
  await startI18n(['common', 'ui', 'cases', 'waybills'])
  await switchLanguage('zh')
})
afterEach(cleanup)

it('[RT-17/complaintList] who calls about a waybill is one of its parties at a click, with the telephone', async () => {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <ComplaintForm id={null} waybillNo="YD26112800001" onClose={() => {}} />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  fireEvent.click(await screen.findByRole('button', { name: '收货方 陈国强' }, { timeout: 10_000 }))
  expect((screen.getByRole('textbox', { name: '投诉人' }) as HTMLInputElement).value).toBe('陈国强')
  expect((screen.getByRole('textbox', { name: '电话' }) as HTMLInputElement).value).toBe('13700137000')
}, 30_000)
