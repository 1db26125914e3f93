import { type RawBuilder, sql } from 'kysely'
import { clock } from '../../platform/clock.ts'
import { anyId, type Tx } from '../../platform/db.ts'
import { type CaseClocks, type Due, levelNow } from '../watch/index.ts'
import { dueOf, ownerOf } from './lists.ts'

/** Cases keep owner, due time and level themselves; the job of the watch lists tells and escalates them with its own. */
export const abnormalClocks: CaseClocks = {
  list: 'abnormal',
  async due(tx, setting) {
    // What was opened by an act gets its owner and due time now.
    await sql`update abnormal x set owner_id = ${ownerOf}, due_at = ${dueOf(setting.dueHours)}
      -- unscoped: the clocks of all
      from waybill w where w.id = x.waybill_id and x.due_at is null and x.state <> 'closed' and not x.is_deleted`.execute(
      tx,
    )
    const level = levelNow(setting)
    const { rows } = await sql<Due>`
      select x.id, x.abnormal_no as no, x.owner_id as "ownerId", x.level as was, ${level} as level, not x.due_told as "isDue",
        coalesce(u.outlet_id, w.outlet_id) as "outletId"
      -- unscoped: the clocks of all
      from abnormal x join waybill w on w.id = x.waybill_id left join app_user u on u.id = x.owner_id
      where x.state <> 'closed' and not x.is_deleted and x.due_at <= ${clock.iso()} and (not x.due_told or x.level < ${level})`.execute(
      tx,
    )
    return rows
  },
  told: (tx, due) => markTold(tx, sql`update abnormal x set due_told = true, level = greatest(x.level, t.level)`, due),
}

export const complaintClocks: CaseClocks = {
  list: 'complaint',
  async due(tx, setting) {
    const level = levelNow(setting)
    const { rows } = await sql<Due>`
      select x.id, x.complaint_no as no, x.owner_id as "ownerId", x.level as was, ${level} as level, not x.due_told as "isDue",
        coalesce(u.outlet_id, x.outlet_id) as "outletId"
      -- unscoped: the clocks of all
      from complaint x left join app_user u on u.id = x.owner_id
      where x.state <> 'done' and not x.is_deleted and x.due_at <= ${clock.iso()} and (not x.due_told or x.level < ${level})`.execute(
      tx,
    )
    return rows
  },
  told: (tx, due) => markTold(tx, sql`update complaint x set due_told = true, level = greatest(x.level, t.level)`, due),
}

async function markTold(tx: Tx, update: RawBuilder<unknown>, due: readonly Due[]): Promise<void> {
  // unscoped: the clocks of all
  await sql`${update} from json_to_recordset(${JSON.stringify(due.map(({ id, level }) => ({ id, level })))}::json) as t(id bigint, level int)
    where x.id = t.id and x.id = ${anyId(due.map(({ id }) => id))}`.execute(tx)
}
