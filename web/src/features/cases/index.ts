/** What other features take of cases. */
export { useAbnormalHistory, useComplaintHistory } from './caseHistory.ts'
