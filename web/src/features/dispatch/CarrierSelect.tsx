import type { getCourierCompanies } from '@xunyun/contract/dispatch/courier'
import type { CarrierChoice, getSpecialCarriers } from '@xunyun/contract/dispatch/special'
import { useTranslation } from 'react-i18next'
import { Lookup, type LookupRow } from '../../shared/form/Lookup.tsx'
import { dotted, money } from '../../shared/ui/format.ts'

type Props = {
  id?: string
  value?: number | undefined
  onChange?: (id: number | undefined) => void
  call: typeof getSpecialCarriers | typeof getCourierCompanies
  placeholder?: string
  variant?: 'borderless'
  status?: 'error' | undefined
  'aria-label'?: string
}

/** Carriers that may be handed freight first; one that may not says why and cannot be chosen. */
export function CarrierSelect({ placeholder, ...rest }: Props) {
  const { t } = useTranslation('handedOut')
  const present = ({ id, label, hint, blocked, holds }: CarrierChoice): LookupRow => ({
    id,
    label,
    hint:
      blocked !== null
        ? t('form.blockedBy', { why: blocked })
        : holds === null
          ? hint
          : dotted(hint, t('form.holds', { amount: money(holds) })),
    blocked: blocked !== null,
  })
  return (
    <Lookup
      {...rest}
      present={present}
      stacked
      allowClear={false}
      placeholder={placeholder ?? t('form.choose')}
      popupMatchSelectWidth={280}
    />
  )
}
