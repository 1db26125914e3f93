import * as z from 'zod/mini'
import { bareNumber, isAbroad, normalizePhone } from './text.ts'

/** Check digits and formats (domain §8). Each takes the text as stored: half-width, without blanks. */

/** Mobile number of mainland China. */
export const isMobile = (value: string): boolean => /^1[3-9]\d{9}$/.test(value)

/**
 * Landline with area code, of eight digits also without, and extension; a 400/800 number; a service number such as 95555, 12306 or
 * 10086; a number of Hong Kong, Macau, Taiwan or abroad.
 */
export const isLandline = (value: string): boolean =>
  /^(0\d{2,3}-?[2-9]\d{6,7}|[2-9]\d{7})(-\d{1,6})?$|^[48]00-?\d{3}-?\d{4}$/.test(value) ||
  /^(9[56]\d{3,6}|1[02]\d{3})$/.test(value) ||
  isAbroad(value)

export const isPhone = (value: string): boolean => isMobile(value) || isLandline(value)

/** Unified social credit code, GB 32100-2015: 18 characters without I, O, Z, S, V; the last is a check character. */
export function isUscc(value: string): boolean {
  if (!/^[0-9A-HJ-NP-RTUWXY]{2}\d{6}[0-9A-HJ-NP-RTUWXY]{10}$/.test(value)) return false
  const alphabet = '0123456789ABCDEFGHJKLMNPQRTUWXY'
  let sum = 0
  for (let i = 0; i < 17; i += 1) sum += alphabet.indexOf(value.charAt(i)) * (3 ** i % 31)
  return alphabet.charAt((31 - (sum % 31)) % 31) === value.charAt(17)
}

/** Resident identity number, GB 11643-1999: 18 characters, ISO 7064 MOD 11-2, with a birthday that exists. */
export function isIdCard(value: string): boolean {
  if (!/^\d{17}[\dX]$/.test(value)) return false
  const [year, month, day] = [value.slice(6, 10), value.slice(10, 12), value.slice(12, 14)].map(Number) as [
    number,
    number,
    number,
  ]
  const birthday = new Date(Date.UTC(year, month - 1, day))
  if (birthday.getUTCFullYear() !== year || birthday.getUTCMonth() !== month - 1 || birthday.getUTCDate() !== day)
    return false
  const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]
  const sum = weights.reduce((all, weight, i) => all + weight * Number(value.charAt(i)), 0)
  return '10X98765432'.charAt(sum % 11) === value.charAt(17)
}

/** Equipment identity of a device with a SIM: 15 digits, the last a check digit (Luhn). */
export const isImei = (value: string): boolean =>
  /^\d{15}$/.test(value) &&
  [...value].reduce((sum, digit, i) => {
    const doubled = Number(digit) * (i % 2 === 0 ? 1 : 2)
    return sum + (doubled > 9 ? doubled - 9 : doubled)
  }, 0) %
    10 ===
    0

/**
 * Vehicle plate, GA 36: province, letter, 5 characters, without I and O; 挂 学 警 港 澳 may end it. New energy has 6, with
 * a letter first (small) or last (large): A–E electric (D first given out), F–K hybrid (F first).
 */
export const isPlate = (value: string): boolean =>
  /^[京津沪渝冀豫云辽黑湘皖鲁新苏浙赣鄂桂甘晋蒙陕吉闽贵粤青藏川宁琼][A-HJ-NP-Z](?:[A-HJ-NP-Z\d]{4}[A-HJ-NP-Z\d挂学警港澳]|[A-HJK][A-HJ-NP-Z\d]\d{4}|\d{5}[A-HJK])$/.test(
    value,
  )

/** A plate as typed: 浙A·8K215, 浙a-8k215 → 浙A8K215. */
export const normalizePlate = (value: string): string => value.replace(/[\s·•.\-－]/g, '').toUpperCase()

const normalized = (normalize: (value: string) => string, valid: (value: string) => boolean, reason: string) =>
  z.pipe(
    z.pipe(z.string('field.required').check(z.minLength(1, 'field.required'), z.maxLength(60)), z.transform(normalize)),
    z.string().check(z.refine(valid, reason)),
  )

export const phone = normalized(normalizePhone, isPhone, 'field.phone')
export const mobile = normalized(normalizePhone, isMobile, 'field.mobile')
export const plate = normalized(normalizePlate, isPlate, 'field.plate')
export const uscc = normalized((value) => bareNumber(value).toUpperCase(), isUscc, 'field.uscc')
export const idCard = normalized((value) => bareNumber(value).toUpperCase(), isIdCard, 'field.idCard')
/** A number without blanks, of full-width digits too, as it was pasted. */
export const numberOf = (valid: (value: string) => boolean, reason: string) => normalized(bareNumber, valid, reason)
