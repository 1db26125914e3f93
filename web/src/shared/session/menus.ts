import type { Language } from '@xunyun/contract/pages'
import type { MenuItem } from '@xunyun/contract/system/calls'

export type MenuNode = { readonly item: MenuItem; readonly children: readonly MenuNode[] }

/** Does its address name a route of ours, rather than nothing (a group) or another site? */
export const isRoute = (item: MenuItem): boolean => item.GoUrl.startsWith('/')

/** ParentID 0 = root, ordered by tSort (SE-03). A child whose parent was not granted is left out with it. */
export function buildTree(items: readonly MenuItem[], parent = 0): MenuNode[] {
  return items
    .filter((item) => item.ParentID === parent)
    .sort((a, b) => a.tSort - b.tSort || a.MenuID - b.MenuID)
    .map((item) => ({ item, children: buildTree(items, item.MenuID) }))
}

/** Path → menu name for the items that are a route, whatever their flags (SE-03). */
export const buildTitles = (items: readonly MenuItem[]): Readonly<Record<string, string>> =>
  Object.fromEntries(items.filter(isRoute).map((item) => [item.GoUrl, item.MenuName]))

/** The top bar: roots that are approved and belong there (SH-01). */
export const topEntries = (tree: readonly MenuNode[]): MenuNode[] =>
  tree.filter(({ item }) => item.Approved === 1 && item.FromLocation === 0)

/** Not approved, or a right that is no menu entry: hidden in the side menu (SH-17). A group left empty goes too. */
export function visibleEntries(nodes: readonly MenuNode[]): MenuNode[] {
  return nodes
    .filter(({ item }) => item.Approved === 1 && item.isLeaf === 0)
    .map((node) => ({ ...node, children: visibleEntries(node.children) }))
    .filter(({ item, children }) => item.GoUrl !== '' || children.length > 0)
}

/** Pages of a menu in reading order. */
export const pagesBelow = (nodes: readonly MenuNode[]): MenuItem[] =>
  nodes.flatMap(({ item, children }) => [...(item.GoUrl === '' ? [] : [item]), ...pagesBelow(children)])

export const menuTitle = (item: MenuItem, language: Language): string => item.Names[language] || item.MenuName

/** The root that an item hangs below. */
export function rootOf(items: readonly MenuItem[], item: MenuItem): MenuItem {
  const parent = items.find((other) => other.MenuID === item.ParentID)
  return parent ? rootOf(items, parent) : item
}
