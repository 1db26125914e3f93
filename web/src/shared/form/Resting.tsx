import ConfigProvider from 'antd/es/config-provider'
import { type CSSProperties, type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { i18n } from '../i18n/i18n.ts'
import { toast } from '../ui/toasts.ts'
import styles from './Form.module.css'

/** How a field was reached: by the mouse it opens at once, by the keyboard it waits. */
export type Reached = 'focus' | 'click'
type Reach = (how: Reached, isStill: () => boolean) => void

/** What has been fetched, by what fetches it. */
const fetched = new WeakMap<() => Promise<unknown>, unknown>()

/**
 * What takes a resting field's place, once it was reached and its code is here. Until then the field keeps the focus; who has
 * gone on meanwhile is not brought back. When its page is left it rests again: antd's picker asks where its field is when
 * the focus goes, and in a hidden tab that is nowhere, which it does not bear.
 */
export function useReached<T>(load: () => Promise<T>): [{ how: Reached; code: T } | null, Reach] {
  const [reached, set] = useState<{ how: Reached; code: T } | null>(null)
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
  const reach: Reach = (how, isStill) => {
    const here = fetched.get(load) as T | undefined
    // At once where the code is here already: what is typed next goes into it.
    if (here !== undefined) return set({ how, code: here })
    load().then(
      (code) => {
        fetched.set(load, code)
        if (shown.current && isStill()) set({ how, code })
      },
      () => toast.error(i18n.t('common:codeMissing')),
    )
  }
  return [reached, reach]
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
}

/** Looks like the field that will take its place once somebody reaches for it and its code has been fetched. */
export function Resting({ id, text, placeholder, prefix, icon, style, label, onReach, onNear, ...rest }: Props) {
  // A form that can be looked at only says so to all its fields.
  const { componentDisabled } = ConfigProvider.useConfig()
  const disabled = rest.disabled ?? componentDisabled
  return (
    <button
      type="button"
      data-field="resting"
      id={id}
      className={styles.resting}
      style={style}
      disabled={disabled}
      aria-haspopup="dialog"
      aria-label={label && !prefix ? `${label} ${text || placeholder}` : undefined}
      onPointerEnter={onNear}
      onMouseDown={(event) => {
        // The focus goes to what takes its place.
        event.preventDefault()
        onReach('click', () => true)
      }}
      onFocus={({ currentTarget: field }) => onReach('focus', () => document.activeElement === field)}
    >
      {prefix && <span className={styles.prefix}>{prefix}</span>}
      <span className={text === '' ? styles.placeholder : undefined}>{text || placeholder}</span>
      {icon}
    </button>
  )
}
