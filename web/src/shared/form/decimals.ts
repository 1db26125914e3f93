import { Exact } from '@xunyun/contract/kernel/decimal'

/** Fills up the decimals; more than `places` stay, for the contract to refuse: nothing typed is rounded away silently. */
export function plainDecimal(text: string, places: number): string {
  if (!/^-?\d{1,15}(\.\d+)?$/.test(text)) return text
  const decimals = text.split('.')[1] ?? ''
  return decimals.length > places ? text : new Exact(text).toFixed(places)
}

/** Without the zeros that only fill up. Never while somebody types: 1.0 may be on its way to 1.05. */
export const trimmed = (text: string): string => (text.includes('.') ? text.replace(/\.?0+$/, '') : text)

/** With thousands separators, while nobody types. */
export const grouped = (text: string): string =>
  /^-?\d+(\.\d+)?$/.test(text)
    ? text.replace(/^(-?)(\d+)/, (_, sign: string, whole: string) => sign + whole.replace(/\B(?=(\d{3})+$)/g, ','))
    : text
