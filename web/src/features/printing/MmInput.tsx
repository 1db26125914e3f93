import { toHalfWidth } from '@xunyun/contract/kernel/text'
import { Input } from 'antd'
import { useState } from 'react'

type Props = {
  readonly value: number | undefined
  readonly onChange: (value: number | undefined) => void
  readonly min: number
  readonly max: number
  /** May be left empty. */
  readonly optional?: boolean
  readonly label: string
  readonly placeholder?: string
  readonly disabled?: boolean
}

/** A measure with decimals. What is typed is taken over as soon as it is a number in its range. */
export function MmInput({ value, onChange, min, max, optional, label, placeholder, disabled }: Props) {
  const [typed, setTyped] = useState<string | null>(null)
  const text = typed ?? String(value ?? '')
  const read = (given: string): number | undefined | null => {
    const plain = toHalfWidth(given).trim()
    if (plain === '') return optional ? undefined : null
    const number = Number(plain)
    return Number.isFinite(number) && number >= min && number <= max ? number : null
  }
  return (
    <Input
      inputMode="decimal"
      aria-label={label}
      placeholder={placeholder}
      disabled={disabled}
      value={text}
      status={read(text) === null ? 'error' : undefined}
      onChange={(event) => {
        setTyped(event.target.value)
        const number = read(event.target.value)
        if (number !== null && number !== value) onChange(number)
      }}
      onBlur={() => setTyped(null)}
    />
  )
}
