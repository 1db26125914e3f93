export { useHandInHistory } from './handInHistory.ts'
export { usePayoutHistory } from './payoutHistory.ts'
