import { normalizeDecimal } from '@xunyun/contract/kernel/decimal'
import { normalizePhone, toHalfWidth } from '@xunyun/contract/kernel/text'
import { Input, type InputProps } from 'antd'
import { type FocusEvent, useState } from 'react'
import { grouped, plainDecimal, trimmed } from './decimals.ts'
import styles from './Form.module.css'

type TextProps = Omit<InputProps, 'value' | 'onChange' | 'type'> & {
  readonly value?: string | null
  readonly onChange?: (value: string | undefined) => void
}

const given = (text: string): string | undefined => (text.trim() === '' ? undefined : text)

/** A decimal as text, never a float. Full-width digits and separators are understood; left, it shows its decimals. */
export function DecimalInput({
  places,
  short = false,
  value,
  onChange,
  onBlur,
  onFocus,
  className,
  ...rest
}: TextProps & {
  places: number
  /** Left, it shows no more decimals than it has. */
  short?: boolean
}) {
  const [typing, setTyping] = useState(false)
  const leave = (event: FocusEvent<HTMLInputElement>) => {
    setTyping(false)
    const text = given(event.target.value)
    const full = text && plainDecimal(normalizeDecimal(text), places)
    const exact = full && short ? trimmed(full) : full
    if (exact !== (value ?? undefined)) onChange?.(exact)
    onBlur?.(event)
  }
  return (
    <Input
      inputMode="decimal"
      {...rest}
      className={`${styles.decimal} ${className ?? ''}`}
      value={typing ? (value ?? '') : grouped(value ?? '')}
      onFocus={(event) => {
        setTyping(true)
        onFocus?.(event)
        const field = event.target
        // What stands there is mostly typed over; the value changes its form first.
        requestAnimationFrame(() => field.select())
      }}
      onChange={(event) => onChange?.(given(toHalfWidth(event.target.value)))}
      onBlur={leave}
    />
  )
}

/** Yuan, two decimals. */
export const MoneyInput = (props: TextProps) => <DecimalInput {...props} places={2} />
/** Kilograms, three decimals. */
export const WeightInput = (props: TextProps) => <DecimalInput {...props} places={3} />
/** Cubic metres, four decimals. */
export const VolumeInput = (props: TextProps) => <DecimalInput {...props} places={4} />

/** A whole number. */
export function IntegerInput({
  value,
  onChange,
  className,
  ...rest
}: Omit<TextProps, 'value' | 'onChange'> & {
  value?: number | string | null
  onChange?: (value: number | string | undefined) => void
}) {
  return (
    <Input
      inputMode="numeric"
      {...rest}
      className={`${styles.decimal} ${className ?? ''}`}
      value={value ?? ''}
      onChange={(event) => {
        const text = toHalfWidth(event.target.value).trim()
        onChange?.(/^-?\d{1,15}$/.test(text) ? Number(text) : given(text))
      }}
    />
  )
}

/** A telephone: brought into its stored form when it is left. */
export function PhoneInput({ value, onChange, onBlur, ...rest }: TextProps) {
  return (
    <Input
      inputMode="tel"
      autoComplete="off"
      {...rest}
      value={value ?? ''}
      onChange={(event) => onChange?.(given(event.target.value))}
      onBlur={(event) => {
        const phone = given(normalizePhone(event.target.value))
        if (phone !== (value ?? undefined)) onChange?.(phone)
        onBlur?.(event)
      }}
    />
  )
}
