export { usePriceHistory } from './priceHistory.ts'
export { Steps } from './Steps.tsx'
