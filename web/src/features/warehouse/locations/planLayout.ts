import type { PlanCell } from '@xunyun/contract/warehouse/locations/plan'

/** An aisle as one stands before it: racks beside each other, levels on top of each other. */
export type Aisle = {
  readonly name: string
  /** Rack, or rack and slot where several stand beside each other on a level. */
  readonly columns: readonly string[]
  /** The highest first. */
  readonly levels: readonly string[]
  /** By level and column, empty where no location is. */
  readonly rows: readonly (readonly (PlanCell | undefined)[])[]
  readonly count: number
  readonly used: number
}
export type Plan = {
  readonly aisles: readonly Aisle[]
  /** Without aisle, rack and level: they stand somewhere, and are listed. */
  readonly loose: readonly PlanCell[]
}

/** 9 before 10, as people count. */
const inOrder = (names: Iterable<string>): string[] =>
  [...new Set(names)].sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))
const columnOf = ({ rack, slot }: PlanCell) => (slot === null ? String(rack) : `${rack}-${slot}`)

export function planOf(cells: readonly PlanCell[]): Plan {
  const isPlaced = ({ aisle, rack, level }: PlanCell) => aisle !== null && rack !== null && level !== null
  const byAisle = new Map<string, PlanCell[]>()
  for (const cell of cells.filter(isPlaced)) {
    const name = String(cell.aisle)
    byAisle.set(name, [...(byAisle.get(name) ?? []), cell])
  }
  return {
    aisles: inOrder(byAisle.keys()).map((name) => aisleOf(name, byAisle.get(name) ?? [])),
    loose: cells.filter((cell) => !isPlaced(cell)),
  }
}

function aisleOf(name: string, cells: readonly PlanCell[]): Aisle {
  const columns = inOrder(cells.map(columnOf))
  const levels = inOrder(cells.map(({ level }) => String(level))).reverse()
  const at = new Map(cells.map((cell) => [`${cell.level} ${columnOf(cell)}`, cell]))
  return {
    name,
    columns,
    levels,
    rows: levels.map((level) => columns.map((column) => at.get(`${level} ${column}`))),
    count: cells.length,
    used: cells.filter(({ itemCount }) => itemCount > 0).length,
  }
}

type Step = 'ArrowLeft' | 'ArrowRight' | 'ArrowUp' | 'ArrowDown'
export const isStep = (key: string): key is Step => ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'].includes(key)

/** The next location that way: over gaps, and from the top or bottom of an aisle into the one beside it. */
export function stepFrom(plan: Plan, id: number, step: Step): number | undefined {
  // One wall, aisle under aisle, the loose ones as its last row.
  const wall = [...plan.aisles.flatMap(({ rows }) => rows), plan.loose as readonly (PlanCell | undefined)[]]
  const row = wall.findIndex((cells) => cells.some((cell) => cell?.id === id))
  const line = wall[row]
  if (line === undefined) return undefined
  const column = line.findIndex((cell) => cell?.id === id)
  if (step === 'ArrowLeft') return line.slice(0, column).findLast((cell) => cell !== undefined)?.id
  if (step === 'ArrowRight') return line.slice(column + 1).find((cell) => cell !== undefined)?.id
  const onward = step === 'ArrowUp' ? wall.slice(0, row).reverse() : wall.slice(row + 1)
  for (const cells of onward) {
    const cell = cells[column] ?? cells.findLast((one) => one !== undefined)
    if (cell !== undefined) return cell.id
  }
  return undefined
}
