import type { Ability } from '@xunyun/contract/kernel/ability'
import { useTranslation } from 'react-i18next'
import type { More } from '../../shared/action/useActs.tsx'
import { type BatchCall, useBatches } from '../../shared/action/useBatch.ts'
import { useSession } from '../../shared/session/session.ts'
import { casePaths } from './paths.ts'

type Owned = { readonly id: number; readonly ownerId: number | null; readonly actions: readonly Ability[] }

/** 认领: cases that may be assigned, and are somebody else's or nobody's, become mine. */
export function useClaimCases<R extends Owned>(call: BatchCall, onDone?: () => void): More<R> {
  const { t } = useTranslation('watch')
  const batches = useBatches({ refresh: casePaths, onDone })
  const me = useSession(({ userInfo }) => userInfo?.UserID ?? 0)
  return (rows) => {
    const ids = rows
      .filter(({ ownerId, actions }) => ownerId !== me && actions.some(({ key }) => key === 'assign'))
      .map(({ id }) => id)
    const claim = () => batches.run(call, t('done.claim'), { ids, ownerId: me } as never, {})
    return ids.length === 0
      ? []
      : [{ key: 'claim', label: t('act.claim'), onClick: () => void claim().catch(() => undefined) }]
  }
}
