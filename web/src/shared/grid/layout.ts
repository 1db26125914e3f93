import type { Column } from './types.ts'

/** Columns as a person arranged them, over columns as the page has them. */
export type Arrangement = {
  readonly order?: readonly string[]
  readonly shown?: Readonly<Record<string, boolean>>
}

/**
 * Keys in the order to show, pinned ones first. A column that came with a release stands behind its neighbour on the
 * page; one that is gone is forgotten.
 */
export function orderKeys(
  columns: readonly Pick<Column<never>, 'key' | 'pin'>[],
  order: readonly string[] = [],
): string[] {
  const keys = columns.map(({ key }) => key)
  const result = order.filter((key) => keys.includes(key))
  keys.forEach((key, at) => {
    if (result.includes(key)) return
    const before = keys.slice(0, at).findLast((other) => result.includes(other))
    result.splice(before === undefined ? 0 : result.indexOf(before) + 1, 0, key)
  })
  const pinned = (key: string) => columns.find((column) => column.key === key)?.pin === 'left'
  return [...result.filter(pinned), ...result.filter((key) => !pinned(key))]
}

/** A pinned column is always there: it says which record the row is. */
export const isShown = (
  column: Pick<Column<never>, 'key' | 'pin' | 'hidden'>,
  shown: Readonly<Record<string, boolean>> = {},
): boolean => column.pin === 'left' || (shown[column.key] ?? !column.hidden)

/** Columns to draw, in their order. */
export function arrange<R>(columns: readonly Column<R>[], { order, shown }: Arrangement): Column<R>[] {
  const byKey = new Map(columns.map((column) => [column.key, column]))
  return orderKeys(columns, order)
    .map((key) => byKey.get(key))
    .filter((column) => column !== undefined)
    .filter((column) => isShown(column, shown))
}

/** `key` is moved to stand before or behind `target`. */
export function moveKey(order: readonly string[], key: string, target: string, side: 'before' | 'after'): string[] {
  if (key === target) return [...order]
  const rest = order.filter((other) => other !== key)
  const at = rest.indexOf(target)
  if (at < 0) return [...order]
  rest.splice(side === 'before' ? at : at + 1, 0, key)
  return rest
}

/** Columns of an export: those that are shown, under the names the export knows. */
export const exportKeys = (columns: readonly Pick<Column<never>, 'key' | 'exportKey'>[]): string[] =>
  columns.flatMap(({ key, exportKey = key }) => exportKey ?? [])
