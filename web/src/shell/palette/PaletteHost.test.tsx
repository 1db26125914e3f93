import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { startI18n, switchLanguage } from '../../shared/i18n/i18n.ts'
import { closeOverlay } from './open.ts'

/** The code of the palette comes over a slow network: when the test says so. */
const { promise: isHere, resolve: arrives } = Promise.withResolvers<void>()
vi.mock('./load.ts', async (original) => {
  const real = await original<typeof import('./load.ts')>()
  return { ...real, loadPalette: () => isHere.then(real.loadPalette) }
})
const { PaletteHost } = await import('./PaletteHost.tsx')

beforeAll(async () => {
  await startI18n(['common', 'shell'])
  await switchLanguage('zh')
})
afterEach(() => {
  closeOverlay()
  cleanup()
})

it('what is typed right after Ctrl-K goes into the palette, however late its code comes, and not into the field below', async () => {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <input aria-label="below" />
        <PaletteHost />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  const below = screen.getByLabelText('below')
  below.focus()
  fireEvent.keyDown(below, { key: 'k', ctrlKey: true })
  const reached = [...'ydx2', 'Backspace', 'Enter'].map((key) => fireEvent.keyDown(below, { key }))
  expect(reached).toEqual(Array(6).fill(false))
  arrives()
  expect(await screen.findByRole('combobox')).toHaveProperty('value', 'ydx')
})
