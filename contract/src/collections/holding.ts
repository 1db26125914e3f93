import * as z from 'zod/mini'
import { approve } from '../access.ts'
import { call } from '../kernel/call.ts'
import { decimal, int } from '../kernel/wire.ts'
import { historyEntry } from '../system/calls.ts'

/** What a driver may have in hand, and for how many days, before he is warned of; with twice as much he collects nothing more (M49). */

export const holdingSetting = z.object({
  /** Yuan. */
  heldAmount: decimal(2, '1', '10000000'),
  heldDays: int(1, 365),
})
export type HoldingSetting = z.output<typeof holdingSetting>
export const usualHolding: HoldingSetting = { heldAmount: '20000.00', heldDays: 7 }

export const getHoldingSetting = call({
  method: 'GET',
  path: '/api/Collections/GetHoldingSetting',
  summary: 'What a driver may have in hand and for how long, with who changed it when',
  access: [approve('handIn')],
  input: z.object({}),
  output: z.strictObject({
    heldAmount: z.string(),
    heldDays: z.int(),
    version: z.int(),
    history: z.array(historyEntry),
  }),
})
export const changeHoldingSetting = call({
  method: 'POST',
  path: '/api/Collections/ChangeHoldingSetting',
  summary: 'Change what a driver may have in hand and for how long',
  access: [approve('handIn')],
  input: z.object({ ...holdingSetting.shape, version: int(0, 2_000_000_000) }),
  output: z.strictObject({ version: z.int() }),
})
