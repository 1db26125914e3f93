/** What other features take from printing. */
export { PrintFrame } from './PrintFrame.tsx'
export { useTemplateHistory } from './templateHistory.ts'
export { type Print, usePrint } from './usePrint.tsx'
export type { ToPrint } from './usePrinting.ts'
