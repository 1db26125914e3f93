/** A quantity, typed instead of scanned. */
export const isQty = (code: string): boolean => /^\d{1,9}(\.\d{1,3})?$/.test(code)
