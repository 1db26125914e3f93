import { pageOf } from '@xunyun/contract/pages'
import { type Selectable, sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import { owned, type Tx } from '../../platform/db.ts'
import type { Change } from '../../platform/history.ts'
import { recordHistory } from '../../platform/history.ts'
import { notFound } from '../../platform/refusal.ts'
import type { DB } from '../../platform/schema.ts'
import { inScope, scoped } from '../../platform/scope.ts'

export type Notice = Selectable<DB['inbound_notice']>
export type Receipt = Selectable<DB['receipt']>
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
  const rows = await scoped(tx, actor, 'inbound_notice')
    .selectAll()
    .where(sql<boolean>`id = any(${[...ids]}::bigint[])`)
    .orderBy('id')
    .forUpdate()
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** Put-away tasks inside the scope. */
export const tasks = (tx: Tx, actor: Actor) => owned(tx).selectFrom('put_away').where(inScope(actor, 'put_away'))

/** A receipt inside the scope with its notice, locked: the notice first, for whoever cancels it locks that alone. */
export async function lockReceipt(tx: Tx, actor: Actor, id: number): Promise<{ receipt: Receipt; notice: Notice }> {
  const seen = await scoped(tx, actor, 'receipt').select('notice_id').where('id', '=', id).executeTakeFirst()
  if (seen === undefined) throw notFound()
  const notice = (await lockNotices(tx, actor, [seen.notice_id])).get(seen.notice_id)
  const receipt = await owned(tx).selectFrom('receipt').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (notice === undefined || receipt === undefined) throw notFound()
  return { receipt, notice }
}

export async function linesOf(tx: Tx, noticeId: number): Promise<Line[]> {
  const found = await sql<Line>`
    select l.*, i.item_no, i.base_unit, i.batch_controlled, i.serial_controlled, i.expiry_controlled, i.shelf_life_days,
      i.min_remain_in_days, i.over_receive_percent
    -- unscoped: lines of a notice that was found inside the scope
    from inbound_line l join item i on i.id = l.item_id where l.notice_id = ${noticeId} order by l.seq`.execute(tx)
  return found.rows
}

/** Rolls up what was counted in of a notice, and derives its state: the one place that writes either. */
export async function settleNotice(tx: Tx, actor: Actor, notice: Notice): Promise<string> {
  await sql`
    update inbound_line l set received = coalesce(e.received, 0), damaged = coalesce(e.damaged, 0), short = coalesce(e.short, 0)
    from inbound_line k left join (
      select line_id, sum(qty) filter (where kind = 'received') as received, sum(qty) filter (where kind = 'damaged') as damaged,
        sum(qty) filter (where kind = 'short') as short
      from receipt_entry where reversed_at is null group by line_id
    ) e on e.line_id = k.id
    where k.id = l.id and l.notice_id = ${notice.id}`.execute(tx)
  const found = await sql<{ open: boolean; counted: boolean; waiting: boolean; receiving: boolean }>`
    select bool_or(qty > received + damaged + short) as open, bool_or(received + damaged + short > 0) as counted,
      -- unscoped: tasks of a notice that was found inside the scope
      exists (select 1 from put_away p join receipt r on r.id = p.receipt_id where r.notice_id = ${notice.id} and p.state = 'waiting') as waiting,
      -- unscoped: the same
      exists (select 1 from receipt r where r.notice_id = ${notice.id} and r.state in ('waiting', 'receiving')) as receiving
    from inbound_line where notice_id = ${notice.id}`.execute(tx)
  const { open = false, counted = false, waiting = false, receiving = false } = found.rows[0] ?? {}
  const state = !counted ? 'new' : open || (notice.blind && receiving) ? 'partial' : waiting ? 'received' : 'done'
  if (state === notice.state) return state
  await owned(tx).updateTable('inbound_notice').set({ state }).where('id', '=', notice.id).execute()
  await recordNotice(tx, actor, notice.id, 'changed', [{ field: 'state', from: notice.state, to: state }])
  return state
}

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
