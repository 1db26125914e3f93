import * as z from 'zod/mini'
import { approve, browse } from '../access.ts'
import { call } from '../kernel/call.ts'
import { int } from '../kernel/wire.ts'
import { historyEntry } from '../system/calls.ts'

/** 完结: a waybill is closed by itself, so many days after it came to its end (T12). */

export const closingSetting = z.object({
  /** 0: at once. */
  days: int(0, 365),
})
export type ClosingSetting = z.output<typeof closingSetting>
export const usualClosing: ClosingSetting = { days: 3 }

export const getClosingSetting = call({
  method: 'GET',
  path: '/api/Waybills/GetClosingSetting',
  summary: 'After how many days waybills are closed',
  access: [browse('receiptList')],
  input: z.object({}),
  output: z.strictObject({ days: z.int(), version: z.int() }),
})
export const changeClosingSetting = call({
  method: 'POST',
  path: '/api/Waybills/ChangeClosingSetting',
  summary: 'Change after how many days waybills are closed',
  access: [approve('receiptList')],
  input: z.object({ ...closingSetting.shape, version: int(0, 2_000_000_000) }),
  output: z.strictObject({ version: z.int() }),
})
export const getClosingHistory = call({
  method: 'GET',
  path: '/api/Waybills/GetClosingHistory',
  summary: 'Who changed when waybills are closed, latest first',
  access: [approve('receiptList')],
  input: z.object({}),
  output: z.array(historyEntry),
})
export const countDueWaybills = call({
  method: 'GET',
  path: '/api/Waybills/CountDueWaybills',
  summary: 'How many waybills CloseWaybills would close',
  access: [approve('allWayBill')],
  input: z.object({}),
  output: z.strictObject({ due: z.int() }),
})
export const closeWaybills = call({
  method: 'POST',
  path: '/api/Waybills/CloseWaybills',
  summary: 'Close now what is due, as the night would',
  access: [approve('allWayBill')],
  input: z.object({}),
  output: z.strictObject({ closed: z.int() }),
})
