/** What other features take from the pages of GPS devices. */
export { useDeviceHistory } from './deviceHistory.ts'
