import type { KeyboardEvent } from 'react'
import { runShortcut } from '../keys/keys.ts'

/**
 * Enter in what books or saves something: it goes on to the next field and from the last one to the button, and never commits;
 * the button, Ctrl+S and Ctrl+Enter do. A scanner ends with Enter, and a hurried hand does.
 */

/** What Enter means in a form, a dialog or a grid of lines; the innermost one decides. */
const scope = 'data-enter'

const kinds =
  'input:not([type="hidden"], [type="submit"], [type="file"], [disabled], [tabindex="-1"]), textarea:not([disabled]), button[data-field]:not([disabled])'

/** Missing where pages are only played; there nothing is hidden. */
const isShown = (field: HTMLElement): boolean => field.checkVisibility?.() ?? true

/** A choice without a search is read-only to the browser, and a field all the same. */
const isFixed = (field: HTMLElement): boolean => field.matches('[readonly]:not([role="combobox"])')

/** Of several to choose one from, the one that the Tab key finds. */
const isOther = (field: HTMLElement, all: readonly HTMLElement[]): boolean => {
  if (!(field instanceof HTMLInputElement) || field.type !== 'radio' || field.checked) return false
  const group = all.filter((one) => one instanceof HTMLInputElement && one.type === 'radio' && one.name === field.name)
  return group[0] !== field || group.some((one) => one instanceof HTMLInputElement && one.checked)
}

/** What can be filled in, in its order. */
export function fieldsOf(within: HTMLElement): HTMLElement[] {
  const all = [...within.querySelectorAll<HTMLElement>(kinds)].filter((field) => isShown(field) && !isFixed(field))
  return all.filter((field) => !isOther(field, all))
}

/** The cursor goes there as the Tab key would bring it: what stands there is typed over. */
export function enterField(field: HTMLElement | undefined): void {
  field?.focus()
  if (field instanceof HTMLInputElement && field.inputMode !== 'none') field.select()
}

const follows = (from: HTMLElement, other: HTMLElement): boolean =>
  !from.contains(other) && (from.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0

/** The button that commits what stands within: of a dialog the last one. */
export function commitOf(within: HTMLElement): HTMLButtonElement | undefined {
  const around = within.closest<HTMLElement>('[role="dialog"], main') ?? document.body
  const all = around.querySelectorAll<HTMLButtonElement>('button[data-commit], .ant-modal-footer button')
  return [...all].filter((button) => isShown(button)).at(-1)
}

/**
 * To the field behind a field, or behind a grid that is left; from the last one to the button. Out of a part that was filled for
 * the person, as by a pasted line (`data-filled`), to the part behind it. False: there is neither.
 */
export function goOn(from: HTMLElement): boolean {
  const form = from.closest<HTMLElement>(`[${scope}="form"]`)
  if (!form) return false
  const left = from.closest<HTMLElement>('[data-filled]') ?? from
  const next = fieldsOf(form).find((field) => follows(left, field)) ?? commitOf(form)
  enterField(next)
  return next !== undefined
}

/** To the first field of the part before or behind the one with the cursor (`data-part`); behind the last one is the button. */
export function goToPart(form: HTMLElement | null, step: 1 | -1): void {
  if (!form) return
  const parts = [...form.querySelectorAll<HTMLElement>('[data-part]')].filter((part) => fieldsOf(part).length > 0)
  const next = parts.findIndex((part) => part.contains(document.activeElement)) + step
  const part = parts[Math.max(next, 0)]
  enterField(part ? fieldsOf(part)[0] : commitOf(form))
}

const isList = (field: HTMLElement): boolean => field.getAttribute('role') === 'combobox'
const isOpen = (field: HTMLElement): boolean => field.getAttribute('aria-expanded') === 'true'
/** Nothing is chosen by Enter: no line of the list is marked. */
export const isUnmarked = (field: HTMLElement): boolean =>
  field.getAttribute('aria-activedescendant')?.endsWith('_-1') ?? false
/** The line that is marked is chosen already: of several to choose, Enter would take it back. */
export const isMarkedChosen = (field: HTMLElement): boolean => {
  if (field.closest('.ant-select-multiple') === null || isUnmarked(field)) return false
  const marked = document.getElementById(field.getAttribute('aria-activedescendant') ?? '')
  return marked?.getAttribute('aria-selected') === 'true'
}
const isFreeText = (field: HTMLElement): boolean => field.closest('.ant-select-auto-complete') !== null
/** Words become tags by Enter. */
const isTagging = (field: HTMLInputElement): boolean => !isOpen(field) && field.value !== '' && !isFreeText(field)

const isMine = (event: KeyboardEvent<HTMLElement>): boolean =>
  event.target instanceof HTMLElement &&
  event.target.closest(`[${scope}]`) === event.currentTarget &&
  (event.target instanceof HTMLInputElement || event.target.matches('button[data-field="resting"]'))

const isEnter = ({ key, altKey, nativeEvent }: KeyboardEvent): boolean =>
  // Chrome on Windows reports the key that ends a composition with the code alone.
  key === 'Enter' && !altKey && !nativeEvent.isComposing && nativeEvent.keyCode !== 229

const stop = (event: KeyboardEvent): void => {
  event.preventDefault()
  event.stopPropagation()
}

type Scope = {
  readonly 'data-enter': 'form' | 'lines'
  readonly onKeyDownCapture: (event: KeyboardEvent<HTMLElement>) => void
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void
}

/** For the element around the fields: where Enter leads to, false where it leads nowhere; and where once a list's line is taken. */
function scoped(
  kind: Scope['data-enter'],
  go: (field: HTMLElement) => boolean,
  goTaken?: (field: HTMLElement) => boolean,
): Scope {
  return {
    'data-enter': kind,
    // antd's lists open at Enter: what is closed goes on before they hear of it.
    onKeyDownCapture: (event) => {
      const { target: field } = event
      if (!isEnter(event) || !isMine(event) || !(field instanceof HTMLInputElement) || !isList(field)) return
      if (event.ctrlKey || event.metaKey) {
        stop(event)
        runShortcut('mod+Enter')
      } else if (isTagging(field)) return
      else if (isOpen(field) && field.value === '' && isMarkedChosen(field)) {
        stop(event)
        go(field)
      } else if (!isOpen(field) || (isUnmarked(field) && isFreeText(field))) {
        stop(event)
        go(field)
      }
    },
    onKeyDown: (event) => {
      const { target: field } = event
      if (!isEnter(event) || event.ctrlKey || event.metaKey || !isMine(event) || !(field instanceof HTMLElement)) return
      if (isList(field)) {
        // The list has taken its line, and shuts when the cursor is gone.
        if (isOpen(field) && !isUnmarked(field) && goTaken) whenDrawn(() => goTaken(field))
        return
      }
      if (event.defaultPrevented || !go(field)) return
      event.preventDefault()
    },
  }
}

/** Of the only field of a drawer, Enter does what the button does: there is nothing else to go on to. */
export const enterSaves = (event: KeyboardEvent<HTMLElement>): void => {
  stop(event)
  commitOf(event.currentTarget)?.click()
}

export const enterGoesOn: Scope = scoped('form', goOn)

/**
 * Lines of goods and the like: what is chosen leads on as well. A row with `data-blank`, the empty one below the others, leads
 * out of them.
 */
export const enterInLines: Scope = scoped(
  'lines',
  (field) => goOn(field.closest('[data-blank]') === null ? field : (field.closest('table') ?? field)),
  goOn,
)

/** What is chosen may open the fields behind it: React draws them before the next microtask of an event. */
const whenDrawn = (go: () => void): void => queueMicrotask(go)

/** A field has taken a choice by itself, as one whose answer came late: in lines the hand goes on. Once it is drawn. */
export const choiceTaken = (field: HTMLElement): void => {
  if (field.closest(`[${scope}]`)?.getAttribute(scope) === 'lines') goOn(field)
}

/** Lines that begin a new one behind the last. */
export function enterToNewLine(append: () => void): Scope {
  const go = (field: HTMLElement): boolean => {
    const table = field.closest('table')
    const next = table && fieldsOf(table).find((other) => follows(field, other))
    if (next) enterField(next)
    else append()
    return true
  }
  return scoped('lines', go, go)
}

/** On a touch screen the keyboard would cover what is to be filled in. */
export const isTouch = (): boolean => window.matchMedia?.('(pointer: coarse)').matches ?? false

/** A choice that is made already is passed over. */
const isMade = (field: HTMLElement): boolean =>
  field.closest('[data-words]') !== null && !field.closest('.ant-select')?.querySelector('[class*="placeholder"]')

/** The cursor in the first field that is to be filled in. */
export function beginIn(within: HTMLElement | null): void {
  if (!within || isTouch()) return
  const first = fieldsOf(within).find((field) => !isMade(field) && !field.matches('[type="radio"]'))
  first?.focus()
}
