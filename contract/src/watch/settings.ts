import * as z from 'zod/mini'
import { approve, browse } from '../access.ts'
import { call } from '../kernel/call.ts'
import { flag, id, int, many, money, oneOf } from '../kernel/wire.ts'
import { historyEntry } from '../system/calls.ts'
import { type ClockList, clockLists } from './lists.ts'

/** What puts a waybill on a watch list, and who is told when (T27): a setting of each list, with history. */

const escalation = z.object({
  /** Hours after it was due. */
  after: int(0, 720),
  userIds: many(id, 20),
  /** Everybody with such a role in the outlet that has it in hand. */
  roleIds: many(id, 10),
  /** The head of that outlet; a level that was stored without it names none. */
  head: z._default(flag, false),
})
export const mostEscalations = 3
export const watchSetting = z.object({
  /** Of unshipped, noSign and unTrack: hours after what is said there. */
  hours: int(1, 720),
  /** Hours from its beginning until it is due. */
  dueHours: int(1, 720),
  /** Of key pieces: yuan, from which on. */
  declaredFrom: money,
  codFrom: money,
  /** Of cases: yuan that a claim without insurance may come to, where three times its freight is less (T28). */
  uninsuredMost: z._default(money, '1000.00'),
  escalations: z.array(escalation).check(z.maxLength(mostEscalations)),
})
export type WatchSetting = z.output<typeof watchSetting>

export const usualWatchSetting = (list: ClockList): WatchSetting => ({
  hours: 24,
  dueHours: list === 'keyPieces' ? 24 : 4,
  declaredFrom: '50000.00',
  codFrom: '5000.00',
  uninsuredMost: '1000.00',
  escalations: [],
})

const list = oneOf(clockLists)
const browsing = [
  browse('unshippedList'),
  browse('noSignList'),
  browse('unTrackList'),
  browse('keyPiecesList'),
  browse('abnormalList'),
  browse('complaintList'),
] as const
const deciding = [
  approve('unshippedList'),
  approve('noSignList'),
  approve('unTrackList'),
  approve('keyPiecesList'),
  approve('abnormalList'),
  approve('complaintList'),
] as const

export const getWatchSetting = call({
  method: 'GET',
  path: '/api/Watch/GetWatchSetting',
  summary: 'The setting of a watch list, with the names of those who are told',
  access: browsing,
  input: z.object({ list }),
  output: z.strictObject({
    hours: z.int(),
    dueHours: z.int(),
    declaredFrom: z.string(),
    codFrom: z.string(),
    uninsuredMost: z.string(),
    escalations: z.array(
      z.strictObject({
        after: z.int(),
        users: z.array(z.strictObject({ id: z.int(), label: z.string() })),
        roles: z.array(z.strictObject({ id: z.int(), label: z.string() })),
        head: z.boolean(),
      }),
    ),
    version: z.int(),
    history: z.array(historyEntry),
  }),
})
export const changeWatchSetting = call({
  method: 'POST',
  path: '/api/Watch/ChangeWatchSetting',
  summary: 'Change the setting of a watch list',
  access: deciding,
  input: z.object({ list, version: int(0, 2_000_000_000), ...watchSetting.shape }),
  output: z.strictObject({ version: z.int() }),
})
