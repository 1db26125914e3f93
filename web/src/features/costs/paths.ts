/** What is asked for anew when an application was made, sent in or decided. */
export const applicationPaths = ['/api/Costs/', '/api/Waybills/', '/api/Approvals/', '/api/Workbench/']
