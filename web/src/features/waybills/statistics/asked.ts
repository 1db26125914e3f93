import { getShippingStatistics, type StatGroup, type StatPeriod } from '@xunyun/contract/waybills/statistics'
import { readPlace, sameValue } from '../../../shared/list/address.ts'

/** What the page asks, as the call takes it; `customerId` and what follows is left out where nobody chose. */
export type Asked = {
  readonly bizFrom: string
  readonly bizTo: string
  readonly group: StatGroup
  readonly period: StatPeriod
  readonly customerId?: number
  readonly outletId?: number
  readonly to?: string
  readonly transModes?: readonly string[]
}

/** This month, by customer, a point a day. */
export const usual = (today: string) =>
  ({ bizFrom: `${today.slice(0, 7)}-01`, bizTo: today, group: 'customer', period: 'day' }) as const

/** Address → question. What the contract does not understand, a day that is none or a group that is not offered, is as if it were not there. */
export function askedOf(search: string, today: string, groups: readonly StatGroup[]): Asked {
  const { filter } = readPlace(getShippingStatistics, search)
  const asked = { ...usual(today), ...filter } as Asked
  return groups.includes(asked.group) ? asked : { ...asked, group: usual(today).group }
}

const filters = ['customerId', 'outletId', 'to', 'transModes'] as const

/** Filters in force beside the default; the days are one. */
export function activeCount(asked: Asked, today: string): number {
  const { bizFrom, bizTo } = usual(today)
  const isUsual = sameValue(asked.bizFrom, bizFrom) && sameValue(asked.bizTo, bizTo)
  return filters.filter((name) => asked[name] !== undefined).length + (isUsual ? 0 : 1)
}

/** What the curve and the order of the table are of. */
export const measures = ['receivable', 'count', 'weight', 'volume'] as const
export type Measure = (typeof measures)[number]
