import ConfigProvider from 'antd/es/config-provider'
import { type CSSProperties, type KeyboardEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { i18n } from '../i18n/i18n.ts'
import { toast } from '../ui/toasts.ts'
import { useStable } from '../ui/useStable.ts'
import styles from './Form.module.css'

/** How a field was reached: by the mouse it opens at once, by the keyboard it waits. */
export type Reached = 'focus' | 'click'
/** What a resting field says of itself when its code comes: whether the cursor is still in it, and what was typed meanwhile. */
type Field = { readonly isStill: () => boolean; readonly typed: () => string }
type Reach = (how: Reached, field: Field) => void

/** What has been fetched, by what fetches it. */
const fetched = new WeakMap<() => Promise<unknown>, unknown>()

type Standing<T> = { readonly how: Reached; readonly code: T; readonly typed: string }

/**
 * What takes a resting field's place, once it was reached and its code is here. Until then the field keeps the focus, and what is
 * typed; who has gone on meanwhile is not brought back: what he typed is given to `onLeft`. When its page is left it rests again:
 * antd's picker asks where its field is when the focus goes, and in a hidden tab that is nowhere, which it does not bear.
 */
export function useReached<T>(
  load: () => Promise<T>,
  onLeft?: (code: T, typed: string) => void,
): [Standing<T> | null, Reach] {
  const [reached, set] = useState<Standing<T> | null>(null)
  const shown = useRef(false)
  useLayoutEffect(() => {
    shown.current = true
    return () => {
      shown.current = false
      const focused = document.activeElement
      if (focused instanceof HTMLElement && focused.closest('.ant-picker, .ant-picker-dropdown')) focused.blur()
      set(null)
    }
  }, [])
  const left = useStable((code: T, typed: string) => onLeft?.(code, typed))
  const reach: Reach = (how, field) => {
    const here = fetched.get(load) as T | undefined
    // At once where the code is here already: what is typed next goes into it.
    if (here !== undefined) return set({ how, code: here, typed: '' })
    load().then(
      (code) => {
        fetched.set(load, code)
        if (!shown.current) return
        const typed = field.typed()
        // Within this moment, or the next key would go to the field that is about to vanish.
        if (field.isStill()) flushSync(() => set({ how, code, typed }))
        else if (typed !== '') left(code, typed)
      },
      () => toast.error(i18n.t('common:codeMissing')),
    )
  }
  return [reached, reach]
}

/**
 * Types into a field that has taken a resting one's place what was typed before it stood. antd brings a field to its value in an
 * effect behind the first drawing: drawn once more, that is over, and no key comes between. `isMarked`: to be typed over.
 */
export function useTyped(field: () => HTMLInputElement | null | undefined, typed: string, isMarked = false): void {
  const [stands, setStands] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: typed once, when it stands
  useLayoutEffect(() => {
    if (!stands) return setStands(true)
    const input = field()
    if (typed === '' || !input) return
    input.focus()
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, typed)
    input.dispatchEvent(new Event('input', { bubbles: true }))
    if (isMarked) input.select()
  }, [stands])
}

type Props = {
  readonly id?: string
  readonly text: string
  readonly placeholder: string
  readonly prefix?: ReactNode
  readonly icon?: ReactNode
  readonly disabled?: boolean
  readonly style?: CSSProperties
  readonly label?: string
  readonly onReach: Reach
  /** Begins fetching what will take its place. */
  readonly onNear?: () => void
  /** What stands in it is no value. */
  readonly wrong?: boolean
}

/** What is in the box once a key was hit in it; null: the key types nothing. */
function typedBy(event: KeyboardEvent, before: string): string | null {
  const { key, ctrlKey, metaKey, altKey, nativeEvent } = event
  if (ctrlKey || metaKey || altKey || nativeEvent.isComposing) return null
  if (key === 'Backspace') return before.slice(0, -1)
  return key.length === 1 ? before + key : null
}

/** Looks like the field that will take its place once somebody reaches for it and its code has been fetched. */
export function Resting({ id, text, placeholder, prefix, icon, style, label, onReach, onNear, wrong, ...rest }: Props) {
  // A form that can be looked at only says so to all its fields.
  const { componentDisabled } = ConfigProvider.useConfig()
  const disabled = rest.disabled ?? componentDisabled
  // Keys that come before the field itself does; shown, for the hand to see that they arrive.
  const typed = useRef('')
  const [shownTyped, show] = useState('')
  const type = (next: string) => {
    typed.current = next
    show(next)
  }
  const shown = shownTyped || text
  return (
    <button
      type="button"
      data-field="resting"
      id={id}
      className={styles.resting}
      style={style}
      disabled={disabled}
      aria-haspopup="dialog"
      data-wrong={wrong || undefined}
      aria-label={label && !prefix ? `${label} ${text || placeholder}` : undefined}
      onPointerEnter={onNear}
      onMouseDown={(event) => {
        // The focus goes to what takes its place.
        event.preventDefault()
        onReach('click', { isStill: () => true, typed: () => typed.current })
      }}
      onFocus={({ currentTarget: field }) => {
        type('')
        onReach('focus', { isStill: () => document.activeElement === field, typed: () => typed.current })
      }}
      onKeyDown={(event) => {
        const next = typedBy(event, typed.current)
        if (next === null) return
        event.preventDefault()
        type(next)
      }}
      onPaste={(event) => type(typed.current + event.clipboardData.getData('text/plain').trim())}
    >
      {prefix && <span className={styles.prefix}>{prefix}</span>}
      <span className={shown === '' ? styles.placeholder : undefined}>{shown || placeholder}</span>
      {icon}
    </button>
  )
}
