import type { Input, Output } from '@xunyun/contract/kernel/call'
import type { Choice } from '@xunyun/contract/kernel/list'
import { languages } from '@xunyun/contract/pages'
import { type Job, roleName } from '@xunyun/contract/rights'
import {
  type getRoleCandidates,
  type getRoleChoices,
  type getRoleMembers,
  type getRoles,
  type RoleAction,
  type RoleFilter,
  type RoleRow,
  roleTabs,
} from '@xunyun/contract/system/roles'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { ability, type Objection } from '../../../platform/abilities.ts'
import { type Actor, may } from '../../../platform/actor.ts'
import { all, anyOf } from '../../../platform/conditions.ts'
import { owned, type Tx } from '../../../platform/db.ts'
import { countTabs, paging, type SortKey, type Totals, totalsOf } from '../../../platform/list.ts'
import { notFound } from '../../../platform/refusal.ts'
import { pinyinOf } from '../../../platform/search.ts'
import { matchesPerson } from '../users/findPeople.ts'
import { beyondYourOwn, isBeyond } from './store.ts'

const people = sql<number>`(select count(*) from user_role u join app_user a on a.id = u.user_id
  where u.role_id = r.id and not a.is_deleted)`
const rights = sql<number>`(select count(*) from role_right g where g.role_id = r.id)`

const sorts = () =>
  ({
    name: { by: sql`r.name collate "zh-x-icu"`, type: 'text' },
    people: { by: people, type: 'bigint' },
    rights: { by: rights, type: 'bigint' },
    updatedAt: { by: sql.ref('r.updated_at'), type: 'timestamptz' },
  }) satisfies Record<string, SortKey>

/** A company has a few dozen roles: they are matched here, by Chinese, pinyin, initials and the presets' other names. */
async function matching(tx: Tx, q: string | undefined): Promise<number[] | undefined> {
  if (q === undefined) return undefined
  const roles = await tx
    .selectFrom('role')
    .select(['id', 'name', 'note', 'preset'])
    .where('is_deleted', '=', false)
    .execute()
  const wanted = q.toLowerCase()
  return roles
    .filter(({ name, note, preset }) =>
      [...languages.map((language) => roleName(name, preset, language)), pinyinOf(name), note].some((text) =>
        text.toLowerCase().includes(wanted),
      ),
    )
    .map(({ id }) => id)
}

const among = (ids: readonly number[] | undefined) => anyOf('r.id', ids)

async function conditions(tx: Tx, filter: RoleFilter): Promise<RawBuilder<SqlBool>> {
  return all([
    sql<SqlBool>`not r.is_deleted`,
    among(await matching(tx, filter.q)),
    among(filter.ids),
    filter.preset === undefined ? undefined : sql<SqlBool>`(r.preset is not null) = ${filter.preset}`,
  ])
}

const tabCondition = (tab: RoleFilter['tab']) =>
  tab === undefined ? sql<SqlBool>`true` : sql<SqlBool>`r.enabled = ${tab === 'enabled'}`

type Found = Omit<RoleRow, 'actions' | 'preset'> & { preset: Job | null; k: string }

export async function listRoles(tx: Tx, actor: Actor, input: Input<typeof getRoles>): Promise<Output<typeof getRoles>> {
  const page = paging(sorts(), { sort: 'name', dir: 'asc' }, 'r.id', input)
  const found = await sql<Found>`
    select r.id, r.name, r.note, ${people} as people, ${rights} as rights, r.preset, r.enabled,
      r.created_at as "createdAt", r.updated_at as "updatedAt", c.name as "updatedByName", r.version, p.k::text as k from (
      select r.id, ${page.key} as k from role r
      where ${await conditions(tx, input)} and ${tabCondition(input.tab)} and ${page.afterCursor} ${page.order} ${page.limit}
    ) p join role r on r.id = p.id left join app_user c on c.id = r.updated_by ${page.orderOut}`.execute(tx)
  const { rows, next } = page.finish(found.rows)
  const held = await tx
    .selectFrom('role_right')
    .selectAll()
    .where('role_id', 'in', [0, ...rows.map(({ id }) => id)])
    .execute()
  const shown = rows.map((row) => {
    const mine = held.filter(({ role_id }) => role_id === row.id).map((right) => [right.page, right] as const)
    return {
      ...row,
      name: roleName(row.name, row.preset, actor.language),
      actions: actionsOf(actor, row, isBeyond(actor, mine)),
    }
  })
  return { rows: shown, next }
}

/** What the actor may do with a role; a rule that forbids it gives its reason. */
function actionsOf(actor: Actor, role: Omit<Found, 'k'>, isBeyondOwn: boolean): RoleRow['actions'] {
  const can = (key: RoleAction, no?: Objection) => ability(actor, key, no)
  const beyond = isBeyondOwn ? beyondYourOwn(actor, role) : undefined
  const name = roleName(role.name, role.preset, actor.language)
  const inUse: Objection | undefined =
    role.people > 0 ? { reason: 'system.roleInUse', params: { role: name, people: role.people } } : undefined
  const kept: Objection | undefined =
    role.preset === null ? inUse : { reason: 'system.rolePreset', params: { role: name } }
  return [
    ...(may(actor, 'role', 'edit') ? [can('change'), can('rights'), can('members'), can('copy', beyond)] : []),
    ...(may(actor, 'role', 'approve')
      ? [role.enabled ? can('disable') : can('enable', beyond), can('delete', kept)]
      : []),
  ]
}

export async function totalRoles(tx: Tx, filter: RoleFilter) {
  const found = await sql<Totals>`
    select ${countTabs(['all', ...roleTabs], tabCondition, filter.tab)}
    from role r where ${await conditions(tx, filter)}`.execute(tx)
  return totalsOf(found)
}

/** Enabled ones, or those of the given ids whatever their state. */
export async function roleChoices(tx: Tx, actor: Actor, input: Input<typeof getRoleChoices>): Promise<Choice[]> {
  const which = input.ids === undefined ? sql<SqlBool>`r.enabled` : among(input.ids)
  const found = await sql<Choice & { preset: string | null }>`
    select r.id, r.name as label, nullif(split_part(r.note, chr(10), 1), '') as hint, r.preset from role r
    where ${all([await conditions(tx, { q: input.q }), which])}
    order by r.name collate "zh-x-icu", r.id limit ${input.ids === undefined ? 50 : 200}`.execute(tx)
  return found.rows.map(({ preset, ...role }) => ({ ...role, label: roleName(role.label, preset, actor.language) }))
}

export async function roleMembers(tx: Tx, id: number): Promise<Output<typeof getRoleMembers>> {
  const role = await tx
    .selectFrom('role')
    .select('id')
    .where('id', '=', id)
    .where('is_deleted', '=', false)
    .executeTakeFirst()
  if (role === undefined) throw notFound()
  // unscoped: an outlet lends its name to a colleague
  return owned(tx)
    .selectFrom('user_role as m')
    .innerJoin('app_user as u', 'u.id', 'm.user_id')
    .leftJoin('company as o', 'o.id', 'u.outlet_id')
    .select([
      'u.id as UserID',
      'u.account as LOGNAME',
      'u.name as UNAME',
      'o.short_name as outletName',
      'u.status as STATUS',
    ])
    .where('m.role_id', '=', id)
    .where('u.is_deleted', '=', false)
    .orderBy('u.status')
    .orderBy(sql`u.name collate "zh-x-icu"`)
    .execute()
}

/** Who may be given a role: enabled, of any scope, for there is a role for customers' accounts too. */
export async function roleCandidates(tx: Tx, input: Input<typeof getRoleCandidates>): Promise<Choice[]> {
  // unscoped: an outlet tells namesakes apart
  let query = owned(tx)
    .selectFrom('app_user as u')
    .leftJoin('company as o', 'o.id', 'u.outlet_id')
    .select(['u.id', 'u.name as label', sql<string>`concat_ws(' · ', u.account, o.short_name)`.as('hint')])
    .where('u.is_deleted', '=', false)
  if (input.ids === undefined) query = query.where('u.status', '=', 0)
  else query = query.where('u.id', 'in', [...input.ids, 0])
  if (input.q !== undefined) query = query.where(await matchesPerson(tx, input.q))
  return query
    .orderBy(sql`u.name collate "zh-x-icu"`)
    .limit(input.ids === undefined ? 50 : 1000)
    .execute()
}
