import type { MenuItem } from '@xunyun/contract/system/calls'
import { describe, expect, it } from 'vitest'
import { changesOf, entriesOf, readTicks, rightsTree, shareOf, tick, writeTicks } from './rightsModel.ts'

const item = (MenuID: number, ParentID: number, Page: string): MenuItem => ({
  MenuID,
  ParentID,
  MenuName: Page || `group ${MenuID}`,
  GoUrl: '',
  Icon: '',
  tSort: MenuID,
  Approved: 1,
  isLeaf: 0,
  openwindow: 0,
  FromLocation: 0,
  BrowseAccess: 1,
  AddModifyAccess: 1,
  DeleteApprovedAccess: 1,
  Page,
  Names: { zh: '', en: '', es: '', ja: '' },
})
const menus = [
  item(1, 0, 'dashboard'),
  item(2, 0, ''),
  item(3, 2, 'allWayBill'),
  item(4, 3, 'waybill'),
  item(5, 3, 'waiveCollection'),
  item(6, 2, 'taskList'),
  item(7, 0, ''),
]
const none = readTicks([])

describe('the tree of rights', () => {
  it('leaves out the desk, documents that follow their list, and empty groups', () => {
    const tree = rightsTree(menus)
    expect(tree.map(({ item: { MenuID } }) => MenuID)).toEqual([2])
    expect(tree.flatMap(entriesOf).map(({ MenuID }) => MenuID)).toEqual([3, 5, 6])
  })
})

describe('ticks', () => {
  it('[SE-08] edit and approve bring browse along', () => {
    expect([...(tick(none, [3], 'approve', true).get(3) ?? [])].sort()).toEqual(['approve', 'browse'])
  })

  it('[SE-08] without browse nothing is left', () => {
    const all = tick(tick(none, [3], 'approve', true), [3], 'edit', true)
    expect(tick(all, [3], 'browse', false).get(3)?.size).toBe(0)
    expect([...(tick(all, [3], 'edit', false).get(3) ?? [])].sort()).toEqual(['approve', 'browse'])
  })

  it('a group has all, some or none', () => {
    const one = tick(none, [3], 'edit', true)
    expect(shareOf(none, [3, 5, 6], 'edit')).toBe('none')
    expect(shareOf(one, [3, 5, 6], 'edit')).toBe('some')
    expect(shareOf(tick(one, [5, 6], 'edit', true), [3, 5, 6], 'edit')).toBe('all')
  })

  it('are sent as the server gives them', () => {
    const rows = [
      { MenuID: 3, BrowseAccess: 1 as const, AddModifyAccess: 0 as const, DeleteApprovedAccess: 1 as const },
    ]
    expect(writeTicks(readTicks(rows))).toEqual(rows)
    expect(writeTicks(tick(readTicks(rows), [3], 'browse', false))).toEqual([])
  })

  it('say what saving would change, in the order of the menu', () => {
    const after = tick(tick(none, [6], 'edit', true), [3], 'browse', true)
    expect(changesOf(menus, none, after)).toEqual([
      { item: menus[2], from: [], to: ['browse'] },
      { item: menus[5], from: [], to: ['browse', 'edit'] },
    ])
    expect(changesOf(menus, after, after)).toEqual([])
  })
})
