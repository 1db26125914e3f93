import { useMasterHistory } from '../../shared/detail/useMasterHistory.ts'

/** A cash account's timeline in words. */
export const useCashAccountHistory = () => useMasterHistory({ kind: 'cashAccountKind' }, 'money:account.*')
