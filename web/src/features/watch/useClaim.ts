import { claimWatched } from '@xunyun/contract/watch/calls'
import type { WatchList } from '@xunyun/contract/watch/lists'
import { useTranslation } from 'react-i18next'
import { useBatch } from '../../shared/action/useBatch.ts'

/** What is asked for anew when a clock or a case changed. */
export const watchPaths = ['/api/Watch/', '/api/Waybills/', '/api/Desk/']

export function useClaim(_list: WatchList) {
  const { t } = useTranslation('watch')
  return useBatch(claimWatched, { title: t('done.claim'), refresh: watchPaths })
}
