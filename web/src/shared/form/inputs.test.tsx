import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, it } from 'vitest'
import { DecimalInput, IntegerInput, MoneyInput, NumberInput } from './inputs.tsx'

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

it('is without separators and marked at once when it is entered, and shows what is typed to the letter', () => {
  const set = { amount: (_: string) => {} }
  function Whole() {
    const [amount, setAmount] = useState<string | undefined>('1234.00')
    const [count, setCount] = useState<number | string | undefined>(100)
    set.amount = setAmount
    return (
      <>
        <MoneyInput aria-label="amount" value={amount} onChange={setAmount} />
        <IntegerInput aria-label="count" value={count} onChange={setCount} />
      </>
    )
  }
  render(<Whole />)
  const amount = screen.getByLabelText<HTMLInputElement>('amount')
  expect(amount.value).toBe('1,234.00')
  amount.focus()
  // In the same moment, not in the next frame: the first key may be there before.
  expect([amount.value, amount.selectionStart, amount.selectionEnd]).toEqual(['1234.00', 0, 7])
  // What comes from elsewhere while the cursor is in it waits: it would put the next key behind it.
  act(() => set.amount('99.00'))
  expect([amount.value, amount.selectionEnd]).toEqual(['1234.00', 7])
  fireEvent.change(amount, { target: { value: '5678' } })
  expect(amount.value).toBe('5678')
  fireEvent.blur(amount)
  expect(amount.value).toBe('5,678.00')
  const count = screen.getByLabelText<HTMLInputElement>('count')
  // On its way from 100 to 200.
  fireEvent.change(count, { target: { value: '00' } })
  expect(count.value).toBe('00')
})

it('a pasted number loses its blanks and full-width digits before it is cut to its length', () => {
  function Number20() {
    const [value, setValue] = useState<string | undefined>()
    return <NumberInput maxLength={20} value={value} onChange={setValue} />
  }
  render(<Number20 />)
  const field = screen.getByRole<HTMLInputElement>('textbox')
  fireEvent.change(field, { target: { value: ' ２６33 2000 001234560901 ' } })
  expect(field.value).toBe('26332000001234560901')
  expect(field.maxLength).toBe(-1)
})
