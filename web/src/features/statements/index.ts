export { useStatementHistory } from './statementHistory.ts'
