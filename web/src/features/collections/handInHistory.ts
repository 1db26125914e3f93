import { useTranslation } from 'react-i18next'
import { useMasterHistory } from '../../shared/detail/useMasterHistory.ts'
import { money } from '../../shared/ui/format.ts'

const acts = [
  'counted',
  'returned',
  'countUndone',
  'decisionUndone',
  'makeUp',
  'keep',
  'bear',
  'submitted',
  'withdrawn',
  'rejected',
] as const
const amounts = ['due', 'counted', 'amount']

/** The timeline of a hand-in in words. */
export function useHandInHistory() {
  const { t } = useTranslation('collections')
  const common = useMasterHistory({ state: 'handInState' }, 'collections:handIn.*')
  return {
    ...common,
    actions: { ...common.actions, ...Object.fromEntries(acts.map((act) => [act, t(`history.${act}`)])) },
    says: (field: string, value: string) => (amounts.includes(field) ? money(value) : common.says(field, value)),
  }
}

/** The timeline of what a driver may have in hand in words. */
export const useHoldingHistory = () => useMasterHistory({}, 'collections:holding.*')
