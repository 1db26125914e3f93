import * as z from 'zod/mini'
import { languages } from '../pages.ts'
import { printFieldNames } from './fields.ts'

/**
 * A template as data, in millimetres: rows from top to bottom, columns in a row, items one below the other in a column.
 * What is switched off gives its room to its neighbours; what does not fit is set smaller, and cut at last: nothing ever
 * leaves its box. One engine on the server calculates every position once (ADR 011).
 */

const mm = (min: number, max: number) => z.number('field.number').check(z.minimum(min), z.maximum(max))
const own = (max: number) => z.string().check(z.maxLength(max), z.regex(/^(?:[^\p{Cc}\p{Cs}]|\n)*$/u, 'field.control'))

export const itemSchema = z.strictObject({
  field: z.enum(printFieldNames, 'field.choice'),
  on: z.boolean(),
  /** The label in the template's own words; empty: none; not given: the field's word. */
  label: z.optional(own(40)),
  /** Words of the template: of a title, a note, terms; of a signature, what stands below. */
  text: z.optional(own(800)),
  /** Points; not given: the template's. */
  size: z.optional(mm(4, 72)),
  bold: z.optional(z.boolean()),
  align: z.optional(z.enum(['left', 'center', 'right'])),
  labelAt: z.optional(z.enum(['left', 'top'])),
  /** Share of its column's height. */
  flex: mm(0.1, 40),
  /** Of a table: its columns with their shares of the width. */
  columns: z.optional(
    z.array(z.strictObject({ key: own(30), on: z.boolean(), flex: mm(0.1, 40) })).check(z.maxLength(20)),
  ),
})
export const columnSchema = z.strictObject({
  /** Share of the row's width. */
  flex: mm(0.1, 40),
  items: z.array(itemSchema).check(z.minLength(1), z.maxLength(20)),
})
export const rowSchema = z.strictObject({
  /** At least, while the paper has room. */
  height: mm(1, 400),
  /** Takes what the paper has left. */
  grow: z.optional(z.boolean()),
  /** Drawn with a line around and between its columns. */
  frame: z.optional(z.boolean()),
  columns: z.array(columnSchema).check(z.minLength(1), z.maxLength(12)),
})
export const layoutSchema = z.strictObject({
  /** Of the words on the paper, whoever prints it. */
  language: z.enum(languages),
  paper: z.strictObject({ width: mm(30, 420), height: mm(20, 600) }),
  margin: z.strictObject({ top: mm(0, 60), right: mm(0, 60), bottom: mm(0, 60), left: mm(0, 60) }),
  /** Moves everything: how this printer feeds its paper. */
  offset: z.strictObject({ x: mm(-30, 30), y: mm(-30, 30) }),
  /** Points. */
  size: mm(4, 36),
  rows: z.array(rowSchema).check(z.minLength(1), z.maxLength(40)),
})
export type Layout = z.output<typeof layoutSchema>
export type LayoutRow = Layout['rows'][number]
export type LayoutColumn = LayoutRow['columns'][number]
export type LayoutItem = LayoutColumn['items'][number]

/** All items of a layout, in reading order. */
export const itemsOf = (layout: Layout): LayoutItem[] =>
  layout.rows.flatMap((row) => row.columns.flatMap(({ items }) => items))

/** A layout with every item changed by `change`. */
export const mapItems = (layout: Layout, change: (item: LayoutItem) => LayoutItem): Layout => ({
  ...layout,
  rows: layout.rows.map((row) => ({
    ...row,
    columns: row.columns.map((column) => ({ ...column, items: column.items.map(change) })),
  })),
})

/**
 * Another paper's layout with what was chosen for this one: which fields, their words, the language. Sizes and places are
 * the new paper's.
 */
export function carriedOver(from: Layout, to: Layout): Layout {
  const chosen = new Map(itemsOf(from).map((item) => [item.field, item]))
  return {
    ...mapItems(to, (item) => {
      const before = chosen.get(item.field)
      if (before === undefined) return item
      const { label, text } = before
      return {
        ...item,
        on: before.on,
        ...(label === undefined ? {} : { label }),
        ...(text === undefined ? {} : { text }),
      }
    }),
    language: from.language,
    offset: from.offset,
  }
}
