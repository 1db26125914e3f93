import { PayeeSelect } from '../costs/index.ts'

export type Payee = { readonly companyId?: number; readonly driverId?: number; readonly payeeName?: string }

/** One payee: a company or a driver; left empty, it is paid against a slip. */
export function PayeeInput({
  id,
  value,
  onChange,
}: {
  readonly id?: string
  readonly value?: Payee
  readonly onChange?: (payee: Payee) => void
}) {
  return <PayeeSelect {...(id ? { id } : {})} value={value ?? {}} onChange={(payee) => onChange?.(payee as Payee)} />
}
