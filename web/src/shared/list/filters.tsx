import { getOutletChoices } from '@xunyun/contract/companies/calls'
import { Select } from 'antd'
// The barrel's Input has the text area, the password field and the others with it: every list would fetch them all.
import Input from 'antd/es/input/Input'
import { Search } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Choosing } from '../form/Choice.tsx'
import { Choice, useWords } from '../form/Choice.tsx'
import { DayRange, saysDays } from '../form/DayRange.tsx'
import { type ChoiceCall, Lookup, useLabels } from '../form/Lookup.tsx'
import { RegionPicker } from '../form/RegionPicker.tsx'
import { useRegionName } from '../form/regions.ts'
import { textWidth } from '../grid/measure.ts'
import { i18n } from '../i18n/i18n.ts'
import { isGiven } from './address.ts'
import { Chip, useIsChip } from './filterMode.tsx'
import styles from './List.module.css'
import type { FilterField, FilterRange } from './useList.ts'

/** The inputs of a filter row. Each takes `list.field('…')` and shows itself as a chip while it is in force. */

/** As every list call takes it, where it does not take many numbers at once. */
const longestSearch = 60

/** Free text; Enter searches, and so does leaving it. */
export function SearchInput({
  name,
  value,
  onChange,
  placeholder,
  width = 220,
  longest = longestSearch,
}: FilterField<string> & { placeholder: string; width?: number; longest?: number }) {
  const [typed, setTyped] = useState<string | null>(null)
  const isChip = useIsChip()
  if (isChip) return value ? <Chip onClear={() => onChange(undefined)}>{value}</Chip> : null
  const commit = () => {
    if (typed !== null && typed.trim() !== (value ?? '')) onChange(typed.trim())
    setTyped(null)
  }
  return (
    <Input
      name={name}
      type="search"
      className={styles.search}
      style={{ width }}
      value={typed ?? value ?? ''}
      maxLength={longest}
      placeholder={placeholder}
      aria-label={placeholder}
      prefix={<Search size={14} strokeWidth={1.75} className={styles.searchIcon} />}
      allowClear
      onChange={(event) => {
        if (event.type === 'click') {
          setTyped(null)
          onChange(undefined)
        } else setTyped(event.target.value)
      }}
      onBlur={commit}
      onPressEnter={commit}
    />
  )
}

type Labelled = { readonly label: string; readonly width?: number }

/** Borders, paddings, the arrow. */
const frame = 52
/** Wide enough for the label and 全部 beside it, in every language. */
const roomFor = (label: string, width: number): number =>
  Math.max(width, Math.ceil(textWidth(label, 14) + textWidth(i18n.t('ui:list.all'), 14) + frame))

/** One or several of some words: a dictionary, or the page's own `options`. */
export function ChoiceFilter<V extends string | number | readonly string[]>(
  props: FilterField<V> & Labelled & Choosing,
) {
  const { value, onChange, label, width = 124 } = props
  const { t } = useTranslation('ui')
  const words = useWords(props)
  const isChip = useIsChip()
  const many = props.multiple === true
  if (isChip) {
    if (!isGiven(value)) return null
    const chosen = (Array.isArray(value) ? value : [value]) as readonly (string | number)[]
    return (
      <Chip label={label} onClear={() => onChange(undefined)}>
        {chosen.map((code) => words.find(isCode(code))?.label ?? code).join(t('list.separator'))}
      </Chip>
    )
  }
  return (
    <Choice
      // Old records are looked for by words that are no longer offered.
      options={words.map(({ value: code, label: word }) => ({ value: code, label: word }))}
      multiple={many}
      value={(typeof value === 'number' ? (words.find(isCode(value))?.value ?? value) : value) as never}
      onChange={(next) => onChange(next as V | undefined)}
      prefix={label}
      aria-label={label}
      style={{ width: roomFor(label, width) }}
    />
  )
}
/** A figure comes from the address as a number, and is chosen by its text. */
const isCode =
  (code: string | number) =>
  ({ value }: { readonly value: string | number }) =>
    String(value) === String(code)

/** A record by what people know of it. */
export function LookupFilter<V extends number | readonly number[]>(
  props: FilterField<V> &
    Labelled & { call: ChoiceCall; input?: Readonly<Record<string, unknown>>; multiple?: boolean },
) {
  const { value, onChange, label, call, input, multiple, width = 160 } = props
  const isChip = useIsChip()
  if (isChip)
    return isGiven(value) ? (
      <Chip label={label} onClear={() => onChange(undefined)}>
        <Labels call={call} input={input} value={value} />
      </Chip>
    ) : null
  return (
    <Lookup
      call={call}
      input={input}
      multiple={multiple}
      value={value as never}
      onChange={(next: unknown) => onChange(next as V | undefined)}
      prefix={label}
      aria-label={label}
      style={{ width: roomFor(label, width) }}
    />
  )
}

/** An outlet among those that the reader may see. */
export const OutletFilter = (props: FilterField<number> & Labelled) => (
  <LookupFilter {...props} call={getOutletChoices} input={{ mine: true }} />
)

function Labels({
  call,
  input,
  value,
}: {
  call: ChoiceCall
  input?: Readonly<Record<string, unknown>>
  value: unknown
}) {
  const ids = (Array.isArray(value) ? value : [value]) as readonly number[]
  const { t } = useTranslation('ui')
  const labels = useLabels(call, ids, input)
  return ids.map((id) => labels.get(id)?.label ?? '…').join(t('list.separator'))
}

/** From one day to another, both included: `{...list.range('bizFrom', 'bizTo')}`. */
export function DayRangeFilter({ value, onChange, label, width = 236 }: FilterRange & Labelled) {
  const isChip = useIsChip()
  if (isChip)
    return value[0] || value[1] ? (
      <Chip label={label} onClear={() => onChange([undefined, undefined])}>
        {saysDays(value)}
      </Chip>
    ) : null
  return (
    <DayRange
      value={value}
      onChange={onChange}
      prefix={label}
      aria-label={label}
      style={{ width: roomFor(label, width) }}
    />
  )
}

/** A region at any level. */
export function RegionFilter({ value, onChange, label, width = 160 }: FilterField<string> & Labelled) {
  const isChip = useIsChip()
  const name = useRegionName(value)
  if (isChip)
    return value ? (
      <Chip label={label} onClear={() => onChange(undefined)}>
        {name}
      </Chip>
    ) : null
  return (
    <RegionPicker
      value={value}
      onChange={(next) => onChange(next)}
      anyLevel
      prefix={label}
      aria-label={label}
      style={{ width: roomFor(label, width) }}
    />
  )
}

/** Yes, no, or whatever. */
export function FlagFilter({
  value,
  onChange,
  label,
  yes,
  no,
  width = 116,
}: FilterField<boolean> & Labelled & { yes: string; no?: string }) {
  const { t } = useTranslation('ui')
  const isChip = useIsChip()
  if (isChip)
    return value === undefined ? null : (
      <Chip label={label} onClear={() => onChange(undefined)}>
        {value ? yes : no}
      </Chip>
    )
  return (
    <Select
      value={value}
      onChange={(next) => onChange(next)}
      allowClear
      placeholder={t('list.all')}
      prefix={label}
      aria-label={label}
      style={{ width: roomFor(label, width) }}
      options={[{ value: true, label: yes }, ...(no === undefined ? [] : [{ value: false, label: no }])]}
    />
  )
}
