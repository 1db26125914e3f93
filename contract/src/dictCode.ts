import * as z from 'zod/mini'
import { type DictionaryType, isKnownCode } from './dictionary.ts'

/**
 * A code of an open type: one that the company knows by now, also one that it has disabled, for an old value may stay. The
 * act refuses a disabled one that is new (`settings.wordDisabled`).
 */
export const dictCode = (type: DictionaryType) =>
  z.string('field.required').check(
    z.trim(),
    z.minLength(1, 'field.required'),
    z.maxLength(40),
    z.refine((code) => isKnownCode(type, code), 'field.choice'),
  )
