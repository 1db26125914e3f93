import type { Access, Input, Kind, Output } from '@xunyun/contract/kernel/call'
import { type PageKey, pageOf, rightPages } from '@xunyun/contract/pages'
import { effectOf, kinds, nothingAllowed, roleName } from '@xunyun/contract/rights'
import type { ExplainedRight, explainRight, RightReason } from '@xunyun/contract/system/explain'
import { sql } from 'kysely'
import { type Actor, isCustomer, requireRight } from '../../../platform/actor.ts'
import { owned, type Tx } from '../../../platform/db.ts'
import { badField, notFound } from '../../../platform/refusal.ts'
import { isPage } from '../menus/menu.ts'
import { ownRights } from './rights.ts'

type Asked = { page: PageKey; kind: Kind }

/** Who may make the bound call at a path; undefined where there is none. */
export type AccessOf = (path: string) => Access | undefined

/**
 * Why a user may or may not: for each right that would do, whether it holds, which roles give it, what the user's own
 * right says, how the page stands in the menu; besides, the scope, and who could grant it.
 */
export async function explain(
  tx: Tx,
  actor: Actor,
  input: Input<typeof explainRight>,
  accessOf: AccessOf,
): Promise<Output<typeof explainRight>> {
  const userId = input.UserID ?? actor.userId
  if (userId !== actor.userId) requireRight(actor, 'user', 'browse')
  const user = await tx
    .selectFrom('app_user')
    .select(['id', 'name', 'status', 'scope', 'must_change_password'])
    .where('id', '=', userId)
    .where('is_deleted', '=', false)
    .executeTakeFirst()
  if (user === undefined) throw notFound()
  const asked = rightsAsked(input, accessOf)
  const disabled = user.status === 1
  const rights = await Promise.all((asked ?? []).map((right) => explainOne(tx, actor, userId, disabled, right)))
  return {
    UserID: user.id,
    UNAME: user.name,
    disabled,
    mustChangePassword: user.must_change_password,
    scope: user.scope,
    scopeNames: await scopeNames(tx, userId, user.scope),
    rights,
    allowed: !disabled && (asked === undefined || rights.some(({ holds }) => holds)),
    grantors: isCustomer(actor) || asked === undefined ? [] : await grantors(tx, asked),
  }
}

/** The rights any one of which is enough; undefined: none is needed. */
function rightsAsked(input: Input<typeof explainRight>, accessOf: AccessOf): Asked[] | undefined {
  if (input.page !== undefined) {
    const page = input.page as PageKey
    const carrier = (pageOf(page).follows ?? page) as PageKey
    if (!rightPages.includes(carrier)) return undefined
    return (input.kind === undefined ? kinds : [input.kind]).map((kind) => ({ page: carrier, kind }))
  }
  if (input.call === undefined) throw badField('page', 'field.required')
  const access = accessOf(input.call.split('?')[0] ?? '')
  if (access === undefined) throw badField('call', 'field.choice')
  return typeof access === 'string' ? undefined : access.map(({ page, kind }) => ({ page: page as PageKey, kind }))
}

async function explainOne(
  tx: Tx,
  actor: Actor,
  userId: number,
  disabled: boolean,
  { page, kind }: Asked,
): Promise<ExplainedRight> {
  const rows = await tx
    .selectFrom('user_role as u')
    .innerJoin('role as r', 'r.id', 'u.role_id')
    .innerJoin('role_right as g', 'g.role_id', 'r.id')
    .select(['r.id', 'r.name', 'r.preset', 'r.enabled', 'g.browse', 'g.edit', 'g.approve'])
    .where('u.user_id', '=', userId)
    .where('g.page', '=', page)
    .where('r.is_deleted', '=', false)
    .orderBy('r.id')
    .execute()
  const own = (await ownRights(tx, [userId]))(userId, page)
  const role = rows
    .filter(({ enabled }) => enabled)
    .reduce(
      (sum, one) => ({
        browse: sum.browse || one.browse,
        edit: sum.edit || one.edit,
        approve: sum.approve || one.approve,
      }),
      nothingAllowed,
    )
  const effect = effectOf(role, own)[kind]
  const giving = rows.filter((one) => one[kind])
  const reason = ((): RightReason => {
    if (disabled) return 'userDisabled'
    if (effect) {
      if (own[kind] === true) return 'ownGrant'
      return role[kind] ? 'role' : 'contained'
    }
    if (own[kind] === false) return 'ownDenial'
    if (own.browse === false && (role[kind] || own[kind] === true)) return 'browseDenied'
    return giving.length > 0 ? 'roleDisabled' : 'nobody'
  })()
  return {
    page,
    kind,
    holds: effect && !disabled,
    reason,
    roles: giving.map(({ id, name, preset, enabled }) => ({
      id,
      name: roleName(name, preset, actor.language),
      enabled,
    })),
    own: own[kind],
    menu: await menuState(tx, page),
  }
}

async function menuState(tx: Tx, page: PageKey): Promise<ExplainedRight['menu']> {
  const entries = await tx.selectFrom('menu').select(['approved', 'is_leaf']).where('page', '=', page).execute()
  if (entries.length === 0) return 'none'
  if (!entries.some(({ approved }) => approved)) return 'unapproved'
  return entries.every(({ is_leaf }) => is_leaf) ? 'leaf' : 'shown'
}

async function scopeNames(tx: Tx, userId: number, scope: string): Promise<string[]> {
  if (scope === 'all') return []
  // unscoped: the companies that a scope consists of, told to himself or to whoever manages users
  const rows = await owned(tx)
    .selectFrom('user_company as b')
    .innerJoin('company as c', 'c.id', 'b.company_id')
    .select('c.name')
    .where('b.user_id', '=', userId)
    .orderBy(sql`c.name collate "zh-x-icu"`)
    .execute()
  return rows.map(({ name }) => name)
}

const shownGrantors = 10

/** Nobody grants what he lacks, so a grantor edits users and holds one of the rights. */
async function grantors(tx: Tx, asked: readonly Asked[]): Promise<string[]> {
  const wanted = asked.filter(({ page }) => isPage(page))
  const rows = await tx
    .selectFrom('app_user as u')
    .innerJoin('effective_right as manages', 'manages.user_id', 'u.id')
    .select('u.name')
    .where('manages.page', '=', 'user')
    .where('manages.edit', '=', true)
    .where('u.status', '=', 0)
    .where('u.is_deleted', '=', false)
    .where('u.scope', '<>', 'customer')
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('effective_right as e')
          .select('e.page')
          .whereRef('e.user_id', '=', 'u.id')
          .where((has) =>
            has.or(wanted.map(({ page, kind }) => has.and([has('e.page', '=', page), has(`e.${kind}`, '=', true)]))),
          ),
      ),
    )
    .orderBy(sql`u.name collate "zh-x-icu"`)
    .limit(shownGrantors)
    .execute()
  return rows.map(({ name }) => name)
}
