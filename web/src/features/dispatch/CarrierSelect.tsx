import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { getCourierCompanies } from '@xunyun/contract/dispatch/courier'
import type { getSpecialCarriers } from '@xunyun/contract/dispatch/special'
import { Select } from 'antd'
import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { q } from '../../shared/api/query.ts'
import styles from './Dispatch.module.css'

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
export function CarrierSelect({ call, value, placeholder, ...rest }: Props) {
  const { t } = useTranslation('handedOut')
  const [typed, setTyped] = useState('')
  const asked = useDeferredValue(typed.trim()) || undefined
  const found = useQuery({ ...q(call, { q: asked }), placeholderData: keepPreviousData })
  const rows = found.data ?? []
  const one = useQuery({
    ...q(call, { id: value }),
    enabled: value !== undefined && !rows.some(({ id }) => id === value),
  })
  const shown = [...(one.data?.filter((row) => !rows.some(({ id }) => id === row.id)) ?? []), ...rows]
  return (
    <Select
      {...rest}
      showSearch={{ filterOption: false, onSearch: setTyped }}
      value={value}
      placeholder={placeholder ?? t('form.choose')}
      popupMatchSelectWidth={280}
      optionLabelProp="title"
      options={shown.map((row) => ({
        value: row.id,
        title: row.label,
        disabled: row.blocked !== null && row.id !== value,
        label: (
          <span className={styles.option}>
            <b>{row.label}</b>
            <small>{row.blocked === null ? row.hint : t('form.blockedBy', { why: row.blocked })}</small>
          </span>
        ),
      }))}
    />
  )
}
