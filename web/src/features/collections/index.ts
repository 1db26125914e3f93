export { useHandInHistory } from './handInHistory.ts'
