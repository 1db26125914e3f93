import * as z from 'zod/mini'
import { approve } from '../access.ts'
import { call } from '../kernel/call.ts'
import { int } from '../kernel/wire.ts'
import { historyEntry } from '../system/calls.ts'
import { latePositionDays } from './positions.ts'

/** How long positions are kept (T33): a setting, with history. */

export const keepingSetting = z.object({
  /** Days; at least as many as a position may be old when it comes. */
  positionDays: int(latePositionDays, 3650),
})
export type KeepingSetting = z.output<typeof keepingSetting>
export const usualKeeping: KeepingSetting = { positionDays: 180 }

export const getKeepingSetting = call({
  method: 'GET',
  path: '/api/Devices/GetKeepingSetting',
  summary: 'For how many days positions are kept, with who changed it when',
  access: [approve('GPSStock')],
  input: z.object({}),
  output: z.strictObject({ positionDays: z.int(), version: z.int(), history: z.array(historyEntry) }),
})
export const changeKeepingSetting = call({
  method: 'POST',
  path: '/api/Devices/ChangeKeepingSetting',
  summary: 'Change for how many days positions are kept; the night deletes what is older',
  access: [approve('GPSStock')],
  input: z.object({ ...keepingSetting.shape, version: int(0, 2_000_000_000) }),
  output: z.strictObject({ version: z.int() }),
})
