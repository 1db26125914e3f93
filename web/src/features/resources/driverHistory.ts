import { useMasterHistory } from '../../shared/detail/useMasterHistory.ts'

/** A driver's timeline in words. */
export const useDriverHistory = () => useMasterHistory({}, 'resources:driver.*')
