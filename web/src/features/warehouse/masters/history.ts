import { useTranslation } from 'react-i18next'
import { useMasterHistory } from '../../../shared/detail/useMasterHistory.ts'
import { figure } from '../../../shared/ui/format.ts'

/** A warehouse's timeline in words. */
export function useWarehouseHistory() {
  const { t } = useTranslation('warehouse/masters')
  const common = useMasterHistory({ handEntry: 'handEntry' }, 'warehouse/masters:field.*')
  const units: Readonly<Record<string, (value: string) => string>> = {
    areaM2: (value) => `${figure(value, 2)} m²`,
    weightTolerance: (value) => `${figure(value)} %`,
    nearExpiryDays: (value) => t('days', { number: value }),
    receiveBackDays: (value) => t('days', { number: value }),
  }
  const says = (field: string, value: string) => units[field]?.(value) ?? common.says(field, value)
  return { ...common, says }
}

const metric: Readonly<Record<string, readonly [places: number, unit: string]>> = {
  lengthCm: [2, 'cm'],
  widthCm: [2, 'cm'],
  heightCm: [2, 'cm'],
  netWeight: [3, 'kg'],
  grossWeight: [3, 'kg'],
  volume: [6, 'm³'],
  unitValue: [2, '¥'],
  overReceivePercent: [2, '%'],
}
const measured = (field: string, value: string): string | undefined => {
  const known = metric[field]
  return known && `${figure(value, known[0])} ${known[1]}`
}

/** An item's timeline in words. */
export function useItemHistory() {
  const codes = { baseUnit: 'unit', tempClass: 'tempClass', zoneType: 'zoneType' } as const
  const common = useMasterHistory(codes, 'warehouse/masters:item.*')
  const says = (field: string, value: string) => measured(field, value) ?? common.says(field, value)
  return { ...common, says }
}
