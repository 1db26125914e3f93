import type { Kind } from '@xunyun/contract/kernel/call'
import { type PageKey, pageKeys, rightPages } from '@xunyun/contract/pages'
import { kinds } from '@xunyun/contract/rights'
import type { MenuItem, RightRow } from '@xunyun/contract/system/calls'
import { buildTree, type MenuNode } from '../../../shared/session/menus.ts'

/** Rights of a role while they are edited: menu entry → what is ticked. Edit and approve contain browse (SE-08). */

export type Ticks = ReadonlyMap<number, ReadonlySet<Kind>>

const none: ReadonlySet<Kind> = new Set()
export const ticksOf = (ticks: Ticks, menu: number): ReadonlySet<Kind> => ticks.get(menu) ?? none

const isPage = (key: string): key is PageKey => (pageKeys as readonly string[]).includes(key)
/** Carries a right of its own: no group, no document that follows its list. */
export const carriesRight = (item: MenuItem): boolean => isPage(item.Page) && rightPages.includes(item.Page)

/** The tree without what carries no right, nor leads to one. */
export const rightsTree = (menus: readonly MenuItem[]): MenuNode[] => prune(buildTree(menus))

const prune = (nodes: readonly MenuNode[]): MenuNode[] =>
  nodes
    .map((node) => ({ ...node, children: prune(node.children) }))
    .filter(({ item, children }) => carriesRight(item) || children.length > 0)

/** Entries that are looked for, and the groups that lead to them. */
export const onlyEntries = (nodes: readonly MenuNode[], wanted: (item: MenuItem) => boolean): MenuNode[] =>
  nodes
    .map((node) => ({ ...node, children: onlyEntries(node.children, wanted) }))
    .filter(({ item, children }) => children.length > 0 || (carriesRight(item) && wanted(item)))

/** The entries at and below a node that carry a right. */
export const entriesOf = ({ item, children }: MenuNode): MenuItem[] => [
  ...(carriesRight(item) ? [item] : []),
  ...children.flatMap(entriesOf),
]

export const readTicks = (rows: readonly RightRow[]): Ticks =>
  new Map(
    rows.map((row) => [
      row.MenuID,
      withBrowse([
        ...(row.BrowseAccess === 1 ? (['browse'] as const) : []),
        ...(row.AddModifyAccess === 1 ? (['edit'] as const) : []),
        ...(row.DeleteApprovedAccess === 1 ? (['approve'] as const) : []),
      ]),
    ]),
  )

const withBrowse = (given: readonly Kind[]): ReadonlySet<Kind> =>
  given.length === 0 ? none : new Set<Kind>(['browse', ...given])

/** As the call takes them: entries with at least one tick. */
export const writeTicks = (ticks: Ticks): RightRow[] =>
  [...ticks]
    .filter(([, set]) => set.size > 0)
    .map(([MenuID, set]) => ({
      MenuID,
      BrowseAccess: 1,
      AddModifyAccess: set.has('edit') ? 1 : 0,
      DeleteApprovedAccess: set.has('approve') ? 1 : 0,
    }))

/** Ticks or unticks a kind for some entries. Without browse nothing is left; with another kind browse comes along. */
export function tick(ticks: Ticks, menus: readonly number[], kind: Kind, on: boolean): Ticks {
  const next = new Map(ticks)
  for (const menu of menus) {
    const before = [...ticksOf(ticks, menu)]
    if (on) next.set(menu, withBrowse([...before, kind]))
    else next.set(menu, kind === 'browse' ? none : new Set(before.filter((other) => other !== kind)))
  }
  return next
}

/** All, some or none of these entries have it. */
export function shareOf(ticks: Ticks, menus: readonly number[], kind: Kind): 'all' | 'some' | 'none' {
  const count = menus.filter((menu) => ticksOf(ticks, menu).has(kind)).length
  return count === 0 ? 'none' : count === menus.length ? 'all' : 'some'
}

export type TickChange = { readonly item: MenuItem; readonly from: readonly Kind[]; readonly to: readonly Kind[] }

/** What saving would change, in the order of the menu. */
export function changesOf(menus: readonly MenuItem[], before: Ticks, after: Ticks): TickChange[] {
  return menus
    .filter(carriesRight)
    .map((item) => ({ item, from: listOf(before, item.MenuID), to: listOf(after, item.MenuID) }))
    .filter(({ from, to }) => from.join() !== to.join())
}

const listOf = (ticks: Ticks, menu: number): readonly Kind[] => kinds.filter((kind) => ticksOf(ticks, menu).has(kind))
