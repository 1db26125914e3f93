/** What is asked for anew when a receipt moved. */
export const receiptPaths = ['/api/SignedReceipts/', '/api/Waybills/']

/** `?receipt=HD…`: the one that is looked at. `?scan=recover`: papers are scanned, step by step. */
export const receiptKey = 'receipt'
export const scanKey = 'scan'
