import { ownFor } from '@xunyun/contract/rights'
import { describe, expect, it } from 'vitest'
import { commonOwn, effectAt, isOwn, ownAt, readGiven, readOwns, setOwn, writeOwns } from './ownModel.ts'

const accesses = (browse: 0 | 1, edit: 0 | 1, approve: 0 | 1) => ({
  BrowseAccess: browse,
  AddModifyAccess: edit,
  DeleteApprovedAccess: approve,
})
const own = (browse: 0 | 1 | null, edit: 0 | 1 | null, approve: 0 | 1 | null) => ({
  BrowseAccess: browse,
  AddModifyAccess: edit,
  DeleteApprovedAccess: approve,
})
const rows = [
  { MenuID: 1, ...accesses(1, 1, 0), Role: accesses(1, 1, 0), Own: own(null, null, null) },
  { MenuID: 2, ...accesses(0, 0, 0), Role: accesses(1, 1, 0), Own: own(0, null, null) },
  { MenuID: 3, ...accesses(1, 0, 1), Role: accesses(0, 0, 0), Own: own(null, null, 1) },
]
const given = readGiven(rows)
const owns = readOwns(rows)
const yes = { browse: true, edit: true, approve: true }

describe('own rights on top of the roles', () => {
  it('come to what the server says, for every row', () => {
    for (const row of rows)
      expect(effectAt(given, owns, row.MenuID)).toEqual({
        browse: row.BrowseAccess === 1,
        edit: row.AddModifyAccess === 1,
        approve: row.DeleteApprovedAccess === 1,
      })
  })

  it('are sent for every entry, as they were given', () => {
    expect(writeOwns(owns)).toEqual(rows.map(({ MenuID, Own }) => ({ MenuID, Own })))
  })

  it('[SE-08] a denial of browse leaves nothing; left to the roles again, what they give is back', () => {
    const denied = setOwn(owns, [1], 'browse', false)
    expect(effectAt(given, denied, 1)).toEqual({ browse: false, edit: false, approve: false })
    expect(effectAt(given, setOwn(denied, [1], 'browse', null), 1)).toEqual({
      browse: true,
      edit: true,
      approve: false,
    })
  })

  it('[SE-08] a grant of approve contains browse, and lifts a denial of it', () => {
    expect(effectAt(given, setOwn(owns, [2], 'approve', true), 2)).toEqual(yes)
    expect(ownAt(setOwn(owns, [2], 'approve', true), 2).browse).toBeNull()
  })

  it('a group shows what its entries have in common', () => {
    expect(commonOwn(owns, [1, 2], 'edit')).toBeNull()
    expect(commonOwn(owns, [1, 2], 'browse')).toBeUndefined()
    const all = setOwn(owns, [1, 2, 3], 'edit', false)
    expect(commonOwn(all, [1, 2, 3], 'edit')).toBe(false)
    expect([1, 2, 3].filter((menu) => isOwn(ownAt(all, menu)))).toEqual([1, 2, 3])
    expect([1, 2, 3].filter((menu) => isOwn(ownAt(owns, menu)))).toEqual([2, 3])
  })

  it('[AP-05] a wanted effect needs an own right only where the roles say otherwise', () => {
    const role = { browse: true, edit: true, approve: false }
    expect(ownFor(role, role)).toEqual({ browse: null, edit: null, approve: null })
    expect(ownFor(role, { browse: true, edit: false, approve: true })).toEqual({
      browse: null,
      edit: false,
      approve: true,
    })
    expect(ownFor(role, { browse: false, edit: false, approve: false })).toEqual({
      browse: false,
      edit: false,
      approve: null,
    })
  })
})
