import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { wordFor } from '@xunyun/contract/dictionary'
import { getDispatchDrivers, getDispatchVehicles, type VehicleChoice } from '@xunyun/contract/dispatch/calls'
import { Select } from 'antd'
import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { q } from '../../shared/api/query.ts'
import { i18n } from '../../shared/i18n/i18n.ts'
import { useLanguage } from '../../shared/i18n/useLanguage.ts'
import { figure } from '../../shared/ui/format.ts'
import styles from './Dispatch.module.css'

type Props<T> = {
  id?: string
  value?: number
  onChange?: (id: number | undefined) => void
  onChosen?: (chosen: T) => void
}

/** The chosen vehicle, also when it is not among the first found. */
export function useVehicle(id: number | undefined): VehicleChoice | undefined {
  const found = useQuery({
    ...q(getDispatchVehicles, { id }),
    enabled: id !== undefined,
    placeholderData: keepPreviousData,
  })
  return found.data?.find((vehicle) => vehicle.id === id)
}

const plain = (value: string): string => figure(String(Number(value)))
/** What it is to fetch before. */
const plannedText = ({ planned }: VehicleChoice): string | null =>
  planned === null
    ? null
    : planned === ''
      ? i18n.t('dispatch:form.plannedElsewhere')
      : i18n.t('dispatch:form.planned', { trip: planned })

/** Vehicles that may go first; one that may not says why and cannot be chosen. */
export function VehicleSelect({ id, value, onChange, onChosen }: Props<VehicleChoice>) {
  const { t } = useTranslation('dispatch')
  const language = useLanguage()
  const [typed, setTyped] = useState('')
  const asked = useDeferredValue(typed.trim()) || undefined
  const found = useQuery({
    ...q(getDispatchVehicles, { q: asked }),
    placeholderData: keepPreviousData,
  })
  const chosen = useVehicle(value)
  const rows = found.data ?? []
  const shown = chosen && !rows.some((row) => row.id === chosen.id) ? [chosen, ...rows] : rows
  return (
    <Select
      id={id}
      showSearch={{ filterOption: false, onSearch: setTyped }}
      value={value}
      placeholder={t('form.choose')}
      onChange={(next: number | undefined) => {
        onChange?.(next)
        const row = shown.find((one) => one.id === next)
        if (row) onChosen?.(row)
      }}
      popupMatchSelectWidth={320}
      optionLabelProp="title"
      options={shown.map((row) => ({
        value: row.id,
        title: row.plateNo,
        disabled: row.blocked !== null && row.id !== value,
        label: (
          <span className={styles.option}>
            <b>{row.plateNo}</b>
            <small>
              {row.blocked === null
                ? [
                    wordFor('vehicleModel', row.model, language),
                    `${plain(row.loadKg)} kg`,
                    row.volumeM3 && `${plain(row.volumeM3)} m³`,
                    row.driverName,
                    plannedText(row),
                  ]
                    .filter(Boolean)
                    .join(' · ')
                : t('form.blockedBy', { why: row.blocked })}
            </small>
          </span>
        ),
      }))}
    />
  )
}

/** Drivers that may drive first. */
export function DriverSelect({ id, value, onChange }: Props<never>) {
  const { t } = useTranslation('dispatch')
  const [typed, setTyped] = useState('')
  const asked = useDeferredValue(typed.trim()) || undefined
  const found = useQuery({
    ...q(getDispatchDrivers, { q: asked }),
    placeholderData: keepPreviousData,
  })
  const one = useQuery({
    ...q(getDispatchDrivers, { id: value }),
    enabled: value !== undefined,
  })
  const rows = found.data ?? []
  const shown = [...(one.data?.filter((row) => !rows.some((other) => other.id === row.id)) ?? []), ...rows]
  return (
    <Select
      id={id}
      showSearch={{ filterOption: false, onSearch: setTyped }}
      value={value}
      placeholder={t('form.choose')}
      onChange={onChange}
      optionLabelProp="title"
      options={shown.map((row) => ({
        value: row.id,
        title: row.name,
        disabled: row.blocked !== null && row.id !== value,
        label: (
          <span className={styles.option}>
            <b>{row.name}</b>
            <small>{row.blocked === null ? row.mobile : t('form.blockedBy', { why: row.blocked })}</small>
          </span>
        ),
      }))}
    />
  )
}
