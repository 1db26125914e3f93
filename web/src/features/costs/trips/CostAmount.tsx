import type { ComponentProps } from 'react'
import { MoneyInput } from '../../../shared/form/inputs.tsx'
import { type CostRow, isTakenOff, unsigned } from './costRows.ts'

type Props = Omit<ComponentProps<typeof MoneyInput>, 'value' | 'onChange'> & {
  readonly row: CostRow
  readonly onChange: (amount: string | undefined) => void
}

/** Yuan of a line in a list: what is taken off stands there below nothing, with or without its sign as it is typed. */
export const CostAmount = ({ row, onChange, ...props }: Props) => (
  <MoneyInput
    {...props}
    value={isTakenOff(row) && row.amount !== undefined ? `-${row.amount}` : row.amount}
    onChange={(amount) => onChange(amount && unsigned(amount))}
  />
)
