import { useTranslation } from 'react-i18next'
import { useMasterHistory } from '../../../shared/detail/useMasterHistory.ts'
import { figure } from '../../../shared/ui/format.ts'

const warehouseFields = [
  'code',
  'name',
  'outletName',
  'regionName',
  'address',
  'managerName',
  'areaM2',
  'secondCheck',
  'blindCount',
  'weightTolerance',
  'nearExpiryDays',
  'handEntry',
  'receiveBackDays',
  'remark',
  'zones',
  'locations',
] as const

/** A warehouse's timeline in words. */
export function useWarehouseHistory() {
  const { t } = useTranslation('warehouse/masters')
  const common = useMasterHistory({ handEntry: 'handEntry' })
  const units: Readonly<Record<string, (value: string) => string>> = {
    areaM2: (value) => `${figure(value, 2)} m²`,
    weightTolerance: (value) => `${figure(value)} %`,
    nearExpiryDays: (value) => t('days', { number: value }),
    receiveBackDays: (value) => t('days', { number: value }),
  }
  const says = (field: string, value: string) => units[field]?.(value) ?? common.says(field, value)
  return { ...common, says, fields: Object.fromEntries(warehouseFields.map((field) => [field, t(`field.${field}`)])) }
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

const itemFields = [
  'ownerName',
  'itemNo',
  'name',
  'spec',
  'barcodes',
  'categoryName',
  'baseUnit',
  'packs',
  'lengthCm',
  'widthCm',
  'heightCm',
  'netWeight',
  'grossWeight',
  'volume',
  'unitValue',
  'batchControlled',
  'serialControlled',
  'expiryControlled',
  'shelfLifeDays',
  'minRemainInDays',
  'minRemainOutDays',
  'overReceivePercent',
  'minStock',
  'maxStock',
  'pickMin',
  'pickMax',
  'tempClass',
  'hazard',
  'abc',
  'zoneType',
  'remark',
] as const

/** An item's timeline in words. */
export function useItemHistory() {
  const { t } = useTranslation('warehouse/masters')
  const common = useMasterHistory({ baseUnit: 'unit', tempClass: 'tempClass', zoneType: 'zoneType' })
  const says = (field: string, value: string) => measured(field, value) ?? common.says(field, value)
  return { ...common, says, fields: Object.fromEntries(itemFields.map((field) => [field, t(`item.${field}`)])) }
}
