import { useRight } from '../../../shared/session/session.ts'

/** Whether the person may see what things cost us. */
export const useSeesCosts = (): boolean => useRight('costView').browse
