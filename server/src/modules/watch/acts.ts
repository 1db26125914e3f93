import type * as calls from '@xunyun/contract/watch/calls'
import { type WatchList, watchPages } from '@xunyun/contract/watch/lists'
import { sql } from 'kysely'
import type { Act, Asked } from '../../platform/act.ts'
import { type Actor, requireRight } from '../../platform/actor.ts'
import { eachRecord, type Records } from '../../platform/batch.ts'
import { clock } from '../../platform/clock.ts'
import { anyId, kept, type Tx } from '../../platform/db.ts'
import { badField, Refusal } from '../../platform/refusal.ts'
import { inScope } from '../../platform/scope.ts'
import { idsNamed, recordEvents } from '../waybills/index.ts'
import { type Rule, ruleOf, usualOwner } from './rules.ts'
import { settingOf } from './settings.ts'

type Watched = {
  id: number
  no: string
  isOn: boolean
  since: string
  dueAt: string
  ownerId: number | null
  ownerName: string | null
}

/** What is on the list now, with its clock: as it is kept, or as the job would make it. */
const lockWatched =
  ({ list, condition, since, due }: Rule) =>
  async (tx: Tx, actor: Actor, ids: readonly number[]): Promise<Map<number, Watched>> => {
    const { rows } = await sql<Watched>`${kept}
      select t.*, u.name as "ownerName" from (
        select w.id, w.waybill_no as no, coalesce(${condition}, false) as "isOn", ${since} as since,
          case when x.waybill_id is null then ${due} else x.due_at end as "dueAt",
          case when x.waybill_id is null then ${usualOwner} else x.owner_id end as "ownerId"
        from waybill w left join watch x on x.waybill_id = w.id and x.list = ${list} and x.since = ${since}
        where w.id = ${anyId(ids)} and not w.is_deleted and ${inScope(actor, 'waybill', 'w')} order by w.id for update of w) t
      left join app_user u on u.id = t."ownerId" order by t.id`.execute(tx)
    return new Map(rows.map((row) => [row.id, row]))
  }

async function watchedOf(tx: Tx, actor: Actor, list: WatchList): Promise<Records<Watched>> {
  requireRight(actor, watchPages[list], 'edit')
  return {
    lock: lockWatched(ruleOf(list, await settingOf(tx, list))),
    no: ({ no }) => no,
    may: ({ isOn }) => (isOn ? undefined : new Refusal('watch.gone')),
  }
}

/** The clock is kept from now on as it is set here. */
async function keep(
  tx: Tx,
  list: WatchList,
  watched: Watched,
  set: { ownerId?: number; dueAt?: string },
): Promise<void> {
  const values = { owner_id: set.ownerId ?? watched.ownerId, due_at: set.dueAt ?? watched.dueAt, since: watched.since }
  // Another due time begins to be told and escalated anew.
  const anew = set.dueAt === undefined ? {} : { level: 0, due_told: false }
  await tx
    .insertInto('watch')
    .values({ waybill_id: watched.id, list, ...values })
    .onConflict((oc) => oc.columns(['waybill_id', 'list']).doUpdateSet({ ...values, ...anew }))
    .execute()
}

/** 认领. */
export const claimWatched: Act<typeof calls.claimWatched> = async (asked, { list, ids }) =>
  eachRecord(asked, ids, await watchedOf(asked.tx, asked.actor, list), async (watched) => {
    if (watched.ownerId === asked.actor.userId) return
    await keep(asked.tx, list, watched, { ownerId: asked.actor.userId })
    await tell(asked, watched, 'watchClaimed', { list, was: watched.ownerName })
  })

/** 转派, to a colleague. */
export const assignWatched: Act<typeof calls.assignWatched> = async (asked, { list, ids, ownerId, reason }) => {
  const name = await colleague(asked.tx, ownerId)
  if (name === undefined) throw badField('ownerId', 'field.id')
  return eachRecord(asked, ids, await watchedOf(asked.tx, asked.actor, list), async (watched) => {
    await keep(asked.tx, list, watched, { ownerId })
    await tell(asked, watched, 'watchAssigned', { list, to: name, reason })
  })
}

/** 改期限. */
export const changeWatchedDue: Act<typeof calls.changeWatchedDue> = async (asked, { list, ids, dueAt, reason }) => {
  if (dueAt <= clock.iso()) throw badField('dueAt', 'watch.duePast')
  return eachRecord(asked, ids, await watchedOf(asked.tx, asked.actor, list), async (watched) => {
    await keep(asked.tx, list, watched, { dueAt })
    await tell(asked, watched, 'watchDueChanged', { list, dueAt, reason })
  })
}

/** Whose name it is, if he may follow goods. */
export async function colleague(tx: Tx, id: number): Promise<string | undefined> {
  const row = await tx
    .selectFrom('app_user')
    .select('name')
    .where('id', '=', id)
    .where('status', '=', 0)
    .where('is_deleted', '=', false)
    .where('scope', '<>', 'customer')
    .executeTakeFirst()
  return row?.name
}

type Marked = { id: number; no: string; keyAt: string | null; isLive: boolean }
const lockMarked = async (tx: Tx, actor: Actor, ids: readonly number[]): Promise<Map<number, Marked>> => {
  const { rows } = await sql<Marked>`${kept}
    select w.id, w.waybill_no as no, w.key_at as "keyAt",
      w.state in ('placed', 'pickingUp', 'inStation', 'inTransit', 'arrived', 'delivering', 'awaitingPickup') as "isLive"
    from waybill w where w.id = ${anyId(ids)} and not w.is_deleted and ${inScope(actor, 'waybill', 'w')} order by w.id for update`.execute(
    tx,
  )
  return new Map(rows.map((row) => [row.id, row]))
}
const mark = (tx: Tx, id: number, at: string | null, reason: string | null) =>
  // unscoped: locked in scope
  sql`update waybill set key_at = ${at}, key_reason = ${reason} where id = ${id}`.execute(tx)

/** 设重点, by hand. */
export const setKeyWaybills: Act<typeof calls.setKeyWaybills> = async (asked, { reason, ...named }) =>
  eachRecord(
    asked,
    await idsNamed(asked.tx, asked.actor, named),
    { lock: lockMarked, no: ({ no }) => no, may: ({ isLive }) => (isLive ? undefined : new Refusal('watch.notLive')) },
    async (waybill) => {
      if (waybill.keyAt !== null) return
      await mark(asked.tx, waybill.id, clock.iso(), reason)
      await tell(asked, waybill, 'keyMarked', { reason })
    },
  )

/** 取消重点: of what was marked by hand; what a rule says stays. */
export const unsetKeyWaybills: Act<typeof calls.unsetKeyWaybills> = (asked, { ids }) =>
  eachRecord(
    asked,
    ids,
    {
      lock: lockMarked,
      no: ({ no }) => no,
      may: ({ keyAt }) => (keyAt === null ? new Refusal('watch.notMarked') : undefined),
    },
    async (waybill) => {
      await mark(asked.tx, waybill.id, null, null)
      await tell(asked, waybill, 'keyUnmarked', {})
    },
  )

const tell = (
  { tx, actor }: Asked,
  { id }: { id: number },
  type: string,
  params: Readonly<Record<string, string | null>>,
): Promise<void> => recordEvents(tx, actor, [{ waybillId: id, event: { type, params } }])
