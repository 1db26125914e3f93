/** Input of a call → the text forms of HTTP. `undefined` means "not sent" everywhere. */

type Fields = Readonly<Record<string, unknown>>

/** Numbers, truth and text as they are; a record or a list of records as JSON text, as the contract's codecs read it. */
const asText = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value))

function append(target: URLSearchParams, name: string, value: unknown): void {
  if (value === undefined) return
  if (!Array.isArray(value)) target.append(name, value === null ? '' : asText(value))
  else if (value.some((item) => typeof item === 'object')) target.append(name, JSON.stringify(value))
  // A list without members is still a list: left out it would mean "leave as it is".
  else if (value.length === 0) target.append(name, '')
  else for (const item of value) target.append(name, asText(item))
}

/** Query of a GET: empty text is left out, so that two spellings of one question are one address. */
export function toQuery(input: Fields): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(input)) if (value !== '' && value !== null) append(query, name, value)
  const text = query.toString()
  return text === '' ? '' : `?${text}`
}

export function toForm(input: Fields): URLSearchParams {
  const form = new URLSearchParams()
  for (const [name, value] of Object.entries(input)) append(form, name, value)
  return form
}

const bookkeeping = ['CreateDate', 'CreateId', 'IsDeleted', 'UpdateDate', 'UpdateId']

/** A post of type `warehouse` never sends the bookkeeping fields back (AP-16). */
export const stripBookkeeping = (input: Fields): Fields =>
  Object.fromEntries(Object.entries(input).filter(([name]) => !bookkeeping.includes(name)))

/** 128 random bits as hex; crypto.randomUUID is missing on plain http. */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
