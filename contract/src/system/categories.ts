import * as z from 'zod/mini'
import { approve, browse, edit } from '../access.ts'
import { abilities } from '../kernel/ability.ts'
import { call, type Input } from '../kernel/call.ts'
import { listCalls, outcomes } from '../kernel/list.ts'
import { flag, id, int, lines, many, oneOf, optional, text } from '../kernel/wire.ts'
import { historyEntry } from './calls.ts'

/** g_code 分类: trees of categories; a code is unique under its parent (RT-12/g_code). */

export const categoryActions = ['change', 'addBelow', 'move', 'enable', 'disable', 'delete'] as const
export type CategoryAction = (typeof categoryActions)[number]

export const categoryRow = z.strictObject({
  id: z.int(),
  /** 0 for a root. */
  pid: z.int(),
  code: z.string(),
  name: z.string(),
  /** Names of those above, the root first; empty for a root. */
  parents: z.string(),
  /** Right below it. */
  children: z.int(),
  sort: z.int(),
  remark: z.string(),
  enabled: z.boolean(),
  createdAt: z.string(),
  updatedAt: z.string(),
  updatedByName: z.nullable(z.string()),
  version: z.int(),
  /** What the asker may do with it; a reason where a rule forbids what the right would allow. */
  actions: abilities(categoryActions),
})
export type CategoryRow = z.output<typeof categoryRow>

/** An entry of the tree: enough to draw it. */
export const categoryNode = z.strictObject({
  id: z.int(),
  pid: z.int(),
  code: z.string(),
  name: z.string(),
  enabled: z.boolean(),
})
export type CategoryNode = z.output<typeof categoryNode>

export const categoryTabs = ['enabled', 'disabled'] as const
const parent = int(0, Number.MAX_SAFE_INTEGER)
const filters = {
  /** Right below this one; 0: the roots. With `q`: anywhere below. */
  pid: optional(parent),
  tab: optional(oneOf(categoryTabs)),
  /** Contains: code, name, pinyin, initials. */
  q: optional(text(60)),
  ids: optional(many(id)),
}
export type CategoryFilter = Input<typeof getCategoryTotals>
export const categorySorts = ['sort', 'code', 'name', 'updatedAt'] as const

export const getCategoryTree = call({
  method: 'GET',
  path: '/api/Categories/GetCategoryTree',
  summary: 'Every category, in the order of the tree, disabled ones too',
  // Items are sorted into them.
  audience: 'everybody',
  access: [browse('gCode'), browse('stockNumber')],
  input: z.object({}),
  output: z.array(categoryNode),
})
export const [getCategories, getCategoryTotals, exportCategories] = listCalls({
  rows: {
    path: '/api/Categories/GetCategories',
    summary: 'Categories, with those above them and how many stand below',
  },
  totals: { path: '/api/Categories/GetCategoryTotals' },
  export: { path: '/api/Categories/ExportCategories' },
  access: [browse('gCode')],
  row: categoryRow,
  filters,
  sorts: categorySorts,
})

const fields = { pid: parent, code: text(40), name: text(60), remark: optional(lines(500)) }
const version = int(1, 1_000_000_000)
export const addCategory = call({
  method: 'POST',
  path: '/api/Categories/AddCategory',
  summary: 'Add a category, behind its siblings',
  access: [edit('gCode')],
  input: z.object(fields),
  output: z.strictObject({ id: z.int() }),
  idempotent: true,
})
export const changeCategory = call({
  method: 'POST',
  path: '/api/Categories/ChangeCategory',
  summary: 'Change a category, or put it below another',
  access: [edit('gCode')],
  input: z.object({ ...fields, id, version }),
  output: z.strictObject({ version: z.int() }),
})
export const moveCategory = call({
  method: 'POST',
  path: '/api/Categories/MoveCategory',
  summary: 'Put a category below another (0: a root) before a sibling, or behind the last',
  access: [edit('gCode')],
  input: z.object({ id, pid: parent, before: optional(id), version }),
  output: z.strictObject({ version: z.int() }),
})
export const setCategoriesEnabled = call({
  method: 'POST',
  path: '/api/Categories/SetCategoriesEnabled',
  summary: 'Enable or disable categories, row by row; asks first (code 300) where enabled ones stand below',
  access: [approve('gCode')],
  input: z.object({ ids: many(id, 1000, 1), enabled: flag, confirm: optional(flag) }),
  output: outcomes,
})
export const deleteCategories = call({
  method: 'POST',
  path: '/api/Categories/DeleteCategories',
  summary: 'Delete categories with nothing below them, row by row',
  access: [approve('gCode')],
  input: z.object({ ids: many(id, 1000, 1) }),
  output: outcomes,
})
export const getCategoryHistory = call({
  method: 'GET',
  path: '/api/Categories/GetCategoryHistory',
  summary: "A category's timeline, latest first",
  access: [browse('gCode')],
  input: z.object({ id }),
  output: z.array(historyEntry),
})
