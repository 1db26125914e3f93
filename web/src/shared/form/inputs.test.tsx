import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, it } from 'vitest'
import { DecimalInput } from './inputs.tsx'

afterEach(cleanup)

function Price() {
  const [value, setValue] = useState<string | undefined>('2')
  return <DecimalInput places={4} short value={value} onChange={setValue} />
}

it('lets a zero behind the point be typed, and is short again when it is left', () => {
  render(<Price />)
  const field = screen.getByRole<HTMLInputElement>('textbox')
  fireEvent.focus(field)
  // Taken away, the zero would make 1.05 of it 15.
  for (const typed of ['1', '1.', '1.0', '1.05']) {
    fireEvent.change(field, { target: { value: typed } })
    expect(field.value).toBe(typed)
  }
  fireEvent.blur(field)
  expect(field.value).toBe('1.05')
  fireEvent.focus(field)
  fireEvent.change(field, { target: { value: '3.50' } })
  fireEvent.blur(field)
  expect(field.value).toBe('3.5')
})
