import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, renderHook } from '@testing-library/react'
import { confirmPrices } from '@xunyun/contract/waybills/charges'
import { deleteView } from '@xunyun/contract/workbench/lists'
import type { ReactNode } from 'react'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { startI18n } from '../i18n/i18n.ts'
import { useToasts } from '../ui/toasts.ts'
import { useAction } from './useAction.ts'
import { useBatch } from './useBatch.ts'

/** Plays the server: refuses until it is told not to. */
let server: Server
let refusing = true
let asked = 0

beforeAll(async () => {
  server = createServer((_, response) => {
    response.setHeader('content-type', 'application/json')
    asked += 1
    const done = { done: 1, refused: [] }
    response.end(
      JSON.stringify(refusing ? { code: 409, msg: 'in use', data: null } : { code: 200, msg: '', data: done }),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  ;(window as unknown as { happyDOM: { setURL: (url: string) => void } }).happyDOM.setURL(`http://127.0.0.1:${port}/`)
  await startI18n(['common', 'ui'])
})
afterAll(() => {
  // A connection that is kept open would be waited for.
  server.closeAllConnections()
  return new Promise((resolve) => server.close(resolve))
})
afterEach(cleanup)

const client = new QueryClient()
const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={client}>{children}</QueryClientProvider>
)
const texts = () => useToasts.getState().list.map(({ text }) => text)

it('[ER-01] a refusal stays until the same act succeeds, for whichever record and wherever on the page', async () => {
  const { result } = renderHook(() => useAction(deleteView, { success: 'done' }), { wrapper })
  const run = (id: number) => act(() => result.current.run({ id }).catch(() => undefined))
  await run(1)
  expect(texts()).toEqual(['in use'])
  await run(1)
  expect(texts()).toEqual(['in use'])
  await run(2)
  expect(texts()).toEqual(['in use'])
  refusing = false
  const other = renderHook(() => useAction(confirmPrices), { wrapper })
  await act(() => other.result.current.run({ ids: [1] }))
  expect(texts()).toEqual(['in use'])
  const elsewhere = renderHook(() => useAction(deleteView, { success: 'done' }), { wrapper })
  await act(() => elsewhere.result.current.run({ id: 3 }))
  expect(texts()).toEqual(['done'])
})

it('takes a button clicked five times for one act', async () => {
  const { result } = renderHook(() => useBatch(confirmPrices, { title: '确认' }), { wrapper })
  refusing = false
  asked = 0
  const before = texts().length
  await act(async () => {
    for (let click = 0; click < 4; click += 1) void result.current.run({ ids: [1] })
    await result.current.run({ ids: [1] })
    // The rows are not fetched anew yet.
    await result.current.run({ ids: [1] })
  })
  expect(asked).toBe(1)
  expect(texts().length - before).toBe(1)
  await act(() => result.current.run({ ids: [2] }))
  expect(asked).toBe(2)
})
