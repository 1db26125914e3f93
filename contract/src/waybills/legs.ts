import * as z from 'zod/mini'
import { arrangementKinds, specialEnds } from '../dispatch/states.ts'
import { optional, text } from '../kernel/wire.ts'

/** An arrangement that carried pieces of a waybill. A customer's account learns of a line that it is a 干线, and no more (T3). */
export const legOut = z.strictObject({
  arrangementId: z.int(),
  arrangementNo: z.string(),
  kind: z.enum(arrangementKinds),
  /** Of a trip, as are plate, driver and phone. */
  type: z.nullable(z.string()),
  state: z.string(),
  plateNo: z.nullable(z.string()),
  driverName: z.nullable(z.string()),
  driverPhone: z.nullable(z.string()),
  /** Line carrier or courier, and the number there. */
  carrierName: z.nullable(z.string()),
  carrierNo: z.nullable(z.string()),
  /** Of a line: at an outlet of ours, the door, the carrier's station. */
  ends: z.nullable(z.enum(specialEnds)),
  fromName: z.string(),
  toName: z.string(),
  /** Outlets that its trip calls at on the way, where these pieces stay aboard. */
  via: z.array(z.strictObject({ name: z.string(), arrivedAt: z.nullable(z.string()) })),
  pieces: z.int(),
  /** The trip that took these pieces over when the vehicle broke down (换车). */
  swappedTo: z.nullable(z.string()),
  planAt: z.string(),
  departAt: z.nullable(z.string()),
  arriveAt: z.nullable(z.string()),
})

/** A strand: pieces out on one trip, with one line carrier or courier, or awaiting pickup at one outlet. The only one need not be named. */
export const strand = optional(text(40).check(z.regex(/^(arrangement|carrier|pickup):\d+$/, 'field.invalid')))
