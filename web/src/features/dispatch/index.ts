/** What other features take from the dispatch pages. */
import { late } from '../../shared/ui/late.tsx'

export { useArrangementHistory } from './arrangementHistory.ts'
export { tripTones } from './tripColumns.tsx'

/** 补到: what was found of a trip. */
export const TripCounts = late(() => import('./TripCounts.tsx').then((file) => file.TripCounts))
