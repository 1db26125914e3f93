import { X } from 'lucide-react'
import { type CSSProperties, type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { useTab } from '../tabs/useTab.ts'
import styles from './Sheet.module.css'
import { swallowSecondClick } from './secondClick.ts'
import { useOwnRefusals } from './toasts.ts'
import { useIsPhone } from './useDevice.ts'
import { useReturnFocus } from './useReturnFocus.ts'
import { useStable } from './useStable.ts'

type Props = {
  readonly title: ReactNode
  /** Esc, the cross, a click beside it. */
  readonly onClose: () => void
  readonly width?: number
  /** Beside the title. */
  readonly extra?: ReactNode
  readonly footer?: ReactNode
  /** The content brings its own padding and scrolling. */
  readonly bare?: boolean
  readonly children: ReactNode
}

/**
 * A panel over the right part of its page: forms, details, histories. Other tabs can be looked at meanwhile, and what was
 * typed is there on the way back; antd's Drawer begins its content anew when a kept-alive tab is shown again. On a phone
 * it takes the whole window. It is there as long as it is drawn: `{shown && <Sheet …/>}`.
 */
export function Sheet({ title, onClose, width = 480, extra, footer, bare = false, children }: Props) {
  const { t } = useTranslation('common')
  const isPhone = useIsPhone()
  const { visible } = useTab()
  const titleId = useId()
  const panel = useRef<HTMLDivElement>(null)
  const [host, setHost] = useState<HTMLElement | null>(null)
  const close = useStable(onClose)

  useEffect(() => {
    if (!host || !visible) return
    if (!panel.current?.contains(document.activeElement)) panel.current?.focus({ preventScroll: true })
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (event.key === 'Escape' && isMine(event, panel.current)) close()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [host, visible, close])

  useReturnFocus(visible, panel)
  useEffect(() => swallowSecondClick, [])
  useOwnRefusals()

  const frame = (
    <div className={styles.frame} data-whole={isPhone || undefined} style={visible ? undefined : { display: 'none' }}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: Esc and the cross do the same */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: as above */}
      <div className={styles.mask} onClick={onClose} />
      <div
        ref={panel}
        role="dialog"
        aria-labelledby={titleId}
        tabIndex={-1}
        className={styles.panel}
        style={isPhone ? undefined : ({ '--width': `${width}px` } as CSSProperties)}
        onKeyDown={keepTabInside}
      >
        <header className={styles.head}>
          <button type="button" className={styles.close} aria-label={t('close')} onClick={onClose}>
            <X size={16} strokeWidth={1.75} />
          </button>
          <h2 id={titleId} className={styles.title}>
            {title}
          </h2>
          {extra}
        </header>
        <div className={styles.body} data-bare={bare || undefined}>
          {children}
        </div>
        {footer && <footer className={styles.foot}>{footer}</footer>}
      </div>
    </div>
  )
  return (
    <>
      {/* The page's place in the shell; a phone gives the whole window. */}
      <span hidden ref={(mark) => setHost((before) => before ?? (mark && hostOf(mark)))} />
      {host && createPortal(frame, isPhone ? document.body : host)}
    </>
  )
}

const hostOf = (mark: HTMLElement): HTMLElement => mark.closest('main') ?? document.body

const floating =
  '.ant-picker-dropdown:not(.ant-picker-dropdown-hidden), .ant-select-dropdown:not(.ant-select-dropdown-hidden), .ant-dropdown:not(.ant-dropdown-hidden), .ant-popover:not(.ant-popover-hidden)'

/** Esc closes what lies on top first: a calendar, a list of choices, a dialog. */
function isMine(event: globalThis.KeyboardEvent, panel: HTMLElement | null): boolean {
  if (event.defaultPrevented || !panel || document.querySelector(floating) !== null) return false
  const sheets = document.querySelectorAll<HTMLElement>('[role="dialog"]')
  const shown = [...sheets].filter((sheet) => sheet.offsetParent !== null)
  return shown.at(-1) === panel
}

const reachable =
  'a[href], button:not([disabled], [tabindex="-1"]), input:not([disabled], [type="hidden"], [tabindex="-1"]), textarea:not([disabled]), [tabindex="0"]'

/** Tab goes round: what lies under the mask is not to be reached. */
function keepTabInside(event: KeyboardEvent<HTMLDivElement>): void {
  if (event.key !== 'Tab' || !event.currentTarget.contains(event.target as Node)) return
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>(reachable)].filter(
    (one) => one.offsetParent !== null,
  )
  const [first, last] = [all[0], all.at(-1)]
  const from = document.activeElement
  const next = event.shiftKey
    ? from === first || from === event.currentTarget
      ? last
      : null
    : from === last
      ? first
      : null
  if (!next) return
  event.preventDefault()
  next.focus()
}
