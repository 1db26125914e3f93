import type { PageKey } from '@xunyun/contract/pages'
import { type Screen, screen } from './shell/screen.tsx'

/** Every screen: page key → its component, fetched when it is opened. A page that is not here has no address. */
export const screens: Readonly<Partial<Record<PageKey, Screen>>> = {
  dashboard: screen(() => import('./features/dashboard/DashboardPage.tsx')),
  profile: screen(() => import('./features/system/ProfilePage.tsx')),
  sessions: screen(() => import('./features/system/SessionsPage.tsx')),
  history: screen(() => import('./features/system/HistoryPage.tsx')),
  jobs: screen(() => import('./features/system/JobsPage.tsx')),
  clientErrors: screen(() => import('./features/system/ClientErrorsPage.tsx')),
  icons: screen(() => import('./features/system/IconsPage.tsx')),
  user: screen(() => import('./features/system/UsersPage.tsx')),
  role: screen(() => import('./features/system/RolesPage.tsx')),
  allWayBill: screen(() => import('./features/waybills/AllWaybillsPage.tsx')),
  taskList: screen(() => import('./features/waybills/TaskListPage.tsx')),
  waybill: screen(() => import('./features/waybills/WaybillPage.tsx')),
  arrangedOrder: screen(() => import('./features/dispatch/ArrangedOrderPage.tsx')),
  arrangeOperate: screen(() => import('./features/dispatch/ArrangeOperatePage.tsx')),
  arrangeList: screen(() => import('./features/dispatch/ArrangeListPage.tsx')),
  haveArranged: screen(() => import('./features/dispatch/HaveArrangedPage.tsx')),
  companyView: screen(() => import('./features/customers/CompaniesPage.tsx')),
  companySupplier: screen(() => import('./features/customers/CompaniesPage.tsx')),
  companyManage: screen(() => import('./features/customers/CompaniesPage.tsx')),
  contactCustomer: screen(() => import('./features/customers/ContactsPage.tsx')),
  contactShipper: screen(() => import('./features/customers/ContactsPage.tsx')),
  contactConsignee: screen(() => import('./features/customers/ContactsPage.tsx')),
  contactSupplier: screen(() => import('./features/customers/ContactsPage.tsx')),
  driver: screen(() => import('./features/resources/DriversPage.tsx')),
  vehicleAll: screen(() => import('./features/resources/VehiclesPage.tsx')),
  vehicleOwn: screen(() => import('./features/resources/VehiclesPage.tsx')),
  vehicleContract: screen(() => import('./features/resources/VehiclesPage.tsx')),
  vehicleHired: screen(() => import('./features/resources/VehiclesPage.tsx')),
}
