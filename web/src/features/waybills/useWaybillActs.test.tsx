import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { checkInWaybills, getWaybill } from '@xunyun/contract/waybills/calls'
import { deliverInstead, notifyPickup } from '@xunyun/contract/waybills/pickup'
import type { WaybillAction } from '@xunyun/contract/waybills/states'
import { MemoryRouter } from 'react-router'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { commitOf } from '../../shared/form/enter.ts'
import { startI18n, switchLanguage } from '../../shared/i18n/i18n.ts'
import { ConfirmHost } from '../../shared/ui/ConfirmHost.tsx'
import { type Actable, useWaybillActs } from './useWaybillActs.tsx'

/** Plays the server: takes what is checked in, and what is delivered instead. */
let server: Server
const sent: { ids: number[]; at?: string }[] = []
const instead: { ids: number[] }[] = []
const notified: { ids: number[] }[] = []
const signed = { step: 'signed', pieces: 6, refused: 3, arrangementNo: 'PC26112300004' }
let detail: object
beforeAll(async () => {
  server = createServer((request, response) => {
    response.setHeader('content-type', 'application/json')
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      if (request.url === checkInWaybills.path) sent.push(JSON.parse(Buffer.concat(chunks).toString()))
      if (request.url === notifyPickup.path) notified.push(JSON.parse(Buffer.concat(chunks).toString()))
      if (request.url === deliverInstead.path) instead.push(JSON.parse(Buffer.concat(chunks).toString()))
      const data = request.url?.startsWith(getWaybill.path) ? detail : { done: 1, refused: [] }
      response.end(JSON.stringify({ code: 200, msg: '', data }))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  ;(window as unknown as { happyDOM: { setURL: (url: string) => void } }).happyDOM.setURL(`http://127.0.0.1:${port}/`)
  await startI18n(['common', 'ui', 'waybills'])
  await switchLanguage('zh')
})
afterAll(() => {
  // A connection that is kept open would be waited for.
  server.closeAllConnections()
  return new Promise((resolve) => server.close(resolve))
})
afterEach(cleanup)

const row = (actions: WaybillAction[], over: Partial<Actable> = {}): Actable => ({
  id: 7,
  waybillNo: 'YD26112300007',
  state: 'delivering',
  hold: false,
  unarranged: 0,
  version: 1,
  pieces: 2,
  actions: actions.map((key) => ({ key })),
  ...over,
})

/** The page with the row's actions as buttons. */
function show(of: Actable) {
  function Page() {
    const acts = useWaybillActs()
    return (
      <>
        <ul>
          {acts.rowActions(of).map(({ key, label, onClick }) => (
            <li key={key}>
              <button type="button" onClick={onClick}>
                {label}
              </button>
            </li>
          ))}
        </ul>
        {acts.dialogs}
      </>
    )
  }
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <Page />
      </MemoryRouter>
    </QueryClientProvider>,
  )
}
const labels = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent)

it('[T-B16] what takes something back stands last in a row', () => {
  show(row(['undo', 'cancel', 'sign', 'refuse', 'track']))
  expect(labels()).toEqual(['签收', '拒收', '跟踪', '撤销上一步', '作废'])
})

it('[T-B5] where undo takes back a refusal alone, its button says so', () => {
  show(row(['undo'], { undoesRefusal: true }))
  expect(labels()).toEqual(['撤销拒收'])
})

it('[T8] 撤销上一步 says which step is taken back: what, how many, of which trip, or why none can be', async () => {
  const ask = async (button: string, words: string) => {
    fireEvent.click(screen.getByRole('button', { name: button }))
    await screen.findByText(words, undefined, { timeout: 20_000 })
    cleanup()
  }
  detail = { waybillNo: 'YD26112300007', undoesRefusal: false, undoes: signed }
  show(row(['undo']))
  await ask('撤销上一步', '将撤销：签收 6 件，拒收 3 件 · PC26112300004')
  detail = { ...detail, undoes: { ...signed, step: 'pickupNotified', refused: 0, arrangementNo: null } }
  show(row(['undo']))
  await ask('撤销上一步', '将撤销：通知自提 6 件')
  const actions = [{ key: 'undo', reason: '后面已有操作' }]
  detail = { ...detail, undoes: null, actions }
  show(row(['undo']))
  await ask('撤销上一步', '后面已有操作')
  detail = { ...detail, undoesRefusal: true, undoes: { ...signed, step: 'refused', pieces: 3, refused: 0 } }
  show(row(['undo'], { undoesRefusal: true }))
  await ask('撤销拒收', '将撤销：拒收 3 件 · PC26112300004')
}, 60_000)

it('[T9] 自提改送 says where the pieces will go, and its reason may be left empty', async () => {
  show(
    row(['deliverInstead'], {
      state: 'awaitingPickup',
      consigneeName: '陈国强',
      consigneeCity: '广州',
      consigneeAddress: '石湖路88号',
    }),
  )
  fireEvent.click(screen.getByRole('button', { name: '自提改送' }))
  await screen.findByText(/送到 陈国强，广州 石湖路88号/, undefined, { timeout: 20_000 })
  expect(instead).toEqual([])
  fireEvent.click(commitOf(screen.getByRole('dialog')) as HTMLElement)
  await waitFor(() => expect(instead).toEqual([{ ids: [7] }]))
}, 40_000)

it('[RT-16/allWayBill] 入站 asks when the goods came before it acts', async () => {
  show(row(['checkIn'], { state: 'placed' }))
  fireEvent.click(screen.getByRole('button', { name: '入站' }))
  // The dialog's code comes now.
  await screen.findByText('入站 YD26112300007', undefined, { timeout: 20_000 })
  expect(sent).toEqual([])
  fireEvent.click(commitOf(screen.getByRole('dialog')) as HTMLElement)
  await waitFor(() => expect(sent).toMatchObject([{ ids: [7], at: expect.stringMatching(/Z$/) }]))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
}, 40_000)

it('[T-B13] 通知自提 of several is asked about with their number before anything is sent', async () => {
  const rows = [row(['notifyPickup']), row(['notifyPickup'], { id: 8 })]
  function Page() {
    const acts = useWaybillActs()
    return (
      <>
        {acts.batchActions(rows).map(({ key, label, onClick }) => (
          <button type="button" key={key} onClick={onClick}>
            {label}
          </button>
        ))}
        <ConfirmHost />
      </>
    )
  }
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <Page />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  fireEvent.click(screen.getByRole('button', { name: '通知自提' }))
  await screen.findByText('通知自提 2 单', undefined, { timeout: 20_000 })
  expect(notified).toEqual([])
  fireEvent.click(commitOf(screen.getByRole('dialog')) as HTMLElement)
  await waitFor(() => expect(notified).toEqual([{ ids: [7, 8] }]))
}, 40_000)
