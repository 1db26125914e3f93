import { cleanup, fireEvent, render } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { capsOf, type KeyGroup, useKeyGroups, useShortcut } from './keys.ts'

afterEach(cleanup)

const open: KeyGroup = { title: 'shell:keys.everywhere', shortcuts: [{ keys: 'mod+k', label: 'shell:palette' }] }
const help: KeyGroup = { title: 'shell:keys.everywhere', shortcuts: [{ keys: '?', label: 'shell:keys' }] }

function Page({ onOpen, onHelp }: { onOpen: () => void; onHelp: () => void }) {
  useShortcut(open, onOpen)
  useShortcut(help, onHelp)
  return <input aria-label="box" />
}

it('a key is listed while something listens for it, and a letter typed into a field is a letter', () => {
  const onOpen = vi.fn()
  const onHelp = vi.fn()
  const { getByLabelText, unmount } = render(<Page onOpen={onOpen} onHelp={onHelp} />)
  expect(useKeyGroups.getState().groups.flatMap(({ shortcuts }) => shortcuts.map(({ keys }) => keys))).toEqual([
    'mod+k',
    '?',
  ])
  const box = getByLabelText('box')
  fireEvent.keyDown(box, { key: 'k', ctrlKey: true })
  fireEvent.keyDown(box, { key: 'k', metaKey: true })
  fireEvent.keyDown(box, { key: 'k' })
  expect(onOpen).toHaveBeenCalledTimes(2)
  fireEvent.keyDown(box, { key: '?' })
  expect(onHelp).not.toHaveBeenCalled()
  fireEvent.keyDown(document.body, { key: '?', shiftKey: true })
  expect(onHelp).toHaveBeenCalledTimes(1)
  unmount()
  expect(useKeyGroups.getState().groups).toEqual([])
})

it('of two that listen for one key the later one, which lies on top, gets it', () => {
  const below = vi.fn()
  const above = vi.fn()
  const page = render(<Page onOpen={below} onHelp={below} />)
  const sheet = render(<Page onOpen={above} onHelp={above} />)
  fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true })
  expect([below.mock.calls.length, above.mock.calls.length]).toEqual([0, 1])
  sheet.unmount()
  fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true })
  expect([below.mock.calls.length, above.mock.calls.length]).toEqual([1, 1])
  page.unmount()
})

it('keys are shown as they stand on the keyboard', () => {
  expect(capsOf('mod+k')).toEqual(['Ctrl', 'K'])
  expect(capsOf('ArrowUp')).toEqual(['↑'])
  expect(capsOf(' ')).toEqual(['Space'])
  expect(capsOf('Shift+F10')).toEqual(['Shift', 'F10'])
})
