import { useQuery } from '@tanstack/react-query'
import { getHandIns } from '@xunyun/contract/collections/calls'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { q } from '../../shared/api/query.ts'
import { toast } from '../../shared/ui/toasts.ts'
import { CountForm } from './CountForm.tsx'
import { HandInForm } from './HandInForm.tsx'

type Props = {
  readonly companyId: number
  readonly chargeIds: readonly number[]
  readonly onClose: () => void
}

/** What a carrier holds for us is set off against what it is owed (M22): it is handed in, if it is not yet, then counted with the deduction. */
export function DeductHeld({ companyId, chargeIds, onClose }: Props) {
  const { t } = useTranslation('collections')
  const handedIn = useRef(false)
  const pending = useQuery({ ...q(getHandIns, { tab: 'pending', companyId, pageSize: 1 }), staleTime: 0 })
  const waiting = useQuery({ ...q(getHandIns, { tab: 'toHandIn', companyId, pageSize: 500 }), staleTime: 0 })
  const document = pending.data?.rows[0]
  const rows = waiting.data?.rows ?? []
  // One hand-in is of one outlet.
  const ids = rows.filter(({ outletId }) => outletId === rows[0]?.outletId).map(({ id }) => id)
  const isNothing =
    pending.data !== undefined && waiting.data !== undefined && document === undefined && ids.length === 0
  const isLeft = isNothing && !pending.isFetching && !handedIn.current
  // biome-ignore lint/correctness/useExhaustiveDependencies: said once
  useEffect(() => {
    if (!isLeft) return
    toast.info(t('deduct.nothing'))
    onClose()
  }, [isLeft])
  if (document !== undefined)
    return (
      <CountForm
        id={document.id}
        no={document.no ?? ''}
        deduct={chargeIds.length > 0 ? { chargeIds } : {}}
        onClose={onClose}
      />
    )
  if (ids.length === 0 || waiting.isFetching) return null
  return (
    <HandInForm
      ids={ids}
      onDone={({ refused }) => {
        handedIn.current = refused.length === 0
      }}
      onClose={() => {
        if (!handedIn.current) onClose()
      }}
    />
  )
}
