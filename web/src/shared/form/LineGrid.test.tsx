import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { getItemChoices } from '@xunyun/contract/warehouse/masters/items'
import { useState } from 'react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { playServer } from '../../../test/playServer.ts'
import { startI18n } from '../i18n/i18n.ts'
import { enterGoesOn } from './enter.ts'
import { DecimalInput } from './inputs.tsx'
import { LineGrid } from './LineGrid.tsx'
import { Lookup } from './Lookup.tsx'

playServer(() => [{ id: 3, label: 'KY-0311 滤芯', hint: null, baseUnit: 'piece' }])

beforeAll(() => startI18n(['common', 'ui']))
afterEach(cleanup)

type Part = { partId?: number; qty?: string; unit?: string }

function Parts() {
  const [lines, setLines] = useState<readonly Part[]>([])
  return (
    <div {...enterGoesOn}>
      <LineGrid<Part>
        name="lines"
        label="parts"
        add="add"
        none="none"
        blank={() => ({})}
        value={lines}
        onChange={setLines}
        columns={[
          {
            key: 'partId',
            title: 'part',
            render: ({ partId }, set, props) => (
              <Lookup
                call={getItemChoices}
                {...props}
                value={partId}
                onChange={(id: never, [chosen]) => set({ partId: id, unit: chosen?.label })}
              />
            ),
          },
          {
            key: 'qty',
            title: 'qty',
            render: ({ qty, unit }, set, props) => (
              <DecimalInput
                places={unit === undefined ? 0 : 3}
                {...props}
                suffix={unit}
                value={qty}
                onChange={(next) => set({ qty: next })}
              />
            ),
          },
        ]}
      />
    </div>
  )
}

it('what is chosen in a line leads on to its next cell, which may change by it', async () => {
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <Parts />
    </QueryClientProvider>,
  )
  fireEvent.click(screen.getByRole('button', { name: 'add' }))
  const part = await screen.findByLabelText('part 1')
  await waitFor(() => expect(document.activeElement).toBe(part))
  fireEvent.change(part, { target: { value: 'KY-0311' } })
  fireEvent.keyDown(part, { key: 'Enter' })
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('qty 1'))
  fireEvent.change(document.activeElement as Element, { target: { value: '2' } })
  expect(screen.getByLabelText<HTMLInputElement>('qty 1').value).toBe('2')
})

it('without a button a line always stands below the others; several pasted cells are given with their line, one is typed', () => {
  const pasted: [string, number][] = []
  function Open() {
    const [lines, setLines] = useState<readonly Part[]>([{ qty: '1' }])
    return (
      <LineGrid<Part>
        name="lines"
        label="parts"
        blank={() => ({})}
        value={lines}
        onChange={setLines}
        onPaste={(text, row) => pasted.push([text, row])}
        foot={{ qty: lines.length }}
        columns={[
          {
            key: 'qty',
            title: 'qty',
            right: true,
            render: ({ qty }, set, props) => (
              <input
                aria-label={props['aria-label']}
                value={qty ?? ''}
                onChange={({ target }) => set({ qty: target.value })}
              />
            ),
          },
        ]}
      />
    )
  }
  render(<Open />)
  fireEvent.change(screen.getByLabelText('qty 2'), { target: { value: '2' } })
  const paste = (row: number, text: string) =>
    fireEvent.paste(screen.getByLabelText(`qty ${row}`), { clipboardData: { getData: () => text } })
  // Prevented: the cells are not typed into the one that has the cursor.
  expect(paste(3, 'a\tb\n')).toBe(false)
  expect(paste(1, '7\n')).toBe(true)
  expect(pasted).toEqual([['a\tb\n', 2]])
  expect(screen.getAllByRole('button')).toHaveLength(2)
  expect(screen.getByRole('table').querySelector('tfoot')?.textContent).toBe('2')
})
