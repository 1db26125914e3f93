import * as z from 'zod/mini'
import { approve, browse, edit } from '../access.ts'
import { abilities } from '../kernel/ability.ts'
import { call } from '../kernel/call.ts'
import { outcomes } from '../kernel/list.ts'
import { flag, id, int, json, many, oneOf, optional, text } from '../kernel/wire.ts'
import { type PageKey, pageKeys, pageOf } from '../pages.ts'
import { historyEntry, menuItem } from './calls.ts'

/** The menu as its editor sees it (RT-12/menu, AP-04): every entry, hidden ones and outside addresses too. */

export const isOutside = (address: string): boolean => /^https?:\/\//i.test(address)

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
const patternOf = (path: string) => new RegExp(`^${path.split('/').map(partOf).join('/')}$`)
const partOf = (part: string) => (part.startsWith(':') ? '[^/?#]+' : escaped(part))

/** The page that an address opens, its parameters filled in or not; buttons have none. */
export function pageOfAddress(address: string): PageKey | undefined {
  const routed = pageKeys.filter((key) => !pageOf(key).button)
  return (
    routed.find((key) => pageOf(key).path === address) ??
    routed.find((key) => pageOf(key).path.includes(':') && patternOf(pageOf(key).path).test(address))
  )
}

/** What an entry may show; the web holds the drawings. */
export const menuIconNames = [
  'anchor',
  'banknote',
  'bell',
  'bluetooth',
  'book-open',
  'boxes',
  'building-2',
  'calculator',
  'calendar-days',
  'chart-column',
  'circle-dollar-sign',
  'clipboard-check',
  'clipboard-list',
  'coins',
  'container',
  'factory',
  'file-check',
  'file-text',
  'folder',
  'forklift',
  'globe',
  'handshake',
  'history',
  'house',
  'key-round',
  'landmark',
  'layout-dashboard',
  'layers',
  'list',
  'mail',
  'map',
  'map-pin',
  'package',
  'package-check',
  'package-open',
  'phone',
  'plane',
  'printer',
  'qr-code',
  'radio',
  'receipt',
  'route',
  'scan-line',
  'send',
  'settings',
  'shield',
  'ship',
  'smartphone',
  'store',
  'tag',
  'ticket',
  'train-front',
  'truck',
  'user-cog',
  'users',
  'wallet',
  'warehouse',
  'wrench',
] as const
export type MenuIconName = (typeof menuIconNames)[number]

export const menuActions = ['change', 'addBelow', 'move', 'approve', 'hide', 'delete'] as const
export type MenuAction = (typeof menuActions)[number]

export const menuRow = z.strictObject({
  ...menuItem.shape,
  /** MenuID again, as lists have it. */
  id: z.int(),
  /** 0 for a root. */
  depth: z.int(),
  /** Came with the product: keeps its address, and is hidden rather than deleted. */
  seeded: z.boolean(),
  /** Entries right below it. */
  children: z.int(),
  /** Users and roles with a right of their own on its page. */
  rights: z.int(),
  version: z.int(),
  /** What the asker may do with it; a reason where a rule forbids what the right would allow. */
  actions: abilities(menuActions),
})
export type MenuRow = z.output<typeof menuRow>

/** AP-04. */
export const getFuncTypeAll = call({
  method: 'GET',
  path: '/api/Users/GetFuncTypeAll',
  summary: 'Every menu entry, in the order of the tree',
  access: [browse('menu')],
  input: z.object({}),
  output: z.array(menuRow),
})
export const getFuncType = call({
  method: 'GET',
  path: '/api/Users/GetFuncType',
  summary: 'One menu entry by MenuID, or the entries below ParentID (0: the roots)',
  access: [browse('menu')],
  input: z.object({ MenuID: optional(id), ParentID: optional(int(0, Number.MAX_SAFE_INTEGER)) }),
  output: z.array(menuRow),
})

/** unapproved: waits for 审批; hidden: in no menu, as it or an entry above is not approved or is a right (SH-17). */
export const menuTabs = ['unapproved', 'hidden'] as const
const filters = {
  tab: optional(oneOf(menuTabs)),
  /** Contains: a name in any language, pinyin, initials, address. Found entries come with those above them. */
  q: optional(text(60)),
  ids: optional(many(id)),
}
export const menuFilter = z.object(filters)
export type MenuFilter = z.output<typeof menuFilter>
export const getMenus = call({
  method: 'GET',
  path: '/api/Users/GetMenus',
  summary: 'Menu entries in the order of the tree, all in one answer, and the counts of the tabs',
  access: [browse('menu')],
  input: menuFilter,
  output: z.strictObject({
    rows: z.array(menuRow),
    next: z.null(),
    total: z.int(),
    tabs: z.strictObject({ all: z.int(), unapproved: z.int(), hidden: z.int() }),
  }),
})
export const exportMenus = call({
  method: 'GET',
  path: '/api/Users/ExportMenus',
  summary: 'The entries of a filter as an Excel file',
  access: [browse('menu')],
  input: z.object({ ...filters, columns: optional(many(text(40), 60)) }),
  output: z.strictObject({}),
  transport: 'file',
})

const parent = int(0, Number.MAX_SAFE_INTEGER)
const plain = (max: number) =>
  z.string().check(z.trim(), z.maxLength(max), z.regex(/^[^\p{Cc}\p{Cs}]*$/u, 'field.control'))
const bit = int(0, 1)
const title = text(60)
/** What is not given in a language is said as in Chinese. */
const names = json(z.object({ zh: title, en: optional(title), es: optional(title), ja: optional(title) }))
/**
 * A menu item of section 3. `Names` says it in each language. A client that knows only `MenuName` names a new entry in all
 * of them, and changes the name in the language of the asker.
 */
const item = {
  MenuName: optional(title),
  Names: optional(names),
  /** The address of a page, its parameters filled in, or http…; empty for a group. Absent: as it was. */
  GoUrl: z.optional(plain(300)),
  Icon: z.optional(plain(40)),
  tSort: optional(int(0, 1_000_000)),
  /** Absent: shown at once where the asker may approve, else it waits. */
  Approved: optional(bit),
  isLeaf: optional(bit),
  openwindow: optional(bit),
  FromLocation: optional(int(0, 9)),
}
export const addFunType = call({
  method: 'POST',
  path: '/api/Users/AddFunType',
  summary: 'Add a menu entry, behind its siblings unless tSort says otherwise',
  access: [edit('menu')],
  input: z.object({ ParentID: optional(parent), ...item }),
  output: z.strictObject({ MenuID: z.int() }),
  idempotent: true,
})
export const changeFuncType = call({
  method: 'POST',
  path: '/api/Users/ChangeFuncType',
  summary: 'Change a menu entry; what is not sent stays. Without a version the last one wins',
  access: [edit('menu')],
  input: z.object({ MenuID: id, ParentID: optional(parent), ...item, version: optional(int(1, 1_000_000_000)) }),
  output: z.strictObject({ version: z.int() }),
})
export const moveMenu = call({
  method: 'POST',
  path: '/api/Users/MoveMenu',
  summary: 'Put an entry below another parent (0: a root) before a sibling, or behind the last',
  access: [edit('menu')],
  input: z.object({ MenuID: id, ParentID: parent, before: optional(id), version: int(1, 1_000_000_000) }),
  output: z.strictObject({ version: z.int() }),
})
export const approveMenus = call({
  method: 'POST',
  path: '/api/Users/ApproveMenus',
  summary: 'Approve entries, or hide them, row by row',
  access: [approve('menu')],
  input: z.object({ ids: many(id, 1000, 1), approved: flag }),
  output: outcomes,
})
export const deleteMenu = call({
  method: 'POST',
  path: '/api/Users/DeleteMenu',
  summary: 'Delete entries that did not come with the product and have nothing below them, row by row',
  access: [approve('menu')],
  input: z.object({ ids: many(id, 1000, 1) }),
  output: outcomes,
})
export const getMenuHistory = call({
  method: 'GET',
  path: '/api/Users/GetMenuHistory',
  summary: "A menu entry's timeline, latest first",
  access: [browse('menu')],
  input: z.object({ id }),
  output: z.array(historyEntry),
})
