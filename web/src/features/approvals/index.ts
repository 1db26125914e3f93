export { useApproverHistory } from './approverHistory.ts'
export { useJustChanged } from './useJustChanged.ts'
