import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Call } from '@xunyun/contract/kernel/call'
import type { Choice as ChoiceRow } from '@xunyun/contract/kernel/list'
import { Button, Select, type SelectProps } from 'antd'
import { Plus } from 'lucide-react'
import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { api, type Sending } from '../api/api.ts'
import { useStable } from '../ui/useStable.ts'
import { isClearing } from './Choice.tsx'
import { choiceTaken, goOn, isMarkedChosen, isUnmarked } from './enter.ts'
import styles from './Form.module.css'
import { choiceUnderWay } from './underWay.ts'

/** A look-up of the contract: `q` finds by Chinese, pinyin, initials and code; `ids`, where it has them, names the chosen. */
export type ChoiceCall = Call

type Ids = number | readonly number[] | null | undefined
type Input = Readonly<Record<string, unknown>>

const ask = (call: Call, input: Input, signal: AbortSignal) =>
  api(call, input as Sending<Call>, { signal, quiet: true }) as Promise<readonly ChoiceRow[]>

const staleTime = 60_000

/** Asks for these ids, by as many as the call takes; else for what it finds without a word. */
function namesOf(call: Call, ids: readonly number[], input: Input): Input {
  const { shape } = call.input as unknown as { shape: object }
  if ('ids' in shape) return { ...input, ids }
  return 'id' in shape && ids.length === 1 ? { ...input, id: ids[0] } : input
}

/** Labels of chosen ids. */
export function useLabels(call: Call, ids: readonly number[], input: Input = {}): ReadonlyMap<number, ChoiceRow> {
  const wanted = namesOf(call, ids, input)
  const { data } = useQuery({
    queryKey: [call.path, 'labels', wanted],
    queryFn: ({ signal }) => ask(call, wanted, signal),
    enabled: ids.length > 0,
    staleTime,
    placeholderData: keepPreviousData,
  })
  return useMemo(() => new Map(data?.map((choice) => [choice.id, choice])), [data])
}

/** A line of the list; one that is blocked cannot be chosen, and its hint says why. */
export type LookupRow = ChoiceRow & { readonly blocked?: boolean }

type Props = Omit<SelectProps, 'options' | 'mode' | 'onChange' | 'value'> & {
  readonly call: Call
  /** Makes a line of what the call answers, where that is no choice yet. */
  readonly present?: (row: never) => LookupRow
  /** The hint stands below the label: it is long. */
  readonly stacked?: boolean
  /** Beside `q`: which kind of records. */
  readonly input?: Input
  readonly multiple?: boolean
  readonly value?: Ids
  readonly onChange?: (value: never, chosen: readonly ChoiceRow[]) => void
  /** Words for what is chosen already, where the page has them: saves asking. */
  readonly known?: readonly ChoiceRow[]
  /** Offers to make a new one, beginning with what was typed. */
  readonly onCreate?: (typed: string) => void
}

/** What a look-up has to know of a record that is chosen already. */
export const known = (id: number | null | undefined, label: string | null | undefined): readonly ChoiceRow[] =>
  id && label ? [{ id, label, hint: null }] : []

/** antd marks the value that begins with what is typed, before the first line: no digits that somebody types begin with this. */
const tokenOf = (id: number): string => `#${id}`
const idOf = (value: string): number => Number(value.slice(1))

/** A record chosen by what people know of it: name, pinyin, initials, code; a second fact tells namesakes apart. */
export function Lookup({
  call,
  input,
  multiple,
  value,
  onChange,
  known,
  onCreate,
  present = (row: LookupRow) => row,
  stacked,
  ...rest
}: Props) {
  const { t } = useTranslation('ui')
  const [typed, setTyped] = useState('')
  const [open, setOpen] = useState(false)
  // What was searched for when Enter came before the answer: the answer's first line is taken, wherever the cursor is by then.
  const [early, setEarly] = useState<{ readonly text: string; readonly field: HTMLElement } | null>(null)
  const moved = useRef(false)
  // The list opens a moment behind the first letter; an Enter may be faster.
  const asking = open || typed !== '' || early !== null
  const wanted = early?.text ?? typed.trim()
  // Answers come while one types; a search that was typed over is called off.
  const q = useDeferredValue(wanted)
  const found = useQuery({
    queryKey: [call.path, 'choices', input ?? {}, q],
    queryFn: ({ signal }) => ask(call, { ...input, q }, signal),
    enabled: asking,
    staleTime,
    placeholderData: keepPreviousData,
  })
  const chosen = (Array.isArray(value) ? value : value === null || value === undefined ? [] : [value]) as number[]
  const unknown = chosen.filter((id) => !known?.some((choice) => choice.id === id))
  const labels = useLabels(call, unknown, input)
  const presented = (row: ChoiceRow | undefined): LookupRow | undefined => row && present(row as never)
  const choiceOf = (id: number): LookupRow | undefined =>
    known?.find((choice) => choice.id === id) ??
    presented(labels.get(id) ?? found.data?.find((choice) => choice.id === id))

  // What stands in the list meanwhile is the answer to what was typed before.
  const late = asking && (found.isPlaceholderData || found.isLoading || q !== wanted)
  const rows: readonly LookupRow[] = asking ? (found.data ?? []).map((row) => present(row as never)) : []
  // What is looked for takes the place of the one that is chosen: an Enter where nothing is found must not choose that again.
  const isReplacing = !multiple && typed.trim() !== ''
  const options: readonly LookupRow[] = [
    ...rows,
    ...chosen
      .filter((id) => !isReplacing && !rows.some((row) => row.id === id))
      .map((id) => choiceOf(id) ?? { id, label: '…', hint: null }),
  ]
  const isNone = typed.trim() !== '' && !late && rows.length === 0 && options.length > 0
  const take = useStable((field: HTMLElement) => {
    const first = rows.find(({ blocked }) => blocked !== true)
    if (first === undefined) return
    const isHere = document.activeElement === field
    const ids = multiple ? [...chosen.filter((id) => id !== first.id), first.id] : [first.id]
    // Fields behind it may open by what is chosen.
    flushSync(() => {
      onChange?.(
        (multiple ? ids : first.id) as never,
        ids.map(choiceOf).filter((choice) => choice !== undefined),
      )
      setTyped('')
      setOpen(multiple === true && isHere)
    })
    if (isHere) choiceTaken(field)
  })
  const onInputKeyDown: SelectProps['onInputKeyDown'] = (event) => {
    const field = event.currentTarget
    const isEnter = event.key === 'Enter' && !event.nativeEvent.isComposing
    const isGoneTo = moved.current
    moved.current = event.key === 'ArrowDown' || event.key === 'ArrowUp'
    // Once more: the hand goes on, and the answer is taken when it comes. So it is behind a Tab and a shortcut; typing on looks anew.
    const isTyping = !event.ctrlKey && !event.metaKey && !['Tab', 'Shift', 'Control', 'Meta'].includes(event.key)
    if (early !== null && isTyping) {
      if (isEnter) {
        event.preventDefault()
        event.stopPropagation()
        goOn(field)
        return
      }
      setEarly(null)
    }
    if (event.key === 'Escape' && asking) {
      // At once: antd shuts a list a moment later, and an Enter may come before.
      event.stopPropagation()
      setEarly(null)
      setOpen(false)
      setTyped('')
      return
    }
    if (event.key === 'Tab' && (multiple || late)) {
      // antd's list would take its marked line and keep the cursor; it shuts when the cursor is gone. What was looked for is taken.
      event.stopPropagation()
      if (typed === '') return
      if (late) setEarly({ text: typed.trim(), field })
      else if (!isMarkedChosen(field)) take(field)
      return
    }
    if (isEnter && (late || (typed !== '' && isUnmarked(field)))) {
      event.preventDefault()
      event.stopPropagation()
      // The answer may be here a moment before its first line is marked.
      if (late) setEarly({ text: typed.trim(), field })
      else take(field)
      return
    }
    if (isEnter && multiple && typed === '' && !isGoneTo) {
      // Nothing is looked for and no line was gone to: what happens to be marked is nobody's choice.
      event.preventDefault()
      event.stopPropagation()
      setOpen(false)
      goOn(field)
      return
    }
    if (isEnter && multiple && isMarkedChosen(field)) {
      event.preventDefault()
      event.stopPropagation()
      setTyped('')
      return
    }
    if (!multiple && rest.allowClear !== false && isClearing(event)) onChange?.(undefined as never, [])
    rest.onInputKeyDown?.(event)
  }
  useEffect(() => (early === null ? undefined : choiceUnderWay()), [early])
  useEffect(() => {
    if (late || early === null) return
    setEarly(null)
    queueMicrotask(() => take(early.field))
  }, [late, early, take])
  return (
    <Select
      allowClear
      placeholder={t(rest.prefix === undefined ? 'form.choose' : 'list.all')}
      maxTagCount="responsive"
      popupMatchSelectWidth={false}
      loading={found.isFetching && asking}
      notFoundContent={found.isFetching ? t('loading') : t('lookup.none')}
      {...rest}
      open={open || typed !== ''}
      onInputKeyDown={onInputKeyDown}
      mode={multiple ? 'multiple' : undefined}
      showSearch={{ filterOption: false, searchValue: typed, onSearch: setTyped }}
      onOpenChange={(next) => {
        setOpen(next)
        if (!next) setTyped('')
      }}
      options={options.map(({ id, label, hint, blocked }) => ({
        value: tokenOf(id),
        label,
        hint,
        disabled: blocked === true && !chosen.includes(id),
      }))}
      optionRender={({ data, label }) => (
        <span className={stacked ? styles.stacked : styles.option}>
          <span>{label}</span>
          {(data as { hint?: string | null }).hint && <small>{(data as { hint: string }).hint}</small>}
        </span>
      )}
      popupRender={
        onCreate || isNone
          ? (menu) => (
              <>
                {/* Of several, the chosen ones stay in the list. */}
                {isNone && <p className={styles.none}>{t('lookup.none')}</p>}
                {menu}
                {onCreate && (
                  <div className={styles.create}>
                    <Button
                      type="link"
                      size="small"
                      icon={<Plus size={14} strokeWidth={1.75} />}
                      onClick={() => {
                        setOpen(false)
                        setTyped('')
                        onCreate(typed.trim())
                      }}
                    >
                      {t('lookup.create')}
                    </Button>
                  </div>
                )}
              </>
            )
          : undefined
      }
      value={multiple ? chosen.map(tokenOf) : chosen[0] === undefined ? undefined : tokenOf(chosen[0])}
      onChange={(next: string | readonly string[] | undefined) => {
        const ids = (typeof next === 'string' ? [next] : (next ?? [])).map(idOf)
        if (multiple) setTyped('')
        onChange?.(
          (multiple ? ids : ids[0]) as never,
          ids.map(choiceOf).filter((choice) => choice !== undefined),
        )
      }}
    />
  )
}
