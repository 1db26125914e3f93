import type { Output } from '@xunyun/contract/kernel/call'
import {
  type changeClosingSetting,
  closingSetting,
  type getClosingSetting,
  usualClosing,
} from '@xunyun/contract/waybills/closing'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Act } from '../../platform/act.ts'
import type { Actor } from '../../platform/actor.ts'
import { clock } from '../../platform/clock.ts'
import { anyId, type Db, kept, type Tx } from '../../platform/db.ts'
import { inScope } from '../../platform/scope.ts'
import { readSetting, writeSetting } from '../../platform/settings.ts'
import { recordEvents, type Teller } from './events.ts'
import { refreshState } from './pieces.ts'

/** So many are closed in one transaction: nobody waits for the locks of fifty thousand. */
const chunkSize = 500
/** Who closes at night. */
const night: Teller = { userId: null, name: '' }

const setting = 'closing'
export const readClosing = (tx: Tx): Promise<Output<typeof getClosingSetting>> =>
  readSetting(tx, setting, closingSetting, usualClosing).then(({ value, version }) => ({ ...value, version }))
export const changeClosing: Act<typeof changeClosingSetting> = async ({ tx, actor }, { version, days }) => {
  const { days: before } = await readClosing(tx)
  return { version: await writeSetting(tx, actor, setting, { days: before }, { days }, version) }
}

/** No case of the waybill `w` is open. */
const noOpenCase = sql<SqlBool>`not exists (select from abnormal a where a.waybill_id = w.id and a.state <> 'closed' and not a.is_deleted)`
/** No complaint about it is. */
const noOpenComplaint = sql<SqlBool>`not exists (
  -- unscoped: of the waybill that is looked at
  select from complaint c where c.waybill_id = w.id and c.state <> 'done' and not c.is_deleted)`
/** Its paper is home, lost for good, or was never asked for. */
const receiptIsOver = sql<SqlBool>`not exists (select from signed_receipt r where r.waybill_id = w.id and r.state not in ('done', 'lost') and not r.is_deleted)`
/** Each piece that was lost has a case that was closed by an approved claim or 无需处理; a penalty settles nothing with the customer. */
const lostIsSettled = sql<SqlBool>`coalesce((select sum(p.pieces) from piece_place p where p.waybill_id = w.id and p.place = 'lost'), 0)
  <= coalesce((select sum(a.pieces) from abnormal a
    -- unscoped: what a case of this waybill applied for
    left join application ap on ap.id = a.application_id
    where a.waybill_id = w.id and a.type = 'lost' and a.state = 'closed' and not a.is_deleted
      and (a.dealing = 'none' or a.dealing = 'claim' and ap.state in ('approved', 'partPaid', 'paid'))), 0)`

/** What may be closed (T12): nothing is live or refused since so many days, and all that belongs to it is over. */
const isDue = (
  days: RawBuilder<number>,
): RawBuilder<SqlBool> => sql<SqlBool>`w.ended_at is not null and w.closed_at is null and not w.is_deleted
  and w.ended_at <= ${clock.iso()}::timestamptz - ${days} * interval '1 day'
  and ${receiptIsOver} and ${noOpenCase} and ${noOpenComplaint} and ${lostIsSettled}`

async function close(tx: Tx, by: Teller, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  const at = clock.iso()
  await sql`${kept} update waybill set state = 'closed', closed_at = ${at}::timestamptz
    -- unscoped: locked by the caller
    where id = ${anyId(ids)}`.execute(tx)
  await recordEvents(
    tx,
    by,
    ids.map((waybillId) => ({ waybillId, event: { type: 'closed' } })),
  )
}

const inHand = (actor: Actor | undefined): RawBuilder<SqlBool> =>
  actor === undefined ? sql<SqlBool>`true` : sql<SqlBool>`${inScope(actor, 'waybill', 'w')}`

/** How many a person would close now. */
export async function countDue(tx: Tx, actor: Actor): Promise<number> {
  const { days } = await readClosing(tx)
  const { rows } = await sql<{ due: number }>`
    -- unscoped: the scope stands in the condition
    select count(*) as due from waybill w where ${isDue(sql`${days}::int`)} and ${inHand(actor)}`.execute(tx)
  return rows[0]?.due ?? 0
}

/**
 * 完结 of what is due, some hundred in a transaction; answers how many. The night closes for all, a person what he sees. What
 * somebody has in hand just now waits for the next time.
 */
export async function closeDue(db: Db, actor?: Actor): Promise<number> {
  const by = actor ?? night
  let closed = 0
  let after: { ended: string; id: number } = { ended: '-infinity', id: 0 }
  for (;;) {
    const found = await db.transaction().execute(async (tx) => {
      const { days } = await readClosing(tx)
      const { rows } = await sql<{ id: number; ended: string }>`
        select w.id, w.ended_at::text as ended
        -- unscoped: the scope stands in the condition; the night closes for all
        from waybill w where ${isDue(sql`${days}::int`)} and ${inHand(actor)} and (w.ended_at, w.id) > (${after.ended}::timestamptz, ${after.id}::bigint)
        order by w.ended_at, w.id limit ${chunkSize} for update of w skip locked`.execute(tx)
      await close(
        tx,
        by,
        rows.map(({ id }) => id),
      )
      return rows
    })
    closed += found.length
    const last = found.at(-1)
    if (found.length < chunkSize || last === undefined) return closed
    after = last
  }
}

/** Where nothing is waited for (0 days): closes these with the act that ended them. */
export async function closeAtOnce(tx: Tx, by: Teller, ids: readonly number[]): Promise<void> {
  const { rows } = await sql<{ id: number }>`${kept}
    select w.id
    -- unscoped: the caller has locked these
    from waybill w where w.id = ${anyId(ids)} and exists (select from setting where name = ${setting} and (value ->> 'days')::int = 0)
      and ${isDue(sql`0`)} order by w.id for update of w`.execute(tx)
  await close(
    tx,
    by,
    rows.map(({ id }) => id),
  )
}

/** Before something of a closed one is taken back, or a case of it begins: it is in the state of its pieces again. */
export async function reopen(tx: Tx, by: Teller, ids: readonly number[]): Promise<void> {
  const { rows } = await sql<{ id: number }>`${kept}
    -- unscoped: the caller has locked these, or locks them now
    select id from waybill where id = ${anyId(ids)} and closed_at is not null order by id for update`.execute(tx)
  if (rows.length === 0) return
  const open = rows.map(({ id }) => id)
  await refreshState(tx, open)
  await recordEvents(
    tx,
    by,
    open.map((waybillId) => ({ waybillId, event: { type: 'reopened' } })),
  )
}
