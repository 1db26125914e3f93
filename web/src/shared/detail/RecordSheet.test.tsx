import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { startI18n, switchLanguage } from '../i18n/i18n.ts'
import { Loaded } from '../ui/Loaded.tsx'
import { LinesTable, numbered } from './LinesTable.tsx'
import { RecordTabs } from './RecordSheet.tsx'

beforeAll(async () => {
  await startI18n(['common'])
  await switchLanguage('zh')
})
afterEach(cleanup)

const panes = (missing: boolean) => [
  { key: 'lines', label: 'lines', pane: <p>two lines</p> },
  missing && { key: 'shortage', label: 'shortage', pane: <p>one is missing</p> },
]

it('a part of a record that is gone while it is looked at gives way to the first', () => {
  const { rerender } = render(<RecordTabs label="parts" panes={panes(true)} />)
  fireEvent.click(screen.getByRole('tab', { name: 'shortage' }))
  expect(screen.getByText('one is missing')).toBeTruthy()
  rerender(<RecordTabs label="parts" panes={panes(false)} />)
  expect(screen.getByText('two lines')).toBeTruthy()
  expect(screen.getByRole('tab', { name: 'lines' }).getAttribute('aria-selected')).toBe('true')
})

it('what could not be fetched says so and is asked for again', () => {
  const refetch = vi.fn(() => Promise.resolve())
  render(<Loaded of={{ data: undefined, error: new Error('the line is down'), refetch }}>{() => 'never drawn'}</Loaded>)
  expect(screen.getByRole('alert').textContent).toContain('the line is down')
  fireEvent.click(screen.getByRole('button'))
  expect(refetch).toHaveBeenCalledOnce()
})

it('lines: an empty cell is a dash, sums stand below their column, a table without heads has none', () => {
  const rows = [
    { id: 7, no: 'A', qty: '2' },
    { id: 8, no: null, qty: '3' },
  ]
  const { rerender } = render(
    <LinesTable
      label="lines"
      rows={rows}
      columns={[numbered, ['no', ({ no }) => no], ['qty', ({ qty }) => qty, 'right']]}
      foot={[null, 'total', '5']}
    />,
  )
  const texts = () => screen.getAllByRole('row').map((row) => [...row.children].map((cell) => cell.textContent))
  expect(texts()).toEqual([
    ['#', 'no', 'qty'],
    ['1', 'A', '2'],
    ['2', '—', '3'],
    ['', 'total', '5'],
  ])
  rerender(<LinesTable label="lines" rows={rows} columns={[[null, ({ qty }) => qty]]} />)
  expect(texts()).toEqual([['2'], ['3']])
  rerender(<LinesTable label="lines" rows={[]} none="no lines" columns={[['no', ({ no }) => no]]} />)
  expect(screen.getByText('no lines')).toBeTruthy()
})
