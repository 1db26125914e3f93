import { CalendarDays } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { dateTime } from '../ui/format.ts'
import { Resting, useReached } from './Resting.tsx'

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
  return <LatePicker {...props} text={props.value ?? ''} hint={t('form.pickDay')} Picker={DayPicker} />
}

/** A moment: shown as Asia/Shanghai has it, kept as UTC. */
export const MomentInput = (props: Props) => {
  const { t } = useTranslation('kit')
  const text = props.value ? dateTime(props.value) : ''
  return <LatePicker {...props} text={text} hint={t('form.pickMoment')} Picker={MomentPicker} />
}

type LateProps = Props & { text: string; hint: string; Picker: typeof DayPicker | typeof MomentPicker }

/** The calendar is fetched when somebody reaches for it. */
function LatePicker({ text, hint, Picker, ...props }: LateProps) {
  const { id, value, onChange, onBlur, disabled, 'aria-label': label } = props
  const placeholder = props.placeholder ?? hint
  const [reached, setReached] = useReached()
  const resting = (
    <Resting
      id={id}
      text={text}
      placeholder={placeholder}
      icon={<CalendarDays size={14} strokeWidth={1.75} />}
      disabled={disabled}
      label={label}
      onReach={setReached}
      onNear={() => void load()}
    />
  )
  if (reached === null) return resting
  return (
    <Suspense fallback={resting}>
      <Picker
        id={id}
        label={label}
        value={value}
        onChange={(next) => onChange?.(next)}
        onBlur={onBlur}
        placeholder={placeholder}
        disabled={disabled}
        open={reached === 'click'}
      />
    </Suspense>
  )
}
