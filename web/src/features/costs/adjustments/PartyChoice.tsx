import { getCompanyChoices } from '@xunyun/contract/companies/calls'
import type { AdjustmentDirection } from '@xunyun/contract/costs/adjustments'
import { useTranslation } from 'react-i18next'
import { known, Lookup } from '../../../shared/form/Lookup.tsx'

/** Roles of a partner that owes, and of one that is owed. */
const roles = {
  receivable: ['customer', 'owner', 'settle'],
  payable: ['carrier', 'special', 'courier', 'settle', 'own'],
} as const satisfies Record<AdjustmentDirection, readonly string[]>

type Props = {
  readonly direction: AdjustmentDirection
  /** Who it is as long as nobody is chosen. */
  readonly usual: string | null
  readonly value?: number | undefined
  readonly name?: string | null | undefined
  readonly onChange?: (companyId: number | undefined, name: string | undefined) => void
  readonly variant?: 'borderless'
  readonly 'aria-label'?: string
  readonly status?: 'error' | undefined
}

/** 往来单位: whoever owes or is owed by itself is shown; another one may be looked up. */
export function PartyChoice({ direction, usual, value, name, onChange, ...props }: Props) {
  const { t } = useTranslation('costs')
  return (
    <Lookup
      {...props}
      call={getCompanyChoices}
      input={{ roles: roles[direction] }}
      value={value}
      known={known(value, name)}
      placeholder={usual ?? t('adjust.nobody')}
      onChange={(companyId: number | undefined, [chosen]) => onChange?.(companyId, chosen?.label)}
    />
  )
}
