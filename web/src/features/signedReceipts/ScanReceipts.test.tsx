import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { getOutletChoices } from '@xunyun/contract/companies/calls'
import { getReceiptTrip, scanSignedReceipt, undoReceiptScan } from '@xunyun/contract/signedReceipts/calls'
import type { SignedReceiptStep } from '@xunyun/contract/signedReceipts/states'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { type Asked, playServer, Refused } from '../../../test/playServer.ts'
import { commitOf } from '../../shared/form/enter.ts'
import { startI18n, switchLanguage } from '../../shared/i18n/i18n.ts'
import { ScanReceipts } from './ScanReceipts.tsx'

/** Plays the server: papers of a number each, and a trip that there is. */
const scans: { actId: string; code: string; arrangementNo?: string }[] = []
const undone: string[] = []
let followed: string | undefined

function answerTo({ path, query, body }: Asked): unknown {
  if (path === getReceiptTrip.path)
    return query.get('arrangementNo') === 'pc26112300001'
      ? { arrangementNo: 'PC26112300001' }
      : new Refused(422, 'signedReceipts.noTrip', 'arrangementNo: 没有这个派车单', ['arrangementNo'])
  if (path === undoReceiptScan.path) {
    const { actId } = body as { actId: string }
    if (actId === followed) return new Refused(409, 'signedReceipts.scanFollowed', '后面已有操作，不能撤销')
    undone.push(actId)
    return { state: 'recovered' }
  }
  if (path === getOutletChoices.path) return [{ id: 3, label: '杭州总站', hint: null }]
  if (path !== scanSignedReceipt.path) return []
  const scan = body as (typeof scans)[number]
  scans.push(scan)
  const n = scan.code.slice(-2)
  const batch = { id: 5, batchNo: 'HJ26112300005' }
  return { receiptId: Number(n), receiptNo: scan.code, waybillNo: `YD261123000${n}`, state: 'returned', batch }
}
playServer(answerTo)

beforeAll(async () => {
  await startI18n(['common', 'ui', 'scan', 'signedReceipts', 'printing'])
  await switchLanguage('zh')
})
beforeEach(() => {
  scans.length = 0
  undone.length = 0
  followed = undefined
  sessionStorage.clear()
})
afterEach(cleanup)

function open(step: SignedReceiptStep = 'giveBack') {
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter>
        <ScanReceipts step={step} onStep={() => {}} onClose={() => {}} />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  return async (code: string) => {
    const before = scans.length
    const field = screen.getByLabelText<HTMLInputElement>('扫回单号，或运单号')
    field.value = code
    fireEvent.keyDown(field, { key: 'Enter' })
    await waitFor(() => expect(scans).toHaveLength(before + 1))
    await screen.findByText(`${code} 已返客户`)
  }
}
const rows = () =>
  within(screen.getByRole('list', { name: '刚扫的' }))
    .queryAllByRole('button')
    .map(({ textContent }) => textContent)
const no = (n: number) => `HD261123000${String(n).padStart(2, '0')}`

it('[D-02] the last ten papers stay in sight, newest first, and any of them is taken back by its row', async () => {
  const scan = open()
  for (let n = 1; n <= 12; n += 1) await scan(no(n))
  expect(rows()).toHaveLength(10)
  expect(rows()[0]).toBe(`${no(12)}YD26112300012 · 已返客户 · HJ26112300005撤销`)
  expect(rows()[9]).toContain(no(3))
  const take = (n: number) => fireEvent.click(screen.getByRole('button', { name: new RegExp(`^${no(n)}`) }))
  take(7)
  await screen.findByText(`${no(7)} 已撤销`)
  expect(undone).toEqual([scans[6]?.actId])
  expect(rows().some((text) => text?.startsWith(no(7)))).toBe(false)
  expect(rows()[9]).toContain(no(2))
  screen.getByText(/已扫 11 张/)
  // What went on meanwhile stays where it is.
  followed = scans[11]?.actId
  take(12)
  await screen.findByText('后面已有操作，不能撤销')
  expect(rows()[0]).toContain(no(12))
}, 20_000)

it('[T29] a trip that there is none of is refused at its field before anything is scanned, and what was typed stays', async () => {
  const scan = open()
  fireEvent.click(screen.getByRole('button', { name: '快递单号' }))
  const field = await screen.findByLabelText<HTMLInputElement>('随车')
  const submit = () => fireEvent.click(commitOf(screen.getByRole('dialog')) as HTMLElement)
  fireEvent.change(field, { target: { value: 'PC1' } })
  submit()
  await screen.findByText('没有这个派车单')
  expect(field.value).toBe('PC1')
  fireEvent.change(field, { target: { value: 'pc26112300001' } })
  submit()
  await waitFor(() => expect(screen.queryByLabelText('随车')).toBeNull())
  await scan(no(1))
  expect(scans).toMatchObject([{ arrangementNo: 'PC26112300001' }])
}, 20_000)

it('[T29] a paper that is scanned before it was said where it goes is sent once that is said', async () => {
  open('send')
  const field = screen.getByLabelText<HTMLInputElement>('扫回单号，或运单号')
  field.value = no(1)
  fireEvent.keyDown(field, { key: 'Enter' })
  const outlet = await screen.findByLabelText('寄往网点')
  expect(scans).toEqual([])
  fireEvent.mouseDown(outlet)
  fireEvent.click(await screen.findByText('杭州总站'))
  fireEvent.click(commitOf(screen.getByRole('dialog')) as HTMLElement)
  await screen.findByText(`${no(1)} 已返客户`)
  expect(scans).toMatchObject([{ code: no(1), toOutletId: 3 }])
}, 20_000)
