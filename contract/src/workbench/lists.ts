import * as z from 'zod/mini'
import { call } from '../kernel/call.ts'
import { flag, id, int, many, optional, text } from '../kernel/wire.ts'

/** How a person arranged the lists, and the views that are kept of them (domain §0.10). A list is named by its address. */
const list = z.string('field.required').check(z.trim(), z.regex(/^\/[\w/-]{1,99}$/, 'field.invalid'))
const columnKey = text(60)
const keys = many(columnKey, 120)

/** How the columns are arranged; what is not named is as the page has it. */
const columns = {
  /** Column keys in the order to show. */
  order: optional(keys),
  /** Column → shown. */
  shown: optional(z.record(columnKey, z.boolean())),
  /** Column → width, px. */
  widths: optional(z.record(columnKey, z.number().check(z.minimum(20), z.maximum(2000)))),
}
const viewColumns = z.object(columns)
export type ViewColumns = z.output<typeof viewColumns>

export const listSettings = z.object({
  ...columns,
  pageSize: optional(int(1, 500)),
  /** How its rows are grouped, where a page offers several ways. */
  group: optional(text(20)),
  /** Of a list with a chart: whether it is shown; not said, as the page has it. */
  chart: optional(flag),
  /** The view that the list opens with. */
  defaultView: optional(id),
})
export type ListSettings = z.output<typeof listSettings>

export const savedView = z.strictObject({
  id: z.int(),
  list: z.string(),
  name: z.string(),
  /** The query of the address: tab, filters, sort. */
  search: z.string(),
  /** Comes with the view; null: a view of the days when it did not. */
  columns: z.nullable(viewColumns),
  /** Colleagues see it too. */
  shared: z.boolean(),
  mine: z.boolean(),
  ownerName: z.string(),
})
export type SavedView = z.output<typeof savedView>

export const getMyLists = call({
  method: 'GET',
  path: '/api/Workbench/GetMyLists',
  summary: 'How I arranged my lists, and the views I may open: mine and those that colleagues share',
  audience: 'everybody',
  access: 'session',
  input: z.object({}),
  output: z.strictObject({
    lists: z.array(z.strictObject({ list: z.string(), settings: listSettings })),
    views: z.array(savedView),
  }),
})
export const setMyList = call({
  method: 'POST',
  path: '/api/Workbench/SetMyList',
  summary: 'Keep how I arranged a list; replaces what was kept',
  audience: 'everybody',
  access: 'session',
  input: z.object({ list, settings: listSettings }),
  output: z.strictObject({}),
})
export const saveView = call({
  method: 'POST',
  path: '/api/Workbench/SaveView',
  summary: 'Keep filters, tab, sort and columns under a name; with id: rename, share or renew a view of mine',
  audience: 'everybody',
  access: 'session',
  input: z.object({
    id: optional(id),
    list,
    name: text(30),
    search: z.string().check(z.maxLength(2000), z.regex(/^(\?[^\s<>]*)?$/, 'field.invalid')),
    /** Without: what was kept of them stays. */
    columns: optional(viewColumns),
    shared: flag,
  }),
  output: savedView,
})
export const deleteView = call({
  method: 'POST',
  path: '/api/Workbench/DeleteView',
  summary: 'Forget a view of mine',
  audience: 'everybody',
  access: 'session',
  input: z.object({ id }),
  output: z.strictObject({}),
})
