import { Input, type InputProps } from 'antd'
import { dayTyped } from './goodsLines.ts'

type Props = Omit<InputProps, 'value' | 'onChange'> & {
  readonly value: string | undefined
  readonly onChange: (text: string | undefined) => void
  /** A day, however it is typed: left, it is written as all are. */
  readonly day?: boolean
}

/** Text of a line of goods as it is typed: a quantity, a batch, a day. */
export function LineText({ value, onChange, day, ...rest }: Props) {
  const onBlur = () => {
    const typed = dayTyped(value ?? '')
    if (typed !== value) onChange(typed)
  }
  return (
    <Input
      maxLength={40}
      {...rest}
      value={value ?? ''}
      onChange={(event) => onChange(event.target.value || undefined)}
      onBlur={day ? onBlur : undefined}
    />
  )
}
