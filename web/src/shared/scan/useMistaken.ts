import { gtinForms, isGtin, readGs1 } from '@xunyun/contract/kernel/gs1'
import { getLocationChoices } from '@xunyun/contract/warehouse/locations/calls'
import { readPlaceLabel } from '@xunyun/contract/warehouse/locations/locationLabel'
import { getItemChoices } from '@xunyun/contract/warehouse/masters/items'
import { useTranslation } from 'react-i18next'
import { api } from '../api/api.ts'
import { serverNow } from '../session/session.ts'

/** Longer than that nobody waits for the words of a refusal. */
const patienceMs = 3000
type Where = { readonly warehouseId?: number; readonly ownerId?: number }

/**
 * Words for a scan that is not what was asked for: goods where a place was asked for, a place where goods were, or a place that
 * there is not. Null: it is none of these, or without the network nobody can say.
 */
export function useMistaken(): {
  /** Number and name of the goods that a code is on. */
  readonly itemOf: (code: string, where?: Where) => Promise<string | null>
  readonly asPlace: (code: string, where?: Where) => Promise<string | null>
  readonly asGoods: (code: string, where?: Where) => Promise<string | null>
} {
  const { t } = useTranslation('scan')
  const options = () => ({ quiet: true, offline: true, signal: AbortSignal.timeout(patienceMs) }) as const
  const itemOf = async (code: string, { ownerId }: Where) => {
    const gtin = readGs1(code, serverNow().getFullYear())?.gtin
    const asked = { codes: gtin === undefined ? [code] : gtinForms(gtin) }
    const found = await api(getItemChoices, asked, options())
    return (found.find((one) => one.ownerId === ownerId) ?? found[0])?.label ?? null
  }
  const isPlace = async (code: string, { warehouseId }: Where) => {
    const asked = { warehouseId, q: code.slice(0, 30) }
    const found = await api(getLocationChoices, asked, options())
    return found.some(({ label }) => label.toUpperCase() === code.toUpperCase())
  }
  const orNull = (asking: Promise<string | null>) => asking.catch(() => null)
  return {
    itemOf: (code, where = {}) => orNull(itemOf(code, where)),
    asPlace: (scanned, where = {}) => {
      const code = readPlaceLabel(scanned)?.location ?? scanned
      const look = async () => {
        if (await isPlace(code, where)) return null
        const item = (await itemOf(code, where)) ?? (isGtin(code) ? code : null)
        return item === null ? t('noPlace', { code }) : t('goodsNotPlace', { item })
      }
      return orNull(look())
    },
    asGoods: (scanned, where = {}) => {
      const label = readPlaceLabel(scanned)
      const look = async () => (await isPlace(scanned, where)) && t('placeNotGoods', { code: scanned })
      return label === null
        ? orNull(look().then((words) => words || null))
        : Promise.resolve(t('placeNotGoods', { code: label.location }))
    },
  }
}
