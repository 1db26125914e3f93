import { getDashboard, getDashboardMoney } from '@xunyun/contract/dashboard/calls'
import type { Platform } from '../../platform/platform.ts'
import { keepEvening } from './evening.ts'
import { moneyOf } from './money.ts'
import { dashboardOf } from './waiting.ts'

/** The dashboard: what waits, what is late, how today goes, over what the modules before it hold. */
export function dashboard({ bind, jobs }: Platform): void {
  jobs.nightly('open-figures', '00:05', keepEvening)
  bind(getDashboard, ({ tx, actor }, { mine }) => dashboardOf(tx, actor, mine === true))
  bind(getDashboardMoney, ({ tx, actor }) => moneyOf(tx, actor))
}
