/** Where an entry may go in the tree, from its rows in reading order. */

type Row = { readonly id: number; readonly ParentID: number }
export type Place = { readonly ParentID: number; readonly before?: number }
export type Step = 'up' | 'down' | 'in' | 'out'
export type Side = 'before' | 'inside' | 'after'

const siblings = (rows: readonly Row[], parent: number) => rows.filter(({ ParentID }) => ParentID === parent)
const place = (ParentID: number, before: Row | undefined): Place =>
  before === undefined ? { ParentID } : { ParentID, before: before.id }

/** One step: over a sibling, below the one above, or up beside its parent. Null where there is no such way. */
export function stepped(rows: readonly Row[], id: number, step: Step): Place | null {
  const row = rows.find((one) => one.id === id)
  if (row === undefined) return null
  const beside = siblings(rows, row.ParentID)
  const at = beside.indexOf(row)
  const above = beside[at - 1]
  switch (step) {
    case 'up':
      return above === undefined ? null : place(row.ParentID, above)
    case 'down':
      return at + 1 >= beside.length ? null : place(row.ParentID, beside[at + 2])
    case 'in':
      return above === undefined ? null : place(above.id, undefined)
    case 'out': {
      const parent = rows.find((one) => one.id === row.ParentID)
      if (parent === undefined) return null
      const uncles = siblings(rows, parent.ParentID)
      return place(parent.ParentID, uncles[uncles.indexOf(parent) + 1])
    }
  }
}

/** Is it below the other one, or that one itself? */
export function isWithin(rows: readonly Row[], id: number, ancestor: number): boolean {
  if (id === ancestor) return true
  const row = rows.find((one) => one.id === id)
  return row !== undefined && row.ParentID !== 0 && isWithin(rows, row.ParentID, ancestor)
}

/** Let go over another row, beside it or in it. Null where it would stand below itself, or where it stands already. */
export function dropped(rows: readonly Row[], id: number, target: number, side: Side): Place | null {
  const row = rows.find((one) => one.id === id)
  const onto = rows.find((one) => one.id === target)
  if (row === undefined || onto === undefined || isWithin(rows, target, id)) return null
  if (side === 'inside') return row.ParentID === target ? null : place(target, undefined)
  const beside = siblings(rows, onto.ParentID).filter((one) => one !== row)
  const to = place(onto.ParentID, side === 'before' ? onto : beside[beside.indexOf(onto) + 1])
  const all = siblings(rows, onto.ParentID)
  const same = row.ParentID === onto.ParentID && all[all.indexOf(row) + 1]?.id === to.before
  return same ? null : to
}
