import { useQuery } from '@tanstack/react-query'
import { getWarehouseChoices } from '@xunyun/contract/warehouse/masters/warehouses'
import { useTranslation } from 'react-i18next'
import { q } from '../api/query.ts'

/** Words for a label of another warehouse, by its code; without the network, or for whoever does not work there, the code stands for the name. */
export function useElsewhere(): (warehouse: string) => string {
  const { t } = useTranslation('common')
  const { data } = useQuery({
    ...q(getWarehouseChoices, {}),
    staleTime: 60_000,
  })
  return (warehouse) => {
    const named = data?.find(({ hint }) => hint?.split(' · ')[0]?.toUpperCase() === warehouse)?.label
    return t('placeElsewhere', { warehouse: named === undefined ? warehouse : `${named} ${warehouse}` })
  }
}
