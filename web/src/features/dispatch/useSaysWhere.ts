import { getWhereabouts } from '@xunyun/contract/dispatch/calls'
import { useTranslation } from 'react-i18next'
import { api } from '../../shared/api/api.ts'
import { dotted, figure } from '../../shared/ui/format.ts'

/** Of a waybill that does not wait here: where its pieces are, and on what; undefined where there is no such waybill. */
export function useSaysWhere() {
  const { t } = useTranslation('dispatch')
  return async (no: string): Promise<string | undefined> => {
    const found = await api(getWhereabouts, { no }, { quiet: true }).catch(() => null)
    if (found === null || found.places.length === 0) return undefined
    const parts = found.places.map(({ place, name, pieces: count, on }) => {
      const pieces = figure(count)
      const at = place === 'shipper' ? t('where.shipper') : name
      if (place === 'shipper' || place === 'outlet')
        return on === null ? t('where.free', { at, pieces }) : t('where.planned', { at, pieces, on })
      if (on !== null) return t('where.aboard', { pieces, on })
      if (place === 'pickup') return t('where.pickup', { at, pieces })
      return place === 'consignee' ? t('where.signed', { pieces }) : t('where.ended', { at, pieces })
    })
    return dotted(no, ...parts)
  }
}
