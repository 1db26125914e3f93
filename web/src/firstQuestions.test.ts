import { getDashboard } from '@xunyun/contract/dashboard/calls'
import type { Call } from '@xunyun/contract/kernel/call'
import { getStock, getStockTotals } from '@xunyun/contract/warehouse/ledger/stock'
import { getOutboundNotices, getOutboundTotals } from '@xunyun/contract/warehouse/shipping/notices'
import { getWaybills, getWaybillTotals } from '@xunyun/contract/waybills/calls'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { askFirst, firstQuestions, usualPageSize } from './firstQuestions.ts'
import { pathTo } from './paths.ts'
import { defaultPageSize } from './shared/list/preferences.ts'

const list = pathTo('allWayBill')
const rows = '/api/Waybills/GetWaybills?pageSize='
const totals = '/api/Waybills/GetWaybillTotals'
const lists = '/api/Workbench/GetMyLists'

let asked: string[]
let settings: object | null
beforeEach(() => {
  asked = []
  settings = null
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url)
    const mine = { lists: settings === null ? [] : [{ list, settings }], views: [] }
    return Response.json({ code: 200, msg: '', data: url === lists ? mine : { rows: [] } })
  })
})
afterEach(() => vi.unstubAllGlobals())

it('the questions are calls of the contract, with what these take', () => {
  const contract: Record<keyof typeof firstQuestions, readonly [Call, Call?]> = {
    dashboard: [getDashboard],
    allWayBill: [getWaybills, getWaybillTotals],
    stock: [getStock, getStockTotals],
    outboundNotice: [getOutboundNotices, getOutboundTotals],
  }
  for (const [key, question] of Object.entries(firstQuestions)) {
    const [first, sums] = contract[key as keyof typeof firstQuestions]
    const { path, totals, filter } = { totals: undefined, filter: {}, ...question }
    expect([path, totals, first.method, sums?.method ?? 'GET']).toEqual([first.path, sums?.path, 'GET', 'GET'])
    expect(first.input.safeParse(filter).success).toBe(true)
  }
  expect(usualPageSize).toBe(defaultPageSize)
})

it('a list is asked for with its sums, as this person opens it', async () => {
  await askFirst(list, '')
  expect(asked).toEqual([lists, `${rows}50`, totals])
  asked = []
  settings = { pageSize: 100 }
  await askFirst(list, '')
  expect(asked).toEqual([lists, `${rows}100`, totals])
})

it('one that opens with a view or with a filter of its address asks for itself', async () => {
  settings = { defaultView: 3 }
  await askFirst(list, '')
  await askFirst(list, 'q=YD')
  await askFirst(pathTo('user'), '')
  expect(asked).toEqual([lists, lists, lists])
})
