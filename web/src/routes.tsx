import type { PageKey } from '@xunyun/contract/pages'
import { type Screen, screen } from './shell/screen.tsx'

/** Every screen: page key → its component, fetched when it is opened. A page that is not here has no address. */
export const screens: Readonly<Partial<Record<PageKey, Screen>>> = {
  dashboard: screen(() => import('./features/dashboard/DashboardPage.tsx')),
}
