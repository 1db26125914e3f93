import type { ScanWork } from '@xunyun/contract/dispatch/scan'

/** What closing a stop is called: what the server does then (T14). */
export const closingOf = ({ seq, work, stops }: { seq: number; work: ScanWork; stops: number }) =>
  work === 'load' ? (seq === 1 ? 'depart' : 'leaveStop') : seq === stops ? 'arrive' : 'reachStop'
