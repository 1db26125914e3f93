import { late } from '../ui/late.tsx'
import type { WhenProps } from './AskWhen.tsx'

/** Asks when something happened to goods or a vehicle, with its code fetched when somebody is first asked. */
export const WhenDialog = late<WhenProps>(() => import('./AskWhen.tsx').then((file) => file.AskWhen))
