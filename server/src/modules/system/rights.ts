import type { Input } from '@xunyun/contract/kernel/call'
import { pageOf, rightPages } from '@xunyun/contract/pages'
import type { RightRow, setSysUserRights } from '@xunyun/contract/system/calls'
import { type Actor, may } from '../../platform/actor.ts'
import type { Tx } from '../../platform/db.ts'
import { type Change, recordHistory } from '../../platform/history.ts'
import { badField, notFound, Refusal } from '../../platform/refusal.ts'
import { tellSessionsChanged } from '../../platform/session.ts'
import { isPage } from './menu.ts'

/** A user's rights, one row a menu entry whose page carries a right (AP-05). */
export async function rightsOf(tx: Tx, userId: number): Promise<RightRow[]> {
  const user = await tx
    .selectFrom('app_user')
    .select('id')
    .where('id', '=', userId)
    .where('is_deleted', '=', false)
    .executeTakeFirst()
  if (user === undefined) throw notFound()
  const rights = await tx.selectFrom('user_right').selectAll().where('user_id', '=', userId).execute()
  const byPage = new Map(rights.map((right) => [right.page, right]))
  const menus = await tx.selectFrom('menu').select(['id', 'page']).where('page', 'is not', null).orderBy('id').execute()
  return menus
    .filter(({ page }) => isPage(page) && rightPages.includes(page))
    .map(({ id, page }) => {
      const right = byPage.get(page ?? '')
      return {
        MenuID: id,
        BrowseAccess: right?.browse ? 1 : 0,
        AddModifyAccess: right?.edit ? 1 : 0,
        DeleteApprovedAccess: right?.approve ? 1 : 0,
      }
    })
}

/** Replaces a user's rights; they hold from the user's next call on, on every process (SE-09). */
export async function setRights(tx: Tx, actor: Actor, input: Input<typeof setSysUserRights>): Promise<void> {
  const user = await tx
    .selectFrom('app_user')
    .select(['id', 'name'])
    .where('id', '=', input.UserID)
    .where('is_deleted', '=', false)
    .forUpdate()
    .executeTakeFirst()
  if (user === undefined) throw notFound()
  const menus = await tx.selectFrom('menu').select(['id', 'page']).where('page', 'is not', null).execute()
  const pageById = new Map(menus.map((menu) => [menu.id, menu.page]))
  const before = await tx.selectFrom('user_right').selectAll().where('user_id', '=', user.id).execute()
  const wanted = new Map<string, { page: string; browse: boolean; edit: boolean; approve: boolean }>()
  input.Rights.forEach((row, index) => {
    const page = pageById.get(row.MenuID) ?? null
    if (!isPage(page) || !rightPages.includes(page))
      throw badField(`Rights.${index}.MenuID`, 'system.unknownMenu', { menu: row.MenuID })
    const edit = row.AddModifyAccess === 1
    const approve = row.DeleteApprovedAccess === 1
    // Edit and approve contain browse (SE-08).
    const right = { page, browse: row.BrowseAccess === 1 || edit || approve, edit, approve }
    if (right.browse) wanted.set(page, right)
    const had = before.find((old) => old.page === page)
    for (const kind of ['browse', 'edit', 'approve'] as const) {
      if (right[kind] && !(had?.[kind] ?? false) && !may(actor, page, kind)) throw new Refusal('system.beyondYourOwn')
    }
  })
  await tx.deleteFrom('user_right').where('user_id', '=', user.id).execute()
  if (wanted.size > 0)
    await tx
      .insertInto('user_right')
      .values(
        [...wanted.values()].map((right) => ({
          user_id: user.id,
          page: right.page,
          browse: true,
          edit: right.edit || null,
          approve: right.approve || null,
        })),
      )
      .execute()
  await keepAnAdministrator(tx)
  await recordHistory(tx, actor, 'user', user.id, 'rightsChanged', rightChanges(before, wanted))
  await tellSessionsChanged(tx)
}

/** Somebody enabled must be able to edit users, or nobody could ever mend it. */
export async function keepAnAdministrator(tx: Tx): Promise<void> {
  const one = await tx
    .selectFrom('effective_right')
    .innerJoin('app_user', 'app_user.id', 'effective_right.user_id')
    .select('app_user.id')
    .where('page', '=', 'user')
    .where('edit', '=', true)
    .where('approve', '=', true)
    .where('status', '=', 0)
    .where('is_deleted', '=', false)
    .limit(1)
    .executeTakeFirst()
  if (one === undefined) throw new Refusal('system.lastAdministrator')
}

type Right = { page: string; browse: boolean | null; edit: boolean | null; approve: boolean | null }

function rightChanges(before: readonly Right[], after: ReadonlyMap<string, Right>): Change[] {
  const say = (right: Right | undefined) =>
    right === undefined
      ? null
      : (['browse', 'edit', 'approve'] as const).filter((kind) => right[kind]).join('+') || null
  const pages = new Set([...before.map(({ page }) => page), ...after.keys()])
  return [...pages]
    .map((page) => ({
      field: isPage(page) ? pageOf(page).titles.zh : page,
      from: say(before.find((right) => right.page === page)),
      to: say(after.get(page)),
    }))
    .filter(({ from, to }) => from !== to)
}
