import { act, cleanup, fireEvent, render } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { startI18n, switchLanguage } from '../i18n/i18n.ts'
import { DayRangePicker, type Days } from './pickers.tsx'

beforeAll(async () => {
  await startI18n(['common', 'ui'])
  await switchLanguage('zh')
})
afterEach(cleanup)

function open(before: Days) {
  const given: Days[] = []
  const Held = () => {
    const [value, setValue] = useState(before)
    return (
      <DayRangePicker
        value={value}
        onChange={(days) => {
          given.push(days)
          setValue(days)
        }}
        open={false}
        typed=""
      />
    )
  }
  render(<Held />)
  const [from, to] = [...document.querySelectorAll<HTMLInputElement>('.ant-picker input')] as [
    HTMLInputElement,
    HTMLInputElement,
  ]
  const enter = (field: HTMLInputElement) => {
    act(() => field.blur())
    act(() => field.focus())
  }
  const type = (field: HTMLInputElement, text: string) => {
    fireEvent.input(field, { target: { value: '' } })
    for (const key of text) fireEvent.input(field, { target: { value: `${field.value}${key}` } })
  }
  return { given, from, to, enter, type }
}

describe('a day typed at one end of a range', () => {
  it('takes the place of what stands there, and counts by Enter as by leaving it, at both ends', () => {
    const { given, from, to, enter, type } = open(['2026-11-01', '2026-11-30'])
    enter(from)
    expect([from.selectionStart, from.selectionEnd]).toEqual([0, 10])
    from.setSelectionRange(4, 4)
    fireEvent.click(from)
    expect([from.selectionStart, from.selectionEnd]).toEqual([0, 10])
    type(from, '2026-10-01')
    fireEvent.keyDown(from, { key: 'Enter' })
    expect(given.at(-1)).toEqual(['2026-10-01', '2026-11-30'])
    enter(to)
    expect([to.selectionStart, to.selectionEnd]).toEqual([0, 10])
    type(to, '20261031')
    act(() => to.blur())
    expect(given.at(-1)).toEqual(['2026-10-01', '2026-10-31'])
    expect([from.value, to.value]).toEqual(['2026-10-01', '2026-10-31'])
  })

  it('beyond the other end takes that with it; what is no day leaves the range as it was, and taken out the end is open', () => {
    const { given, from, to, enter, type } = open(['2026-11-01', '2026-11-30'])
    enter(from)
    type(from, '2026-12-5')
    act(() => from.blur())
    expect(given.at(-1)).toEqual(['2026-12-05', '2026-12-05'])
    // Entered by Tab, it was written anew under the cursor.
    act(() => to.focus())
    to.setSelectionRange(10, 10)
    fireEvent.keyDown(to, { key: '2' })
    expect([to.selectionStart, to.selectionEnd]).toEqual([0, 10])
    const said = given.length
    enter(to)
    type(to, '2026-13-0')
    act(() => to.blur())
    expect(given).toHaveLength(said)
    enter(to)
    type(to, '')
    act(() => to.blur())
    expect(given.at(-1)).toEqual(['2026-12-05', undefined])
  })
})
