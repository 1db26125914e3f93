import { pageOf } from '@xunyun/contract/pages'
import { type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely'
import type { Actor } from '../../../platform/actor.ts'
import { clock } from '../../../platform/clock.ts'
import { kept, owned, type Tx } from '../../../platform/db.ts'
import { type Change, type Entry, entryRows, intoHistory, recordHistory } from '../../../platform/history.ts'
import { notFound } from '../../../platform/refusal.ts'
import type { DB } from '../../../platform/schema.ts'
import { inScope, markSeen, type Seen, type SeenId, scoped } from '../../../platform/scope.ts'

export type Notice = Seen<Selectable<DB['inbound_notice']>>
export type Receipt = Seen<Selectable<DB['receipt']>>
/** A line of a notice with what its item asks for. */
export type Line = Selectable<DB['inbound_line']> & {
  item_no: string
  base_unit: string
  batch_controlled: boolean
  serial_controlled: boolean
  expiry_controlled: boolean
  shelf_life_days: number | null
  min_remain_in_days: number | null
  over_receive_percent: string
}

/** Notices inside the scope, locked in id order. */
export async function lockNotices(tx: Tx, actor: Actor, ids: readonly number[]): Promise<Map<number, Notice>> {
  return lockNoticesWhere(tx, actor, sql<boolean>`id = any(${[...ids]}::bigint[])`)
}
async function lockNoticesWhere(tx: Tx, actor: Actor, where: RawBuilder<SqlBool>): Promise<Map<number, Notice>> {
  const rows = await scoped(tx, actor, 'inbound_notice')
    .modifyFront(kept)
    .selectAll()
    .where(where)
    .orderBy('id')
    .forUpdate()
    .execute()
  return new Map(rows.map((row) => [row.id, markSeen(row)]))
}

/** Put-away tasks inside the scope. */
export const tasks = (tx: Tx, actor: Actor) => owned(tx).selectFrom('put_away').where(inScope(actor, 'put_away'))

/** A receipt inside the scope with its notice, locked: the notice first, for whoever cancels it locks that alone. */
export async function lockReceipt(tx: Tx, actor: Actor, id: number): Promise<{ receipt: Receipt; notice: Notice }> {
  const [notice] = (
    await lockNoticesWhere(
      tx,
      actor,
      sql<boolean>`id = (select r.notice_id from receipt r where r.id = ${id} and not r.is_deleted and ${inScope(actor, 'receipt', 'r')})`,
    )
  ).values()
  if (notice === undefined) throw notFound()
  const receipt = await owned(tx)
    .selectFrom('receipt')
    .modifyFront(kept)
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (receipt === undefined) throw notFound()
  return { receipt: markSeen(receipt), notice }
}

export async function linesOf(tx: Tx, noticeId: SeenId): Promise<Line[]> {
  const found = await sql<Line>`${kept}
    select l.*, i.item_no, i.base_unit, i.batch_controlled, i.serial_controlled, i.expiry_controlled, i.shelf_life_days,
      i.min_remain_in_days, i.over_receive_percent
    -- unscoped: lines of a notice that was found inside the scope
    from inbound_line l join item i on i.id = l.item_id where l.notice_id = ${noticeId} order by l.seq`.execute(tx)
  return found.rows
}

/**
 * Rolls up what was counted in of a notice, and derives its state: the one place that writes either. What the act tells is
 * told with it.
 */
export async function settleNotice(tx: Tx, actor: Actor, notice: Notice, told: readonly Entry[] = []): Promise<string> {
  const found = await sql<{ state: string }>`${kept}
    with lines as materialized (
      select l.id, l.qty, e.received, e.damaged, e.short
      -- For each line, so that a thousand are not joined row by row.
      from inbound_line l cross join lateral (
        select coalesce(sum(qty) filter (where kind = 'received'), 0) as received, coalesce(sum(qty) filter (where kind = 'damaged'), 0) as damaged,
          coalesce(sum(qty) filter (where kind = 'short'), 0) as short
        from receipt_entry where line_id = l.id and reversed_at is null) e
      where l.notice_id = ${notice.id}
    ), rolled as (
      update inbound_line l set received = k.received, damaged = k.damaged, short = k.short from lines k
      where l.id = k.id and (l.received, l.damaged, l.short) is distinct from (k.received, k.damaged, k.short)
    ), derived as materialized (
      select case when not coalesce(bool_or(received + damaged + short > 0), false) then 'new'
        when bool_or(qty > received + damaged + short) or (${notice.blind} and
          -- unscoped: receipts of a notice that was found inside the scope
          exists (select 1 from receipt r where r.notice_id = ${notice.id} and r.state in ('waiting', 'receiving'))) then 'partial'
        -- unscoped: tasks of the same
        when exists (select 1 from put_away p join receipt r on r.id = p.receipt_id where r.notice_id = ${notice.id} and p.state = 'waiting')
          then 'received'
        else 'done' end as state from lines
    ), moved as (
      update inbound_notice n set state = d.state from derived d where n.id = ${notice.id} and n.state <> d.state
      returning n.id, old.state as before, n.state as after
    ), told as (${intoHistory} ${entryRows(actor, told)}
      union all select 'inboundNotice', id, ${clock.iso()}::timestamptz, ${actor.userId}::bigint, ${actor.name}::text, 'changed',
        jsonb_build_array(jsonb_build_object('field', 'state', 'from', before, 'to', after)) from moved
    )
    select state from derived`.execute(tx)
  return found.rows[0]?.state ?? notice.state
}

export const ofNotice = (id: number, action: string, changes: Change[] = []): Entry => ({
  entity: 'inboundNotice',
  id,
  action,
  changes,
})
export const recordNotice = (tx: Tx, actor: Actor, id: number, action: string, changes: Change[] = []) =>
  recordHistory(tx, actor, 'inboundNotice', id, action, changes)

/** Opens the receipt of a delivery: RK…-n. */
export async function openReceipt(tx: Tx, actor: Actor, notice: Pick<Notice, 'id' | 'notice_no' | 'warehouse_id'>) {
  const { last } = await owned(tx)
    .selectFrom('receipt')
    .select(({ fn }) => fn.max('seq').as('last'))
    .where('notice_id', '=', notice.id)
    .executeTakeFirstOrThrow()
  const seq = (last ?? 0) + 1
  const receiptNo = `${notice.notice_no}-${seq}`
  const { id } = await owned(tx)
    .insertInto('receipt')
    .values({
      receipt_no: receiptNo,
      notice_id: notice.id,
      warehouse_id: notice.warehouse_id,
      seq,
      created_by: actor.userId,
      updated_by: actor.userId,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, receiptNo }
}

/** What people call it, and where it is found. */
export async function describeNotice(tx: Tx, id: number): Promise<{ name: string; link: string }> {
  const row = await owned(tx).selectFrom('inbound_notice').select('notice_no').where('id', '=', id).executeTakeFirst()
  const name = row?.notice_no ?? String(id)
  return { name, link: `${pageOf('wareNotice').path}?tab=&q=${encodeURIComponent(name)}` }
}
