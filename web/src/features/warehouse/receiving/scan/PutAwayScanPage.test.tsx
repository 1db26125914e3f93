import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { getLocationChoices } from '@xunyun/contract/warehouse/locations/calls'
import { getItemChoices } from '@xunyun/contract/warehouse/masters/items'
import { getPutAways, type PutAwayRow, putAwayGoods } from '@xunyun/contract/warehouse/receiving/calls'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { type Asked, playServer, Refused } from '../../../../../test/playServer.ts'
import { newKey } from '../../../../shared/api/encode.ts'
import { startI18n, switchLanguage } from '../../../../shared/i18n/i18n.ts'
import PutAwayScanPage from './PutAwayScanPage.tsx'

const slot = 'puttingAway:0'
const task = (id: number, itemNo: string, containerCode: string): PutAwayRow => ({
  id,
  state: 'waiting',
  receiptId: 1,
  receiptNo: 'RK26112300001-1',
  warehouseId: 1,
  warehouseName: '杭州一号仓',
  warehouseCode: 'HZ1',
  handEntry: 'marked',
  ownerName: '云帆',
  itemId: id,
  itemNo,
  itemName: '货',
  baseUnit: 'piece',
  batchNo: '',
  expiry: null,
  quality: 'good',
  containerCode,
  qty: '10',
  serials: [],
  fromLocation: 'R-01',
  suggestedLocationId: id,
  suggestedLocation: `A-0${id}`,
  reason: 'zone',
  toLocation: null,
  createdAt: '2026-11-23T01:00:00Z',
  doneAt: null,
  doneByName: null,
  version: 1,
})
// The last two were counted onto one pallet.
const rows = [
  task(1, 'P-1', 'P000901'),
  task(2, 'P-2', 'P000902'),
  task(3, 'P-3', 'P000903'),
  task(4, 'P-4', 'P000903'),
]

/** Plays the server: what still waits, and that what does not was dealt with. */
const waits = new Set<number>()

function answerTo({ path, query }: Asked): unknown {
  if (path === putAwayGoods.path) return new Refused(409, 'inbound.taskDone', '这条上架任务已经处理过')
  const asked = query.get('q') ?? query.getAll('codes').join()
  if (path === getLocationChoices.path) return asked === 'Z-99' ? [{ id: 99, label: 'Z-99', hint: null }] : []
  if (path === getItemChoices.path) return asked === '6900700000017' ? [{ id: 1, ownerId: 9, label: 'P-1 货' }] : []
  if (path !== getPutAways.path) return []
  const code = query.get('code')
  const ids = query.getAll('ids').map(Number)
  const found = rows.filter(
    ({ id, containerCode }) =>
      waits.has(id) && (code === null || containerCode === code) && (ids.length === 0 || ids.includes(id)),
  )
  return { rows: found, next: null }
}

playServer(answerTo)

beforeAll(async () => {
  await startI18n(['common', 'ui', 'scan', 'goods', 'warehouse/receiving'])
  await switchLanguage('zh')
})
beforeEach(() => {
  waits.clear()
  for (const { id } of rows) waits.add(id)
  localStorage.clear()
})
afterEach(cleanup)

/** Opens the page, with goods in hand that were taken up before. */
function open(inHand?: PutAwayRow) {
  const left = { place: null, doubted: null, qty: '10', serials: [], splitting: false, codes: {}, key: newKey() }
  if (inHand !== undefined) localStorage.setItem(slot, JSON.stringify({ ...left, task: inHand }))
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter>
        <PutAwayScanPage />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  return (code: string) => {
    const field = screen.getByRole<HTMLInputElement>('textbox')
    field.value = code
    fireEvent.keyDown(field, { key: 'Enter' })
  }
}
const inHand = (): string | null => {
  const text = localStorage.getItem(slot)
  return text === null ? null : (JSON.parse(text) as { task: PutAwayRow }).task.itemNo
}

it('[RT-18/ground] the next pallet takes the place of what is in hand, which is named; once its place was scanned it stays until it is put', async () => {
  const scan = open(rows[0])
  scan('P000902')
  await screen.findByText('P-2 货（P-1 未上架）')
  expect(inHand()).toBe('P-2')
  expect(screen.getByText('A-02')).toBeTruthy()
  // A code that is no pallet is a place, of the goods in hand.
  scan('Z-99')
  await screen.findByText(/库位不符：应 A-02，扫到 Z-99/)
  expect(inHand()).toBe('P-2')
  scan('A-02')
  await screen.findByText(/库位 A-02，放好后/)
  for (const next of ['P000901', 'RK26112300002']) {
    scan(next)
    await screen.findByText(/^P-2 还没放好/)
    expect(inHand()).toBe('P-2')
    scan('A-02')
    await screen.findByText(/库位 A-02，放好后/)
  }
})

it('[RT-18/ground] what was counted onto the same pallet later is told: it goes along', async () => {
  const scan = open()
  scan('P000903')
  await screen.findByText('同托一起上架：P-4 10 件')
})

it('[RT-18/ground] goods scanned where a place is asked for are named; a place that there is not is no doubt about it', async () => {
  const scan = open(rows[0])
  scan('6900700000017')
  await screen.findByText('P-1 货 是货品，要先扫库位')
  scan('6900700000024')
  await screen.findByText('6900700000024 是货品，要先扫库位')
  scan('A-77')
  await screen.findByText('没有这个库位：A-77')
  scan('A-77')
  await screen.findByText('没有这个库位：A-77')
  expect(screen.queryByText(/再扫改放此处/)).toBeNull()
})

it('[RT-18/ground] goods that somebody else has put away leave the hand: when the page is opened again, and when they are put', async () => {
  waits.delete(1)
  const scan = open(rows[0])
  await screen.findByText('P-1 已经上架或撤回，从手上移除')
  expect(inHand()).toBeNull()
  scan('P000903')
  await screen.findByText('P-3 货')
  scan('A-03')
  await screen.findByText(/放好后按/)
  waits.delete(3)
  fireEvent.click(screen.getByRole('button', { name: '放好' }))
  await screen.findByText('这条上架任务已经处理过')
  expect(inHand()).toBeNull()
  scan('P000902')
  await screen.findByText('P-2 货')
  expect(inHand()).toBe('P-2')
})
