import type { WaitingRow } from '@xunyun/contract/dispatch/calls'
import { sumDecimals } from '@xunyun/contract/kernel/decimal'
import { day } from '../../../shared/ui/format.ts'

/** What waits, in groups: by where it goes, by district, by when it is due. */
export const groupings = ['line', 'area', 'time'] as const
export type Grouping = (typeof groupings)[number]

type Due = 'late' | 'today' | 'tomorrow' | 'later' | 'open'
export type Group = {
  readonly key: string
  /** A way between two places, a place, or when it is due. */
  readonly title: { readonly from: string; readonly to: string } | { readonly place: string } | { readonly due: Due }
  readonly leg: WaitingRow['nextLeg'] | null
  readonly rows: readonly WaitingRow[]
  readonly weight: string
  readonly volume: string
}
const order: readonly string[] = ['late', 'today', 'tomorrow', 'later', 'open'] satisfies Due[]

/** 浙江省 杭州市 余杭区 → 余杭区 */
export const districtOf = (name: string): string => name.trim().split(/\s+/).at(-1) ?? ''
/** Where somebody goes with it: to the shipper, or towards the consignee. */
export const placeOf = (row: WaitingRow) =>
  row.nextLeg === 'pickup' || row.nextLeg === 'checkIn'
    ? { city: row.shipperCity, region: row.shipperRegionName, address: row.shipperAddress, name: row.shipperName }
    : {
        city: row.consigneeCity,
        region: row.consigneeRegionName,
        address: row.consigneeAddress,
        name: row.consigneeName,
      }

function dueOf(row: WaitingRow, now: Date): Due {
  if (row.late) return 'late'
  if (row.planAt === null) return 'open'
  const [on, today] = [day(row.planAt), day(now)]
  if (on <= today) return 'today'
  return on === day(new Date(now.getTime() + 86_400_000)) ? 'tomorrow' : 'later'
}

type Head = Pick<Group, 'title' | 'leg'>
function headOf(row: WaitingRow, by: Grouping, now: Date): Head {
  if (by === 'time') return { title: { due: dueOf(row, now) }, leg: null }
  const place = placeOf(row)
  const district = districtOf(place.region) || place.city
  if (by === 'area') return { title: { place: [place.city, district].filter(Boolean).join(' ') }, leg: null }
  if (row.nextLeg === 'trunk' || row.nextLeg === 'shuttle')
    return { title: { from: row.fromName, to: row.destName ?? row.consigneeCity }, leg: row.nextLeg }
  return { title: { place: district }, leg: row.nextLeg }
}

/** In the order in which their first rows come, which is by urgency; those by time in the order of time. */
export function groupRows(rows: readonly WaitingRow[], by: Grouping, now: Date): Group[] {
  const found = new Map<string, Head & { rows: WaitingRow[] }>()
  for (const row of rows) {
    const head = headOf(row, by, now)
    const key = `${Object.values(head.title).join(' → ')} ${head.leg ?? ''}`.trim()
    const group = found.get(key)
    if (group) group.rows.push(row)
    else found.set(key, { ...head, rows: [row] })
  }
  const groups = Array.from(found, ([key, group]): Group => {
    const sum = (field: 'weight' | 'volume', places: number) =>
      sumDecimals(
        group.rows.map((row) => row[field]),
        places,
      )
    return { key, ...group, weight: sum('weight', 3), volume: sum('volume', 4) }
  })
  return by === 'time' ? groups.toSorted((one, other) => order.indexOf(one.key) - order.indexOf(other.key)) : groups
}

export type Item =
  | { readonly kind: 'group'; readonly key: string; readonly group: Group; readonly open: boolean }
  | { readonly kind: 'row'; readonly key: string; readonly group: Group; readonly row: WaitingRow }

/** As they stand below each other. */
export const itemsOf = (
  groups: readonly Group[],
  folded: ReadonlySet<string>,
  keyOf: (row: WaitingRow) => string,
): Item[] =>
  groups.flatMap((group) => {
    const open = !folded.has(group.key)
    const head: Item = { kind: 'group', key: group.key, group, open }
    return open ? [head, ...group.rows.map((row): Item => ({ kind: 'row', key: keyOf(row), group, row }))] : [head]
  })

type Search = { readonly q: string; readonly type: string | undefined; readonly only: 'cold' | 'hazard' | undefined }
/** What is looked for, among what is here already. */
export function matches(row: WaitingRow, { q, type, only }: Search): boolean {
  if (type !== undefined && type !== 'round' && row.nextLeg !== type) return false
  if (only !== undefined && row.serviceType !== only) return false
  return (
    q === '' ||
    [
      row.waybillNo,
      row.customerName,
      row.shipperName,
      row.shipperRegionName,
      row.shipperAddress,
      row.consigneeName,
      row.consigneePhone,
      row.consigneeRegionName,
      row.consigneeAddress,
      row.destName,
    ].some((text) => text?.toUpperCase().includes(q.toUpperCase()))
  )
}
