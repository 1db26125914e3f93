import { describe, expect, it } from 'vitest'
import { dropped, stepped } from './moves.ts'

const rows = [
  { id: 1, ParentID: 0 },
  { id: 11, ParentID: 1 },
  { id: 12, ParentID: 1 },
  { id: 2, ParentID: 0 },
  { id: 21, ParentID: 2 },
]

describe('moving an entry of a tree', () => {
  it('[RT-12/menu] one step up and down among its siblings, not beyond them', () => {
    expect(stepped(rows, 12, 'up')).toEqual({ ParentID: 1, before: 11 })
    expect(stepped(rows, 11, 'up')).toBeNull()
    expect(stepped(rows, 11, 'down')).toEqual({ ParentID: 1 })
    expect(stepped(rows, 12, 'down')).toBeNull()
  })

  it('[RT-12/menu] in below the sibling above, out beside its parent', () => {
    expect(stepped(rows, 2, 'in')).toEqual({ ParentID: 1 })
    expect(stepped(rows, 12, 'out')).toEqual({ ParentID: 0, before: 2 })
    expect(stepped(rows, 21, 'out')).toEqual({ ParentID: 0 })
    expect(stepped(rows, 1, 'out')).toBeNull()
  })

  it('[RT-12/menu] dropped beside or in another, never below itself nor where it stands already', () => {
    expect(dropped(rows, 12, 21, 'before')).toEqual({ ParentID: 2, before: 21 })
    expect(dropped(rows, 12, 2, 'inside')).toEqual({ ParentID: 2 })
    expect(dropped(rows, 1, 12, 'inside')).toBeNull()
    expect(dropped(rows, 11, 12, 'before')).toBeNull()
    expect(dropped(rows, 12, 11, 'after')).toBeNull()
    expect(dropped(rows, 11, 12, 'after')).toEqual({ ParentID: 1 })
  })
})
