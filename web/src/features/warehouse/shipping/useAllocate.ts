import { allocateNotices } from '@xunyun/contract/warehouse/shipping/notices'
import { useTranslation } from 'react-i18next'
import { useBatch } from '../../../shared/action/useBatch.ts'
import { figure } from '../../../shared/ui/format.ts'
import { toast } from '../../../shared/ui/toasts.ts'
import { outboundPaths } from './paths.ts'

/** Promises stock to notices, and says which of them it does not cover. */
export function useAllocate(onDone: () => void): (ids: readonly number[]) => Promise<void> {
  const { t } = useTranslation('warehouse/shipping')
  const allocate = useBatch(allocateNotices, { title: t('act.allocate'), refresh: outboundPaths, onDone })
  return async (ids) => {
    try {
      const { short } = await allocate.run({ ids: [...ids] })
      if (short.length > 0)
        toast.warning(
          t('allocate.short', {
            notices: short
              .slice(0, 5)
              .map(({ noticeNo, missing }) => `${noticeNo} −${figure(missing)}`)
              .join('，'),
            count: short.length,
          }),
        )
    } catch {
      // Said already.
    }
  }
}
