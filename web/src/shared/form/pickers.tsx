import './pickers.css'
import { DatePicker } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
// Names of months and days, and the day a week begins with; English is built in.
import 'dayjs/locale/es'
import 'dayjs/locale/ja'
import 'dayjs/locale/zh-cn'
import type { CSSProperties, FocusEvent, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { serverNow } from '../session/session.ts'
import { dateTime, day } from '../ui/format.ts'

/** From one day to another, both included; either may be open. */
export type Days = readonly [from: string | undefined, to: string | undefined]

/** antd's calendars; fetched by DayRange, DayInput and MomentInput when they are reached for. */

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
}

export function DayRangePicker({ value, onChange, prefix, style, label, open }: RangeProps) {
  const { t } = useTranslation('ui')
  const now = today()
  return (
    <DatePicker.RangePicker
      defaultOpen={open}
      autoFocus
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
      ]}
      onChange={(days) => onChange([write(days?.[0]), write(days?.[1])])}
    />
  )
}

/** What is typed takes the place of what stands there; also without its dashes. */
const mark = ({ target }: FocusEvent) => {
  if (target instanceof HTMLInputElement) target.select()
}
const dayFormats = ['YYYY-MM-DD', 'YYYYMMDD', 'YYYY-M-D', 'YYYY/M/D', 'YYYY.M.D']

type One = {
  value: string | null | undefined
  onChange: (value: string | undefined) => void
  id?: string
  label?: string
  placeholder?: string
  disabled?: boolean
  onBlur?: () => void
  open: boolean
}

export function DayPicker({ value, onChange, id, label, placeholder, disabled, onBlur, open }: One) {
  return (
    <DatePicker
      id={id}
      defaultOpen={open}
      autoFocus
      onBlur={onBlur}
      onFocus={mark}
      format={dayFormats}
      aria-label={label}
      placeholder={placeholder}
      disabled={disabled}
      style={{ width: '100%' }}
      value={read(value)}
      onChange={(date) => onChange(write(date))}
    />
  )
}

/** A moment as Asia/Shanghai has it, sent as UTC. The calendar itself knows no zone: it is given the wall clock. */
export function MomentPicker({ value, onChange, id, label, placeholder, disabled, onBlur, open }: One) {
  return (
    <DatePicker
      id={id}
      defaultOpen={open}
      autoFocus
      onBlur={onBlur}
      onFocus={mark}
      aria-label={label}
      placeholder={placeholder}
      disabled={disabled}
      style={{ width: '100%' }}
      showTime={{ format: 'HH:mm', minuteStep: 5 }}
      format="YYYY-MM-DD HH:mm"
      value={value ? dayjs(dateTime(value)) : null}
      onChange={(date) => onChange(date ? fromShanghai(date.format('YYYY-MM-DDTHH:mm')) : undefined)}
    />
  )
}

/** China has had one zone without summer time since 1992. */
const fromShanghai = (wall: string): string => new Date(`${wall}:00+08:00`).toISOString()
