import { useMasterHistory } from '../../shared/detail/useMasterHistory.ts'

/** The timeline of the closing in words. */
export const useClosingHistory = () => useMasterHistory({}, 'signedReceipts:closing.*')
