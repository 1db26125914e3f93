import './pickers.css'
import { DatePicker, type GetRef } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import customParseFormat from 'dayjs/plugin/customParseFormat'
// Names of months and days, and the day a week begins with; English is built in.
import 'dayjs/locale/es'
import 'dayjs/locale/ja'
import 'dayjs/locale/zh-cn'
import {
  type CSSProperties,
  type FocusEvent,
  type MouseEvent,
  type ReactNode,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import { serverNow } from '../session/session.ts'
import { dateTime, day, isWritten } from '../ui/format.ts'
import { useTyped } from './Resting.tsx'

/** From one day to another, both included; either may be open. */
export type Days = readonly [from: string | undefined, to: string | undefined]

/** antd's calendars; fetched by DayRange, DayInput and MomentInput when they are reached for. */

dayjs.extend(customParseFormat)

const write = (date: Dayjs | null | undefined): string | undefined => date?.format('YYYY-MM-DD')
const read = (text: string | null | undefined): Dayjs | null => (text ? dayjs(text) : null)
/** Today by the business day, wherever the machine is. */
const today = (): Dayjs => dayjs(day(serverNow()))

type RangeProps = {
  value: Days
  onChange: (days: Days) => void
  prefix?: ReactNode
  style?: CSSProperties
  label?: string
  open: boolean
  typed: string
}

/** From a day to the same or a later one: where they cross, the end that is firm has both, else they change places. */
function uncrossed([from, to]: Days, firm: 0 | 1 | null): Days {
  if (from === undefined || to === undefined || from <= to) return [from, to]
  if (firm === null) return [to, from]
  const day = firm === 0 ? from : to
  return [day, day]
}

export function DayRangePicker({ value, onChange, prefix, style, label, open, typed }: RangeProps) {
  const { t } = useTranslation('ui')
  const now = today()
  const lastMonth = now.subtract(1, 'month')
  const picker = useRef<GetRef<typeof DatePicker.RangePicker>>(null)
  useTyped(() => picker.current?.nativeElement.querySelector('input'), typed)
  const last = useRef(value)
  last.current = value
  const give = (days: Days) => {
    last.current = days
    onChange(days)
  }
  /** By hand at either end since it was entered, and not chosen from the calendar since. */
  const byHand = useRef<{ at: 0 | 1; text: string } | null>(null)
  /** The end that stands as it was typed, with the other moved to it where they would cross. */
  const firm = useRef<0 | 1 | null>(null)
  useLayoutEffect(() => {
    const field = picker.current?.nativeElement
    const note = ({ target }: Event) => {
      if (target instanceof HTMLInputElement)
        byHand.current = { at: target === field?.querySelector('input') ? 0 : 1, text: target.value }
    }
    field?.addEventListener('input', note, true)
    return () => field?.removeEventListener('input', note, true)
  }, [])
  /** antd takes a typed day only once the other end is confirmed too, and else puts back what stood there. */
  const settle = () => {
    const typedNow = byHand.current
    byHand.current = null
    if (typedNow === null) return
    const { at } = typedNow
    const next = dayTyped(typedNow.text)
    if (next === last.current[at] || (next !== undefined && !isWritten(next))) return
    firm.current = at
    give(uncrossed(at === 0 ? [next, last.current[1]] : [last.current[0], next], at))
  }
  return (
    <DatePicker.RangePicker
      ref={picker}
      defaultOpen={open}
      autoFocus
      previewValue={false}
      prefix={prefix}
      style={style}
      aria-label={label}
      value={[read(value[0]), read(value[1])]}
      allowEmpty={[true, true]}
      separator="—"
      presets={[
        { label: t('day.today'), value: [now, now] },
        { label: t('day.last7'), value: [now.subtract(6, 'day'), now] },
        { label: t('day.last30'), value: [now.subtract(29, 'day'), now] },
        { label: t('day.month'), value: [now.startOf('month'), now] },
        { label: t('day.lastMonth'), value: [lastMonth.startOf('month'), lastMonth.endOf('month')] },
      ]}
      format={wholeDays}
      onFocus={mark}
      onClick={(event) => byHand.current === null && markClicked(event)}
      onBlur={settle}
      onKeyDown={({ key, target }) => {
        // Entered while the range was written anew, it lost its mark: behind a whole day no key goes on with it.
        if (key.length === 1 && byHand.current === null && target instanceof HTMLInputElement && isBehind(target))
          target.select()
        if (key === 'Enter') settle()
        if (key === 'Escape') byHand.current = null
      }}
      onCalendarChange={(days) => {
        const typedNow = byHand.current
        if (typedNow !== null && write(days?.[typedNow.at]) === dayTyped(typedNow.text)) return
        byHand.current = null
        firm.current = null
      }}
      order={false}
      onChange={(days) => {
        firm.current = byHand.current?.at ?? firm.current
        byHand.current = null
        give(uncrossed([write(days?.[0]), write(days?.[1])], firm.current))
      }}
    />
  )
}

/** What is typed takes the place of what stands there; also without its dashes. */
const mark = ({ target }: FocusEvent) => {
  if (target instanceof HTMLInputElement) target.select()
}
/** A click that only enters, and marks no part of it itself. */
const markClicked = ({ target }: MouseEvent) => {
  if (target instanceof HTMLInputElement && target.selectionStart === target.selectionEnd) target.select()
}
const isBehind = ({ value, selectionStart }: HTMLInputElement): boolean =>
  isWritten(value) && selectionStart === value.length
const wholeDays = ['YYYY-MM-DD', 'YYYYMMDD', 'YYYY/MM/DD', 'YYYY.MM.DD']
const dayFormats = [...wholeDays, 'YYYY-M-D', 'YYYY/M/D', 'YYYY.M.D']
const clockFormats = ['HH:mm', 'HHmm', 'H:mm']
const momentFormats = [...dayFormats.flatMap((date) => clockFormats.map((time) => `${date} ${time}`)), 'YYYYMMDDHHmm']

/** A kind of calendar: what may be typed in it, and how its value is kept. */
type Kind = {
  readonly formats: string[]
  /** Of them those that no further key can go on with: antd writes a date anew as soon as it can read it, under the hand that types. */
  readonly whole: string[]
  readonly read: (value: string) => Dayjs
  readonly write: (date: Dayjs) => string
}
const ofDays: Kind = {
  formats: dayFormats,
  whole: wholeDays,
  read: (value) => dayjs(value),
  write: (date) => date.format('YYYY-MM-DD'),
}
/** A moment as Asia/Shanghai has it, sent as UTC. The calendar itself knows no zone: it is given the wall clock. */
const ofMoments: Kind = {
  formats: momentFormats,
  whole: momentFormats,
  read: (value) => dayjs(dateTime(value)),
  write: (date) => fromShanghai(date.format('YYYY-MM-DDTHH:mm')),
}

/** What was typed as the value that is sent; what is none as it is, for the form to refuse, and undefined where nothing stands. */
const sentFor = ({ formats, write }: Kind, typed: string): string | undefined => {
  const date = dayjs(typed, formats, true)
  return date.isValid() ? write(date) : typed || undefined
}
export const dayTyped = (typed: string): string | undefined => sentFor(ofDays, typed.trim())
export const momentTyped = (typed: string): string | undefined => sentFor(ofMoments, typed.trim())

type One = {
  value: string | null | undefined
  onChange: (value: string | undefined) => void
  id?: string
  label?: string
  placeholder?: string
  disabled?: boolean
  onBlur?: () => void
  open: boolean
  /** Before it stood. */
  typed: string
}

export const DayPicker = (props: One) => <Picker {...props} kind={ofDays} />
export const MomentPicker = (props: One) => <Picker {...props} kind={ofMoments} />

/**
 * What is typed stays when the field is left, whatever it is: antd would put the last value back, and nobody would know. What is
 * no date goes to the form as it is, which refuses it at the field.
 */
function Picker({
  value,
  onChange,
  id,
  label,
  placeholder,
  disabled,
  onBlur,
  open,
  typed,
  kind,
}: One & { kind: Kind }) {
  const picker = useRef<GetRef<typeof DatePicker>>(null)
  const input = () => picker.current?.nativeElement.querySelector('input')
  const isGood = !value || isWritten(value)
  // What stood there before: antd empties a field whose value goes away, and what was typed instead is to stay.
  const good = useRef<string | null>(null)
  if (isGood) good.current = value ?? null
  const [isWrong, setWrong] = useState(!isGood)
  /** By hand since it was entered, and not chosen from the calendar since. */
  const byHand = useRef<string | null>(null)
  useLayoutEffect(() => {
    const field = picker.current?.nativeElement.querySelector('input')
    const note = () => {
      byHand.current = field?.value.trim() ?? null
    }
    field?.addEventListener('input', note)
    return () => field?.removeEventListener('input', note)
  }, [])
  useTyped(input, typed || (isGood ? '' : (value ?? '')), typed === '')
  const isTyped = (date: Dayjs | null) =>
    date !== null && byHand.current !== null && sentFor(kind, byHand.current) === kind.write(date)
  const settle = () => {
    const text = byHand.current
    byHand.current = null
    if (text === null) return
    const next = sentFor(kind, text)
    setWrong(next !== undefined && !isWritten(next))
    if (next !== (value ?? undefined)) onChange(next)
  }
  return (
    <DatePicker
      ref={picker}
      id={id}
      defaultOpen={open}
      autoFocus
      preserveInvalidOnBlur={isWrong}
      // The calendar opens as one types, often below a resting mouse: what lies there is not to take the place of what is typed.
      previewValue={false}
      onBlur={() => {
        settle()
        onBlur?.()
      }}
      onFocus={mark}
      onClick={(event) => byHand.current === null && markClicked(event)}
      onKeyDown={({ key }) => {
        // Called off: the last value stands there again.
        const isDate = byHand.current !== null && isWritten(sentFor(kind, byHand.current) ?? '')
        if (key === 'Escape' && isDate) byHand.current = null
      }}
      onCalendarChange={(date) => {
        if (!isTyped(Array.isArray(date) ? null : (date as Dayjs | null))) byHand.current = null
      }}
      format={kind.whole}
      aria-label={label}
      placeholder={placeholder}
      disabled={disabled}
      {...(isWrong ? { status: 'error' } : {})}
      style={{ width: '100%' }}
      {...(kind === ofMoments ? { showTime: { format: 'HH:mm', minuteStep: 5 } } : {})}
      value={good.current === null ? null : kind.read(good.current)}
      onChange={(date) => {
        setWrong(false)
        onChange(date ? kind.write(date) : undefined)
      }}
    />
  )
}

/** China has had one zone without summer time since 1992. */
const fromShanghai = (wall: string): string => new Date(`${wall}:00+08:00`).toISOString()
