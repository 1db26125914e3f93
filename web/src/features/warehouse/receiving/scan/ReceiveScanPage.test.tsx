import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { getItemChoices } from '@xunyun/contract/warehouse/masters/items'
import { getReceipt } from '@xunyun/contract/warehouse/receiving/calls'
import { MemoryRouter, Route, Routes } from 'react-router'
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { type Asked, playServer } from '../../../../../test/playServer.ts'
import { startI18n, switchLanguage } from '../../../../shared/i18n/i18n.ts'
import ReceiveScanPage from './ReceiveScanPage.tsx'

/** Plays the server: a receipt of one line, and two items of the owner, of which one is on it. */
const no = 'RK26112300204-1'
const line = {
  id: 1,
  itemNo: 'P-2001',
  itemName: '滤芯',
  baseUnit: 'piece',
  qty: '2',
  open: '2',
  mostMore: '2',
  batchNo: null,
  production: null,
  expiry: null,
  quality: 'good',
  barcodes: ['6900700000017'],
  packs: [],
  received: '0',
  damaged: '0',
  short: '0',
}
const receipt = { id: 4, receiptNo: no, ownerId: 9, state: 'receiving', lines: [line], entries: [], locations: [] }
const known = { value: 99, ownerId: 9, label: 'P-2099 配件 099 号' }

function answerTo({ path, query }: Asked): unknown {
  if (path === getReceipt.path) return receipt
  if (path === getItemChoices.path) return query.getAll('codes').includes('6900700000994') ? [known] : []
  return []
}

playServer(answerTo)

beforeAll(async () => {
  await startI18n(['common', 'ui', 'scan', 'goods', 'warehouse/receiving', 'printing'])
  await switchLanguage('zh')
})
beforeEach(() => localStorage.clear())
afterEach(cleanup)

it('[RT-18/receive] goods that are not on the notice are named, more than may come is red before the line is done', async () => {
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter initialEntries={[`/receive/${no}`]}>
        <Routes>
          <Route path="/receive/:no" element={<ReceiveScanPage />} />
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>,
  )
  await screen.findByText(no)
  const scan = (code: string) => {
    const field = screen.getByRole<HTMLInputElement>('textbox')
    field.value = code
    fireEvent.keyDown(field, { key: 'Enter' })
  }
  scan('6900700000994')
  await screen.findByText('不在本单：P-2099 配件 099 号，换单或盲收')
  scan('6900700000000')
  await screen.findByText('未识别：6900700000000，查货号条码')
  scan('(01)06900700000994(10)L1')
  await screen.findByText('不在本单：P-2099 配件 099 号，换单或盲收')
  scan('6900700000017')
  scan('6900700000017')
  const band = () => document.querySelector('output')
  expect(band()?.dataset.tone).toBe('green')
  scan('6900700000017')
  await screen.findByText('超收：最多再收 2，已点 3')
  expect(band()?.dataset.tone).toBe('red')
  fireEvent.click(screen.getByText('撤销'))
  expect(screen.getByRole('button', { name: '输入数量' }).textContent).toBe('2')
})
