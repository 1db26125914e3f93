import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { startI18n, switchLanguage } from '../i18n/i18n.ts'
import { useToasts } from '../ui/toasts.ts'
import { tellCutPaste } from './cutPaste.ts'

beforeAll(async () => {
  await startI18n(['common', 'ui'])
  await switchLanguage('zh')
})
afterEach(cleanup)

it('[ER-01] what is pasted beyond the length of a text is said, and not cut without a word', () => {
  render(
    <div onPaste={tellCutPaste}>
      <textarea aria-label="text" maxLength={50} defaultValue="12345" />
    </div>,
  )
  const paste = (text: string) =>
    fireEvent.paste(screen.getByLabelText('text'), { clipboardData: { getData: () => text } })
  paste('x'.repeat(45))
  expect(useToasts.getState().list).toEqual([])
  paste('x'.repeat(60))
  expect(useToasts.getState().list.map(({ text }) => text)).toEqual(['最多 50 字，粘贴的内容有 15 字没有放进去'])
})
