/** What other features take from the outbound pages. */

export { useOutboundHistory } from './noticeHistory.ts'
