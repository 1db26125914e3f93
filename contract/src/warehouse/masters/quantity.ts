import * as z from 'zod/mini'
import { compareDecimal } from '../../kernel/decimal.ts'
import { decimal } from '../../kernel/wire.ts'

/** A quantity of goods in base units; at most 4 decimals on the wire, how many a unit really has is said below. */
export const quantity = decimal(4, '0', '99999999')
export const positiveQuantity = quantity.check(z.refine((value) => compareDecimal(value, '0') > 0, 'field.positive'))

/** What is weighed or measured may be broken; what is counted is whole (domain §6: the unit decides the decimals). */
const brokenUnits: ReadonlySet<string> = new Set(['kg', 'l', 'm'])

/** Decimals of a unit: 3 of what is weighed or measured, else 0. */
export const placesOf = (unit: string): number => (brokenUnits.has(unit) ? 3 : 0)

/** True if a quantity has no more decimals than its unit. */
export const fitsUnit = (value: string, unit: string): boolean => (value.split('.')[1] ?? '').length <= placesOf(unit)
