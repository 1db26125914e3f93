import { normalizeDecimal } from '@xunyun/contract/kernel/decimal'
import { bareNumber, normalizePhone, toHalfWidth } from '@xunyun/contract/kernel/text'
import { Input, type InputProps } from 'antd'
import { type MouseEvent, useRef, useState } from 'react'
import { grouped, plainDecimal, trimmed } from './decimals.ts'
import styles from './Form.module.css'

type TextProps = Omit<InputProps, 'value' | 'onChange' | 'type'> & {
  readonly value?: string | null
  readonly onChange?: (value: string | undefined) => void
}

const given = (text: string): string | undefined => (text.trim() === '' ? undefined : text)

/**
 * What a field shows while the cursor is in it: what stood there when it came, then what is typed, to the letter. Whatever else
 * happens meanwhile is shown when it is left: the next key must find what the one before left.
 */
function useHeld() {
  const [held, setHeld] = useState<string | null>(null)
  const touched = useRef(false)
  return {
    held,
    enter: (text: string) => {
      touched.current = false
      setHeld(text)
    },
    type: (text: string) => {
      touched.current = true
      setHeld(text)
    },
    /** Whether anything was typed. */
    leave: (): boolean => {
      setHeld(null)
      return touched.current
    },
  }
}

/** A first click marks what stands there, as the Tab key does; it would set the cursor into it otherwise. */
const markByMouse = (event: MouseEvent<HTMLInputElement>): void => {
  if (document.activeElement === event.currentTarget) return
  event.preventDefault()
  event.currentTarget.focus()
}

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
  const { held, enter, type, leave } = useHeld()
  return (
    <Input
      inputMode="decimal"
      {...rest}
      className={`${styles.decimal} ${className ?? ''}`}
      value={held ?? grouped(value ?? '')}
      onMouseDown={markByMouse}
      onFocus={(event) => {
        const field = event.target
        // Without its separators, and marked before the first key can come: it is mostly typed over.
        field.value = field.value.replaceAll(',', '')
        field.select()
        enter(field.value)
        onFocus?.(event)
      }}
      onChange={({ target }) => {
        type(target.value)
        onChange?.(given(toHalfWidth(target.value)))
      }}
      onBlur={(event) => {
        if (leave()) {
          const text = given(event.target.value)
          const full = text && plainDecimal(normalizeDecimal(text), places)
          const exact = full && short ? trimmed(full) : full
          if (exact !== (value ?? undefined)) onChange?.(exact)
        }
        onBlur?.(event)
      }}
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
  onBlur,
  onFocus,
  className,
  ...rest
}: Omit<TextProps, 'value' | 'onChange'> & {
  value?: number | string | null
  onChange?: (value: number | string | undefined) => void
}) {
  const { held, enter, type, leave } = useHeld()
  return (
    <Input
      inputMode="numeric"
      {...rest}
      className={`${styles.decimal} ${className ?? ''}`}
      value={held ?? value ?? ''}
      onFocus={(event) => {
        enter(event.target.value)
        onFocus?.(event)
      }}
      onChange={({ target }) => {
        type(target.value)
        const text = toHalfWidth(target.value).trim()
        onChange?.(/^-?\d{1,15}$/.test(text) ? Number(text) : given(text))
      }}
      onBlur={(event) => {
        leave()
        onBlur?.(event)
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

/** A number of fixed length: the blanks and full-width digits of a pasted one are mended before it is cut to its length. */
export function NumberInput({ value, onChange, maxLength, ...rest }: TextProps) {
  return (
    <Input
      autoComplete="off"
      {...rest}
      value={value ?? ''}
      onChange={({ target }) => onChange?.(given(bareNumber(target.value).slice(0, maxLength)))}
    />
  )
}
