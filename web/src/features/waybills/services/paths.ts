/** What is asked for anew when a service changed. */
export const servicePaths = ['/api/Services/', '/api/Waybills/', '/api/Approvals/']
