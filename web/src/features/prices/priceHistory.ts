import { useTranslation } from 'react-i18next'
import { useMasterHistory } from '../../shared/detail/useMasterHistory.ts'

/** Column of the table → the field of the form. */
const fields = {
  name: 'name',
  direction: 'direction',
  from_region_name: 'from',
  to_region_name: 'to',
  trans_mode: 'transMode',
  service_type: 'serviceType',
  vehicle_model: 'vehicleModel',
  goods_type: 'goodsType',
  basis: 'basis',
  weight_unit: 'weightUnit',
  volume_ratio: 'volumeRatio',
  volume_divisor: 'volumeDivisor',
  unit_price: 'unitPrice',
  volume_price: 'volumePrice',
  tiers: 'tiers',
  tier_mode: 'tierMode',
  low_break: 'lowBreak',
  first_qty: 'firstQty',
  first_price: 'firstPrice',
  step_qty: 'stepQty',
  step_price: 'stepPrice',
  rounding: 'rounding',
  min_charge: 'minCharge',
  max_charge: 'maxCharge',
  lead_days: 'leadDays',
  tax_rate: 'taxRate',
  valid_from: 'validFrom',
  valid_to: 'validTo',
  remark: 'remark',
  status: 'status',
  opinion: 'opinion',
  version_no: 'versionNo',
} as const
const acts = [
  'submitted',
  'approved',
  'rejected',
  'withdrawn',
  'superseded',
  'stopped',
  'newVersion',
  'opinion',
] as const

/** A price's timeline in words. */
export function usePriceHistory() {
  const { t } = useTranslation('prices')
  const common = useMasterHistory({
    direction: 'priceDirection',
    trans_mode: 'transMode',
    service_type: 'serviceType',
    vehicle_model: 'vehicleModel',
    goods_type: 'goodsType',
    basis: 'priceBasis',
    tier_mode: 'tierMode',
    rounding: 'priceRounding',
    status: 'priceStatus',
  })
  return {
    ...common,
    actions: { ...common.actions, ...Object.fromEntries(acts.map((act) => [act, t(`history.${act}`)])) },
    fields: Object.fromEntries(Object.entries(fields).map(([column, field]) => [column, t(`field.${field}`)])),
  }
}
