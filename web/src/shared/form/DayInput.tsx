import { CalendarDays } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { dateTime, isWritten } from '../ui/format.ts'
import { Resting, useReached } from './Resting.tsx'

const load = () => import('./pickers.tsx')

type Props = {
  readonly id?: string
  readonly value?: string | null
  readonly onChange?: (value: string | undefined) => void
  readonly onBlur?: () => void
  readonly placeholder?: string
  readonly disabled?: boolean
  readonly 'aria-label'?: string
}

/** A calendar day, YYYY-MM-DD. Of what is typed and is none, the text is given to the form, which says so at the field. */
export const DayInput = (props: Props) => {
  const { t } = useTranslation('ui')
  return <LatePicker {...props} text={props.value ?? ''} hint={t('form.pickDay')} kind="DayPicker" />
}

/** A moment: shown as Asia/Shanghai has it, kept as UTC; typed, as a day is. */
export const MomentInput = (props: Props) => {
  const { t } = useTranslation('ui')
  const text = props.value && isWritten(props.value) ? dateTime(props.value) : (props.value ?? '')
  return <LatePicker {...props} text={text} hint={t('form.pickMoment')} kind="MomentPicker" />
}

type LateProps = Props & { text: string; hint: string; kind: 'DayPicker' | 'MomentPicker' }

/** The calendar is fetched when somebody reaches for it. */
function LatePicker({ text, hint, kind, ...props }: LateProps) {
  const { id, value, onChange, onBlur, disabled, 'aria-label': label } = props
  const placeholder = props.placeholder ?? hint
  const [reached, reach] = useReached(load, ({ dayTyped, momentTyped }, typed) => {
    onChange?.(kind === 'DayPicker' ? dayTyped(typed) : momentTyped(typed))
    onBlur?.()
  })
  if (reached === null)
    return (
      <Resting
        id={id}
        text={text}
        placeholder={placeholder}
        icon={<CalendarDays size={14} strokeWidth={1.75} />}
        disabled={disabled}
        label={label}
        wrong={text !== '' && value != null && !isWritten(value)}
        onReach={reach}
        onNear={() => void load()}
      />
    )
  const Picker = reached.code[kind]
  return (
    <Picker
      id={id}
      label={label}
      value={value}
      onChange={(next) => onChange?.(next)}
      onBlur={onBlur}
      placeholder={placeholder}
      disabled={disabled}
      open={reached.how === 'click'}
      typed={reached.typed}
    />
  )
}
