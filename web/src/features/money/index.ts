export { useCashAccountHistory } from './accountHistory.ts'
export { DocumentLink } from './DocumentLink.tsx'
