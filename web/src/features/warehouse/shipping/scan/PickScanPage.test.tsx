import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { getLocationChoices } from '@xunyun/contract/warehouse/locations/calls'
import { getItemChoices } from '@xunyun/contract/warehouse/masters/items'
import { getPickTask } from '@xunyun/contract/warehouse/shipping/picking'
import { MemoryRouter, Route, Routes } from 'react-router'
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { type Asked, playServer } from '../../../../../test/playServer.ts'
import { startI18n, switchLanguage } from '../../../../shared/i18n/i18n.ts'
import PickScanPage from './PickScanPage.tsx'

const no = 'JH26112300001'
const line = (id: number) => ({
  id,
  noticeNo: `CK2611230000${id}`,
  itemNo: `P-${id}`,
  itemName: '货',
  barcodes: [`690070000000${id}`],
  packs: [],
  baseUnit: 'piece',
  serialControlled: false,
  batchNo: '',
  batchesThere: [],
  expiry: null,
  quality: 'good',
  locationCode: `A-0${id}`,
  containerCode: null,
  countNo: null,
  stagedAt: null,
  qty: '10',
  state: 'allocated',
  intercepted: false,
})

/** Plays the server: a task of two orders, of which the desk may stop some. */
const stopped = new Set<number>()

function answerTo({ path, query }: Asked): unknown {
  if (path === getPickTask.path) {
    const lines = [line(1), line(2)].map((one) => ({ ...one, intercepted: stopped.has(one.id) }))
    return {
      id: 7,
      taskNo: no,
      state: 'picking',
      pickerId: 0,
      warehouseId: 1,
      warehouseCode: 'HZ1',
      lines,
      missing: '0',
      shortQty: '0',
      stagingLocations: [],
      handEntry: 'marked',
    }
  }
  if (path === getLocationChoices.path) return query.get('q') === 'A-02' ? [{ id: 2, label: 'A-02', hint: null }] : []
  if (path === getItemChoices.path)
    return query.getAll('codes').includes('6900700000994') ? [{ id: 99, label: 'P-2099 配件' }] : []
  return []
}

playServer(answerTo)

beforeAll(async () => {
  await startI18n(['common', 'ui', 'scan', 'goods', 'warehouse/shipping'])
  await switchLanguage('zh')
})
beforeEach(() => {
  stopped.clear()
  localStorage.clear()
})
afterEach(cleanup)

async function open() {
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter initialEntries={[`/pick/${no}`]}>
        <Routes>
          <Route path="/pick/:no" element={<PickScanPage />} />
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>,
  )
  await screen.findByText('A-01')
  return (code: string) => {
    const field = screen.getByRole<HTMLInputElement>('textbox')
    field.value = code
    fireEvent.keyDown(field, { key: 'Enter' })
  }
}
/** The phone is looked at again. */
const look = () => document.dispatchEvent(new Event('visibilitychange'))
const band = () => document.querySelector('output')

it('[RT-18/outBound] a scan that is not the place asked for says what it is: goods, another place, or none', async () => {
  const scan = await open()
  scan('6900700000001')
  await screen.findByText('P-1 货 是货品，先扫库位 A-01')
  scan('6900700000994')
  await screen.findByText('P-2099 配件 是货品，要先扫库位')
  scan('A-77')
  await screen.findByText('没有这个库位：A-77')
  scan('A-02')
  await screen.findByText('库位不符：去 A-01，扫到 A-02')
  scan('A-01')
  scan('6900700000994')
  await screen.findByText('货号不符：应 P-1，扫到 P-2099 配件')
  scan('A-02')
  await screen.findByText('A-02 是库位，要扫货品')
})

it('[RT-18/outBound] an order that the desk stops leaves an open phone without a touch: what is in hand goes back first', async () => {
  const scan = await open()
  scan('A-01')
  scan('6900700000001')
  stopped.add(1)
  look()
  await screen.findByText('已拦截或取消，不要再拣')
  expect(band()?.dataset.tone).toBe('red')
  expect(screen.getByRole('alert').textContent).toContain('手上的货放回原库位P-1 1')
  // The other order goes on once the goods are back.
  scan('A-02')
  await screen.findByText('先把手上的货放回，再按“知道了”')
  fireEvent.click(screen.getByRole('button', { name: '知道了' }))
  scan('A-02')
  await screen.findByText('库位 A-02')
  scan('6900700000002')
  stopped.add(2)
  look()
  await screen.findByText('已拦截，不要再拣')
  screen.getByText(/P-2 1 .*→ A-02/)
  fireEvent.click(screen.getByRole('button', { name: '已放回' }))
  await screen.findByText('已拦截，不要再拣')
  expect(screen.queryByText(/→ A-02/)).toBeNull()
})
