import { late } from '../ui/late.tsx'
import type { ReasonProps } from './AskReason.tsx'

/** Asks why, with its code fetched when somebody is first asked: lists have it at hand, most days go without. */
export const ReasonDialog = late<ReasonProps>(() => import('./AskReason.tsx').then((file) => file.AskReason))
