/** What other features take from the waybills' pages. */
export { flagsOf, toneOf } from './columns.tsx'
