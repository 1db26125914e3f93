import * as z from 'zod/mini'
import { int } from './wire.ts'

/** Fields of records of many kinds. */

/** The version of a record as the page read it: the change of one that was changed since is refused. */
export const version = int(1, 2_000_000_000)

export const nullableText = z.nullable(z.string())
export const nullableInt = z.nullable(z.int())
