import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Call, Output } from '@xunyun/contract/kernel/call'
import type { SavedView } from '@xunyun/contract/workbench/lists'
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { answered, api, type Sending } from '../api/api.ts'
import { download } from '../api/download.ts'
import { i18n } from '../i18n/i18n.ts'
import { exportAsJob, isForJob } from '../jobs/exportAsJob.ts'
import { useTab } from '../tabs/useTab.ts'
import { toast } from '../ui/toasts.ts'
import { useChanged } from '../ui/useChanged.ts'
import { useStable } from '../ui/useStable.ts'
import {
  type Answer,
  type Filter,
  filterKeys,
  isGiven,
  type Place,
  type Row,
  readPlace,
  type Sort,
  type SortKey,
  sameValue,
  writePlace,
} from './address.ts'
import { askForPage, hasNextPage, pageCount } from './paging.ts'
import { columnsNow, defaultPageSize, type Preferences, useLists, usePreferences } from './preferences.ts'
import { type Id, type Selection, useSelection } from './useSelection.ts'

type Defaults<C extends Call> = { readonly filter?: Filter<C>; readonly sort?: Sort<SortKey<C>> }

type Options<C extends Call, T extends Call, E extends Call> = {
  /** Answers `{rows, next}` (cursor), or `{rows, total}` (page numbers). */
  readonly call: C
  /** Sums and counts of the same filter; asked for when the rows are there. */
  readonly totals?: T
  /** What holds while the address says nothing. Stable: at module scope, or memoized. */
  readonly defaults?: Defaults<C>
  readonly exportCall?: E
  /** Stable. Default: the row's `id`. */
  readonly idOf?: (row: Row<C>) => Id
  /** Part of every question, outside the address and the chips: what makes the page this page. */
  readonly keepFilter?: Filter<C>
  /** The filter that the state tabs choose: no chip, not cleared with the chips. Default: `tab`. */
  readonly tabField?: keyof Filter<C> & string
  /** Filters chosen beside the list, as a branch of a tree: neither counted nor cleared with the others. */
  readonly beside?: readonly (keyof Filter<C> & string)[]
  /** Everything comes in one answer, as a tree does: no pages. */
  readonly whole?: boolean
  /** Name that columns and page size are remembered by. Default: the tab's path. */
  readonly name?: string
}

/** Bound to one filter of the list: spread into a filter's input. */
export type FilterField<V> = {
  readonly name: string
  readonly value: V | undefined
  readonly onChange: (value: V | undefined | null) => void
}

/** Bound to two filters that are chosen together. */
export type FilterRange = {
  readonly value: readonly [from: string | undefined, to: string | undefined]
  readonly onChange: (value: readonly [from: string | undefined, to: string | undefined]) => void
}

export type List<C extends Call = Call, T extends Call = Call> = Selection<Row<C>> & {
  /** What it is remembered by. */
  readonly name: string
  readonly call: C
  readonly idOf: (row: Row<C>) => Id
  readonly rows: readonly Row<C>[]
  /** The answer beside its rows: counts that came along. */
  readonly answer: Answer<C> | undefined
  /** Nothing is there to be shown yet. */
  readonly loading: boolean
  /** Something newer is on its way; the rows shown are the ones before. */
  readonly fetching: boolean
  readonly error: Error | null
  readonly retry: () => void
  readonly filter: Filter<C>
  readonly setFilter: (patch: { readonly [K in keyof Filter<C>]?: Filter<C>[K] | null }) => void
  readonly reset: () => void
  readonly field: <K extends keyof Filter<C> & string>(name: K) => FilterField<NonNullable<Filter<C>[K]>>
  readonly range: (from: keyof Filter<C> & string, to: keyof Filter<C> & string) => FilterRange
  /** Filters in force that are not the default. */
  readonly activeCount: number
  readonly sort: Sort | null
  readonly setSort: (sort: Sort<SortKey<C>> | null) => void
  readonly page: number
  /** The page that the rows shown are of: the one before while the next is on its way. */
  readonly shownPage: number
  /** Changes with the question that the rows shown are the answer to. */
  readonly shownKey: string
  readonly setPage: (page: number) => void
  readonly pageSize: number
  readonly setPageSize: (size: number) => void
  readonly hasNext: boolean
  readonly total: number | undefined
  readonly totals: Output<T> | undefined
  /** The totals shown belong to an earlier filter. */
  readonly totalsOld: boolean
  readonly refresh: () => Promise<void>
  /** Selects every row of the filter, `mostSelected` at the most; answers how many. */
  readonly selectAll: () => Promise<void>
  /** Rows found so far while all are being selected. */
  readonly selecting: number | null
  /** Null when the page has no export. Without `ids`: the whole filter. */
  readonly export: ((columns: readonly string[], ids?: readonly Id[]) => Promise<void>) | null
  /** Searches again: for what was typed meanwhile, else the same once more. */
  readonly search: () => void
  /** Query of the address without the page, and the way to another. */
  readonly view: string
  readonly openView: (view: SavedView) => void
  readonly preferences: Preferences
  readonly setPreferences: (change: Partial<Preferences>) => void
}

/** As many as a batch takes. */
export const mostSelected = 10_000
const selectPageSize = 500

const ownId = (row: unknown): Id => (row as { id: Id }).id
const empty: readonly never[] = []
const typedSettlesMs = 80

/** A list as the address has it: filter, sort and page there; rows first, totals after; selection; export. */
export function useList<C extends Call, T extends Call = Call, E extends Call = Call>(
  options: Options<C, T, E>,
): List<C, T> {
  const { call, totals: totalsCall, exportCall, idOf = ownId as (row: Row<C>) => Id, tabField = 'tab' } = options
  const kept: readonly string[] = [tabField, ...(options.beside ?? [])]
  const tab = useTab()
  const location = useLocation()
  const navigate = useNavigate()
  const client = useQueryClient()
  const name = options.name ?? tab.path
  const [preferences, setPreferences] = usePreferences(name)
  const search = useOpeningView(location.search, name, preferences.defaultView, setPreferences)
  const [exporting, setExporting] = useState(false)
  const [selecting, setSelecting] = useState<number | null>(null)

  const defaults = options.defaults as Partial<Place> | undefined
  const place = useMemo(() => readPlace(call, search, defaults), [call, search, defaults])
  const pageSize = options.whole ? Number.POSITIVE_INFINITY : (preferences.pageSize ?? defaultPageSize)
  const size = options.whole ? {} : { pageSize }
  const asked = { ...place.filter, ...(options.keepFilter as object | undefined) }
  const order = place.sort ? { sort: place.sort.key, dir: place.sort.dir } : {}
  const question = JSON.stringify(asked)
  const scope = JSON.stringify([question, order, pageSize])

  // Another size begins at the first page: both at once, or a page would be asked for that nobody wants to see.
  const nextSize = useRef<number | null>(null)
  useChanged(place.page, () => {
    if (nextSize.current !== null) setPreferences({ pageSize: nextSize.current })
    nextSize.current = null
  })

  const cursors = useRef({ scope, byPage: new Map<number, string>() })
  const cursorsNow = () => {
    if (cursors.current.scope !== scope) cursors.current = { scope, byPage: new Map() }
    return cursors.current.byPage
  }
  const inputFrom = (byPage: Map<number, string>) =>
    ({ ...asked, ...order, ...size, ...askForPage(place.page, byPage) }) as Sending<C>
  const take = (given: Output<C>, byPage: Map<number, string>) => {
    const answer = given as Answer<C> & Paged
    if (answer.next) byPage.set(place.page + 1, answer.next)
    return { answer, page: place.page, scope, question }
  }
  const rowsQuery = useQuery({
    queryKey: [call.path, 'rows', asked, order, pageSize, place.page],
    queryFn: async ({ signal }) => {
      const byPage = cursorsNow()
      return take(await api(call, inputFrom(byPage), { signal, quiet: true }), byPage)
    },
    // Asked before this code was here (firstQuestions.ts): the page is drawn with its rows.
    initialData: () => {
      const byPage = cursorsNow()
      const early = answered(call, inputFrom(byPage))
      return early && take(early, byPage)
    },
    placeholderData: keepPreviousData,
  })
  const shown = rowsQuery.data
  const answer = shown?.answer
  const rows = (answer?.rows ?? empty) as readonly Row<C>[]

  const totalsQuery = useQuery({
    queryKey: [totalsCall?.path, 'totals', asked],
    queryFn: ({ signal }) => api(totalsCall as T, asked as Sending<T>, { signal, quiet: true }),
    initialData: () => totalsCall && answered(totalsCall, asked as Sending<T>),
    // Once its first rows are there; another page or order of the same question needs no other totals.
    enabled: totalsCall !== undefined && shown?.question === question,
    placeholderData: keepPreviousData,
  })
  const totals = totalsQuery.data as Output<T> | undefined
  const total = answer?.total ?? (totals as { count?: number } | undefined)?.count

  const go = (next: Partial<Place>) =>
    void navigate(tab.path + writePlace(call, { ...place, page: 1, ...next }, defaults), { replace: true })
  const goLatest = useStable(go)
  const setFilter = (patch: object) => go({ filter: { ...place.filter, ...patch } })
  const selection = useSelection(rows, idOf, question)

  const refresh = useCallback(async () => {
    const paths = [call.path, totalsCall?.path].filter((path) => path !== undefined)
    await Promise.all(paths.map((path) => client.invalidateQueries({ queryKey: [path] })))
  }, [client, call, totalsCall])

  const latest = useRef(search)
  useLayoutEffect(() => {
    latest.current = search
  }, [search])

  // Rows of the last page may all have gone elsewhere.
  const last = pageCount(total, pageSize)
  const isBeyond = shown !== undefined && rows.length === 0 && last !== undefined && shown.page > last
  useEffect(() => {
    if (isBeyond && tab.visible) goLatest({ page: last })
  }, [isBeyond, last, tab.visible, goLatest])

  const latestQuestion = useRef(question)
  useLayoutEffect(() => {
    latestQuestion.current = question
  }, [question])
  const selectAll = async () => {
    const found: Row<C>[] = []
    let after: string | undefined
    setSelecting(0)
    try {
      for (let page = 1; found.length < mostSelected; page += 1) {
        // A list with totals in its answer knows page numbers only.
        const next = after === undefined ? { page } : { after }
        const input = { ...asked, ...order, pageSize: selectPageSize, ...next }
        const got = (await api(call, input as unknown as Sending<C>)) as Answer<C> & Paged
        // Another filter meanwhile: this is no longer what is looked at.
        if (latestQuestion.current !== question) return
        found.push(...(got.rows as readonly Row<C>[]))
        setSelecting(found.length)
        after = got.next ?? undefined
        const more = got.next === undefined ? found.length < (got.total ?? 0) : got.next !== null
        if (!more || got.rows.length === 0) break
      }
      selection.select(found.slice(0, mostSelected), true)
    } finally {
      setSelecting(null)
    }
  }

  const exportList = async (columns: readonly string[], ids?: readonly Id[]) => {
    if (!exportCall || exporting) return
    setExporting(true)
    try {
      const input = { ...asked, ...order, columns, ...(ids ? { ids } : {}) }
      if (isForJob(ids, total)) return await exportAsJob(exportCall, input, ids?.length ?? total ?? 0)
      // Without a network nothing begins, and nothing says so: the request itself says what is the matter.
      if (navigator.onLine) toast.info(i18n.t('ui:list.exporting'))
      await download(exportCall, input as unknown as Sending<E>)
    } catch (error) {
      toast.takeBack(i18n.t('ui:list.exporting'))
      throw error
    } finally {
      setExporting(false)
    }
  }

  return {
    ...selection,
    name,
    selectAll,
    selecting,
    call,
    idOf,
    rows,
    answer,
    loading: rowsQuery.isPending,
    fetching: rowsQuery.isFetching,
    error: rowsQuery.error,
    retry: () => void rowsQuery.refetch(),
    filter: place.filter as Filter<C>,
    setFilter,
    reset: () =>
      go({ filter: { ...defaults?.filter, ...Object.fromEntries(kept.map((key) => [key, place.filter[key]])) } }),
    field: (name) => ({
      name,
      value: place.filter[name] as never,
      onChange: (value) => setFilter({ [name]: value }),
    }),
    range: (from, to) => ({
      value: [place.filter[from] as string | undefined, place.filter[to] as string | undefined],
      onChange: ([first, last]) => setFilter({ [from]: first, [to]: last }),
    }),
    activeCount: filterKeys(call).filter(
      (key) =>
        !kept.includes(key) && isGiven(place.filter[key]) && !sameValue(place.filter[key], defaults?.filter?.[key]),
    ).length,
    sort: place.sort,
    setSort: (sort) => go({ sort }),
    page: place.page,
    shownPage: shown?.page ?? place.page,
    shownKey: shown ? `${shown.page} ${shown.scope}` : '',
    setPage: (page) => go({ page }),
    pageSize,
    setPageSize: (size) => {
      if (place.page === 1) return setPreferences({ pageSize: size })
      nextSize.current = size
      go({})
    },
    hasNext: hasNextPage(place.page, pageSize, answer?.next, total),
    total,
    totals,
    totalsOld: totals !== undefined && (totalsQuery.isPlaceholderData || shown?.question !== question),
    refresh,
    search: () => {
      // A field that is left by the same click writes its text into the address first.
      const before = latest.current
      setTimeout(() => before === latest.current && void refresh(), typedSettlesMs)
    },
    view: writePlace(call, { ...place, page: 1 }, defaults),
    openView: ({ search, columns }) => {
      if (columns) setPreferences(columnsNow(columns))
      void navigate(tab.path + search, { replace: true })
    },
    export: exportCall ? exportList : null,
    preferences,
    setPreferences,
  }
}

type Paged = { readonly rows: readonly unknown[]; readonly next?: string | null; readonly total?: number }

/**
 * The query of the address; a list that is opened without one opens with its default view, which then stands in the
 * address like any other. Cleared later, it stays cleared.
 */
export function useOpeningView(
  search: string,
  name: string,
  defaultView: number | undefined,
  setPreferences: (change: Partial<Preferences>) => void,
): string {
  const navigate = useNavigate()
  const tab = useTab()
  const [opening, setOpening] = useState<SavedView | null>(() => {
    const view = useLists.getState().views.find(({ id, list }) => id === defaultView && list === name)
    return search === '' && view !== undefined && (view.search !== '' || view.columns !== null) ? view : null
  })
  const path = tab.path
  // Not before the router listens, which it does in a layout effect of its own.
  useEffect(() => {
    if (opening === null) return
    if (search === '' && opening.columns) setPreferences(columnsNow(opening.columns))
    // It holds until the address says it: in between the list would be asked for without it.
    if (search === '' && opening.search !== '') void navigate(path + opening.search, { replace: true })
    else setOpening(null)
  }, [opening, search, path, navigate, setPreferences])
  return opening?.search ?? search
}
