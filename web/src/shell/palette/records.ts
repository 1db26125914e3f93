import { useQueries } from '@tanstack/react-query'
import { getCompanies } from '@xunyun/contract/companies/calls'
import { wordFor } from '@xunyun/contract/dictionary'
import { getArrangements } from '@xunyun/contract/dispatch/calls'
import { type Language, type PageKey, pageOf } from '@xunyun/contract/pages'
import { getVehicles } from '@xunyun/contract/resources/calls'
import { getLocations } from '@xunyun/contract/warehouse/locations/calls'
import { getItems } from '@xunyun/contract/warehouse/masters/items'
import { getNotices } from '@xunyun/contract/warehouse/receiving/calls'
import { getOutboundNotices } from '@xunyun/contract/warehouse/shipping/notices'
import { getWaybills, type WaybillRow } from '@xunyun/contract/waybills/calls'
import { isOver, waitsForLeg } from '@xunyun/contract/waybills/states'
import { useEffect, useState } from 'react'
import { documentPages, documentPlace } from '../../documentPaths.ts'
import { pathTo } from '../../paths.ts'
import { api } from '../../shared/api/api.ts'
import { i18n } from '../../shared/i18n/i18n.ts'
import { useLanguage } from '../../shared/i18n/useLanguage.ts'
import { rightsOfPage } from '../../shared/session/rights.ts'
import { useSession } from '../../shared/session/session.ts'

export type RecordHit = { readonly id: string; readonly title: string; readonly hint: string; readonly to: string }
type May = (page: PageKey) => boolean
type Source = {
  readonly key:
    | 'documents'
    | 'waybills'
    | 'trips'
    | 'companies'
    | 'vehicles'
    | 'outbound'
    | 'inbound'
    | 'items'
    | 'locations'
  /** Asked only for somebody who may browse one of these: the pages that the hits lead to. */
  readonly pages: readonly PageKey[]
  readonly ask: (q: string, may: May, language: Language, signal: AbortSignal) => Promise<RecordHit[]>
}

const pageSize = 5
/** Of as many of the latest waybills the best are shown. */
const ranked = 50
const shortest = 2
const settlesMs = 250
const join = (...parts: readonly (string | null)[]) => parts.filter((part) => part).join(' · ')
/** A list with just this, whatever tab it usually begins with. */
const listOf = (path: string, q: string) => `${path}?tab=&q=${encodeURIComponent(q)}`

const outsiders = ['carrier', 'special', 'courier']
const insiders = ['own', 'customer', 'owner']

type Ranked = Pick<WaybillRow, 'waybillNo' | 'customerNo' | 'state'>

/** The number typed whole first; then what is under way before what is over and what is void; then numbers before the rest. */
export function rankWaybills<R extends Ranked>(rows: readonly R[], q: string): R[] {
  const typed = q.toUpperCase()
  const numbers = ({ waybillNo, customerNo }: R) => [waybillNo, customerNo ?? ''].map((no) => no.toUpperCase())
  const rank = (row: R) => [
    numbers(row).includes(typed) ? 0 : 1,
    row.state === 'cancelled' ? 2 : isOver(row.state) ? 1 : 0,
    numbers(row).some((no) => no.includes(typed)) ? 0 : 1,
  ]
  const order = (one: R, other: R) =>
    rank(one)
      .map((at, i) => at - (rank(other)[i] ?? 0))
      .find((by) => by !== 0) ?? 0
  return [...rows].sort(order).slice(0, pageSize)
}

type Hinted = Parameters<typeof waitsForLeg>[0] & Pick<WaybillRow, 'customerName' | 'shipperCity' | 'consigneeCity'>

/** How its pieces stand, as the lists say it; whose it is and where it goes. */
export const waybillHint = (row: Hinted, language: Language): string =>
  join(
    waitsForLeg(row) ? i18n.t('shell:palette.unarranged') : wordFor('waybillState', row.state, language),
    row.signed > 0 && !isOver(row.state) ? i18n.t('shell:palette.signed', { count: row.signed }) : null,
    row.refused > 0 && row.state !== 'rejected' ? i18n.t('shell:palette.refused', { count: row.refused }) : null,
    row.customerName,
    `${row.shipperCity}→${row.consigneeCity}`,
  )

const newest = { sort: 'noticeNo', dir: 'desc' } as const

/** Exported for its test. */
export const sources: readonly Source[] = [
  {
    key: 'documents',
    pages: documentPages,
    ask: async (q, may, language) => {
      const no = q.toUpperCase()
      const found = documentPlace(no)
      if (found === undefined || !may(found.page)) return []
      return [{ id: `document ${no}`, title: no, hint: pageOf(found.page).titles[language], to: found.to }]
    },
  },
  {
    key: 'waybills',
    pages: ['allWayBill'],
    ask: async (q, _, language, signal) => {
      const { rows } = await api(getWaybills, { q, pageSize: ranked }, { quiet: true, signal })
      return rankWaybills(rows, q).map((row) => ({
        id: `waybill ${row.id}`,
        title: row.waybillNo,
        hint: waybillHint(row, language),
        to: pathTo('waybill', { no: row.waybillNo }),
      }))
    },
  },
  {
    key: 'trips',
    pages: ['arrangeList'],
    ask: async (q, _, language, signal) => {
      const { rows } = await api(getArrangements, { q, pageSize }, { quiet: true, signal })
      return rows.map((row) => ({
        id: `trip ${row.id}`,
        title: row.arrangementNo,
        hint: join(wordFor('arrangementState', row.state, language), row.plateNo, row.driverName),
        to: `${pathTo('arrangeList')}?trip=${row.id}`,
      }))
    },
  },
  {
    key: 'companies',
    pages: ['companyManage', 'companySupplier', 'companyView'],
    ask: async (q, may, _, signal) => {
      const { rows } = await api(getCompanies, { q, pageSize }, { quiet: true, signal })
      return rows.flatMap((row) => {
        const has = (roles: readonly string[]) => row.roles.some((role) => roles.includes(role))
        const page = may('companyManage')
          ? 'companyManage'
          : may('companySupplier') && has(outsiders)
            ? 'companySupplier'
            : may('companyView') && has(insiders)
              ? 'companyView'
              : null
        if (page === null) return []
        return {
          id: `company ${row.id}`,
          title: row.name,
          hint: join(row.code, row.regionName),
          to: listOf(pathTo(page), row.code),
        }
      })
    },
  },
  {
    key: 'vehicles',
    pages: ['vehicleAll', 'vehicleOwn', 'vehicleContract', 'vehicleHired'],
    ask: async (q, may, language, signal) => {
      const { rows } = await api(getVehicles, { q, pageSize }, { quiet: true, signal })
      const own = { own: 'vehicleOwn', contract: 'vehicleContract', hired: 'vehicleHired' } as const
      return rows.flatMap((row) => {
        const page = may('vehicleAll') ? 'vehicleAll' : own[row.type]
        if (!may(page)) return []
        const hint = join(wordFor('vehicleType', row.type, language), row.driverName, row.carrierName)
        return { id: `vehicle ${row.id}`, title: row.plateNo, hint, to: listOf(pathTo(page), row.plateNo) }
      })
    },
  },
  {
    key: 'outbound',
    pages: ['outboundNotice'],
    ask: async (q, _, language, signal) => {
      const { rows } = await api(getOutboundNotices, { q, pageSize, ...newest }, { quiet: true, signal })
      return rows.map((row) => ({
        id: `outbound ${row.id}`,
        title: row.noticeNo,
        hint: join(
          wordFor('outboundState', row.state, language),
          row.intercepted && row.state !== 'cancelled' ? i18n.t('shell:palette.intercepted') : null,
          row.ownerName,
          row.consigneeCompany ?? row.consigneeName,
        ),
        to: listOf(pathTo('outboundNotice'), row.noticeNo),
      }))
    },
  },
  {
    key: 'inbound',
    pages: ['wareNotice'],
    ask: async (q, _, language, signal) => {
      const { rows } = await api(getNotices, { q, pageSize, ...newest }, { quiet: true, signal })
      return rows.map((row) => ({
        id: `inbound ${row.id}`,
        title: row.noticeNo,
        hint: join(wordFor('inboundState', row.state, language), row.ownerName, row.warehouseName),
        to: listOf(pathTo('wareNotice'), row.noticeNo),
      }))
    },
  },
  {
    key: 'items',
    pages: ['stockNumber'],
    ask: async (q, _, _language, signal) => {
      const { rows } = await api(getItems, { q, pageSize }, { quiet: true, signal })
      return rows.map((row) => ({
        id: `item ${row.id}`,
        title: row.itemNo,
        hint: join(row.name, row.spec, row.ownerName),
        to: listOf(pathTo('stockNumber'), row.itemNo),
      }))
    },
  },
  {
    key: 'locations',
    pages: ['wLocation'],
    ask: async (q, _, _language, signal) => {
      const { rows } = await api(getLocations, { q: q.slice(0, 30), pageSize }, { quiet: true, signal })
      return rows.map((row) => ({
        id: `location ${row.id}`,
        title: row.code,
        hint: join(row.warehouseName, row.zoneName),
        to: `${listOf(pathTo('wLocation'), row.code)}&warehouseId=${row.warehouseId}`,
      }))
    },
  },
]

export type RecordGroup = {
  readonly key: Source['key']
  readonly hits: readonly RecordHit[]
  readonly waiting: boolean
  readonly error: Error | null
  readonly retry: () => void
}

/** Records by number, name or plate, of the pages that this person may browse; asked when the typing rests. */
export function useRecords(words: string): { groups: readonly RecordGroup[]; asked: boolean } {
  const language = useLanguage()
  const menus = useSession((session) => session.menus)
  const q = useSettled(words.trim(), settlesMs)
  const may: May = (page) => rightsOfPage(menus, page).browse
  const open = sources.filter(({ pages }) => pages.some(may))
  const asked = q.length >= shortest && q.length <= 60
  const answers = useQueries({
    queries: open.map(({ key, ask }) => ({
      queryKey: ['palette', key, q, language],
      queryFn: ({ signal }: { signal: AbortSignal }) => ask(q, may, language, signal),
      enabled: asked,
      staleTime: 30_000,
    })),
  })
  const typing = q !== words.trim()
  return {
    asked,
    groups: open.map(({ key }, at) => {
      const answer = answers[at]
      return {
        key,
        hits: (asked && answer?.data) || [],
        waiting: asked && (typing || (answer?.isFetching ?? false)),
        error: asked ? (answer?.error ?? null) : null,
        retry: () => void answer?.refetch(),
      }
    }),
  }
}

function useSettled<T>(value: T, ms: number): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return settled
}
