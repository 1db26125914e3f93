import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { getBoard, mostWaiting } from '@xunyun/contract/dispatch/board'
import { getWaiting } from '@xunyun/contract/dispatch/calls'
import { useEffect, useMemo, useRef } from 'react'
import { api } from '../../../shared/api/api.ts'
import { q } from '../../../shared/api/query.ts'
import { useTab } from '../../../shared/tabs/useTab.ts'
import { useStable } from '../../../shared/ui/useStable.ts'

/** What colleagues do is here within these, while one looks. */
const freshMs = 6_000
/** The first page fills the window soon; the others are large. */
const firstPage = 100
const nextPages = 500
const mostPages = 1 + (mostWaiting - firstPage) / nextPages

export type Asked = {
  readonly date: string | undefined
  readonly outletId: number | undefined
  readonly customerId: number | undefined
}

/** The board as it is now: asked for again and again while it is looked at; what waits only when it has changed. */
export function useBoard({ date, outletId, customerId }: Asked) {
  const { visible } = useTab()
  const client = useQueryClient()
  const board = useQuery({
    ...q(getBoard, { date, outletId, customerId }),
    refetchInterval: visible ? freshMs : false,
    placeholderData: keepPreviousData,
  })
  const key = [getWaiting.path, 'board', outletId, customerId] as const
  const waiting = useInfiniteQuery({
    queryKey: key,
    queryFn: ({ pageParam, signal }) =>
      api(
        getWaiting,
        {
          byVehicle: true,
          byOutletId: outletId,
          customerId,
          after: pageParam ?? undefined,
          pageSize: pageParam === null ? firstPage : nextPages,
        },
        { signal, quiet: true },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }, pages) => (pages.length < mostPages ? next : null),
    placeholderData: keepPreviousData,
  })
  const { hasNextPage, isFetching, fetchNextPage } = waiting
  // The vehicles come before what is out of sight.
  const isDrawn = board.data !== undefined
  useEffect(() => {
    if (isDrawn && hasNextPage && !isFetching) void fetchNextPage()
  }, [isDrawn, hasNextPage, isFetching, fetchNextPage])

  // The mark is of these filters: another one of the same filters says that a row has changed.
  const filter = JSON.stringify([outletId, customerId])
  const mark = board.isPlaceholderData ? undefined : board.data?.waiting
  const seen = useRef({ filter: '', mark: '' })
  useEffect(() => {
    if (mark === undefined) return
    const before = seen.current
    seen.current = { filter, mark }
    if (before.filter === filter && before.mark !== mark)
      void client.invalidateQueries({ queryKey: [getWaiting.path, 'board'] })
  }, [filter, mark, client])

  /** Asks anew for the vehicles, and for what waits: each is there when it is there. */
  const refresh = useStable(() => ({
    vehicles: client.invalidateQueries({ queryKey: [getBoard.path] }),
    waiting: client.invalidateQueries({ queryKey: [getWaiting.path, 'board'] }),
  }))
  const pages = waiting.data?.pages
  const rows = useMemo(() => pages?.flatMap((page) => page.rows) ?? [], [pages])
  return {
    board: board.data,
    rows,
    /** Whose rows these are; null while those of other filters are still shown. */
    rowsOf: waiting.isPlaceholderData ? null : filter,
    /** Not all of it: the filters find the rest. */
    isCut: pages !== undefined && pages.length >= mostPages && pages.at(-1)?.next !== null,
    loading: board.data === undefined || pages === undefined,
    error: board.data === undefined || pages === undefined ? (board.error ?? waiting.error) : null,
    /** What is shown is not as it is now: the last question was not answered. */
    isOld: board.isError && board.data !== undefined,
    refresh,
  }
}
