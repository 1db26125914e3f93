import * as z from 'zod/mini'
import { browse, edit } from '../access.ts'
import { call } from '../kernel/call.ts'
import { version } from '../kernel/record.ts'
import { id, optional, text } from '../kernel/wire.ts'

/** 到达网点: the outlet that gives a waybill's pieces out (T4). */

export const proposeDestination = call({
  method: 'GET',
  path: '/api/Waybills/ProposeDestination',
  summary: 'The outlet whose service regions hold a consignee best; null where none does',
  access: [edit('taskList'), edit('allWayBill'), browse('phoneList')],
  input: z.object({ region: text(12) }),
  output: z.nullable(z.strictObject({ id: z.int(), name: z.string() })),
})
export const changeDestination = call({
  method: 'POST',
  path: '/api/Waybills/ChangeDestination',
  summary:
    'Another destination, until pieces are given out from the present one; without one: as the service regions propose',
  access: [edit('allWayBill')],
  input: z.object({ id, version, destOutletId: optional(id), reason: text(200) }),
  output: z.strictObject({ version: z.int() }),
})
