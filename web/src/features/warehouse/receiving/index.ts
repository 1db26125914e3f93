/** What other features take from the receiving pages. */
export { useNoticeHistory } from './noticeHistory.ts'
