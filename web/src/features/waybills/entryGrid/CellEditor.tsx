import {
  type ClipboardEvent,
  type KeyboardEvent,
  type RefObject,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import { CellPopup } from './CellPopup.tsx'
import { type Column, isCell, isFigure, isParty, tidied, type Value } from './cells.ts'
import styles from './EntryGrid.module.css'
import { isOneParty } from './edits.ts'
import { hasOptions, type Option, useOptions, type Whose } from './useOptions.ts'

export type Editing = { commit: () => void }
/** Where the cursor goes from a cell that was typed into. */
export type Way = 'on' | 'back' | 'down' | 'up' | 'stay'

type Props = {
  readonly column: Column
  readonly label: string
  readonly shown: { readonly text: string; readonly usual: boolean }
  readonly complaint: string | undefined
  readonly readOnly: boolean
  readonly whose: Whose
  readonly hold: RefObject<Editing | null>
  readonly onWrite: (value: Value) => void
  readonly onGo: (way: Way) => void
  /** Keys of the grid, while nothing is typed. */
  readonly onKey: (event: KeyboardEvent) => void
  readonly onTable: (text: string) => void
  readonly onCopy: (event: ClipboardEvent, cut: boolean) => void
}

/** A key that the grid takes even while somebody types. */
const isGridKey = ({ key, ctrlKey, metaKey }: KeyboardEvent): boolean =>
  (ctrlKey || metaKey) && (key.toLowerCase() === 'd' || key === 'Delete')

/**
 * The cell with the cursor is a field with all of its text marked: what is typed takes its place, also by an input method,
 * which needs a field that has the focus before the first key.
 */
export function CellEditor(props: Props) {
  const { column, shown, readOnly, onGo } = props
  const { t } = useTranslation('ui')
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState<string | null>(null)
  const [begun, setBegun] = useState('')
  const [asksAll, setAsksAll] = useState(false)
  const [picked, setPicked] = useState<number | null>(null)
  const editing = typed !== null
  const open = editing && !readOnly && hasOptions(column) && (asksAll || typed !== begun)
  const { options, late } = useOptions(column, asksAll ? '' : (typed ?? ''), props.whose, open)
  // What is typed chooses the first that fits; a party may as well be somebody new.
  const first = options.length > 0 && !late && (asksAll || (typed?.trim() ?? '') !== '') ? 0 : -1
  const chosen = picked === null ? first : Math.min(picked, options.length - 1)

  const begin = (text: string, all = false) => {
    if (readOnly) return
    setBegun(shown.text)
    setTyped(text)
    setAsksAll(all)
    setPicked(null)
  }
  const end = () => {
    setTyped(null)
    setAsksAll(false)
  }
  const commit = (option?: Option) => {
    if (typed === null) return
    end()
    if (option) props.onWrite(option.value)
    else if (typed !== begun && isCell(column)) props.onWrite({ text: tidied(column, typed) })
  }
  useImperativeHandle(props.hold, () => ({ commit: () => commit() }))
  useLayoutEffect(() => {
    field.current?.focus({ preventScroll: true })
  }, [])
  useLayoutEffect(() => {
    if (!editing && shown.text !== '') field.current?.select()
  }, [editing, shown.text])

  const onEditingKey = (event: KeyboardEvent): void => {
    const { key } = event
    const pick = options[chosen]
    const leave = (way: Way) => {
      event.preventDefault()
      commit(open && !late ? pick : undefined)
      onGo(way)
    }
    if (key === 'Escape') {
      event.preventDefault()
      event.stopPropagation()
      end()
    } else if (key === 'Enter' || key === 'Tab') leave(event.shiftKey ? 'back' : 'on')
    else if ((key === 'ArrowDown' || key === 'ArrowUp') && options.length === 0)
      leave(key === 'ArrowDown' ? 'down' : 'up')
    else if (key === 'ArrowDown' || key === 'ArrowUp') {
      event.preventDefault()
      const step = key === 'ArrowDown' ? 1 : -1
      setPicked((Math.max(0, chosen) + (chosen < 0 ? 0 : step) + options.length) % options.length)
    } else if (isGridKey(event)) {
      commit()
      props.onKey(event)
    }
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (editing) onEditingKey(event)
    else if (event.key === 'F2') {
      event.preventDefault()
      begin(shown.text)
      // After the mark over all of it is gone.
      requestAnimationFrame(() => field.current?.setSelectionRange(shown.text.length, shown.text.length))
    } else if (event.altKey && event.key === 'ArrowDown' && hasOptions(column)) {
      event.preventDefault()
      begin(shown.text, true)
    } else props.onKey(event)
  }
  const onPaste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text/plain')
    if (editing && !/[\t\r\n]/.test(text.trim())) return
    event.preventDefault()
    if (editing && isParty(column) && isOneParty(text)) {
      begin(`${typed} ${text}`.trim())
      return
    }
    end()
    props.onTable(text)
  }
  const wordsBelow = open && options.length > 0
  return (
    <>
      <input
        ref={field}
        className={styles.field}
        data-editing={editing || undefined}
        data-usual={(!editing && shown.usual) || undefined}
        data-figure={isFigure(column) || undefined}
        aria-label={props.label}
        aria-invalid={props.complaint !== undefined || undefined}
        aria-describedby={props.complaint === undefined ? undefined : `${id}-wrong`}
        {...(hasOptions(column)
          ? {
              role: 'combobox',
              'aria-expanded': wordsBelow,
              'aria-controls': wordsBelow ? `${id}-list` : undefined,
              'aria-activedescendant': wordsBelow && chosen >= 0 ? `${id}-${chosen}` : undefined,
            }
          : {})}
        autoComplete="off"
        spellCheck={false}
        inputMode={isFigure(column) ? 'decimal' : undefined}
        readOnly={readOnly}
        value={typed ?? shown.text}
        onChange={({ target }) => {
          if (!editing) begin(target.value)
          else {
            setTyped(target.value)
            setAsksAll(false)
            setPicked(null)
          }
        }}
        onMouseDown={() => {
          if (!editing) begin(shown.text)
        }}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
        onCopy={(event) => !editing && props.onCopy(event, false)}
        onCut={(event) => !editing && props.onCopy(event, true)}
        onBlur={() => commit()}
      />
      {wordsBelow && (
        <CellPopup anchor={field}>
          <div id={`${id}-list`} className={styles.options} role="listbox" aria-label={props.label} aria-busy={late}>
            {options.map((option, at) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the field's
              <div
                key={option.key}
                id={`${id}-${at}`}
                role="option"
                aria-selected={at === chosen}
                tabIndex={-1}
                ref={at === chosen ? (item) => item?.scrollIntoView({ block: 'nearest' }) : undefined}
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => {
                  commit(option)
                  onGo('stay')
                }}
              >
                <span>{option.label}</span>
                {option.hint && <small>{option.hint}</small>}
              </div>
            ))}
          </div>
        </CellPopup>
      )}
      {!wordsBelow && props.complaint !== undefined && (
        <CellPopup anchor={field}>
          <p id={`${id}-wrong`} className={styles.message} role="status">
            {props.complaint}
          </p>
        </CellPopup>
      )}
      {open && late && options.length === 0 && <span className={styles.hidden}>{t('loading')}</span>}
    </>
  )
}
