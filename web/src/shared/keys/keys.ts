import { useEffect } from 'react'
import { create } from 'zustand'
import type { TextKey } from '../i18n/textKey.ts'
import { useStable } from '../ui/useStable.ts'

/** A key and what it does: `mod+k` is Ctrl-K, or ⌘K on a Mac. */
export type Shortcut = { readonly keys: string; readonly label: TextKey }
export type KeyGroup = { readonly title: TextKey; readonly shortcuts: readonly Shortcut[] }

/** Keys in force now, for the list that `?` opens: whoever listens for a key says so here. */
export const useKeyGroups = create<{ readonly groups: readonly KeyGroup[] }>(() => ({ groups: [] }))

/** Puts keys that something listens for itself on the list, as long as it is looked at. `group` is stable. */
export function useKeysListed(group: KeyGroup, active = true): void {
  useEffect(() => {
    if (!active) return
    // Its own object, so that two grids of one page leave one by one.
    const mine = { ...group }
    useKeyGroups.setState(({ groups }) => ({ groups: [...groups, mine] }))
    return () => useKeyGroups.setState(({ groups }) => ({ groups: groups.filter((other) => other !== mine) }))
  }, [group, active])
}

type Listener = { readonly group: KeyGroup; readonly run: () => void }
const listeners: Listener[] = []

/** What came last lies on top, as a form over a page that is a form: it alone gets the key. */
function onKey(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing) return
  const top = listeners.findLast(({ group }) => group.shortcuts.some(({ keys }) => isPressed(keys, event)))
  if (!top) return
  event.preventDefault()
  top.run()
}

/** As if it had been pressed: for a field that keeps its keys to itself. */
export const runShortcut = (keys: string): void =>
  listeners.findLast(({ group }) => group.shortcuts.some((shortcut) => shortcut.keys === keys))?.run()

/** Listens for a key everywhere, and lists it. `group` is stable and holds the one key, or several for the same act. */
export function useShortcut(group: KeyGroup, act: () => void, active = true): void {
  const run = useStable(act)
  useKeysListed(group, active)
  useEffect(() => {
    if (!active) return
    const mine = { group, run }
    if (listeners.push(mine) === 1) window.addEventListener('keydown', onKey)
    return () => {
      listeners.splice(listeners.indexOf(mine), 1)
      if (listeners.length === 0) window.removeEventListener('keydown', onKey)
    }
  }, [group, active, run])
}

/** A key without Ctrl or ⌘ is a letter where somebody types. */
export function isPressed(keys: string, event: KeyboardEvent): boolean {
  const mod = keys.startsWith('mod+')
  const key = mod ? keys.slice(4) : keys
  if (event.key.toLowerCase() !== key.toLowerCase() || event.altKey) return false
  if (mod !== (event.ctrlKey || event.metaKey)) return false
  return mod || !isTyping(event.target)
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.closest('input, textarea, select, [role="textbox"], [role="combobox"]') !== null)

const isMac = (): boolean => /mac|iphone|ipad/i.test(navigator.platform)

const signs: Readonly<Record<string, string>> = {
  arrowup: '↑',
  arrowdown: '↓',
  arrowleft: '←',
  arrowright: '→',
  escape: 'Esc',
  ' ': 'Space',
}

/** The key caps of a shortcut: `mod+k` → Ctrl, K. */
export const capsOf = (keys: string): string[] =>
  (keys === ' ' ? [keys] : keys.split('+')).map((part) => {
    if (part === 'mod') return isMac() ? '⌘' : 'Ctrl'
    return signs[part.toLowerCase()] ?? (part.length === 1 ? part.toUpperCase() : part)
  })
