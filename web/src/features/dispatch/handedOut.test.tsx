import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, renderHook, screen, waitFor } from '@testing-library/react'
import { getWaiting } from '@xunyun/contract/dispatch/calls'
import { getCourier, markCouriers, refuseCouriers } from '@xunyun/contract/dispatch/courier'
import { getSpecial, setCarrierNo, undoSpecial } from '@xunyun/contract/dispatch/special'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { playServer } from '../../../test/playServer.ts'
import { startI18n, switchLanguage } from '../../shared/i18n/i18n.ts'
import { useSelection } from '../../shared/list/useSelection.ts'
import { TabContext } from '../../shared/tabs/useTab.ts'
import CourierPage from './courier/CourierPage.tsx'
import { twice } from './courier/parcels.ts'
import { useCourierActs } from './courier/useCourierActs.tsx'
import { useSpecialActs } from './special/useSpecialActs.tsx'

// Dialogs and forms are fetched when they are first asked for.
vi.setConfig({ testTimeout: 30_000 })
const slow = { timeout: 15_000 }

const waiting = { id: 5, waybillNo: 'YD26112600005', fromPlace: 'outlet', fromId: 7, free: 3, pieces: 3 }
const asked = playServer(({ path, query, body }) => {
  if (path === getSpecial.path) return { id: 1, undoes: 'giveBack', actions: [] }
  if (path === getCourier.path) return { id: 1, undoes: 'refuse', actions: [] }
  if (path === undoSpecial.path || path === setCarrierNo.path) return { id: 1, arrangementNo: 'ZX1', version: 2 }
  if (path === getWaiting.path) return { rows: query.get('q') === waiting.waybillNo ? [waiting] : [], next: null }
  if (path === markCouriers.path || path === refuseCouriers.path)
    return {
      done: 1,
      refused: (body as { ids: number[] }).ids
        .filter((id) => id === 2)
        .map((id) => ({ id, no: 'SF2', reason: 'x', msg: '已签收' })),
    }
  return []
})
const sentTo = (path: string) => asked.filter((one) => one.path === path).map(({ body }) => body)

beforeAll(async () => {
  await startI18n(['common', 'ui', 'handedOut', 'dispatch', 'waybills', 'printing'])
  await switchLanguage('zh')
})
beforeEach(() => {
  sessionStorage.clear()
  asked.length = 0
})
afterEach(cleanup)

const tab = { path: '/dispatch', visible: true, setDirty: () => {}, setTitle: () => {}, close: () => {} }
const show = (page: ReactNode) =>
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter>
        <TabContext value={tab}>{page}</TabContext>
      </MemoryRouter>
    </QueryClientProvider>,
  )
type Acts = ReturnType<typeof useSpecialActs> | ReturnType<typeof useCourierActs>
const Buttons = ({ of, acts }: { of: never; acts: Acts }) => (
  <>
    {acts.row(of).map(({ key, label, onClick }) => (
      <button type="button" key={key} onClick={onClick}>
        {label}
      </button>
    ))}
    {acts.dialogs}
  </>
)
const able = (...keys: string[]) => keys.map((key) => ({ key }))
const special = (over: object) => ({
  id: 1,
  version: 1,
  arrangementNo: 'ZX1',
  carrierNo: null,
  state: 'arrived',
  ...over,
})
const Special = ({ of }: { of: object }) => <Buttons of={of as never} acts={useSpecialActs()} />
const parcel = (over: object) => ({ id: 1, courierNo: 'SF1', ...over })
const Parcel = ({ of }: { of: object }) => <Buttons of={of as never} acts={useCourierActs()} />
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

describe('撤销', () => {
  it('[T8] says in its title and on its button which step it takes back, of a line and of a parcel', async () => {
    show(<Special of={special({ actions: able('undo') })} />)
    press('撤销')
    await screen.findByText('撤销退回 ZX1', {}, slow)
    fireEvent.change(screen.getByRole('textbox'), { target: { value: '点错' } })
    press('撤销退回')
    await waitFor(() => expect(sentTo(undoSpecial.path)).toEqual([{ id: 1, reason: '点错' }]))
    cleanup()
    show(<Parcel of={parcel({ actions: able('undo') })} />)
    press('撤销')
    await screen.findByText('撤销拒收 SF1', {}, slow)
  })

  it('[T8] of one that is looked at says it already on the button that opens it', () => {
    show(<Special of={special({ actions: able('undo'), undoes: 'handOver' })} />)
    screen.getByRole('button', { name: '撤销交接' })
    cleanup()
    show(<Parcel of={parcel({ actions: able('undo'), undoes: 'sign' })} />)
    screen.getByRole('button', { name: '撤销签收' })
  })
})

it('[RT-16/courierList] 拒收 and 登记异常 ask for one thing, by one name', async () => {
  for (const [act, asks] of [
    ['拒收', '拒收原因'],
    ['登记异常', '什么异常'],
  ] as const) {
    show(<Parcel of={parcel({ actions: able('refuse', 'markAbnormal') })} />)
    press(act)
    await screen.findByText(asks, {}, slow)
    expect(screen.getAllByText(asks)).toHaveLength(1)
    expect(screen.queryByText('原因')).toBeNull()
    cleanup()
  }
})

it('[RT-16/specialList] Enter in 填承运商单号 saves: it is the only field', async () => {
  show(<Special of={special({ actions: able('setNumber') })} />)
  press('填承运商单号')
  const field = await screen.findByLabelText('承运商单号', {}, slow)
  fireEvent.change(field, { target: { value: 'AD-1' } })
  fireEvent.keyDown(field, { key: 'Enter', keyCode: 13 })
  await waitFor(() => expect(sentTo(setCarrierNo.path)).toEqual([{ id: 1, version: 1, carrierNo: 'AD-1' }]))
})

it('[T-B13] behind a batch those that were refused stay selected, and no others', async () => {
  const { result } = renderHook(() => useSelection<{ id: number }>([], ({ id }) => id, ''))
  act(() => result.current.select([{ id: 1 }, { id: 2 }, { id: 3 }], true))
  function Page() {
    const acts = useCourierActs(result.current.keepRefused)
    const rows = [1, 2, 3].map((id) => parcel({ id, actions: able('clearAbnormal') }))
    return (
      <>
        {acts.batch(rows as never).map(({ key, label, onClick }) => (
          <button type="button" key={key} onClick={onClick}>
            {label}
          </button>
        ))}
      </>
    )
  }
  show(<Page />)
  press('解除异常')
  await waitFor(() => expect([...result.current.selection]).toEqual([2]))
})

it('[RT-16/courierDelivery] pasted and scanned numbers of which nothing waits stay to be seen until the next good line, or until they are put away', async () => {
  show(<CourierPage />)
  const scan = await screen.findByLabelText('扫描或输入运单号、件号', {}, slow)
  const paste = (text: string) => fireEvent.paste(scan, { clipboardData: { getData: () => text } })
  paste('YD26112600005\tSF5\nYD26112600099\tSF99')
  const list = await screen.findByRole('alert', {}, slow)
  expect(list.textContent).toContain('1 行没有放进来')
  expect(list.textContent).toContain('YD26112600099  SF99没有待外发的件')
  expect(screen.getByDisplayValue('SF5')).toBeTruthy()
  fireEvent.change(scan, { target: { value: 'YD26112600077' } })
  fireEvent.keyDown(scan, { key: 'Enter' })
  await waitFor(() => expect(list.textContent).toContain('YD26112600077'))
  waiting.waybillNo = 'YD26112600099'
  // Pieces that are no number are not all of them.
  paste('YD26112600099\tSF98\tabc')
  await waitFor(() => expect(list.textContent).toContain('件数不是整数'))
  expect(screen.queryByDisplayValue('SF98')).toBeNull()
  paste('YD26112600099\tSF99')
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  paste('YD26112600055\tSF55')
  await screen.findByRole('alert', {}, slow)
  press('关闭')
  expect(screen.queryByRole('alert')).toBeNull()
})

it('[RT-16/courierDelivery] a number that stands twice with one courier is marked as it is typed', () => {
  const row = (courierId: number, courierNo?: string) => ({ courierId, courierNo })
  expect(twice([row(1, 'SF1'), row(1), row(2, 'SF1'), row(1, 'sf1'), row(1)])).toEqual([3])
})
