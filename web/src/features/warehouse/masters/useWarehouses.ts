import { useQuery } from '@tanstack/react-query'
import { wordFor } from '@xunyun/contract/dictionary'
import { getWarehouseChoices } from '@xunyun/contract/warehouse/masters/warehouses'
import { q } from '../../../shared/api/query.ts'
import type { Word } from '../../../shared/form/Choice.tsx'
import { useLanguage } from '../../../shared/i18n/useLanguage.ts'

const none: readonly never[] = []

/** The warehouses that I work in, each with its zones: a company has a handful. */
export function useWarehouses() {
  const { data, isPending } = useQuery({
    ...q(getWarehouseChoices, {}),
    staleTime: 60_000,
  })
  return { warehouses: data ?? none, isPending }
}

/** The zones of a warehouse as words to choose from. */
export function useZoneWords(warehouseId: number | undefined | null): readonly Word[] {
  const { warehouses } = useWarehouses()
  const language = useLanguage()
  const zones = warehouses.find(({ id }) => id === warehouseId)?.zones ?? none
  return zones.map(({ id, code, name, type, enabled }) => {
    const word = wordFor('zoneType', type, language)
    return { value: id, label: name === word ? `${code} ${name}` : `${code} ${name} · ${word}`, disabled: !enabled }
  })
}
