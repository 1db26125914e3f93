import type { PageKey } from '@xunyun/contract/pages'
import { pathTo } from './paths.ts'
import { askAhead, type Wire } from './shared/api/api.ts'
import { wires } from './shared/session/wires.ts'

/**
 * What the pages that a day begins with ask first, so that it is asked before their code is here. A list stands under its
 * call's path: its rows, then its totals. Tests hold the calls equal to the contract, and count what a page asks.
 */
type Path = Wire['path']
type Question = { readonly path: Path; readonly filter?: Readonly<Record<string, unknown>>; readonly totals?: Path }
export const firstQuestions = {
  dashboard: { path: '/api/Desk/GetDesk', filter: { mine: false } },
  allWayBill: { path: '/api/Waybills/GetWaybills', totals: '/api/Waybills/GetWaybillTotals' },
  stock: { path: '/api/Stock/GetStock', totals: '/api/Stock/GetStockTotals' },
  outboundNotice: {
    path: '/api/OutboundNotice/GetOutboundNotices',
    filter: { tab: 'new' },
    totals: '/api/OutboundNotice/GetOutboundTotals',
  },
} as const satisfies Partial<Record<PageKey, Question>>

/** As list/preferences.ts has it, which begins without its code. */
export const usualPageSize = 50

type Settings = { readonly pageSize?: number; readonly defaultView?: number }
type MyLists = { readonly lists: readonly { readonly list: string; readonly settings: Settings }[] }

/**
 * Asks what the shell and the page of this address will ask; ends when the page is answered. Its sums too: drawn with them,
 * nothing has to make room for them later. An address with a query, and a list that opens with a view of its own, ask for
 * themselves: their code knows what.
 */
export async function askFirst(path: string, query: string): Promise<void> {
  const lists = askAhead(wires.getMyLists)
  const question = questionOf(path)
  if (question === undefined || query !== '') return
  const { filter = {}, totals } = question
  if (totals === undefined) return void (await askAhead(get(question.path), filter))
  const answer = (await lists)?.data as MyLists | undefined
  if (answer === undefined) return
  const { pageSize = usualPageSize, defaultView } = answer.lists.find(({ list }) => list === path)?.settings ?? {}
  if (defaultView !== undefined) return
  await Promise.all([askAhead(get(question.path), { ...filter, pageSize }), askAhead(get(totals), filter)])
}

const get = (path: Path): Wire => ({ method: 'GET', path })

function questionOf(path: string): Question | undefined {
  const keys = Object.keys(firstQuestions) as (keyof typeof firstQuestions)[]
  const key = keys.find((one) => pathTo(one) === path)
  return key && firstQuestions[key]
}
