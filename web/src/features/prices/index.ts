export { usePriceHistory } from './priceHistory.ts'
export { Steps } from './Steps.tsx'
export { TierEditor } from './TierEditor.tsx'
export type { TierDraft } from './tiers.ts'
