import { getDashboard, getDashboardMoney } from '@xunyun/contract/dashboard/calls'
import type { Platform } from '../../platform/platform.ts'
import { moneyOf } from './money.ts'
import { dashboardOf } from './waiting.ts'

/** The dashboard: what waits, what is late, how today goes, over what the modules before it hold. */
export function dashboard({ bind }: Platform): void {
  bind(getDashboard, ({ tx, actor }, { mine }) => dashboardOf(tx, actor, mine === true))
  bind(getDashboardMoney, ({ tx, actor }) => moneyOf(tx, actor))
}
