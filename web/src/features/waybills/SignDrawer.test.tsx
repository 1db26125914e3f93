import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { getWaybill } from '@xunyun/contract/waybills/calls'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { startI18n, switchLanguage } from '../../shared/i18n/i18n.ts'
import { useQuestion } from '../../shared/ui/confirm.ts'
import { SignDrawer } from './SignDrawer.tsx'

/** Plays the server: one waybill at the door, 8 with a pickup code, and what it was told to sign. */
let server: Server
const signed: { cod?: string; pickupCode?: string; noCodeReason?: string }[] = []
const detail = {
  id: 7,
  waybillNo: 'YD26112300007',
  strands: [{ from: 'pickup:1', name: '杭州总站', pieces: 2 }],
  wasSigned: false,
  freightToCollect: '0.00',
  toCollect: '7102.00',
  codAmount: '7102.00',
  pickupCode: null,
  consignee: { name: '陈国强' },
}
const withCode = { ...detail, id: 8, codAmount: '0.00', pickupCode: '482913' }

beforeAll(async () => {
  server = createServer((request, response) => {
    response.setHeader('content-type', 'application/json')
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const isDetail = request.url?.startsWith(getWaybill.path) ?? false
      if (!isDetail && request.method === 'POST') signed.push(JSON.parse(Buffer.concat(chunks).toString()))
      const asked = request.url?.includes('id=8') ? withCode : detail
      response.end(JSON.stringify({ code: 200, msg: '', data: isDetail ? asked : {} }))
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
beforeEach(() => {
  signed.length = 0
  sessionStorage.clear()
})
afterEach(cleanup)

const open = (id: number) =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <SignDrawer id={id} onClose={() => {}} />
    </QueryClientProvider>,
  )
const show = async () => {
  open(7)
  const amount = await screen.findByLabelText<HTMLInputElement>('代收货款 元')
  expect(screen.queryByLabelText('提货码')).toBeNull()
  const button = () => screen.getByText('Ctrl S').closest('button') as HTMLButtonElement
  return { amount, button, sign: () => fireEvent.click(button()) }
}

it('[D-05] nothing counts as collected until it is typed; with money due it is asked, and the answer is no by itself', async () => {
  const { amount, button, sign } = await show()
  expect(amount.value).toBe('')
  sign()
  await waitFor(() => expect(useQuestion.getState().asked?.text).toContain('7,102.00'))
  // What is dangerous has the other button under Enter.
  expect(useQuestion.getState().asked?.danger).toBe(true)
  useQuestion.getState().asked?.answer(false)
  await waitFor(() => expect(button().className).not.toContain('loading'))
  expect(signed).toEqual([])
  fireEvent.click(screen.getByLabelText('填全部应收 7,102.00 元'))
  expect(amount.value).toBe('7,102.00')
  sign()
  await waitFor(() => expect(signed).toMatchObject([{ cod: '7102.00', codChannel: 'cash' }]))
}, 20_000)

it('[T9] what awaits pickup asks for its code before anything else, or why there is none', async () => {
  open(8)
  const sign = () => fireEvent.click(screen.getByText('Ctrl S').closest('button') as HTMLButtonElement)
  const code = await screen.findByLabelText<HTMLInputElement>('提货码')
  expect(code.value).toBe('')
  expect(document.activeElement).toBe(code)
  sign()
  await screen.findByText('必填')
  fireEvent.change(code, { target: { value: '4829' } })
  fireEvent.click(screen.getByRole('button', { name: '没有提货码' }))
  const reason = await screen.findByLabelText<HTMLInputElement>('无码原因')
  expect(document.activeElement).toBe(reason)
  sign()
  await screen.findByText('必填')
  expect(signed).toEqual([])
  fireEvent.change(reason, { target: { value: '核对身份证' } })
  sign()
  await waitFor(() => expect(signed).toMatchObject([{ noCodeReason: '核对身份证' }]))
  expect(signed[0]?.pickupCode).toBeUndefined()
  cleanup()

  open(8)
  fireEvent.change(await screen.findByLabelText('提货码'), { target: { value: '482 913' } })
  sign()
  await waitFor(() => expect(signed).toMatchObject([{}, { pickupCode: '482 913' }]))
}, 20_000)

it('[T9] what is refused is not signed: the count follows, and too many are refused before anybody is asked about money', async () => {
  const { sign } = await show()
  const pieces = screen.getByLabelText<HTMLInputElement>('签收件数')
  const refused = screen.getByLabelText<HTMLInputElement>('拒收件数')
  refused.focus()
  fireEvent.change(refused, { target: { value: '1' } })
  await waitFor(() => expect(pieces.value).toBe('1'))
  // One is left where it is: from now on each count is typed.
  fireEvent.change(pieces, { target: { value: '2' } })
  fireEvent.change(screen.getByLabelText('拒收原因'), { target: { value: '外箱破损' } })
  sign()
  await waitFor(() => expect(signed).toMatchObject([{ signed: 2, refused: 1 }]))
  expect(useQuestion.getState().asked).toBeNull()
}, 20_000)
