import type { Input, Output } from '@xunyun/contract/kernel/call'
import type { Language } from '@xunyun/contract/pages'
import type { getFuncType, getMenus, MenuAction, MenuFilter, MenuRow } from '@xunyun/contract/system/menus'
import { sql } from 'kysely'
import { ability, type Objection } from '../../../platform/abilities.ts'
import { type Actor, may } from '../../../platform/actor.ts'
import type { Tx } from '../../../platform/db.ts'
import { pinyinOf } from '../../../platform/search.ts'
import { refuseDeleting } from './rules.ts'

/** The menu as its editor sees it. A company has some hundred entries: they are read whole and arranged here. */

const bit = (value: boolean) => (value ? 1 : 0)

export const allMenus = (tx: Tx) => tx.selectFrom('menu').selectAll().orderBy('t_sort').orderBy('id').execute()
type Row = Awaited<ReturnType<typeof allMenus>>[number]

/** In reading order, with how deep each stands. */
function walk(rows: readonly Row[], parent: number | null = null, depth = 0): { row: Row; depth: number }[] {
  return rows
    .filter(({ parent_id }) => parent_id === parent)
    .flatMap((row) => [{ row, depth }, ...walk(rows, row.id, depth + 1)])
}

/** Page → users and roles with a right of their own on it. */
async function holders(tx: Tx): Promise<ReadonlyMap<string, number>> {
  const found = await sql<{ page: string; number: number }>`
    select page, count(*) as number from (
      select r.page from user_right r join app_user u on u.id = r.user_id and not u.is_deleted
      union all select r.page from role_right r join role on role.id = r.role_id and not role.is_deleted
    ) held group by page`.execute(tx)
  return new Map(found.rows.map(({ page, number }) => [page, number]))
}

export const nameOfMenu = (row: Pick<Row, 'name_zh' | 'name_en' | 'name_es' | 'name_ja'>, language: Language): string =>
  ({ zh: row.name_zh, en: row.name_en, es: row.name_es, ja: row.name_ja })[language] || row.name_zh

export async function menuTree(tx: Tx, actor: Actor): Promise<MenuRow[]> {
  const rows = await allMenus(tx)
  const held = await holders(tx)
  return walk(rows).map(({ row, depth }) => {
    const children = rows.filter(({ parent_id }) => parent_id === row.id).length
    // The other entry of the same page carries the rights on.
    const alone = row.page !== null && !rows.some(({ id, page }) => id !== row.id && page === row.page)
    const rights = row.page === null ? 0 : (held.get(row.page) ?? 0)
    const facts = { menu: nameOfMenu(row, actor.language), seeded: row.seed_key !== null, children, rights, alone }
    return {
      id: row.id,
      MenuID: row.id,
      ParentID: row.parent_id ?? 0,
      MenuName: facts.menu,
      GoUrl: row.go_url,
      Icon: row.icon,
      tSort: row.t_sort,
      Approved: bit(row.approved),
      isLeaf: bit(row.is_leaf),
      openwindow: bit(row.open_window),
      FromLocation: row.from_location,
      BrowseAccess: 1,
      AddModifyAccess: bit(may(actor, 'menu', 'edit')),
      DeleteApprovedAccess: bit(may(actor, 'menu', 'approve')),
      Page: row.page ?? '',
      Names: { zh: row.name_zh, en: row.name_en, es: row.name_es, ja: row.name_ja },
      depth,
      seeded: facts.seeded,
      children,
      rights,
      version: row.version,
      actions: actionsOf(actor, row, facts),
    }
  })
}

function actionsOf(actor: Actor, row: Row, facts: Parameters<typeof refuseDeleting>[0]): MenuRow['actions'] {
  const can = (key: MenuAction, no?: Objection) => ability(actor, key, no)
  return [
    ...(may(actor, 'menu', 'edit') ? [can('change'), can('addBelow'), can('move')] : []),
    ...(may(actor, 'menu', 'approve')
      ? [row.approved ? can('hide') : can('approve'), can('delete', refuseDeleting(facts))]
      : []),
  ]
}

export async function menusOf(tx: Tx, actor: Actor, input: Input<typeof getFuncType>): Promise<MenuRow[]> {
  const rows = await menuTree(tx, actor)
  return rows.filter(
    ({ MenuID, ParentID }) =>
      (input.MenuID === undefined || MenuID === input.MenuID) &&
      (input.ParentID === undefined || ParentID === input.ParentID),
  )
}

/** Shown nowhere: not approved or a right, itself or what it stands below (SH-17). */
function hiddenOnes(rows: readonly MenuRow[]): ReadonlySet<number> {
  const hidden = new Set<number>()
  for (const row of rows) if (row.Approved === 0 || row.isLeaf === 1 || hidden.has(row.ParentID)) hidden.add(row.id)
  return hidden
}

function matches(row: MenuRow, q: string): boolean {
  const wanted = q.toLowerCase()
  return [...Object.values(row.Names), pinyinOf(row.Names.zh), row.GoUrl, row.Page].some((text) =>
    text.toLowerCase().includes(wanted),
  )
}

/** Found entries, with those above them so that the tree can be read. */
export async function listMenus(tx: Tx, actor: Actor, filter: MenuFilter): Promise<Output<typeof getMenus>> {
  const rows = await menuTree(tx, actor)
  const hidden = hiddenOnes(rows)
  const found = rows.filter(
    (row) =>
      (filter.q === undefined || matches(row, filter.q)) && (filter.ids === undefined || filter.ids.includes(row.id)),
  )
  const inTab = {
    all: found,
    unapproved: found.filter(({ Approved }) => Approved === 0),
    hidden: found.filter(({ id }) => hidden.has(id)),
  }
  const keep = new Set<number>()
  const parents = new Map(rows.map(({ id, ParentID }) => [id, ParentID]))
  // An export of chosen entries is those and no others.
  for (const { id } of inTab[filter.tab ?? 'all'])
    for (let at: number | undefined = id; at; at = filter.ids === undefined ? parents.get(at) : 0) keep.add(at)
  return {
    rows: rows.filter(({ id }) => keep.has(id)),
    next: null,
    total: keep.size,
    tabs: { all: inTab.all.length, unapproved: inTab.unapproved.length, hidden: inTab.hidden.length },
  }
}
