import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getCompanyChoices } from '@xunyun/contract/companies/calls'
import { getDriverChoices } from '@xunyun/contract/resources/drivers'
import { Select } from 'antd'
import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { q } from '../../../shared/api/query.ts'
import { useLabels } from '../../../shared/form/Lookup.tsx'
import type { CostRow } from './costRows.ts'
import styles from './Trips.module.css'

type Payee = Pick<CostRow, 'companyId' | 'driverId' | 'payeeName'>
type Props = {
  readonly id?: string
  readonly value: Payee
  readonly onChange: (payee: Payee) => void
  readonly variant?: 'borderless'
  readonly status?: 'error' | undefined
  readonly 'aria-label'?: string
}

/** Who may be paid for what is carried. */
const roles = ['carrier', 'special', 'courier', 'settle', 'own'] as const

/** 收款方: a company or a driver, found in one field; left empty, nobody in particular is paid, against a slip. */
export function PayeeSelect({ value, onChange, ...rest }: Props) {
  const { t } = useTranslation('tripCosts')
  const [open, setOpen] = useState(false)
  const [typed, setTyped] = useState('')
  const text = useDeferredValue(typed.trim())
  const asked = { q: text }
  const asking = { enabled: open || typed !== '', placeholderData: keepPreviousData, staleTime: 60_000 }
  const companies = useQuery({ ...q(getCompanyChoices, { ...asked, roles }), ...asking })
  const drivers = useQuery({ ...q(getDriverChoices, asked), ...asking })
  const isLate = text !== typed.trim() || companies.isPlaceholderData || drivers.isPlaceholderData
  const group = (kind: 'company' | 'driver', rows: typeof companies.data = []) => ({
    label: t(`payee.${kind}`),
    options: rows.map(({ id, label, hint }) => ({
      value: `#${kind} ${id}`,
      title: label,
      label: (
        <span className={styles.option}>
          {label}
          {hint && <small>{hint}</small>}
        </span>
      ),
    })),
  })
  const chosen =
    value.companyId !== undefined
      ? `#company ${value.companyId}`
      : value.driverId !== undefined
        ? `#driver ${value.driverId}`
        : undefined
  const groups = [group('company', companies.data), group('driver', drivers.data)].filter(
    ({ options }) => options.length > 0,
  )
  const isThere = groups.some(({ options }) => options.some((option) => option.value === chosen))
  // Another page may know who it is, and not the name.
  const nameless = value.payeeName === undefined
  const companyName = useLabels(getCompanyChoices, nameless && value.companyId ? [value.companyId] : [])
  const driverName = useLabels(getDriverChoices, nameless && value.driverId ? [value.driverId] : [])
  const name =
    value.payeeName ?? companyName.get(value.companyId ?? 0)?.label ?? driverName.get(value.driverId ?? 0)?.label ?? '…'
  // No word begins with the mark: antd marks the value that does, before the first line.
  const own = { value: chosen as string, title: name, label: name }
  return (
    <Select<string>
      {...rest}
      allowClear
      placeholder={t('lines.nobody')}
      showSearch={{ filterOption: false, searchValue: typed, onSearch: setTyped }}
      onOpenChange={(next) => {
        setOpen(next)
        if (!next) setTyped('')
      }}
      popupMatchSelectWidth={260}
      optionLabelProp="title"
      value={chosen}
      // What is looked for stands first, and an Enter before it is found takes nobody.
      options={chosen === undefined || isThere || typed !== '' ? groups : [own, ...groups]}
      onInputKeyDown={(event) => {
        if (event.key !== 'Enter' || typed === '' || !isLate) return
        event.preventDefault()
        event.stopPropagation()
      }}
      onChange={(next: string | undefined, option) => {
        const [kind, id] = (next?.slice(1) ?? '').split(' ')
        const payeeName = (option as { title?: string } | undefined)?.title
        if (kind === 'company') onChange({ companyId: Number(id), payeeName })
        else if (kind === 'driver') onChange({ driverId: Number(id), payeeName })
        else onChange({})
      }}
    />
  )
}
