import type { Language } from '@xunyun/contract/pages'
import { type PageKey, pageOf, pages } from '@xunyun/contract/pages'
import type { MenuItem } from '@xunyun/contract/system/calls'
import { isOutside } from '@xunyun/contract/system/menus'
import { sql } from 'kysely'
import type { PageRight } from '../../../platform/actor.ts'
import type { Tx } from '../../../platform/db.ts'

const bit = (value: boolean | undefined) => (value ? 1 : 0)
export const everything: PageRight = { browse: true, edit: true, approve: true }

export const isPage = (key: string | null): key is PageKey => key !== null && Object.hasOwn(pages, key)

/** An administrator may give a page several entries; its right is set on the oldest. */
export function firstOfEachPage<R extends { id: number; page: string | null }>(rows: readonly R[]): R[] {
  const first = new Map<string, R>()
  for (const row of [...rows].sort((a, b) => a.id - b.id))
    if (row.page !== null && !first.has(row.page)) first.set(row.page, row)
  return [...first.values()]
}

/** The right that governs a page: its own, or that of the page it follows. */
const carrier = (page: PageKey): string => pageOf(page).follows ?? page

/**
 * The menu as the specification's rights items. With `rights`: only what the user may browse, and the groups that lead
 * there (SE-03); without: the whole tree, for the rights editor.
 */
export async function menuItems(
  tx: Tx,
  language: Language,
  rights?: ReadonlyMap<string, PageRight>,
): Promise<MenuItem[]> {
  const rows = await tx
    .selectFrom('menu')
    .selectAll()
    .orderBy(sql`coalesce(parent_id, 0)`)
    .orderBy('t_sort')
    .orderBy('id')
    .execute()
  const rightOf = (page: string | null): PageRight | undefined => {
    if (rights === undefined || page === 'dashboard') return everything
    if (!isPage(page)) return undefined
    return pageOf(page).everyone ? everything : rights.get(carrier(page))
  }
  const keep = new Set<number>()
  const parents = new Map(rows.map((row) => [row.id, row.parent_id]))
  const firsts = new Set(firstOfEachPage(rows).map(({ id }) => id))
  // An outside address carries no right: it is everybody's. The rights editor has each page once.
  const mayLookAt = (row: (typeof rows)[number]) =>
    row.page === null
      ? rights !== undefined && isOutside(row.go_url)
      : (rightOf(row.page)?.browse ?? false) && (rights !== undefined || firsts.has(row.id))
  for (const row of rows) {
    if (!mayLookAt(row)) continue
    for (let id: number | null | undefined = row.id; id; id = parents.get(id)) keep.add(id)
  }
  // The desk alone is no menu: whoever has no right at all is told so at login (SE-02).
  if (rights !== undefined && rights.size === 0) return []
  return rows
    .filter((row) => keep.has(row.id))
    .map((row) => {
      const right = row.page === null ? { browse: true, edit: false, approve: false } : rightOf(row.page)
      const names = { zh: row.name_zh, en: row.name_en, es: row.name_es, ja: row.name_ja }
      return {
        MenuID: row.id,
        ParentID: row.parent_id ?? 0,
        MenuName: names[language],
        GoUrl: row.go_url,
        Icon: row.icon,
        tSort: row.t_sort,
        Approved: bit(row.approved),
        isLeaf: bit(row.is_leaf),
        openwindow: bit(row.open_window),
        FromLocation: row.from_location,
        BrowseAccess: bit(right?.browse),
        AddModifyAccess: bit(right?.edit),
        DeleteApprovedAccess: bit(right?.approve),
        Page: row.page ?? '',
        Names: names,
      }
    })
}
