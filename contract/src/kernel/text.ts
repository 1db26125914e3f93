/** Full-width ASCII (１２３，．－) and the ideographic space become their half-width forms. */
export const toHalfWidth = (value: string): string =>
  value.replace(/[\uff01-\uff5e]/g, (char) => String.fromCharCode(char.charCodeAt(0) - 0xfee0)).replace(/\u3000/g, ' ')

/** A number as typed or pasted, without its blanks: ' ２６３３ 2000 ' is 26332000. */
export const bareNumber = (value: string): string => toHalfWidth(value).replace(/\s/g, '')

/**
 * A phone as typed → digits, keeping the dash of a landline's area code; 0571 8765 4321 and (0571)87654321 are one. Numbers of Hong
 * Kong, Macau, Taiwan and abroad stay as they were typed, with + for 00.
 */
export function normalizePhone(value: string): string {
  const text = tidy(toHalfWidth(value)).replace(/^00(?=[1-9])/, '+')
  const bare = text.replace(/^\+?86[-\s]?(?=1[3-9])/, '').replace(/[\s()-]/g, '')
  if (/^1\d{10}$/.test(bare)) return bare
  if (isAbroad(text)) return text
  return text.replace(/\s+/g, '').replace(/^\((0\d{2,3})\)-?/, '$1-')
}

/** What signs may stand between the digits of a phone from elsewhere. */
const gap = '[-\\s().]{0,3}'
const abroad = new RegExp(
  [
    // E.164: at most 15 digits with the country's; 86 is the mainland, whose numbers are written without it, 886 Taiwan.
    `^\\+(?!86|85[23]|886)[1-9](?:${gap}\\d){6,14}$`,
    `^\\+?(?:85[23]${gap}(?:\\d{4}${gap}\\d{4})|886${gap}0?(?:\\d${gap}){7,8}\\d)$`,
  ].join('|'),
)

/** A phone of Hong Kong (852), Macau (853), Taiwan (886), with or without +, or of another country with it. */
export const isAbroad = (value: string): boolean => abroad.test(value)

/** Trims, and joins runs of white space (also full-width) into one blank. */
export const tidy = (value: string): string => value.replace(/[\s\u3000]+/g, ' ').trim()
