import type { Input, Output } from '@xunyun/contract/kernel/call'
import {
  type CategoryAction,
  type CategoryFilter,
  type CategoryNode,
  type CategoryRow,
  categoryTabs,
  type getCategories,
} from '@xunyun/contract/system/categories'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { ability, type Objection } from '../../../platform/abilities.ts'
import { type Actor, may } from '../../../platform/actor.ts'
import { all, anyOf } from '../../../platform/conditions.ts'
import type { Tx } from '../../../platform/db.ts'
import { countTabs, paging, type SortKey, type Totals, totalsOf } from '../../../platform/list.ts'
import { pinyinOf } from '../../../platform/search.ts'

const sorts = {
  sort: { by: sql.ref('t.sort'), type: 'bigint' },
  code: { by: sql.ref('t.code'), type: 'text' },
  name: { by: sql`t.name collate "zh-x-icu"`, type: 'text' },
  updatedAt: { by: sql.ref('t.updated_at'), type: 'timestamptz' },
} satisfies Record<string, SortKey>

export async function categoryTree(tx: Tx): Promise<CategoryNode[]> {
  const rows = await tx
    .selectFrom('category')
    .select(['id', sql<number>`coalesce(parent_id, 0)`.as('pid'), 'code', 'name', 'enabled'])
    .where('is_deleted', '=', false)
    .orderBy('sort')
    .orderBy('id')
    .execute()
  const below = (pid: number): CategoryNode[] =>
    rows.filter((row) => row.pid === pid).flatMap((row) => [row, ...below(row.id)])
  return below(0)
}

/** By code, name, pinyin and initials: a company has some thousand categories at the most, which are matched here. */
async function matching(tx: Tx, q: string, pid: number | undefined): Promise<number[]> {
  const wanted = q.toLowerCase()
  const tree = await categoryTree(tx)
  const inside = new Set<number>([pid ?? 0])
  // In the order of the tree a parent comes before what is below it.
  for (const node of tree) if (inside.has(node.pid)) inside.add(node.id)
  return tree
    .filter(({ id }) => inside.has(id) && id !== pid)
    .filter(({ code, name }) => [code, name, pinyinOf(name)].some((text) => text.toLowerCase().includes(wanted)))
    .map(({ id }) => id)
}

async function conditions(tx: Tx, { pid, q, ids }: CategoryFilter): Promise<RawBuilder<SqlBool>> {
  return all([
    sql<SqlBool>`not t.is_deleted`,
    anyOf('t.id', q === undefined ? undefined : await matching(tx, q, pid)),
    q !== undefined || pid === undefined ? undefined : sql<SqlBool>`coalesce(t.parent_id, 0) = ${pid}`,
    anyOf('t.id', ids),
  ])
}

const tabCondition = (tab: CategoryFilter['tab']) =>
  tab === undefined ? sql<SqlBool>`true` : sql<SqlBool>`t.enabled = ${tab === 'enabled'}`

const parents = sql<string>`(with recursive up as (
    select p.id, p.parent_id, p.name, 1 as step from category p where p.id = t.parent_id
    union all select p.id, p.parent_id, p.name, up.step + 1 from category p join up on p.id = up.parent_id
  ) select coalesce(string_agg(name, ' / ' order by step desc), '') from up)`
const children = sql<number>`(select count(*) from category c where c.parent_id = t.id and not c.is_deleted)`

type Found = Omit<CategoryRow, 'actions'> & { k: string }

export async function listCategories(
  tx: Tx,
  actor: Actor,
  input: Input<typeof getCategories>,
): Promise<Output<typeof getCategories>> {
  const page = paging(sorts, { sort: 'sort', dir: 'asc' }, 't.id', input)
  const found = await sql<Found>`
    select t.id, coalesce(t.parent_id, 0) as pid, t.code, t.name, ${parents} as parents, ${children} as children, t.sort, t.remark,
      t.enabled, t.created_at as "createdAt", t.updated_at as "updatedAt", u.name as "updatedByName", t.version, p.k::text as k from (
      select t.id, ${page.key} as k from category t
      where ${await conditions(tx, input)} and ${tabCondition(input.tab)} and ${page.afterCursor} ${page.order} ${page.limit}
    ) p join category t on t.id = p.id left join app_user u on u.id = t.updated_by ${page.orderOut}`.execute(tx)
  const { rows, next } = page.finish(found.rows)
  return { rows: rows.map((row) => ({ ...row, actions: actionsOf(actor, row) })), next }
}

function actionsOf(actor: Actor, row: Omit<Found, 'k'>): CategoryRow['actions'] {
  const can = (key: CategoryAction, no?: Objection) => ability(actor, key, no)
  const kept: Objection | undefined =
    row.children > 0
      ? { reason: 'settings.categoryHasChildren', params: { name: row.name, number: row.children } }
      : undefined
  return [
    ...(may(actor, 'gCode', 'edit') ? [can('change'), can('addBelow'), can('move')] : []),
    ...(may(actor, 'gCode', 'approve') ? [can(row.enabled ? 'disable' : 'enable'), can('delete', kept)] : []),
  ]
}

export async function totalCategories(tx: Tx, filter: CategoryFilter) {
  const found = await sql<Totals>`
    select ${countTabs(['all', ...categoryTabs], tabCondition, filter.tab)}
    from category t where ${await conditions(tx, filter)}`.execute(tx)
  return totalsOf(found)
}
