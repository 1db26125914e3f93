import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { getRegions } from '@xunyun/contract/companies/calls'
import { useState } from 'react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { startI18n, switchLanguage } from '../i18n/i18n.ts'
import { enterGoesOn } from './enter.ts'
import { RegionsPicker } from './RegionsPicker.tsx'

const leaf = (value: string, label: string) => ({ value, label })
const regions = [
  { ...leaf('310000', '上海市'), children: [leaf('310112', '闵行区'), leaf('310115', '浦东新区')] },
  {
    ...leaf('330000', '浙江省'),
    children: [
      { ...leaf('330100', '杭州市'), children: [leaf('330106', '西湖区'), leaf('330110', '余杭区')] },
      { ...leaf('330200', '宁波市'), children: [leaf('330206', '北仑区'), leaf('330212', '鄞州区')] },
    ],
  },
]

// antd's cascader is drawn anew at each key.
vi.setConfig({ testTimeout: 20_000 })

beforeAll(async () => {
  await startI18n(['common', 'ui'])
  await switchLanguage('zh')
  await import('./RegionsCascader.tsx')
}, 30_000)
afterEach(cleanup)

function Form({ begin }: { begin: string[] }) {
  const [codes, setCodes] = useState(begin)
  return (
    <div {...enterGoesOn}>
      <RegionsPicker id="area" aria-label="area" value={codes} onChange={setCodes} />
      <input aria-label="next" />
      <output>{codes.join(' ')}</output>
    </div>
  )
}

const sent = () => screen.getByRole('status').textContent
const chips = () => [...document.querySelectorAll('.ant-select-selection-item-content')].map((chip) => chip.textContent)

/** The field once its code is here, and how a region is taken by typing. */
async function reach(...begin: string[]) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Number.POSITIVE_INFINITY } } })
  client.setQueryData([getRegions.path], regions)
  render(
    <QueryClientProvider client={client}>
      <Form begin={begin} />
    </QueryClientProvider>,
  )
  screen.getByLabelText(/^area/).focus()
  const field = await screen.findByLabelText<HTMLInputElement>('area', { selector: 'input' }, { timeout: 10_000 })
  const take = (words: string) => {
    fireEvent.change(field, { target: { value: words } })
    fireEvent.keyDown(field, { key: 'Enter' })
  }
  return { field, take }
}

it('Enter takes the first region that fits, at any level; one more on the emptied field goes on and shuts the list', async () => {
  const { field, take } = await reach()
  take('余杭')
  take('闵行')
  expect(chips()).toEqual(['杭州市 余杭区', '上海市 闵行区'])
  expect(field.value).toBe('')
  expect(field.getAttribute('aria-expanded')).toBe('true')
  fireEvent.keyDown(field, { key: 'Enter' })
  expect(document.activeElement).toBe(screen.getByLabelText('next'))
  await waitFor(() => expect(field.getAttribute('aria-expanded')).toBe('false'))
  expect(sent()).toBe('330110 310112')
})

it('one that is chosen whole is one chip and stands for all within it', async () => {
  const { take } = await reach('330110', '310112')
  take('浙江')
  expect(chips()).toEqual(['上海市 闵行区', '浙江省'])
  take('宁波')
  expect(sent()).toBe('310112 330000')
})

it('an arrow marks a region, and the Enter that ticks it is not the one that takes it back', async () => {
  const { field } = await reach('310112')
  fireEvent.keyDown(field, { key: 'ArrowDown', keyCode: 40 })
  fireEvent.keyDown(field, { key: 'ArrowDown', keyCode: 40 })
  fireEvent.keyDown(field, { key: 'ArrowDown', keyCode: 40 })
  fireEvent.keyDown(field, { key: 'Enter', keyCode: 13 })
  expect(sent()).toBe('310112 330000')
  fireEvent.keyDown(field, { key: 'Enter', keyCode: 13 })
  expect(sent()).toBe('310112 330000')
  expect(document.activeElement).toBe(screen.getByLabelText('next'))
})

it('a code that is no region any more stays to be seen', async () => {
  await reach('330100', '999999')
  expect(chips()).toEqual(['999999', '杭州市'])
})
