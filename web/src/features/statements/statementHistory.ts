import { useTranslation } from 'react-i18next'
import { useMasterHistory } from '../../shared/detail/useMasterHistory.ts'
import { money } from '../../shared/ui/format.ts'

const acts = ['sent', 'mailed', 'linked', 'confirmed', 'disputed', 'called', 'handled', 'voided'] as const

/** The timeline of a statement in words. */
export function useStatementHistory() {
  const { t } = useTranslation('statements')
  const common = useMasterHistory({ state: 'statementState' }, 'statements:column.*')
  return {
    ...common,
    actions: { ...common.actions, ...Object.fromEntries(acts.map((act) => [act, t(`history.${act}`)])) },
    says: (field: string, value: string) => (field === 'closing' ? money(value) : common.says(field, value)),
  }
}
