/** What other features take from the inbound pages. */
export { useNoticeHistory } from './noticeHistory.ts'
