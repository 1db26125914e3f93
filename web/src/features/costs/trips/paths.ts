/** What is asked for anew when costs were entered, applied for or decided. */
export const costPaths = ['/api/Costs/', '/api/Dispatch/', '/api/Waybills/', '/api/Approvals/', '/api/Workbench/']

/** In the address of a page: the application that lies open beside it. */
export const applicationKey = 'application'
