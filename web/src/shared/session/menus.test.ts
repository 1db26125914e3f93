import type { MenuItem } from '@xunyun/contract/system/calls'
import { expect, it } from 'vitest'
import { buildTitles, buildTree, pagesBelow, rootOf, topEntries, visibleEntries } from './menus.ts'
import { itemOfPath, pageOfPath, rightsOfPage, rightsOfPath } from './rights.ts'

const item = (MenuID: number, ParentID: number, fields: Partial<MenuItem> = {}): MenuItem => ({
  MenuID,
  ParentID,
  MenuName: `m${MenuID}`,
  GoUrl: '',
  Icon: '',
  tSort: MenuID,
  Approved: 1,
  isLeaf: 0,
  openwindow: 0,
  FromLocation: 0,
  BrowseAccess: 1,
  AddModifyAccess: 0,
  DeleteApprovedAccess: 0,
  Page: '',
  Names: { zh: '', en: '', es: '', ja: '' },
  ...fields,
})

const items = [
  item(1, 0, { tSort: 2 }),
  item(2, 0, { tSort: 1, FromLocation: 1 }),
  item(3, 0, { Approved: 0 }),
  item(10, 1),
  item(11, 10, { GoUrl: '/tms/operations/allWayBill', Page: 'allWayBill', AddModifyAccess: 1, BrowseAccess: 0 }),
  item(12, 10, { GoUrl: '/tms/operations/taskList', Page: 'taskList', isLeaf: 1 }),
  item(13, 10, { GoUrl: '/customManage/contactManage/:Type', DeleteApprovedAccess: 1 }),
  item(14, 10, { GoUrl: 'https://example.org/' }),
  item(20, 1),
  item(21, 20, { GoUrl: '/system/user', Approved: 0 }),
]

it('the tree hangs below the roots, in their order', () => {
  const tree = buildTree(items)
  expect(tree.map((node) => node.item.MenuID)).toEqual([2, 1, 3])
  expect(tree[1]?.children.map((node) => node.item.MenuID)).toEqual([10, 20])
})

it('the top bar shows approved roots that belong there', () => {
  expect(topEntries(buildTree(items)).map((node) => node.item.MenuID)).toEqual([1])
})

it('the side menu hides what is not approved, what is a leaf, and groups left empty', () => {
  const [top] = topEntries(buildTree(items))
  const side = visibleEntries(top?.children ?? [])
  expect(side.map((node) => node.item.MenuID)).toEqual([10])
  expect(pagesBelow(side).map((page) => page.MenuID)).toEqual([11, 13, 14])
})

it('the map of rights holds every route, whatever its flag, and nothing else', () => {
  expect(buildTitles(items)).toEqual({
    '/tms/operations/allWayBill': 'm11',
    '/tms/operations/taskList': 'm12',
    '/customManage/contactManage/:Type': 'm13',
    '/system/user': 'm21',
  })
})

it('an address has the right of its exact entry, else of the pattern that its parameters fill', () => {
  expect(rightsOfPath(items, '/tms/operations/taskList')).toEqual({ browse: true, edit: false, approve: false })
  expect(itemOfPath(items, '/customManage/contactManage/driver')?.MenuID).toBe(13)
  expect(rightsOfPath(items, '/customManage/contactManage/driver')).toEqual({
    browse: true,
    edit: false,
    approve: true,
  })
  expect(rightsOfPath(items, '/nowhere')).toEqual({ browse: false, edit: false, approve: false })
})

it('edit contains browse; a page that follows another has its rights; the dashboard is for all', () => {
  expect(rightsOfPage(items, 'allWayBill')).toEqual({ browse: true, edit: true, approve: false })
  expect(rightsOfPage(items, 'waybill')).toEqual({ browse: true, edit: true, approve: false })
  expect(rightsOfPath(items, '/tms/operations/allWayBill/YD1').edit).toBe(true)
  expect(rightsOfPage([], 'dashboard').browse).toBe(true)
})

it('an address opens the exact page before the one with a parameter, and never a button', () => {
  expect(pageOfPath('/tms/operations/allWayBill')).toBe('allWayBill')
  expect(pageOfPath('/tms/operations/allWayBill/YD1')).toBe('waybill')
  expect(pageOfPath('/tms/operations/arrangeOperate#overload')).not.toBe('overload')
  expect(pageOfPath('/tms')).toBeUndefined()
  expect(pageOfPath('/TMS/operations/allWayBill')).toBeUndefined()
})

it('every entry knows its root', () => {
  expect(rootOf(items, items[4] as MenuItem).MenuID).toBe(1)
})
