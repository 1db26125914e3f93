import type { Input } from '@xunyun/contract/kernel/call'
import { type PageKey, rightPages } from '@xunyun/contract/pages'
import {
  type Allowed,
  effectOf,
  kinds,
  nothingAllowed,
  nothingOwn,
  type Own,
  ownFor,
  sameAllowed,
  withBrowse,
} from '@xunyun/contract/rights'
import type * as calls from '@xunyun/contract/system/calls'
import { sql } from 'kysely'
import type { Act } from '../../../platform/act.ts'
import { type Actor, may } from '../../../platform/actor.ts'
import type { Tx } from '../../../platform/db.ts'
import { type Change, recordHistory } from '../../../platform/history.ts'
import { badField, notFound, Refusal } from '../../../platform/refusal.ts'
import { tellSessionsChanged } from '../../../platform/session.ts'
import { firstOfEachPage, isPage } from '../menus/menu.ts'
import { requireAbove } from '../users/above.ts'

const bit = (value: boolean) => (value ? 1 : 0)
const ownBit = (value: boolean | null) => (value === null ? null : bit(value))
const ownOf = (value: number | null) => (value === null ? null : value === 1)

export const asAccesses = ({ browse, edit, approve }: Allowed) => ({
  BrowseAccess: bit(browse),
  AddModifyAccess: bit(edit),
  DeleteApprovedAccess: bit(approve),
})
const readAccesses = (row: Omit<calls.RightRow, 'MenuID'>): Allowed =>
  withBrowse({
    browse: row.BrowseAccess === 1,
    edit: row.AddModifyAccess === 1,
    approve: row.DeleteApprovedAccess === 1,
  })

const carriesRight = (page: string | null): PageKey | undefined =>
  isPage(page) && rightPages.includes(page) ? page : undefined

/** Menu entries whose page carries a right, in the order of their ids. */
export async function rightMenus(tx: Tx): Promise<{ id: number; page: PageKey }[]> {
  const menus = await tx.selectFrom('menu').select(['id', 'page']).where('page', 'is not', null).orderBy('id').execute()
  return menus.flatMap((menu) => {
    const page = carriesRight(menu.page)
    return page === undefined ? [] : [{ id: menu.id, page }]
  })
}

/**
 * The rows of a call by page. What the menu lists can be sent back whole: an entry that carries no right (a group, an
 * outside address) says nothing. One that is no entry is refused at its field.
 */
export async function byPage<R extends { MenuID: number }>(tx: Tx, rows: readonly R[]) {
  const menus = new Map(
    (await tx.selectFrom('menu').select(['id', 'page']).execute()).map(({ id, page }) => [id, carriesRight(page)]),
  )
  const wanted = rows.flatMap((row, index) => {
    if (!menus.has(row.MenuID)) throw badField(`Rights.${index}.MenuID`, 'system.unknownMenu', { menu: row.MenuID })
    const page = menus.get(row.MenuID)
    return page === undefined ? [] : [{ page, row, index }]
  })
  // What the caller cannot name stays as it is: a page whose entry was taken out of the menu.
  return { wanted, named: new Set<string>([...menus.values()].filter((page) => page !== undefined)) }
}

/** What is wanted for a role: page → what it allows, without pages on which it allows nothing. */
export async function roleRightsWanted(tx: Tx, rows: readonly calls.RightRow[]) {
  const { wanted, named } = await byPage(tx, rows)
  const rights = new Map(wanted.map(({ page, row }) => [page as string, readAccesses(row)]))
  for (const [page, right] of rights) if (!right.browse) rights.delete(page)
  return { rights, named }
}

/** What the enabled roles of users give them together: user → page → what. `but` leaves one role out. */
export async function givenByRoles(tx: Tx, users: readonly number[], but?: number) {
  const rows =
    users.length === 0
      ? []
      : await tx
          .selectFrom('user_role as u')
          .innerJoin('role as r', 'r.id', 'u.role_id')
          .innerJoin('role_right as g', 'g.role_id', 'r.id')
          .select(['u.user_id', 'g.page'])
          .select((eb) => [
            eb.fn.agg<boolean>('bool_or', ['g.browse']).as('browse'),
            eb.fn.agg<boolean>('bool_or', ['g.edit']).as('edit'),
            eb.fn.agg<boolean>('bool_or', ['g.approve']).as('approve'),
          ])
          .where('u.user_id', 'in', [...users])
          .where('r.enabled', '=', true)
          .where('r.is_deleted', '=', false)
          .where('r.id', '<>', but ?? 0)
          .groupBy(['u.user_id', 'g.page'])
          .execute()
  const given = new Map<number, Map<string, Allowed>>()
  for (const { user_id, page, ...right } of rows) {
    if (!given.has(user_id)) given.set(user_id, new Map())
    given.get(user_id)?.set(page, right)
  }
  return (user: number, page: string): Allowed => given.get(user)?.get(page) ?? nothingAllowed
}

/** Own rights of users on top of the roles. */
export async function ownRights(tx: Tx, users: readonly number[]) {
  const rows =
    users.length === 0
      ? []
      : await tx
          .selectFrom('user_right')
          .selectAll()
          .where('user_id', 'in', [...users])
          .execute()
  const own = new Map(rows.map(({ user_id, page, ...right }) => [`${user_id} ${page}`, right]))
  return (user: number, page: string): Own => own.get(`${user} ${page}`) ?? nothingOwn
}

async function lockUser(tx: Tx, id: number, lock: boolean): Promise<void> {
  const query = tx.selectFrom('app_user').select('id').where('id', '=', id).where('is_deleted', '=', false)
  if ((await (lock ? query.forUpdate() : query).executeTakeFirst()) === undefined) throw notFound()
}

/** A user's rights, one row a menu entry whose page carries a right (AP-05). */
export async function rightsOf(tx: Tx, userId: number): Promise<calls.UserRightRow[]> {
  await lockUser(tx, userId, false)
  const [role, own] = [await givenByRoles(tx, [userId]), await ownRights(tx, [userId])]
  return firstOfEachPage(await rightMenus(tx)).map(({ id, page }) => {
    const mine = own(userId, page)
    return {
      MenuID: id,
      ...asAccesses(effectOf(role(userId, page), mine)),
      Role: asAccesses(role(userId, page)),
      Own: {
        BrowseAccess: ownBit(mine.browse),
        AddModifyAccess: ownBit(mine.edit),
        DeleteApprovedAccess: ownBit(mine.approve),
      },
    }
  })
}

type WantedRow = Input<typeof calls.setSysUserRights>['Rights'][number]

/**
 * The own right that a sent row means (ADR 006). The accesses decide; `Own` counts where none is sent, or where it comes
 * to the same effect: so what GetUserRight gave can be sent back, changed or not, by a client that knows no roles.
 */
function meant(row: WantedRow, index: number, role: Allowed): Own {
  const own = row.Own && {
    browse: ownOf(row.Own.BrowseAccess),
    edit: ownOf(row.Own.AddModifyAccess),
    approve: ownOf(row.Own.DeleteApprovedAccess),
  }
  const sent = ['BrowseAccess', 'AddModifyAccess', 'DeleteApprovedAccess'] as const
  const missing = sent.filter((field) => row[field] === undefined)
  if (own !== undefined && missing.length === sent.length) return own
  if (missing[0] !== undefined) throw badField(`Rights.${index}.${missing[0]}`, 'field.required')
  const effect = readAccesses(row as calls.RightRow)
  return own !== undefined && sameAllowed(effectOf(role, own), effect) ? own : ownFor(role, effect)
}

/** Replaces a user's rights; they hold from the user's next call on, on every process (SE-09). */
export const setSysUserRights: Act<typeof calls.setSysUserRights> = async ({ tx, actor }, input) => {
  const user = input.UserID
  await lockUser(tx, user, true)
  await requireAbove(tx, actor, user)
  const [role, before] = [await givenByRoles(tx, [user]), await ownRights(tx, [user])]
  const { wanted, named } = await byPage(tx, input.Rights)
  const after = new Map<string, Own>()
  for (const page of named) after.set(page, ownFor(role(user, page), nothingAllowed))
  for (const { page, row, index } of wanted) after.set(page, meant(row, index, role(user, page)))
  for (const [page, own] of after) refuseBeyond(actor, page as PageKey, role(user, page), before(user, page), own)

  await tx
    .deleteFrom('user_right')
    .where('user_id', '=', user)
    .where('page', 'in', [...named])
    .execute()
  const kept = [...after].filter(([, own]) => kinds.some((kind) => own[kind] !== null))
  if (kept.length > 0)
    await tx
      .insertInto('user_right')
      .values(kept.map(([page, own]) => ({ user_id: user, page, ...own })))
      .execute()
  await keepAnAdministrator(tx)
  const changes = rightChanges([...named].map((page) => [page, before(user, page), after.get(page) ?? nothingOwn]))
  if (changes.length > 0) await recordHistory(tx, actor, 'user', user, 'rightsChanged', changes)
  await tellSessionsChanged(tx)
  return {}
}

/** Nobody grants what he lacks: neither by a right that stays, nor by lifting a denial. */
function refuseBeyond(actor: Actor, page: PageKey, role: Allowed, before: Own, after: Own): void {
  const [had, has] = [effectOf(role, before), effectOf(role, after)]
  for (const kind of kinds) {
    const granted = after[kind] === true && before[kind] !== true
    if ((granted || (has[kind] && !had[kind])) && !may(actor, page, kind)) throw new Refusal('system.beyondYourOwn')
  }
}

/**
 * Somebody enabled must be able to edit users, everybody's, or nobody could ever mend it. Two who each take away one of the last two
 * meet at the lock, and the second one is refused.
 */
export async function keepAnAdministrator(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('the last administrator'))`.execute(tx)
  const one = await tx
    .selectFrom('effective_right')
    .innerJoin('app_user', 'app_user.id', 'effective_right.user_id')
    .select('app_user.id')
    .where('page', '=', 'user')
    .where('edit', '=', true)
    .where('approve', '=', true)
    .where('scope', '=', 'all')
    .where('status', '=', 0)
    .where('is_deleted', '=', false)
    .limit(1)
    .executeTakeFirst()
  if (one === undefined) throw new Refusal('system.lastAdministrator')
}

/** Field by field as a timeline holds it: the page's key, and `browse+edit`, with `!` before what is denied. */
export function rightChanges(rights: readonly (readonly [page: string, before: Own, after: Own])[]): Change[] {
  const say = (right: Own) =>
    kinds
      .filter((kind) => right[kind] !== null)
      .map((kind) => (right[kind] ? kind : `!${kind}`))
      .join('+') || null
  return rights
    .map(([field, before, after]) => ({ field, from: say(before), to: say(after) }))
    .filter(({ from, to }) => from !== to)
}
