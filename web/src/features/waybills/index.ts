import { late } from '../../shared/ui/late.tsx'

/** What other features take from the waybills' pages. */
export { asksNotice } from './asksNotice.ts'
export { ChargeLines } from './ChargeLines.tsx'
export { CheckInDialog } from './CheckInDialog.tsx'
export { CostsSection } from './CostsSection.tsx'
export { collectionTones, flagsOf, invoicingTones, refusedOf, stateTone, stateWord, toneOf } from './columns.tsx'
export { LegsTable } from './LegsTable.tsx'
export { OutletField } from './OutletField.tsx'
export const OnwardDrawer = late(() => import('./onward/OnwardDrawer.tsx').then((file) => file.OnwardDrawer))
export { priceTones } from './priceColumns.tsx'
export { Strands } from './Strands.tsx'
export { useRateHistory } from './services/rateHistory.ts'
export { TrackTimeline } from './tracks/TrackTimeline.tsx'
export { trackColumns } from './tracks/trackColumns.tsx'
export { useCustomerTerms, useFollowing } from './useCustomerTerms.ts'
export { useWaybillActs } from './useWaybillActs.tsx'
