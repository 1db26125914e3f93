import type { MenuItem } from '@xunyun/contract/system/calls'
import { rightsOfPage } from '../../shared/session/rights.ts'

/** Work that is done with a scanner in the hand, what is done most of the day first. */
const works = ['receive', 'ground', 'outBound', 'encasement', 'moveStock', 'count'] as const
export type FloorWork = (typeof works)[number]

/** So many fit beside home, menu and account. */
const most = 3

/** What this person does on the floor; whoever enters waybills as well works at a desk, and has none. */
export function floorWork(menus: readonly MenuItem[]): FloorWork[] {
  const may = (page: FloorWork | 'taskList') => {
    const { edit, approve } = rightsOfPage(menus, page)
    return edit || approve
  }
  return may('taskList') ? [] : works.filter(may).slice(0, most)
}
