import type { ScanWork, TripScan } from '@xunyun/contract/dispatch/scan'

export type Closing = 'depart' | 'leaveStop' | 'arrive' | 'reachStop'

/** What closing a stop is called: what the server does then (T14). A trip that took over at its first stop has departed already. */
export const closingOf = (
  { seq, work }: { seq: number; work: ScanWork },
  { stops }: Pick<TripScan, 'stops'>,
): Closing =>
  work === 'load'
    ? seq === 1 && stops[0]?.arrivedAt == null
      ? 'depart'
      : 'leaveStop'
    : seq === stops.length
      ? 'arrive'
      : 'reachStop'
