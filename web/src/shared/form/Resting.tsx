import ConfigProvider from 'antd/es/config-provider'
import { type CSSProperties, type ReactNode, useLayoutEffect, useState } from 'react'
import styles from './Form.module.css'

/** How a field was reached: by the mouse it opens at once, by the keyboard it waits. */
export type Reached = 'focus' | 'click'

/**
 * Whether a calendar has taken its resting field's place. When its page is left it rests again: antd's picker asks where
 * its field is when the focus goes, and in a hidden tab that is nowhere, which it does not bear.
 */
export function useReached(): [Reached | null, (how: Reached) => void] {
  const [reached, setReached] = useState<Reached | null>(null)
  useLayoutEffect(
    () => () => {
      const focused = document.activeElement
      if (focused instanceof HTMLElement && focused.closest('.ant-picker, .ant-picker-dropdown')) focused.blur()
      setReached(null)
    },
    [],
  )
  return [reached, setReached]
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
  readonly onReach: (how: Reached) => void
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
        onReach('click')
      }}
      onFocus={() => onReach('focus')}
    >
      {prefix && <span className={styles.prefix}>{prefix}</span>}
      <span className={text === '' ? styles.placeholder : undefined}>{text || placeholder}</span>
      {icon}
    </button>
  )
}
