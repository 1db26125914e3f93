import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { startI18n, switchLanguage } from '../i18n/i18n.ts'
import { useSession } from '../session/session.ts'
import { WhenDialog } from './WhenDialog.tsx'

beforeAll(async () => {
  await startI18n(['common', 'ui'])
  await switchLanguage('zh')
})
afterEach(() => {
  cleanup()
  useSession.setState({ clockOffset: 0 })
})

function open(done: number) {
  const asked: string[] = []
  const onClose = vi.fn()
  const onSubmit = async (at: string) => {
    asked.push(at)
    return { done }
  }
  render(<WhenDialog title="PC1" label="发车时间" yes="确认发车" onSubmit={onSubmit} onClose={onClose} />)
  return { asked, onClose, yes: async () => fireEvent.click(await screen.findByRole('button', { name: '确认发车' })) }
}

it('[T-B13] a time to come is told at its field and not sent; what was refused keeps its dialog and its time', async () => {
  const { asked, onClose, yes } = open(0)
  // Two hours on, as the server's clock has it.
  useSession.setState({ clockOffset: -7_200_000 })
  await yes()
  expect((await screen.findByRole('alert')).textContent).toBe('不能晚于现在')
  expect(asked).toHaveLength(0)
  useSession.setState({ clockOffset: 0 })
  await yes()
  await waitFor(() => expect(asked).toHaveLength(1))
  expect(onClose).not.toHaveBeenCalled()
})

it('closes when it is done', async () => {
  const { onClose, yes } = open(1)
  await yes()
  await waitFor(() => expect(onClose).toHaveBeenCalled())
})
