import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { getCompanyChoices } from '@xunyun/contract/companies/calls'
import { useState } from 'react'
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { type Asked, playServer } from '../../../test/playServer.ts'
import { startI18n } from '../i18n/i18n.ts'
import { enterGoesOn } from './enter.ts'
import { Lookup } from './Lookup.tsx'
import { choicesTaken } from './underWay.ts'

/** The server answers a search when it is let go. */
const waiting = new Map<string, () => void>()
playServer(({ query }: Asked) => {
  const q = query.get('q') ?? ''
  // A name with a digit in it: the truck that is chosen, 71, begins with it as a number.
  if (q.startsWith('7')) return [8, 71].map((id) => ({ id, label: `浙A7K${id}`, hint: null }))
  if (q === 'none') return []
  const found = [{ id: 7, label: `云帆 ${q}`, hint: null }]
  return q === '' ? found : new Promise((resolve) => waiting.set(q, () => resolve(found)))
})

beforeAll(() => startI18n(['common', 'ui']))
beforeEach(() => waiting.clear())
afterEach(cleanup)

function Form() {
  const [id, setId] = useState<number>()
  return (
    <div {...enterGoesOn}>
      <Lookup aria-label="customer" call={getCompanyChoices} value={id} onChange={setId} />
      <input aria-label="number" />
      <output>{id}</output>
    </div>
  )
}

async function typed() {
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <Form />
    </QueryClientProvider>,
  )
  const field = screen.getByLabelText<HTMLInputElement>('customer')
  field.focus()
  fireEvent.change(field, { target: { value: 'yf' } })
  fireEvent.keyDown(field, { key: 'Enter' })
  return field
}
const chosen = () => screen.getByRole('status').textContent
const answer = async (q: string) => {
  await waitFor(() => expect(waiting.has(q)).toBe(true))
  waiting.get(q)?.()
}

it('[T-B3] an Enter before the answer takes its first line when it comes', async () => {
  await typed()
  await answer('yf')
  await waitFor(() => expect(chosen()).toBe('7'))
})

it('[T-B3] a second Enter, or a Tab, goes on at once; the answer is taken all the same, and the cursor stays where it is', async () => {
  const field = await typed()
  fireEvent.keyDown(field, { key: 'Enter' })
  const number = screen.getByLabelText('number')
  expect(document.activeElement).toBe(number)
  await answer('yf')
  await waitFor(() => expect(chosen()).toBe('7'))
  expect(document.activeElement).toBe(number)
})

it('[T-B3] Ctrl+S before the answer calls no choice off, and saving waits until it is taken', async () => {
  const field = await typed()
  fireEvent.keyDown(field, { key: 'Control', ctrlKey: true })
  fireEvent.keyDown(field, { key: 's', ctrlKey: true })
  let saves = false
  const waited = choicesTaken()?.then(() => {
    saves = true
  })
  expect(waited).toBeDefined()
  await waitFor(() => expect(waiting.has('yf')).toBe(true))
  expect(saves).toBe(false)
  await answer('yf')
  await waited
  expect(chosen()).toBe('7')
})

it('typing on after an early Enter looks anew and takes nothing', async () => {
  const field = await typed()
  fireEvent.keyDown(field, { key: 's' })
  fireEvent.change(field, { target: { value: 'yfs' } })
  await answer('yfs')
  await screen.findByText('云帆 yfs')
  expect(chosen()).toBe('')
})

/** Of several, with the list open. */
async function several() {
  function Several() {
    const [ids, setIds] = useState<number[]>([])
    return (
      <div {...enterGoesOn}>
        <Lookup aria-label="customers" call={getCompanyChoices} multiple value={ids} onChange={setIds} />
        <input aria-label="number" />
        <output>{ids.join()}</output>
      </div>
    )
  }
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <Several />
    </QueryClientProvider>,
  )
  const field = screen.getByLabelText<HTMLInputElement>('customers')
  field.focus()
  fireEvent.mouseDown(field)
  await screen.findAllByText('云帆')
  return field
}
const isShut = (field: HTMLElement) => waitFor(() => expect(field.getAttribute('aria-expanded')).toBe('false'))
/** As the browser has it: where nobody holds the key, the cursor goes on. */
const tab = (field: HTMLElement) => {
  const goes = fireEvent.keyDown(field, { key: 'Tab', keyCode: 9 })
  if (goes) act(() => screen.getByLabelText('number').focus())
  return goes
}

it('of several to choose, an Enter on the emptied field takes nobody, goes on and shuts the list', async () => {
  const field = await several()
  fireEvent.keyDown(field, { key: 'Enter' })
  expect(chosen()).toBe('')
  expect(document.activeElement).toBe(screen.getByLabelText('number'))
  await isShut(field)
})

it('of several to choose, a Tab goes on, shuts the list and takes nobody who was not looked for', async () => {
  const field = await several()
  expect(tab(field)).toBe(true)
  await isShut(field)
  expect(chosen()).toBe('')
})

it('of several to choose, a Tab before the answer takes its first line, and not what stood in the list before', async () => {
  const field = await several()
  fireEvent.change(field, { target: { value: 'yf' } })
  expect(tab(field)).toBe(true)
  expect(chosen()).toBe('')
  await answer('yf')
  await waitFor(() => expect(chosen()).toBe('7'))
  await isShut(field)
})

it('an Escape calls the search off at once: an Enter right behind it takes nobody', async () => {
  const field = await several()
  fireEvent.change(field, { target: { value: 'yf' } })
  fireEvent.keyDown(field, { key: 'Escape', keyCode: 27 })
  fireEvent.keyDown(field, { key: 'Enter', keyCode: 13 })
  await answer('yf').catch(() => undefined)
  await isShut(field)
  expect([field.value, chosen()]).toEqual(['', ''])
})

/** One is chosen already, and another is typed over it. */
async function typedOver(text: string) {
  function Chosen() {
    const [id, setId] = useState<number>(71)
    return (
      <div {...enterGoesOn}>
        <Lookup
          aria-label="vehicle"
          call={getCompanyChoices}
          value={id}
          known={[{ id: 71, label: '浙A7K71', hint: null }]}
          onChange={setId}
        />
        <output>{id}</output>
      </div>
    )
  }
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <Chosen />
    </QueryClientProvider>,
  )
  const field = screen.getByLabelText<HTMLInputElement>('vehicle')
  field.focus()
  fireEvent.change(field, { target: { value: text } })
  await waitFor(() => expect(document.querySelector('.ant-select-item-option, .ant-select-item-empty')).not.toBeNull())
  return field
}

it('typed over what is chosen, Enter takes the first line that was found, also where an id begins with what was typed', async () => {
  const field = await typedOver('7K')
  await screen.findByText('浙A7K8')
  fireEvent.change(field, { target: { value: '7' } })
  await waitFor(() => expect(field.value).toBe('7'))
  // fixed wait: Enter comes before the answer that is asked for after a pause
  await act(() => new Promise((resolve) => setTimeout(resolve, 50)))
  fireEvent.keyDown(field, { key: 'Enter', keyCode: 13 })
  await waitFor(() => expect(chosen()).toBe('8'))
})

it('typed over what is chosen and nothing found, what is chosen is not offered in its place', async () => {
  const field = await typedOver('none')
  await waitFor(() => expect(document.querySelectorAll('.ant-select-item-option')).toHaveLength(0))
  fireEvent.keyDown(field, { key: 'Enter', keyCode: 13 })
  expect(chosen()).toBe('71')
})
