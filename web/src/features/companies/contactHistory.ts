import { useMasterHistory } from '../../shared/detail/useMasterHistory.ts'

/** A contact's timeline in words. */
export const useContactHistory = () => useMasterHistory({}, 'companies:contact.*')
