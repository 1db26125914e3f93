import { useTranslation } from 'react-i18next'
import { useMasterHistory } from '../../shared/detail/useMasterHistory.ts'
import { figure, volume, weight } from '../../shared/ui/format.ts'

const codes = { type: 'vehicleType', plateColor: 'plateColor', model: 'vehicleModel' } as const

/** A vehicle's timeline in words. */
export function useVehicleHistory() {
  const { t } = useTranslation(['resources', 'ui'])
  const common = useMasterHistory(codes, 'resources:vehicle.*')
  const metres = (value: string) => `${figure(value, 2)} ${t('ui:unit.metre')}`
  const degrees = (value: string) => `${figure(value, 1)} ℃`
  const figures: Readonly<Record<string, (value: string) => string>> = {
    loadKg: (value) => `${weight(value)} kg`,
    volumeM3: (value) => `${volume(value)} m³`,
    lengthM: metres,
    widthM: metres,
    heightM: metres,
    tempMin: degrees,
    tempMax: degrees,
  }
  const says = (field: string, value: string) => figures[field]?.(value) ?? common.says(field, value)
  return { ...common, says }
}
