import { compareDecimal } from '@xunyun/contract/kernel/decimal'

/** Figures and moments as they stand on paper, in every language. */

/** Without the zeros that nobody reads: 486.000 → 486. */
export const trimmed = (decimal: string): string =>
  decimal.includes('.') ? decimal.replace(/0+$/, '').replace(/\.$/, '') : decimal

/** 1280.5 → ¥1,280.50; nothing where there is nothing. */
export const yuan = (amount: string): string => {
  if (compareDecimal(amount, '0') === 0) return ''
  const [whole = '0', cents = ''] = amount.split('.')
  return `¥${whole.replace(/\B(?=(\d{3})+$)/g, ',')}.${cents.padEnd(2, '0').slice(0, 2)}`
}

const format = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai', dateStyle: 'short', timeStyle: 'short' })
/** A moment in Asia/Shanghai, 2026-11-20 18:05. */
export const moment = (iso: string | null): string => (iso === null ? '' : format.format(new Date(iso)))

/** 13922104475 → 139 2210 4475, as people read numbers out. */
export const phone = (value: string): string => value.replace(/^(1\d{2})[ -]?(\d{4})[ -]?(\d{4})$/, '$1 $2 $3')

/** 浙江省 杭州市 余杭区, 良渚路 8 号 → as it stands on an envelope. */
export const address = (region: string, street: string): string =>
  [region.replaceAll(' ', ''), street].filter(Boolean).join(' ')

/** 001 … of a waybill's pieces. */
export const pieceNo = (waybillNo: string, piece: number): string => `${waybillNo}-${String(piece).padStart(3, '0')}`
