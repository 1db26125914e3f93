/** What other features take from printing. */
export { useTemplateHistory } from './templateHistory.ts'
export { usePrint } from './usePrint.tsx'
