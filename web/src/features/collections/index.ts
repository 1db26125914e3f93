export { useHandInHistory, useHoldingHistory } from './handInHistory.ts'
export { usePayoutHistory } from './payoutHistory.ts'
