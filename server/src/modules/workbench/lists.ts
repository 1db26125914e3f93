import type { Output } from '@xunyun/contract/kernel/call'
import type * as calls from '@xunyun/contract/workbench/lists'
import { sql } from 'kysely'
import type { Act } from '../../platform/act.ts'
import { type Actor, isCustomer } from '../../platform/actor.ts'
import { clock } from '../../platform/clock.ts'
import type { Tx } from '../../platform/db.ts'
import { badField, notFound, Refusal } from '../../platform/refusal.ts'

const keyOf = (list: string) => `list:${list}`
/** The columns of a view are kept as a setting of its owner. */
const keyOfView = (id: number) => `view:${id}`
/** More than anybody reads: it keeps a client that has gone wild from filling the table. */
const mostViews = 200

/** Views of mine, and those that colleagues share; a customer's account sees its own only. */
async function viewsOf(tx: Tx, actor: Actor, id?: number): Promise<calls.SavedView[]> {
  let query = tx
    .selectFrom('saved_view as v')
    .innerJoin('app_user as u', 'u.id', 'v.owner_id')
    .leftJoin('user_setting as s', (on) =>
      on.onRef('s.user_id', '=', 'v.owner_id').on('s.key', '=', sql<string>`'view:' || v.id`),
    )
    .select(['v.id', 'v.list', 'v.name', 'v.search', 'v.shared', 'v.owner_id', 'u.name as ownerName', 's.value'])
    .where('v.is_deleted', '=', false)
    .where((eb) =>
      isCustomer(actor)
        ? eb('v.owner_id', '=', actor.userId)
        : eb.or([eb('v.owner_id', '=', actor.userId), eb('v.shared', '=', true)]),
    )
  if (id !== undefined) query = query.where('v.id', '=', id)
  const rows = await query.orderBy(sql`v.name collate "zh-x-icu"`).execute()
  return rows.map(({ owner_id, value, ...row }) => ({
    ...row,
    columns: value as calls.ViewColumns | null,
    mine: owner_id === actor.userId,
  }))
}

export async function myLists(tx: Tx, actor: Actor): Promise<Output<typeof calls.getMyLists>> {
  const settings = await tx
    .selectFrom('user_setting')
    .select(['key', 'value'])
    .where('user_id', '=', actor.userId)
    .where('key', 'like', 'list:%')
    .execute()
  return {
    lists: settings.map(({ key, value }) => ({
      list: key.slice('list:'.length),
      settings: value as calls.ListSettings,
    })),
    views: await viewsOf(tx, actor),
  }
}

export const setMyList: Act<typeof calls.setMyList> = async ({ tx, actor }, { list, settings }) => {
  const { defaultView } = settings
  if (defaultView !== undefined && !(await viewsOf(tx, actor, defaultView)).some((view) => view.list === list))
    throw badField('settings.defaultView', 'kernel.notFound')
  await keepSetting(tx, actor, keyOf(list), settings)
  return {}
}

async function keepSetting(tx: Tx, actor: Actor, key: string, setting: object): Promise<void> {
  const value = JSON.stringify(setting)
  await tx
    .insertInto('user_setting')
    .values({ user_id: actor.userId, key, value, updated_at: clock.now() })
    .onConflict((oc) => oc.columns(['user_id', 'key']).doUpdateSet({ value, updated_at: clock.now() }))
    .execute()
}

/** Keeps a view; the same name again, or its id, renews what it held. */
export const saveView: Act<typeof calls.saveView> = async ({ tx, actor }, input) => {
  if (input.shared && isCustomer(actor)) throw new Refusal('workbench.customersShareNothing')
  const values = { name: input.name, search: input.search, shared: input.shared, updated_at: clock.now() }
  const same = await tx
    .selectFrom('saved_view')
    .select('id')
    .where('owner_id', '=', actor.userId)
    .where('list', '=', input.list)
    .where(sql`lower(name)`, '=', input.name.toLowerCase())
    .where('is_deleted', '=', false)
    .executeTakeFirst()
  if (input.id !== undefined && same !== undefined && same.id !== input.id)
    throw badField('name', 'workbench.viewNameTaken')
  const id = input.id ?? same?.id
  if (id === undefined) {
    const { count } = await tx
      .selectFrom('saved_view')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('owner_id', '=', actor.userId)
      .where('is_deleted', '=', false)
      .executeTakeFirstOrThrow()
    if (count >= mostViews) throw new Refusal('workbench.tooManyViews', { max: mostViews })
    const added = await tx
      .insertInto('saved_view')
      .values({
        ...values,
        list: input.list,
        owner_id: actor.userId,
        created_at: clock.now(),
        created_by: actor.userId,
        updated_by: actor.userId,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    if (input.columns) await keepSetting(tx, actor, keyOfView(added.id), input.columns)
    return onlyView(await viewsOf(tx, actor, added.id))
  }
  const changed = await tx
    .updateTable('saved_view')
    .set({ ...values, version: sql`version + 1`, updated_by: actor.userId })
    .where('id', '=', id)
    .where('owner_id', '=', actor.userId)
    .where('list', '=', input.list)
    .where('is_deleted', '=', false)
    .executeTakeFirst()
  if (changed.numUpdatedRows === 0n) throw notFound()
  if (input.columns) await keepSetting(tx, actor, keyOfView(id), input.columns)
  return onlyView(await viewsOf(tx, actor, id))
}

export const deleteView: Act<typeof calls.deleteView> = async ({ tx, actor }, { id }) => {
  const gone = await tx
    .updateTable('saved_view')
    .set({ is_deleted: true, updated_at: clock.now(), updated_by: actor.userId })
    .where('id', '=', id)
    .where('owner_id', '=', actor.userId)
    .where('is_deleted', '=', false)
    .executeTakeFirst()
  if (gone.numUpdatedRows === 0n) throw notFound()
  await tx.deleteFrom('user_setting').where('user_id', '=', actor.userId).where('key', '=', keyOfView(id)).execute()
  return {}
}

function onlyView([view]: calls.SavedView[]): calls.SavedView {
  if (view === undefined) throw notFound()
  return view
}
