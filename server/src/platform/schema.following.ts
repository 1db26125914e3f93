import type { Generated } from 'kysely'
import type { Json, Moment, MomentNow, Or } from './columnTypes.ts'
import type { Onward } from './schema.waybills.ts'

/** Tables of what is followed to its end: clocks, cases, receipts; and what a company sets. */

type Setting = {
  id: Generated<number>
  name: string
  value: Json<unknown>
  version: Generated<number>
  updated_at: MomentNow
  updated_by: Or<number>
}
type Watch = {
  waybill_id: number
  list: string
  owner_id: Or<number>
  since: Moment
  due_at: Moment
  level: Generated<number>
  due_told: Generated<boolean>
}
export type FollowingTables = { onward: Onward; setting: Setting; watch: Watch }
