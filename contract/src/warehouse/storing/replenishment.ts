import * as z from 'zod/mini'
import { edit } from '../../access.ts'
import { call } from '../../kernel/call.ts'
import { nullableInt, nullableText } from '../../kernel/record.ts'
import { id, lines, many, optional } from '../../kernel/wire.ts'
import { quantity } from '../masters/quantity.ts'

/** 补货建议: items of which the picking zones of a warehouse hold less than they should, and what would fill them up (screens moveStock). */

/** Quantities in base units. */
export const replenishmentRow = z.strictObject({
  itemId: z.int(),
  itemNo: z.string(),
  itemName: z.string(),
  ownerId: z.int(),
  ownerName: z.string(),
  baseUnit: z.string(),
  /** In picking zones, good, neither promised nor frozen. */
  level: z.string(),
  /** On its way there by orders that wait. */
  arriving: z.string(),
  pickMin: z.string(),
  pickMax: z.string(),
  /** Which numbers go is not chosen here: all of a key or nothing. */
  serialControlled: z.boolean(),
  /** Where it was picked last, else an empty place for picking that takes it; null: there is none with room. */
  toLocationId: nullableInt,
  toLocation: nullableText,
  /** What goes there, first to expire first; none: nothing free is in storage. */
  lines: z.array(
    z.strictObject({
      stockId: z.int(),
      fromLocation: z.string(),
      batchNo: z.string(),
      expiry: nullableText,
      containerCode: nullableText,
      qty: z.string(),
      /** What may go of it at the most. */
      free: z.string(),
      /** With the container it stands on. */
      whole: z.boolean(),
    }),
  ),
})
export type ReplenishmentRow = z.output<typeof replenishmentRow>
export const getReplenishment = call({
  method: 'GET',
  path: '/api/MoveStock/GetReplenishment',
  summary: 'Items of which picking zones hold less than they should, and what would fill them up; 500 at most',
  access: [edit('moveStock')],
  input: z.object({ warehouseId: id, ownerId: optional(id) }),
  output: z.array(replenishmentRow),
})
export const addReplenishment = call({
  method: 'POST',
  path: '/api/MoveStock/AddReplenishment',
  summary: 'Write what is suggested for these items, calculated again, as tasks for the floor: one order an owner',
  access: [edit('moveStock')],
  input: z.object({
    warehouseId: id,
    itemIds: many(id, 500, 1),
    /** Other quantities than suggested, for all of an item: base units of what is free on a key; 0 leaves it where it is. */
    lines: optional(many(z.object({ stockId: id, qty: quantity }), 5000)),
    remark: optional(lines(500)),
  }),
  output: z.strictObject({ orders: z.array(z.strictObject({ id: z.int(), orderNo: z.string() })) }),
  idempotent: true,
})
