/** What is asked for anew when a price changed. */
export const chargePaths = ['/api/Waybills/', '/api/Approvals/']
