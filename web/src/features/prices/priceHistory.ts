import { useTranslation } from 'react-i18next'
import { useMasterHistory } from '../../shared/detail/useMasterHistory.ts'

const codes = {
  direction: 'priceDirection',
  trans_mode: 'transMode',
  service_type: 'serviceType',
  vehicle_model: 'vehicleModel',
  goods_type: 'goodsType',
  basis: 'priceBasis',
  tier_mode: 'tierMode',
  rounding: 'priceRounding',
  status: 'priceStatus',
} as const

/** A price's timeline in words. */
export function usePriceHistory() {
  const { t } = useTranslation('prices')
  const common = useMasterHistory(codes, 'prices:field.*', 'prices:history.*')
  const regions = { from_region_name: t('field.from'), to_region_name: t('field.to') }
  return { ...common, fields: { ...common.fields, ...regions } }
}
