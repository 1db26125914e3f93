import { getDesk } from '@xunyun/contract/dashboard/calls'
import type { Platform } from '../../platform/platform.ts'
import { deskOf } from './waiting.ts'

/** The dashboard: what waits, what is late, how today goes, over what the modules before it hold. */
export function dashboard({ bind }: Platform): void {
  bind(getDesk, ({ tx, actor }, { mine }) => deskOf(tx, actor, mine === true))
}
