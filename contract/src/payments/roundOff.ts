import * as z from 'zod/mini'
import { approve } from '../access.ts'
import { call } from '../kernel/call.ts'
import { decimal, int } from '../kernel/wire.ts'
import { historyEntry } from '../system/calls.ts'

/** 抹零: up to how much of a charge is rounded off by whoever posts a receipt; more needs the right `roundOff`. */

export const roundOffSetting = z.object({
  /** Yuan; 0: nothing without the right. */
  roundOffLimit: decimal(2, '0', '1000'),
})
export type RoundOffSetting = z.output<typeof roundOffSetting>
export const usualRoundOff: RoundOffSetting = { roundOffLimit: '1.00' }

export const getRoundOffSetting = call({
  method: 'GET',
  path: '/api/Payments/GetRoundOffSetting',
  summary: 'Up to how much is rounded off without the right to more, with who changed it when',
  access: [approve('payment')],
  input: z.object({}),
  output: z.strictObject({ roundOffLimit: z.string(), version: z.int(), history: z.array(historyEntry) }),
})
export const changeRoundOffSetting = call({
  method: 'POST',
  path: '/api/Payments/ChangeRoundOffSetting',
  summary: 'Change up to how much is rounded off without the right to more',
  access: [approve('payment')],
  input: z.object({ ...roundOffSetting.shape, version: int(0, 2_000_000_000) }),
  output: z.strictObject({ version: z.int() }),
})
