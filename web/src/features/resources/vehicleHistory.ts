import { useTranslation } from 'react-i18next'
import { useMasterHistory } from '../../shared/detail/useMasterHistory.ts'

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
  const { t } = useTranslation('resources')
  const common = useMasterHistory({ type: 'vehicleType', plateColor: 'plateColor', model: 'vehicleModel' })
  return { ...common, fields: Object.fromEntries(fields.map((field) => [field, t(`vehicle.${field}`)])) }
}
