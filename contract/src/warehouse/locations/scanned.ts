import * as z from 'zod/mini'
import { flag, optional, text } from '../../kernel/wire.ts'

/** A code as the scanner read it: GS1 has its separators, so control characters are kept. */
const code = z.string('field.required').check(z.minLength(1, 'field.required'), z.maxLength(200), z.regex(/^[^\0]*$/))

/**
 * What proves that the right goods were in hand at the right place. The server reads the codes itself and checks them,
 * also when the act comes later. An act with neither, as a device kept it before this was asked for, and as the forms of
 * the desk send it, counts as done by hand and is not refused for it.
 */
export const scanProof = {
  scanned: optional(
    z.object({
      /** The place: its label, or its code. Of a move, where the goods were found. */
      location: optional(code),
      /** The container that the goods stand on. */
      pallet: optional(code),
      /** On the goods: item number, barcode of a piece or a pack, or a GS1 string. */
      item: optional(code),
      /** The batch, scanned by itself, or tapped among those that lie there. */
      batch: optional(code),
      /** Of a move, where the goods were put. */
      to: optional(code),
    }),
  ),
  /** Typed or tapped on the floor in place of a scan: as the warehouse's `handEntry` allows. */
  byHand: optional(flag),
  byHandReason: optional(text(200)),
}
const proof = z.object(scanProof)
export type ScanProof = z.output<typeof proof>
export type ScannedCodes = NonNullable<ScanProof['scanned']>
