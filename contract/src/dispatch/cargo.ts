import * as z from 'zod/mini'
import { id, int, oneOf, optional } from '../kernel/wire.ts'

/** What arrangements of every kind carry. */

/** Pieces of a waybill, and where they lie: at the shipper's (0) or an outlet. */
export const cargoLine = {
  waybillId: id,
  fromPlace: oneOf(['shipper', 'outlet']),
  fromId: int(0, 2_000_000_000),
  pieces: int(1, 999_999),
}
export const cargoLines = z.array(z.object(cargoLine)).check(z.minLength(1, 'dispatch.noLines'), z.maxLength(500))

/** Pieces of a line, counted; of one arrangement at a time. Lines that are not named are whole. */
export const count = z.object({ lineId: id, pieces: int(0, 999_999) })
export const counts = optional(z.array(count).check(z.maxLength(500)))
/** Pieces that were missing at arrival are at an outlet (补到). */
export const found = {
  id,
  outletId: id,
  lines: z.array(count).check(z.minLength(1, 'dispatch.noLines'), z.maxLength(500)),
}

export const saved = z.strictObject({ id: z.int(), arrangementNo: z.string(), version: z.int() })

/** A line with its waybill, as the detail of an arrangement shows it. */
export const carriedLine = z.strictObject({
  lineId: z.int(),
  waybillId: z.int(),
  waybillNo: z.string(),
  customerName: z.nullable(z.string()),
  shipperCity: z.string(),
  consigneeCity: z.string(),
  consigneeName: z.string(),
  consigneePhone: z.string(),
  consigneeAddress: z.string(),
  fromPlace: z.enum(['shipper', 'outlet']),
  fromId: z.int(),
  fromName: z.string(),
  pieces: z.int(),
  /** Pieces that this arrangement could take from there, its own included. */
  free: z.int(),
  /** Still aboard: not refused, and refused. */
  left: z.int(),
  refused: z.int(),
  weight: z.string(),
  volume: z.string(),
  totalPieces: z.int(),
  totalWeight: z.string(),
  totalVolume: z.string(),
  urgent: z.boolean(),
  hold: z.boolean(),
  serviceType: z.string(),
  deliveryWay: z.string(),
})
export type CarriedLine = z.output<typeof carriedLine>
