import { toHalfWidth } from '@xunyun/contract/kernel/text'
import { Camera as CameraIcon, CircleCheck, Keyboard, ScanLine, TriangleAlert } from 'lucide-react'
import { type KeyboardEvent, type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useTab } from '../tabs/useTab.ts'
import { useStable } from '../ui/useStable.ts'
import { Camera } from './Camera.tsx'
import styles from './ScanFrame.module.css'
import { signal } from './signals.ts'

/** What the last scan came to; red stays until the next one. */
export type Band = { readonly ok: boolean; readonly text: string; readonly undo?: () => void }

export type Key = {
  readonly key: string
  readonly label: string
  readonly onClick: () => void
  readonly disabled?: boolean
  readonly tone?: 'primary' | 'danger'
  readonly pressed?: boolean
}

type Props = {
  /** The document, and how far it is: 3 / 7. */
  readonly title?: string
  readonly progress?: readonly [done: number, of: number]
  readonly band: Band | null
  /** What the next scan is taken for. */
  readonly hint: string
  readonly numeric?: boolean
  readonly onScan: (code: string) => void
  readonly keys: readonly Key[]
  readonly children: ReactNode
}

/**
 * A page of the floor: band, cards, three keys at the thumb. A scanner types into an input that always has the focus, and
 * ends with Enter or Tab; the keyboard of a phone comes only when it is asked for.
 */
export function ScanFrame({ title, progress, band, hint, numeric = false, onScan, keys, children }: Props) {
  const { t } = useTranslation('scan')
  const [isFilming, film] = useFilming()
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only keeps the focus where it is
    <div className={styles.floor} onMouseDown={keepFocus}>
      {isFilming && <Camera onCode={onScan} paused={numeric} onClose={() => film(false)} />}
      {title && (
        <div className={styles.head}>
          <b>{title}</b>
          {progress && (
            <span className={styles.quiet}>
              {progress[0]} / {progress[1]}
            </span>
          )}
        </div>
      )}
      {progress && (
        <div className={styles.track} aria-hidden="true">
          <span style={{ width: `${progress[1] === 0 ? 0 : (100 * progress[0]) / progress[1]}%` }} />
        </div>
      )}
      <output className={styles.band} data-tone={band === null ? undefined : band.ok ? 'green' : 'red'}>
        {band && (
          <>
            {band.ok ? <CircleCheck size={20} strokeWidth={1.6} /> : <TriangleAlert size={20} strokeWidth={1.6} />}
            <span>{band.text}</span>
            {band.undo && (
              <button type="button" onClick={band.undo}>
                {t('undo')}
              </button>
            )}
          </>
        )}
      </output>
      <div className={styles.body}>
        <ScanInput
          hint={hint}
          numeric={numeric}
          onScan={onScan}
          isFilming={isFilming}
          onFilm={() => film(!isFilming)}
        />
        {children}
      </div>
      <div className={styles.keys}>
        {keys.map(({ key, label, onClick, disabled, tone, pressed }) => (
          <button
            key={key}
            type="button"
            className={styles.key}
            data-tone={tone}
            aria-pressed={pressed}
            disabled={disabled}
            onClick={onClick}
          >
            {label}
          </button>
        ))}
      </div>
    </div>
  )
}

/** A page that goes on to its next document is made anew; the camera in the hand goes on with it. */
const handOverMs = 1000
let filmedAt = Number.NEGATIVE_INFINITY

function useFilming(): [boolean, (filming: boolean) => void] {
  const [isFilming, film] = useState(() => performance.now() - filmedAt < handOverMs)
  const now = useRef(isFilming)
  useEffect(
    () => () => {
      if (now.current) filmedAt = performance.now()
    },
    [],
  )
  const set = (next: boolean) => {
    now.current = next
    film(next)
  }
  return [isFilming, set]
}

/** A key that took the focus would take the next scan as well, and be pressed by its Enter; what a dialog took is back at once. */
const keepFocus = (event: MouseEvent<HTMLElement>) => {
  if (event.target instanceof HTMLInputElement) return
  event.preventDefault()
  event.currentTarget.querySelector('input')?.focus({ preventScroll: true })
}

/** A dialog in sight has the keyboard; one that lies open on another tab does not. */
const isAsked = (): boolean =>
  [...document.querySelectorAll('[role="dialog"]')].some((dialog) => dialog.getClientRects().length > 0)

const group = '\u001d'

type InputProps = {
  readonly hint: string
  readonly numeric: boolean
  readonly onScan: (code: string) => void
  readonly isFilming: boolean
  readonly onFilm: () => void
}

function ScanInput({ hint, numeric, onScan, isFilming, onFilm }: InputProps) {
  const { t } = useTranslation('scan')
  const { visible } = useTab()
  const field = useRef<HTMLInputElement>(null)
  const [typing, setTyping] = useState(false)
  const scan = useStable(onScan)
  // A tap elsewhere takes the focus away; the next scan must not be lost for it.
  useEffect(() => {
    if (!visible) return
    const back = () => {
      const now = document.activeElement
      if (now === null || now === document.body || now instanceof HTMLButtonElement)
        if (!isAsked()) field.current?.focus({ preventScroll: true })
    }
    back()
    const timer = setInterval(back, 400)
    return () => clearInterval(timer)
  }, [visible])
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const input = event.currentTarget
    // How keyboard wedges send FNC1.
    if (event.ctrlKey && event.key === ']') {
      event.preventDefault()
      input.value += group
      return
    }
    // Some scanners end with Tab. With nothing in it, Tab is somebody's way through the page.
    const ends = event.key === 'Enter' || (event.key === 'Tab' && !event.shiftKey && input.value.trim() !== '')
    if (!ends || event.nativeEvent.isComposing) return
    event.preventDefault()
    // A scanner types through the input method too, which may be set to full-width letters.
    const code = toHalfWidth(input.value).trim()
    input.value = ''
    if (code !== '') scan(code)
  }
  return (
    <div className={styles.scan}>
      <ScanLine size={20} strokeWidth={1.6} aria-hidden="true" />
      <span className={styles.entry}>
        <input
          ref={field}
          className={styles.input}
          aria-label={hint}
          placeholder={hint}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          inputMode={typing || numeric ? (numeric ? 'decimal' : 'text') : 'none'}
          onKeyDown={onKeyDown}
        />
        {/* A placeholder has one line; what is asked for has to be read whole on a phone, in every language. */}
        <span className={styles.hint} aria-hidden="true">
          {hint}
        </span>
      </span>
      <button
        type="button"
        className={styles.typing}
        aria-label={t('camera')}
        aria-pressed={isFilming}
        onClick={onFilm}
      >
        <CameraIcon size={20} strokeWidth={1.6} />
      </button>
      <button
        type="button"
        className={styles.typing}
        aria-label={t('keyboard')}
        aria-pressed={typing}
        onClick={() => {
          setTyping(!typing)
          field.current?.blur()
          requestAnimationFrame(() => field.current?.focus())
        }}
      >
        <Keyboard size={20} strokeWidth={1.6} />
      </button>
    </div>
  )
}

/** Says what a scan came to, loud and in colour. `more` are better words for it, without a sound, unless another scan came meanwhile. */
export function useBand(): [Band | null, (band: Band, more?: Promise<string | null>) => void] {
  const [band, setBand] = useState<Band | null>(null)
  const say = useStable((next: Band, more?: Promise<string | null>) => {
    signal(next.ok)
    setBand(next)
    void more?.then((text) => text !== null && setBand((now) => (now === next ? { ...next, text } : now)))
  })
  return [band, say]
}
