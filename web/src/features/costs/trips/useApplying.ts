import { applyCarrierCosts, applyTripCosts } from '@xunyun/contract/costs/costApplications'
import type { Outcomes } from '@xunyun/contract/kernel/list'
import { useTranslation } from 'react-i18next'
import { useAction } from '../../../shared/action/useAction.ts'
import { useBatches } from '../../../shared/action/useBatch.ts'
import { toast } from '../../../shared/ui/toasts.ts'
import type { ApplyingKind, How } from './applying.ts'
import { costPaths } from './paths.ts'

/** 费用申请: a document for each trip, with an outcome each; one for all shipments of a carrier. Answers its number, where there is one. */
export function useApplying(kind: ApplyingKind, onDone?: (outcomes: Outcomes, ids?: readonly number[]) => void) {
  const { t } = useTranslation('tripCosts')
  const trips = useBatches({ refresh: costPaths, onDone })
  const carrier = useAction(applyCarrierCosts, { refresh: costPaths })
  return async (ids: readonly number[], { reason, submit, files, lineIds }: How): Promise<string | undefined> => {
    const said = t(submit ? 'done.apply' : 'done.draft')
    const fileIds = files.length === 0 ? undefined : files.map(({ FileID }) => FileID)
    if (kind === 'carCost') {
      const { done } = await trips.run(applyTripCosts, said, { ids, reason, submit, lineIds, fileIds })
      // Each has been told why; what was typed stays.
      if (done === 0) throw new Error('refused')
      return undefined
    }
    const { no } = await carrier.run({ kind, ids, reason, submit, fileIds })
    toast.success(`${no} ${said}`)
    onDone?.({ done: ids.length, refused: [] }, ids)
    return no
  }
}
