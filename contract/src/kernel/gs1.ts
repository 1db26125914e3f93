/** What a GS1 barcode says in one scan: goods, batch, dates, number, or the label of a pallet. */
export type Gs1 = {
  /** 14 digits. */
  gtin?: string
  sscc?: string
  batch?: string
  /** YYYY-MM-DD. */
  production?: string
  expiry?: string
  serial?: string
}

/** The last digit proves the others: weights 3, 1, 3 … from the right (domain §8). */
function isProved(digits: string): boolean {
  const sum = [...digits].reverse().reduce((all, digit, at) => all + Number(digit) * (at % 2 === 0 ? 1 : 3), 0)
  return sum % 10 === 0
}
/** GTIN-8, -12, -13 or -14. */
export const isGtin = (text: string): boolean => /^(\d{8}|\d{12,14})$/.test(text) && isProved(text)
/** 17 digits with the one that proves them. */
export const ssccOf = (digits: string): string => digits + [...'0123456789'].find((digit) => isProved(digits + digit))
export const isSscc = (text: string): boolean => /^\d{18}$/.test(text) && isProved(text)

/** A GTIN as it may stand on the goods: with 14 digits, or without the zeros that fill it up. */
export function gtinForms(gtin: string): string[] {
  const forms = [gtin]
  for (let short = gtin; short.length > 12 && short.startsWith('0'); ) {
    short = short.slice(1)
    forms.push(short)
  }
  return gtin.startsWith('000000') ? [...forms, gtin.slice(6)] : forms
}

/** Application identifiers: what they mean to us, and how long; those of variable length end with FNC1 or the scan. */
type Field = { readonly is: keyof Gs1 | null; readonly length?: number; readonly most?: number }
const fields: Readonly<Record<string, Field>> = {
  '00': { is: 'sscc', length: 18 },
  '01': { is: 'gtin', length: 14 },
  '02': { is: null, length: 14 },
  '10': { is: 'batch', most: 20 },
  '11': { is: 'production', length: 6 },
  '13': { is: null, length: 6 },
  '15': { is: null, length: 6 },
  '17': { is: 'expiry', length: 6 },
  '20': { is: null, length: 2 },
  '21': { is: 'serial', most: 20 },
  '30': { is: null, most: 8 },
  '37': { is: null, most: 8 },
  '240': { is: null, most: 30 },
  '241': { is: null, most: 30 },
}
const separator = '\u001d'
/** Symbologies that say of themselves that they hold GS1. */
const marks = [']C1', ']d2', ']Q3', ']e0', separator, '(']

/** YYMMDD → YYYY-MM-DD, in the fifty years around this one; day 00 is the month's last. Null: no such day. */
function dayOf(text: string, thisYear: number): string | null {
  const [year, month, date] = [text.slice(0, 2), text.slice(2, 4), text.slice(4, 6)].map(Number) as [
    number,
    number,
    number,
  ]
  const century = Math.floor(thisYear / 100) * 100
  const apart = year - (thisYear % 100)
  const full = century + year + (apart >= 51 ? -100 : apart <= -50 ? 100 : 0)
  const last = new Date(Date.UTC(full, month, 0)).getUTCDate()
  if (month < 1 || month > 12 || date > last) return null
  return `${full}-${String(month).padStart(2, '0')}-${String(date === 0 ? last : date).padStart(2, '0')}`
}

/**
 * Reads a GS1 string as a scanner gives it: with a symbology's mark, with FNC1 between the fields, as it is printed in
 * brackets, or bare. A bare one has to begin with a GTIN or an SSCC whose digit proves it: a batch may look like anything.
 * Null: it is none. `thisYear` says which century two digits mean.
 */
export function readGs1(scan: string, thisYear: number): Gs1 | null {
  const marked = marks.some((mark) => scan.startsWith(mark))
  let rest = scan.replace(/^\](C1|d2|Q3|e0)/, '')
  if (rest.startsWith('(')) rest = rest.replace(/^\((\d{2,3})\)/, '$1').replace(/\((\d{2,3})\)/g, `${separator}$1`)
  const bare =
    (rest.startsWith('01') && isGtin(rest.slice(2, 16))) || (rest.startsWith('00') && isSscc(rest.slice(2, 20)))
  if (!marked && !bare) return null
  const found: Gs1 = {}
  while (rest !== '') {
    if (rest.startsWith(separator)) {
      rest = rest.slice(1)
      continue
    }
    const ai = [2, 3].map((length) => rest.slice(0, length)).find((key) => key in fields)
    const field = ai === undefined ? undefined : fields[ai]
    if (ai === undefined || field === undefined) return null
    const body = rest.slice(ai.length)
    const end = field.length ?? (body.indexOf(separator) === -1 ? body.length : body.indexOf(separator))
    const value = body.slice(0, end)
    if (value.length !== (field.length ?? value.length) || value.length > (field.most ?? value.length) || value === '')
      return null
    const kept = field.is === null ? null : provenOf(field.is, value, thisYear)
    if (kept === undefined) return null
    if (field.is !== null && kept !== null) found[field.is] = kept
    rest = body.slice(end)
  }
  return Object.keys(found).length === 0 ? null : found
}

/** Undefined: what the check digit, or the calendar, does not allow. */
function provenOf(is: keyof Gs1, value: string, thisYear: number): string | undefined {
  if (is === 'gtin') return isGtin(value) ? value : undefined
  if (is === 'sscc') return isSscc(value) ? value : undefined
  if (is !== 'production' && is !== 'expiry') return value
  return /^\d{6}$/.test(value) ? (dayOf(value, thisYear) ?? undefined) : undefined
}
