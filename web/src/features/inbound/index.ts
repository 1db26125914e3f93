/** What other features take from the inbound pages; the frame of the floor pages is that of every scanner's page. */
export { default as floorStyles } from './floor/Floor.module.css'
export { Floor, useBand } from './floor/Floor.tsx'
export { wordsOf } from './floor/wordsOf.ts'
export { useNoticeHistory } from './noticeHistory.ts'
