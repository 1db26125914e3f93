import * as z from 'zod/mini'
import { edit } from '../access.ts'
import { call } from '../kernel/call.ts'
import { outcomes } from '../kernel/list.ts'
import { toHalfWidth } from '../kernel/text.ts'
import { id, many, optional, text } from '../kernel/wire.ts'

/** 自提: pieces that wait at an outlet for the consignee, and the code that he shows there (T9). */

/** 提货码: six digits. Blanks between them and full-width ones are understood. */
export const pickupCode = z.pipe(
  z.transform((value: unknown) => (typeof value === 'string' ? toHalfWidth(value).replace(/\s/g, '') : value)),
  z.string().check(z.regex(/^\d{6}$/, 'field.invalid')),
) as unknown as z.ZodMiniType<string, string>

const batch = { ids: many(id, 10_000, 1) }
export const notifyPickup = call({
  method: 'POST',
  path: '/api/Waybills/NotifyPickup',
  summary: 'Pieces at their outlet wait for the consignee to pick them up, who shows a pickup code (通知自提)',
  access: [edit('allWayBill'), edit('arrangedOrder')],
  input: z.object(batch),
  output: outcomes,
  idempotent: true,
})
export const deliverInstead = call({
  method: 'POST',
  path: '/api/Waybills/DeliverInstead',
  summary:
    "What awaits pickup is the outlet's again, to be delivered to the consignee's address; its code ends (自提改送)",
  access: [edit('allWayBill'), edit('arrangedOrder')],
  input: z.object({ ...batch, reason: optional(text(200)) }),
  output: outcomes,
  idempotent: true,
})
