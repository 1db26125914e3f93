/** What other features take from printing. */
export type { ToPrint } from './PrintDialog.tsx'
export { PrintFrame } from './PrintFrame.tsx'
export { useTemplateHistory } from './templateHistory.ts'
export { type Print, usePrint } from './usePrint.tsx'
