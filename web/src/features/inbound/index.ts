/** What other features take from the inbound pages. */
export { numbersIn } from './deskLines.ts'
export { LinesGrid } from './LinesGrid.tsx'
export { useNoticeHistory } from './noticeHistory.ts'
export { baseQty, type Cell, filled, type LineDraft, toLine } from './noticeLines.ts'
