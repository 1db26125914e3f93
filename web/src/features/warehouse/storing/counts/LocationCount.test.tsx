import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { getItemChoices } from '@xunyun/contract/warehouse/masters/items'
import { type CountDetail, countPlace } from '@xunyun/contract/warehouse/storing/counts'
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { playServer } from '../../../../../test/playServer.ts'
import { startI18n, switchLanguage } from '../../../../shared/i18n/i18n.ts'
import { LocationCount } from './LocationCount.tsx'

const found = { id: 9, label: 'KY-0901 打印纸', hint: null, ownerId: 1, serialControlled: false, baseUnit: 'box' }
const asked = playServer(({ path }) => (path === getItemChoices.path ? [found] : { left: 0 }))

const line = {
  id: 1,
  locationId: 5,
  itemNo: 'KY-0101',
  itemName: '纸巾',
  batchNo: '',
  quality: 'good',
  serialControlled: false,
  baseUnit: 'box',
  first: null,
  second: null,
}
const count = { id: 7, state: 'counting', lines: [line] } as unknown as CountDetail
const place = { locationId: 5, code: 'A-01' } as CountDetail['places'][number]

beforeAll(async () => {
  await startI18n(['common', 'ui', 'warehouse/ledger', 'warehouse/storing'])
  await switchLanguage('zh')
})
beforeEach(() => sessionStorage.clear())
afterEach(cleanup)

function open() {
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <LocationCount count={count} place={place} onDone={() => undefined} onBack={() => undefined} />
    </QueryClientProvider>,
  )
  return { type: (text: string) => fireEvent.change(document.activeElement as Element, { target: { value: text } }) }
}
const enter = () => fireEvent.keyDown(document.activeElement as Element, { key: 'Enter' })
const here = () => document.activeElement?.getAttribute('aria-label')

it('[W-B4] a place is counted by keyboard: the cursor is in the first cell, found goods lead on to their own cells', async () => {
  const { type } = open()
  expect(here()).toBe('实盘 1')
  type('48')
  enter()
  expect(here()).toBe('货号 2')
  type('KY-0901')
  enter()
  await waitFor(() => expect(here()).toBe('批次 2'))
  enter()
  enter()
  enter()
  expect(here()).toBe('实盘 2')
})

it('[W-B4] found goods without a quantity are sent without one, to be refused at their cell', async () => {
  const { type } = open()
  type('48')
  enter()
  type('KY-0901')
  enter()
  await waitFor(() => expect(here()).toBe('批次 2'))
  fireEvent.click(screen.getByRole('button', { name: '本库位盘完' }))
  await waitFor(() => expect(asked.some(({ path }) => path === countPlace.path)).toBe(true))
  const { body } = asked.find(({ path }) => path === countPlace.path) as { body: { entries: { qty: string }[] } }
  expect(body.entries.map(({ qty }) => qty)).toEqual(['48', ''])
})

it('[W-B4] what was typed of a place is there again after a reload', () => {
  open().type('48')
  cleanup()
  open()
  expect(screen.getByLabelText<HTMLInputElement>('实盘 1').value).toBe('48')
  screen.getByText('上次没保存的内容已恢复')
})
