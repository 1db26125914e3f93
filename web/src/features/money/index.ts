export { useCashAccountHistory } from './accountHistory.ts'
