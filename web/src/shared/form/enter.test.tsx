import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { enterGoesOn } from './enter.ts'

afterEach(cleanup)

const show = (filled: boolean) => {
  render(
    <form {...enterGoesOn}>
      <div data-part data-filled={filled || undefined}>
        <input aria-label="line" />
        <input aria-label="name" defaultValue="陈国强" />
        <input aria-label="company" />
      </div>
      <div data-part>
        <input aria-label="goods" />
      </div>
    </form>,
  )
  const field = (name: string) => screen.getByLabelText(name)
  const enter = () => fireEvent.keyDown(document.activeElement as Element, { key: 'Enter' })
  field('line').focus()
  return { field, enter }
}

it('[T-B8] out of a part that was filled for the person Enter goes on to the next part; else from field to field', () => {
  const filled = show(true)
  filled.enter()
  expect(document.activeElement).toBe(filled.field('goods'))
  cleanup()
  const typed = show(false)
  typed.enter()
  expect(document.activeElement).toBe(typed.field('name'))
})
