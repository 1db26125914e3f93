import { claimWatched, type WatchRow } from '@xunyun/contract/watch/calls'
import type { WatchList } from '@xunyun/contract/watch/lists'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { useBatch } from '../../shared/action/useBatch.ts'

/** What is asked for anew when a clock or a case changed. */
export const watchPaths = ['/api/Watch/', '/api/Waybills/', '/api/Desk/']

/** The waybill that something is done to, or how many. */
export const whatOf = (rows: readonly WatchRow[], t: TFunction<'watch'>): string => {
  const [first] = rows
  return rows.length === 1 && first !== undefined ? first.waybillNo : t('many', { count: rows.length })
}

export function useClaim(_list: WatchList) {
  const { t } = useTranslation('watch')
  return useBatch(claimWatched, { title: t('done.claim'), refresh: watchPaths })
}
