import type { Input } from '@xunyun/contract/kernel/call'
import {
  type explainProfit,
  getProfit,
  type ProfitAsked,
  type ProfitPart,
  type ProfitSort,
} from '@xunyun/contract/profit/calls'
import { pathTo } from '../../paths.ts'
import { readPlace, sameValue, writePlace } from '../../shared/list/address.ts'

/** What the table asks; what nobody chose is left out. */
export type Asked = Omit<ProfitAsked, 'key' | 'sort' | 'dir' | 'pageSize'>
export type Sorted = { readonly key: ProfitSort; readonly dir: 'asc' | 'desc' }

/** A row of the table, or all of it. */
export type Cell = Omit<Input<typeof explainProfit>, 'lineId'>

/** Of a customer's row: whose lines these are stands in its filter too, and is taken away or changed there. */
export const customerOf = ({ dimension, key }: Pick<Cell, 'dimension' | 'key'>): number | undefined =>
  dimension === 'customer' && /^\d+$/.test(key ?? '') ? Number(key) : undefined

/** The company that the row is of, customer or carrier. */
export const companyOf = ({ dimension, key }: Pick<Cell, 'dimension' | 'key'>): number | undefined =>
  (dimension === 'customer' || dimension === 'carrier') && /^\d+$/.test(key ?? '') ? Number(key) : undefined

const lastOf = (month: string): string => {
  const [year, number] = month.split('-').map(Number) as [number, number]
  return `${month}-${String(new Date(Date.UTC(year, number, 0)).getUTCDate()).padStart(2, '0')}`
}

/** This month, by customer and business day, with tax, against the month before. */
export const usual = (today: string) =>
  ({
    from: `${today.slice(0, 7)}-01`,
    to: lastOf(today.slice(0, 7)),
    dimension: 'customer',
    basis: 'biz',
    compare: true,
  }) as const

/** Address → question. What the contract does not understand is as if it were not there. */
export const askedOf = (search: string, today: string): Asked => {
  const { key: _, ...filter } = readPlace(getProfit, search).filter
  return { ...usual(today), ...filter } as Asked
}
/** The highest profit first, unless the address says otherwise. */
export const sortedOf = (search: string): Sorted =>
  (readPlace(getProfit, search).sort as Sorted | null) ?? { key: 'profit', dir: 'desc' }

/** What of the address a view keeps: all that is asked, not the months that stand open beside it. */
export function viewOf(search: string): string {
  const { filter, sort } = readPlace(getProfit, search)
  return writePlace(getProfit, { filter, sort, page: 1 })
}

export const filterNames = ['outletId', 'customerId', 'salesmanId', 'origin', 'destination', 'rateBelow'] as const

/** Filters in force beside the default; the days are one. */
export function activeCount(asked: Asked, today: string): number {
  const { from, to } = usual(today)
  const isUsual = sameValue(asked.from, from) && sameValue(asked.to, to)
  return filterNames.filter((name) => asked[name] !== undefined).length + (isUsual ? 0 : 1)
}

/** Which of a row's figures: of closed months what was kept or what is dated later, or what comes from one source. */
export type Figure = 'kept' | 'later' | ProfitPart

/** The lines behind a figure of a row of the table, or of all of it. */
export function pathOfLines(
  { compare: _, more: ___, rateBelow: __, ...asked }: Asked,
  key: string | null,
  figure?: Figure,
): string {
  const query = new URLSearchParams(writePlace(getProfit, { filter: asked, sort: null, page: 1 }))
  if (key !== null) query.set('key', key)
  if (figure === 'kept' || figure === 'later') query.set('later', figure === 'later' ? '1' : '0')
  else if (figure !== undefined) query.set('part', figure)
  return `${pathTo('profitView')}?${query}`
}
