import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { startI18n } from '../i18n/i18n.ts'
import { ScanFrame } from './ScanFrame.tsx'

beforeAll(() => startI18n(['common', 'ui', 'scan']))
afterEach(cleanup)

it('[RT-18] takes a scan that ends with Tab as one that ends with Enter, and full-width letters as the code they mean', () => {
  const onScan = vi.fn<(code: string) => void>()
  render(
    <ScanFrame band={null} hint="scan" onScan={onScan} keys={[]}>
      <p>goods</p>
    </ScanFrame>,
  )
  const field = screen.getByLabelText<HTMLInputElement>('scan')
  const scan = (text: string, key: string, more: KeyboardEventInit = {}) => {
    field.value += text
    // False: the key does nothing else, as to leave the field.
    return fireEvent.keyDown(field, { key, ...more })
  }
  expect(scan('6900700000017', 'Tab')).toBe(false)
  expect(scan('6900700000024', 'Tab')).toBe(false)
  scan('ａ－０１', 'Enter')
  expect(onScan.mock.calls).toEqual([['6900700000017'], ['6900700000024'], ['a-01']])
  // With nothing in it, Tab is somebody's way through the page.
  expect(scan('', 'Tab')).toBe(true)
  expect(scan('69007', 'Tab', { shiftKey: true })).toBe(true)
  expect(onScan).toHaveBeenCalledTimes(3)
})
