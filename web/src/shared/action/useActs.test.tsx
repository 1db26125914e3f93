import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import type { Ability } from '@xunyun/contract/kernel/ability'
import { cancelNotices, closeNotices } from '@xunyun/contract/warehouse/receiving/calls'
import { useState } from 'react'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { startI18n, switchLanguage } from '../i18n/i18n.ts'
import { ConfirmHost } from '../ui/ConfirmHost.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { actButtons } from './actButtons.tsx'
import { RefusedHost } from './RefusedHost.tsx'
import { useActs } from './useActs.tsx'

type Key = 'edit' | 'close' | 'cancel'
type Row = { readonly id: number; readonly no: string; readonly actions: readonly Ability<Key>[] }

/** Plays the server: the second record is refused. */
let server: Server
const sent: { path: string; input: unknown }[] = []
beforeAll(async () => {
  server = createServer((request, response) => {
    response.setHeader('content-type', 'application/json')
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const input = JSON.parse(Buffer.concat(chunks).toString()) as { ids?: number[] }
      const { ids = [] } = input
      // The language of the person is told as well, whenever that comes.
      if (input.ids) sent.push({ path: request.url ?? '', input })
      const refused = ids.includes(2) ? [{ id: 2, no: 'RK2', reason: 'x', msg: '收过货' }] : []
      const data = { done: ids.length - refused.length, refused }
      response.end(JSON.stringify({ code: 200, msg: '', data }))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  ;(window as unknown as { happyDOM: { setURL: (url: string) => void } }).happyDOM.setURL(`http://127.0.0.1:${port}/`)
  await startI18n(['common', 'ui'])
  await switchLanguage('zh')
})
afterAll(() => {
  // A connection that is kept open would be waited for.
  server.closeAllConnections()
  return new Promise((resolve) => server.close(resolve))
})
afterEach(() => {
  cleanup()
  sent.length = 0
})

const words = { edit: '修改单据', close: '关闭单据', cancel: '取消单据' }
const opened: number[] = []

/** The buttons that rows have, alone or together. */
function show(rows: readonly Row[], isBatch = rows.length > 1) {
  function Page() {
    const acts = useActs<Row>({
      refresh: [],
      word: (key) => words[key],
      nameOf: ({ no }) => no,
      acts: {
        edit: { single: true, open: ([row]) => row && opened.push(row.id) },
        moreCopy: (_, single) => (single ? [{ key: 'copy', label: '复制', onClick: () => undefined }] : []),
        close: { call: closeNotices, confirm: '不再收', danger: true },
        cancel: { call: cancelNotices, reason: '收货单一起取消', danger: true },
      },
    })
    const [first] = rows
    return (
      <>
        <div>{actButtons({ actions: isBatch || first === undefined ? acts.batch(rows) : acts.row(first) })}</div>
        {acts.dialogs}
        <ConfirmHost />
        <RefusedHost />
      </>
    )
  }
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Page />
    </QueryClientProvider>,
  )
}
const row = (id: number, ...actions: Ability<Key>[]): Row => ({ id, no: `RK${id}`, actions })
const labels = () => screen.queryAllByRole('button').map(({ textContent }) => textContent?.replaceAll(' ', ''))
const press = (name: string, at = 0) => fireEvent.click(screen.getAllByRole('button', { name })[at] as HTMLElement)

it('a row has what its record says, in the order of the table, and nothing else', () => {
  show([row(1, { key: 'cancel' }, { key: 'edit' })])
  expect(labels()).toEqual(['修改单据', '复制', '取消单据'])
  press('修改单据')
  expect(opened).toEqual([1])
})

it('what is stopped says why, and does nothing', () => {
  show([row(1, { key: 'close', reason: '已拣 4，先放回' }, { key: 'cancel' })])
  const close = screen.getByRole('button', { name: '关闭单据' })
  expect(close.getAttribute('aria-disabled')).toBe('true')
  expect(close.getAttribute('aria-description')).toBe('已拣 4，先放回')
  fireEvent.click(close)
  expect(screen.queryByText('不再收')).toBeNull()
})

it('[T-B13] a batch offers what fits one of its rows, sends all of them, and names those that were refused', async () => {
  show([row(1, { key: 'cancel' }, { key: 'edit' }), row(2)])
  expect(labels()).toEqual(['取消单据'])
  press('取消单据')
  await screen.findByText('取消单据 2 单')
  screen.getByText('收货单一起取消')
  fireEvent.change(screen.getByRole('textbox'), { target: { value: '不来了' } })
  press('取消单据', 1)
  await screen.findByText('收过货')
  screen.getByText('RK2')
  expect(sent).toEqual([{ path: cancelNotices.path, input: { ids: [1, 2], reason: '不来了' } }])
})

it('a batch is stopped where all are that it fits, with the reason of the first', () => {
  show([row(1, { key: 'close', reason: '先放回' }), row(2, { key: 'close', reason: '已拦截' }), row(3)])
  expect(screen.getByRole('button', { name: '关闭单据' }).getAttribute('aria-description')).toBe('先放回')
  cleanup()
  show([row(1, { key: 'close', reason: '先放回' }), row(3, { key: 'close' })])
  expect(screen.getByRole('button', { name: '关闭单据' }).getAttribute('aria-disabled')).toBeNull()
})

it('what takes something away is asked about by its name; a second click is the first one', async () => {
  show([row(1, { key: 'close' })])
  press('关闭单据')
  await screen.findByText('关闭单据 RK1')
  screen.getByText('不再收')
  press('关闭单据', 1)
  await waitFor(() => expect(sent).toEqual([{ path: closeNotices.path, input: { ids: [1] } }]))
  const close = screen.getAllByText('关闭单据')[0] as HTMLElement
  await waitFor(() => expect(screen.queryByText('不再收')).toBeNull())
  fireEvent.click(close)
  await screen.findByText('不再收')
  fireEvent.click(screen.getAllByText('关闭单据').at(-1) as HTMLElement)
  await waitFor(() => expect(screen.queryByText('不再收')).toBeNull())
  expect(sent).toHaveLength(1)
})

it('the second click of a double click on the answer does nothing to what lies behind; the next click does', async () => {
  const rows: string[] = []
  function Page() {
    const [open, setOpen] = useState(true)
    return (
      <>
        <button type="button" onClick={() => rows.push('opened')}>
          behind
        </button>
        <Dialog open={open} title="question" yes={{ label: 'answer', onClick: () => setOpen(false) }} />
      </>
    )
  }
  render(<Page />)
  fireEvent.click(await screen.findByRole('button', { name: 'answer' }), { detail: 1 })
  await waitFor(() => expect(screen.queryByText('question')).toBeNull())
  const behind = screen.getByRole('button', { name: 'behind' })
  fireEvent.click(behind, { detail: 2 })
  expect(rows).toEqual([])
  fireEvent.click(behind, { detail: 1 })
  expect(rows).toEqual(['opened'])
})
