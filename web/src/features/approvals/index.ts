export { useApproverHistory } from './approverHistory.ts'
