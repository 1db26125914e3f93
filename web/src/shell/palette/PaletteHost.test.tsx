import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { startI18n, switchLanguage } from '../../shared/i18n/i18n.ts'
import { closeOverlay, openPalette } from './open.ts'
import { Palette } from './Palette.tsx'
import { TypedMeanwhile } from './PaletteHost.tsx'

beforeAll(async () => {
  await startI18n(['common', 'shell'])
  await switchLanguage('zh')
})
afterEach(() => {
  closeOverlay()
  cleanup()
})

it('what is typed while the code of the palette comes goes into it, and not into the field below', async () => {
  openPalette()
  const { unmount } = render(
    <>
      <input aria-label="below" />
      <TypedMeanwhile />
    </>,
  )
  const below = screen.getByLabelText('below')
  below.focus()
  const reached = [...'ydx2', 'Backspace', 'Enter'].map((key) => fireEvent.keyDown(below, { key }))
  expect(reached).toEqual(Array(6).fill(false))
  unmount()
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <Palette />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  expect(await screen.findByRole('combobox')).toHaveProperty('value', 'ydx')
})
