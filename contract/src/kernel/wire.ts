import * as z from 'zod/mini'
import { compareDecimal, normalizeDecimal } from './decimal.ts'
import { toHalfWidth } from './text.ts'

/**
 * Field codecs of the wire. A GET query and a form-urlencoded body carry text only, a JSON body carries
 * numbers and booleans: each codec takes both and gives one type, so that a handler never sees the difference
 * (AP-15). Empty text means "not given" for every optional field; `z.coerce` is not used, because it turns '' into 0.
 */

/** What a codec gives (`O`) and takes (`I`), without the steps in between. */
type Codec<O, I> = z.ZodMiniType<O, I>

const digits = /^\d{1,15}$/
const blank = (value: unknown) => (typeof value === 'string' && value.trim() === '' ? undefined : value)

/** Lets '' and null stand for "not given". */
export const optional = <T extends z.ZodMiniType>(schema: T) =>
  z.optional(
    z.pipe(
      z.transform((value: unknown) => (value === null ? undefined : blank(value))),
      z.optional(schema),
    ),
  ) as unknown as z.ZodMiniOptional<T>

/** Drawn by the device that asks: asked again with it, nothing happens twice. */
export const uuid = z
  .string('field.required')
  .check(z.regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i, 'field.invalid'))

/** What is not there is missing, whatever it would have to be. */
const or = (reason: string) => ({
  error: ({ input }: { readonly input?: unknown }) => (input === undefined ? 'field.required' : reason),
})

/** A record's id: positive integer. */
export const id: Codec<number, number | string> = z.pipe(
  z.union([z.int().check(z.positive()), z.string().check(z.regex(digits, 'field.id'))], or('field.id')),
  z.transform((value: string | number) => Number(value)),
)

/** A whole number from `min` to `max`. Full-width digits are understood. */
export const int = (min: number, max: number): Codec<number, number | string> =>
  z.pipe(
    z.transform((value: unknown) => {
      if (typeof value !== 'string') return value
      const text = toHalfWidth(value).trim()
      return /^-?\d{1,15}$/.test(text) ? Number(text) : value
    }),
    z.int(or('field.integer')).check(z.minimum(min), z.maximum(max)),
  ) as unknown as Codec<number, number | string>

/** true or false; 1 and 0 are understood. */
export const flag = z.pipe(
  z.transform((value: unknown) => {
    if (value === 1 || value === '1' || value === 'true') return true
    if (value === 0 || value === '0' || value === 'false') return false
    return value
  }),
  z.boolean(or('field.flag')),
) as unknown as Codec<boolean, boolean | string | number>

/** Signs without a width come along when text is copied from a chat or a page; they would make two equal names differ. */
const visible = z.overwrite((value: string) => value.replace(/[\u200b\u200e\u200f\u2060\ufeff]/g, ''))

/** One line of text, trimmed, 1 … `max` characters. Control characters are refused. */
export const text = (max: number) =>
  z
    .string('field.required')
    .check(
      visible,
      z.trim(),
      z.minLength(1, 'field.required'),
      z.maxLength(max),
      z.regex(/^[^\p{Cc}\p{Cs}]*$/u, 'field.control'),
    )

/** Several lines of text, trimmed, 1 … `max` characters. */
export const lines = (max: number) =>
  z
    .string('field.required')
    .check(
      z.trim(),
      z.minLength(1, 'field.required'),
      z.maxLength(max),
      z.regex(/^(?:[^\p{Cc}\p{Cs}]|[\n\r\t])*$/u, 'field.control'),
    )

/** A secret: taken as it is, 1 … 200 characters, never trimmed. */
export const secret = z.string('field.required').check(z.minLength(1, 'field.required'), z.maxLength(200))

/** One of the given words. */
export const oneOf = <const T extends readonly [string, ...string[]]>(words: T) => z.enum(words, or('field.choice'))

/** The direction of a sort. */
export const dir = optional(oneOf(['asc', 'desc']))

const parseJson = (value: unknown): unknown => {
  if (typeof value !== 'string') return value
  try {
    return JSON.parse(value) as unknown
  } catch {
    return value
  }
}

/** Several of something: JSON array (also as text), repeated key, or comma-separated text. */
export const many = <T extends z.ZodMiniType>(item: T, max = 10_000, min = 0) =>
  z.pipe(
    z.transform((value: unknown) =>
      typeof value === 'string' && !value.startsWith('[')
        ? value.split(',').filter((part) => part !== '')
        : parseJson(value),
    ),
    z.array(item, 'field.required').check(z.maxLength(max), z.minLength(min)),
  ) as unknown as Codec<z.output<T>[], z.input<T>[] | string>

/** A JSON value that a form-urlencoded body carries as text. */
export const json = <T extends z.ZodMiniType>(schema: T) =>
  z.pipe(z.transform(parseJson), schema) as unknown as Codec<z.output<T>, z.input<T>>

/**
 * A decimal as a string: at most `places` decimals, `min` … `max` inclusive, no exponent.
 * Money has 2 places, unit prices 4, weight (kg) 3, volume (m³) 4 (domain §0.7).
 */
export const decimal = (places: number, min = '0', max = '999999999.99'): Codec<string, string | number> =>
  z.pipe(
    z.pipe(
      z.transform((value: unknown) => {
        if (typeof value === 'number' && Number.isFinite(value)) return normalizeDecimal(String(value))
        return typeof value === 'string' ? normalizeDecimal(value) : value
      }),
      z.string(or('field.number')).check(z.regex(/^-?\d{1,15}(\.\d+)?$/, 'field.number')),
    ),
    z.string().check(
      z.refine((value) => compareDecimal(value, min) >= 0, {
        error: min === '0' ? 'field.negative' : 'field.tooSmall',
        params: { min },
      }),
      z.refine((value) => compareDecimal(value, max) <= 0, { error: 'field.tooLarge', params: { max } }),
      z.refine((value) => (value.split('.')[1] ?? '').length <= places, {
        error: 'field.places',
        params: { max: places },
      }),
    ),
  ) as unknown as Codec<string, string | number>

export const money = decimal(2)
export const weightKg = decimal(3)
export const volumeM3 = decimal(4, '0', '99999.9999')

/** A calendar day, YYYY-MM-DD, Asia/Shanghai. */
export const date = z
  .string(or('field.date'))
  .check(z.trim(), z.regex(/^(?!0000)\d{4}-\d{2}-\d{2}$/, 'field.date'), z.refine(isDay, 'field.date'))

/** The calendar has no year 0, and the database's ends where four digits do; false for a moment that is none. */
const hasYear = (year: number): boolean => year >= 1 && year <= 9999

/** A moment, ISO 8601 with zone; given back in UTC. */
export const moment = z.pipe(
  z.string(or('field.moment')).check(
    z.trim(),
    z.regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/, 'field.moment'),
    z.refine((value) => hasYear(new Date(value).getUTCFullYear()), 'field.moment'),
  ),
  z.transform((value: string) => new Date(value).toISOString()),
)

/** True for a day that exists; also used by the import. */
export function isDay(value: string): boolean {
  const [year, month, day] = value.split('-').map(Number) as [number, number, number]
  const date = new Date(Date.UTC(year, month - 1, day))
  return year >= 2000 && year < 2100 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
}
