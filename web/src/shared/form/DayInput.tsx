import { CalendarDays } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { dateTime } from '../ui/format.ts'
import styles from './Form.module.css'

const load = () => import('./pickers.tsx')
const DayPicker = lazy(async () => ({ default: (await load()).DayPicker }))
const MomentPicker = lazy(async () => ({ default: (await load()).MomentPicker }))

type Props = {
  readonly id?: string
  readonly value?: string | null
  readonly onChange?: (value: string | undefined) => void
  readonly onBlur?: () => void
  readonly placeholder?: string
  readonly disabled?: boolean
  readonly 'aria-label'?: string
}

/** A calendar day, YYYY-MM-DD. */
export const DayInput = (props: Props) => {
  const { t } = useTranslation('kit')
  return <Reached {...props} text={props.value ?? ''} hint={t('form.pickDay')} Picker={DayPicker} />
}

/** A moment: shown as Asia/Shanghai has it, kept as UTC. */
export const MomentInput = (props: Props) => {
  const { t } = useTranslation('kit')
  return <Reached {...props} text={props.value ? dateTime(props.value) : ''} hint={t('form.pickMoment')} Picker={MomentPicker} />
}

type ReachedProps = Props & { text: string; hint: string; Picker: typeof DayPicker | typeof MomentPicker }

/** The calendar is fetched when somebody reaches for it; until then a field that looks the same. */
function Reached({ text, hint, Picker, ...props }: ReachedProps) {
  const { id, value, onChange, disabled, placeholder, 'aria-label': label } = props
  const [reached, setReached] = useState<'focus' | 'click' | null>(null)
  const resting = (
    <button
      type="button"
      id={id}
      className={styles.resting}
      disabled={disabled}
      aria-label={label && `${label} ${text}`}
      onPointerEnter={() => void load()}
      onClick={() => setReached('click')}
      onFocus={() => setReached((before) => before ?? 'focus')}
    >
      <span className={text === '' ? styles.placeholder : undefined}>{text || (placeholder ?? hint)}</span>
      <CalendarDays size={14} strokeWidth={1.75} />
    </button>
  )
  if (reached === null) return resting
  return (
    <Suspense fallback={resting}>
      <Picker
        id={id}
        label={label}
        value={value}
        onChange={(next) => onChange?.(next)}
        placeholder={placeholder ?? hint}
        disabled={disabled}
        open
      />
    </Suspense>
  )
}
