import type { PageKey } from '@xunyun/contract/pages'
import type { MenuItem } from '@xunyun/contract/system/calls'
import { expect, it } from 'vitest'
import { floorWork } from './floorWork.ts'

const item = (Page: PageKey, edit: boolean) => ({ Page, BrowseAccess: 1, AddModifyAccess: edit ? 1 : 0 }) as MenuItem

it('[SH-17] a phone offers a keeper receiving, put-away and picking, a picker his own work, and a desk none of it', () => {
  const keeper = [item('printDocuments', false), item('wList', false), item('ground', true), item('receive', true)]
  expect(floorWork([...keeper, item('encasement', true), item('outBound', true)])).toEqual([
    'receive',
    'ground',
    'outBound',
  ])
  expect(floorWork([item('outBound', true), item('encasement', true)])).toEqual(['outBound', 'encasement'])
  expect(floorWork([item('taskList', true), ...keeper])).toEqual([])
  expect(floorWork([item('receive', false)])).toEqual([])
})
