import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { wordFor } from '@xunyun/contract/dictionary'
import {
  type driverChoice,
  getDispatchDrivers,
  getDispatchVehicles,
  type VehicleChoice,
} from '@xunyun/contract/dispatch/calls'
import { useTranslation } from 'react-i18next'
import type * as z from 'zod/mini'
import { q } from '../../shared/api/query.ts'
import { Lookup, type LookupRow } from '../../shared/form/Lookup.tsx'
import { i18n } from '../../shared/i18n/i18n.ts'
import { useLanguage } from '../../shared/i18n/useLanguage.ts'
import { dotted, figure, money } from '../../shared/ui/format.ts'
import { whoseVehicle } from './whoseVehicle.ts'

type Props = {
  id?: string
  value?: number
  onChange?: (id: number | undefined) => void
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

/** What its driver should have handed in. */
const holdsText = ({ holds }: VehicleChoice): string | null =>
  holds === null ? null : i18n.t('dispatch:form.holds', { amount: money(holds) })

/** Vehicles that may go first; one that may not says why and cannot be chosen. */
export function VehicleSelect({ onChange, onChosen, ...rest }: Props & { onChosen?: (chosen: VehicleChoice) => void }) {
  const { t } = useTranslation('dispatch')
  const language = useLanguage()
  const present = (vehicle: VehicleChoice): OfVehicle => {
    const { id, plateNo, model, driverName, loadKg, volumeM3, blocked } = vehicle
    const whose = whoseVehicle(vehicle, language)
    const room = [wordFor('vehicleModel', model, language), `${plain(loadKg)} kg`, volumeM3 && `${plain(volumeM3)} m³`]
    const hint =
      blocked === null
        ? dotted(whose, ...room, driverName, holdsText(vehicle), plannedText(vehicle))
        : dotted(whose, t('form.blockedBy', { why: blocked }))
    return { id, label: plateNo, hint, blocked: blocked !== null, vehicle }
  }
  return (
    <Lookup
      {...rest}
      call={getDispatchVehicles}
      present={present}
      stacked
      allowClear={false}
      placeholder={t('form.choose')}
      popupMatchSelectWidth={320}
      onChange={(id: number | undefined, [chosen]) => {
        onChange?.(id)
        if (chosen) onChosen?.((chosen as OfVehicle).vehicle)
      }}
    />
  )
}
/** The whole vehicle: whoever chooses it takes its driver and its carrier with it. */
type OfVehicle = LookupRow & { readonly vehicle: VehicleChoice }

/** Drivers that may drive first. */
export function DriverSelect(props: Props) {
  const { t } = useTranslation('dispatch')
  const present = ({ id, name, mobile, blocked }: z.output<typeof driverChoice>): LookupRow => ({
    id,
    label: name,
    hint: blocked === null ? mobile : t('form.blockedBy', { why: blocked }),
    blocked: blocked !== null,
  })
  return (
    <Lookup
      {...props}
      call={getDispatchDrivers}
      present={present}
      stacked
      allowClear={false}
      placeholder={t('form.choose')}
    />
  )
}
