import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getWaiting } from '@xunyun/contract/dispatch/calls'
import { api } from '../../shared/api/api.ts'
import { q } from '../../shared/api/query.ts'
import { isAt, type LineRow, lineOfWaiting, type Start } from './lines.ts'

/** As many as one looks through; the rest is found by number. */
const most = 200

const filterOf = (start: Start | undefined) => ({
  atOutletId: start?.fromPlace === 'outlet' ? start.fromId : undefined,
  ...(start?.fromPlace === 'shipper' ? { tab: 'pickup' as const } : {}),
})

/** A waybill's number and, of the label of a piece, its own: YD26112600001-003. */
export const numberScanned = (text: string): { no: string; isPiece: boolean } => {
  const [, no, piece] = /^\s*(.+?)(?:-(\d{3,}))?\s*$/.exec(text) ?? []
  return { no: (no ?? '').toUpperCase(), isPiece: piece !== undefined }
}

/** All that waits of one waybill, by its number. */
export function useWaitingByNumber(start?: Start) {
  const client = useQueryClient()
  const filter = filterOf(start)
  return async (no: string): Promise<LineRow[]> => {
    const answer = await client.fetchQuery({
      queryKey: [getWaiting.path, 'scan', filter, no],
      queryFn: ({ signal }) => api(getWaiting, { ...filter, q: no, pageSize: 20 }, { signal }),
      staleTime: 0,
    })
    return answer.rows.map(lineOfWaiting).filter((line) => line.waybillNo === no && isAt(line, start))
  }
}

/** What waits at a place, and a look-up of one waybill there by its number. */
export function useWaitingAt(start: Start | undefined, typed: string) {
  const byNumber = useWaitingByNumber(start)
  const filter = filterOf(start)
  const found = useQuery(q(getWaiting, { ...filter, q: typed || undefined, pageSize: most }))
  const here = (rows: readonly LineRow[]) => rows.filter((line) => isAt(line, start))
  return {
    found,
    rows: here((found.data?.rows ?? []).map(lineOfWaiting)),
    byNumber: async (no: string): Promise<LineRow | undefined> => (await byNumber(no))[0],
  }
}
