import { useTranslation } from 'react-i18next'
import { useMasterHistory } from '../../shared/detail/useMasterHistory.ts'
import { figure, volume, weight } from '../../shared/ui/format.ts'

const fields = [
  'type',
  'plateNo',
  'plateColor',
  'trailerNo',
  'model',
  'lengthM',
  'widthM',
  'heightM',
  'loadKg',
  'volumeM3',
  'owner',
  'carrierName',
  'driverName',
  'licenceNo',
  'licenceExpiry',
  'permitNo',
  'permitExpiry',
  'inspectionExpiry',
  'insuranceExpiry',
  'cold',
  'tempMin',
  'tempMax',
  'hazard',
  'remark',
] as const

/** A vehicle's timeline in words. */
export function useVehicleHistory() {
  const { t } = useTranslation(['resources', 'ui'])
  const common = useMasterHistory({ type: 'vehicleType', plateColor: 'plateColor', model: 'vehicleModel' })
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
  return { ...common, says, fields: Object.fromEntries(fields.map((field) => [field, t(`vehicle.${field}`)])) }
}
