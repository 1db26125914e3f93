/** What other features take from the pages of sets. */
export { useKitHistory, useKitOrderHistory } from './kitHistory.ts'
