/** Full-width ASCII (１２３，．－) and the ideographic space become their half-width forms. */
export const toHalfWidth = (value: string): string =>
  value.replace(/[\uff01-\uff5e]/g, (char) => String.fromCharCode(char.charCodeAt(0) - 0xfee0)).replace(/\u3000/g, ' ')

/** A phone as typed → digits, keeping the dash of a landline's area code and a leading +. */
export function normalizePhone(value: string): string {
  const text = toHalfWidth(value).trim()
  const bare = text.replace(/^\+?86[-\s]?(?=1[3-9])/, '').replace(/[\s()（）-]/g, '')
  return /^1\d{10}$/.test(bare) ? bare : text.replace(/\s+/g, '').replace(/^[(（](0\d{2,3})[)）]-?/, '$1-')
}

/** Trims, and joins runs of white space (also full-width) into one blank. */
export const tidy = (value: string): string => value.replace(/[\s\u3000]+/g, ' ').trim()
