/** What is asked for anew when money came or went. */
export const paymentPaths = [
  '/api/Payments/',
  '/api/Money/',
  '/api/Collections/',
  '/api/Costs/',
  '/api/Waybills/',
  '/api/Approvals/',
]
/** The receipt or payment that the page's address names. */
export const paymentKey = 'payment'
