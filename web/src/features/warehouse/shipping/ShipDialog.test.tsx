import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { type OutboundRow, shipNotices } from '@xunyun/contract/warehouse/shipping/notices'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { playServer } from '../../../../test/playServer.ts'
import { startI18n, switchLanguage } from '../../../shared/i18n/i18n.ts'
import { TabContext } from '../../../shared/tabs/useTab.ts'
import { ShipDialog } from './ShipDialog.tsx'

const asked = playServer(() => ({ done: 3, refused: [], shipped: [] }))
const sent = () => asked.filter(({ path }) => path === shipNotices.path)

const tab = { path: '', visible: true, setDirty: () => {}, setTitle: () => {}, close: () => {} }
const row = (id: number, state: string) =>
  ({ id, noticeNo: `CK2611230000${id}`, state, qty: '8', picked: '8', closed: '0' }) as OutboundRow

beforeAll(async () => {
  await startI18n(['common', 'ui', 'goods', 'warehouse/shipping'])
  await switchLanguage('zh')
})
afterEach(cleanup)

it('[RT-18/outboundNotice] goods that are in no carton leave by waybill with the pieces that were said, of each notice its own', async () => {
  const onClose = vi.fn<() => void>()
  render(
    <QueryClientProvider client={new QueryClient()}>
      <TabContext value={tab}>
        <ShipDialog
          notices={[row(1, 'picked'), row(2, 'packed'), row(3, 'picked')]}
          onDone={() => {}}
          onClose={onClose}
        />
      </TabContext>
    </QueryClientProvider>,
  )
  expect(screen.queryByLabelText(/运单件数/)).toBeNull()
  fireEvent.click(await screen.findByRole('checkbox', { name: '同时生成运单' }, { timeout: 15_000 }))
  expect(screen.queryByLabelText(/CK26112300002/)).toBeNull()
  fireEvent.change(screen.getByLabelText('CK26112300001 未装箱，运单件数'), { target: { value: '3' } })
  fireEvent.click(screen.getByRole('button', { name: /^发 ?货$/ }))
  await screen.findByText('填件数')
  expect(sent()).toEqual([])
  fireEvent.change(screen.getByLabelText(/CK26112300003/), { target: { value: '5' } })
  fireEvent.click(screen.getByRole('button', { name: /^发 ?货$/ }))
  await waitFor(() => expect(onClose).toHaveBeenCalled(), { timeout: 15_000 })
  expect(sent()[0]?.body).toMatchObject({
    ids: [1, 2, 3],
    createWaybill: true,
    pieces: [
      { id: 1, pieces: 3 },
      { id: 3, pieces: 5 },
    ],
  })
}, 20_000) // The dialog is fetched when it is first opened.
