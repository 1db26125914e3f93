import type { Generated } from 'kysely'
import type { DecimalOr, Json, Moment, MomentNow, MomentOr, Or, Record_ } from './columnTypes.ts'
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
type Complaint = Record_ & {
  complaint_no: string
  outlet_id: number
  waybill_id: Or<number>
  customer_id: Or<number>
  /** open, handling, followUp, done, reopened. */
  state: Generated<string>
  complainant: string
  phone: string
  channel: string
  category: string
  /** 1 to 3. */
  urgency: number
  text: string
  result: Or<string>
  amount: DecimalOr
  application_id: Or<number>
  satisfaction: Or<number>
  /** Called in vain since the last answer. */
  unreached: Generated<number>
  handled_by: Or<number>
  owner_id: Or<number>
  due_at: Moment
  level: Generated<number>
  due_told: Generated<boolean>
  done_at: MomentOr
  search: string
}
export type FollowingTables = { complaint: Complaint; onward: Onward; setting: Setting; watch: Watch }
