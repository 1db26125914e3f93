/** What is asked for anew when who reviews what changed. */
export const setupPaths = [
  '/api/Approvals/GetApproverSetup',
  '/api/Approvals/TryApproval',
  '/api/Approvals/GetApproverHistory',
]
