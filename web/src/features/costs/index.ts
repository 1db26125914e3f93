import { withTexts } from '../../shared/i18n/i18n.ts'
import { late } from '../../shared/ui/late.tsx'

/** What other features take of what trips, line shipments and parcels cost; its code and texts come when they are asked for. */

export { useApplicationHistory } from './applicationHistory.ts'
export { ApplicationAt } from './trips/ApplicationAt.tsx'
export { applyCostsKey } from './trips/applying.ts'
export { PayeeSelect } from './trips/PayeeSelect.tsx'
export { useCarrierCosts } from './trips/useCarrierCosts.tsx'
export { useSeesCosts } from './trips/useSeesCosts.ts'

export const CostsTab = late(() =>
  withTexts(['costs', 'tripCosts'], import('./trips/CostsTab.tsx')).then((file) => file.CostsTab),
)
export const CompareCarriers = late(() =>
  withTexts(['costs', 'tripCosts'], import('./trips/CompareCarriers.tsx')).then((file) => file.CompareCarriers),
)
export const StayingCosts = late(() =>
  withTexts(['tripCosts'], import('./trips/StayingCosts.tsx')).then((file) => file.StayingCosts),
)
export const CostApplicationBody = late(() =>
  withTexts(['costs', 'tripCosts'], import('./trips/CostApplicationDrawer.tsx')).then(
    (file) => file.CostApplicationBody,
  ),
)
