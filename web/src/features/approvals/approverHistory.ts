import { useMasterHistory } from '../../shared/detail/useMasterHistory.ts'

/** The timeline of an approver level in words. */
export const useApproverHistory = () => useMasterHistory({ mode: 'approvalMode' }, 'approvals:setup.*')
