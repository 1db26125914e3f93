/** What is asked for anew when money was handed in, counted or paid out. */
export const collectionPaths = [
  '/api/Collections/',
  '/api/Money/',
  '/api/Payments/',
  '/api/Waybills/',
  '/api/Costs/',
  '/api/Approvals/',
]
/** The hand-in that the page's address names. */
export const handInKey = 'handIn'
/** The payout that the page's address names. */
export const payoutKey = 'payout'
/** The carrier whose holding is set off against what it is owed. */
export const deductKey = 'deduct'
