import { getDashboard } from '@xunyun/contract/dashboard/calls'
import type { Platform } from '../../platform/platform.ts'
import { dashboardOf } from './waiting.ts'

/** The dashboard: what waits, what is late, how today goes, over what the modules before it hold. */
export function dashboard({ bind }: Platform): void {
  bind(getDashboard, ({ tx, actor }, { mine }) => dashboardOf(tx, actor, mine === true))
}
