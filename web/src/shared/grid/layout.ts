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

/** A column as it would be by itself, px. */
export type Laid = {
  readonly key: string
  readonly size: number
  /** Figures: half of one would be a wrong one. */
  readonly figure: boolean
  /** How narrow it may become for the sake of a figure; its size, where a person chose that. */
  readonly least: number
  /** Whether it may take the room of a figure that went out of sight. */
  readonly grows: boolean
}

/**
 * Widths, px, where the first column that does not stand whole beside the actions holds figures: names give way so that
 * it does, and where they cannot, it goes out of sight whole and others take its room. Empty where no figure is cut.
 */
export function wholeFigures(columns: readonly Laid[], available: number): Readonly<Record<string, number>> {
  let end = 0
  const at = columns.findIndex(({ size }) => {
    end += size
    return end > available
  })
  const cut = columns[at]
  const over = end - available
  const seen = cut ? cut.size - over : 0
  if (!cut?.figure || seen <= 0) return {}
  const before = columns.slice(0, at)
  const slack = sum(before, ({ size, least }) => size - least)
  if (slack >= over) return widths(before, ({ size, least }) => size - ((size - least) / slack) * over)
  const takers = before.filter(({ grows }) => grows)
  const all = sum(takers, ({ size }) => size)
  return widths(takers, ({ size }) => size + (size / all) * seen)
}

const sum = (columns: readonly Laid[], of: (one: Laid) => number): number =>
  columns.reduce((total, one) => total + of(one), 0)
const widths = (columns: readonly Laid[], of: (one: Laid) => number) =>
  Object.fromEntries(columns.map((one) => [one.key, of(one)]))
