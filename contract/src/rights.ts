import type { Kind } from './kernel/call.ts'
import type { PageKey } from './pages.ts'

/** Rights by trade, to start a new user from: the administrator ticks on from there (domain §1, presets). */
export const jobs = ['administrator', 'operator', 'dispatcher', 'service', 'customer'] as const
export type Job = (typeof jobs)[number]

const all = (...pages: PageKey[]) => pages

export const jobRights: Readonly<Record<Exclude<Job, 'administrator'>, Readonly<Partial<Record<PageKey, Kind>>>>> = {
  operator: grant({
    edit: all(
      'taskList',
      'allWayBill',
      'companyView',
      'companyManage',
      'contactCustomer',
      'contactShipper',
      'contactConsignee',
      'arrangedOrder',
    ),
    browse: all('companySupplier', 'contactSupplier', 'vehicleAll', 'driver', 'arrangeList', 'haveArranged'),
  }),
  dispatcher: grant({
    edit: all(
      'arrangedOrder',
      'arrangeOperate',
      'arrangeList',
      'haveArranged',
      'vehicleAll',
      'vehicleOwn',
      'vehicleContract',
      'vehicleHired',
    ),
    approve: all('arrangeList', 'driver', 'companySupplier', 'contactSupplier'),
    browse: all('companyManage'),
    also: { allWayBill: 'edit' },
  }),
  service: grant({
    edit: all('companyManage', 'contactCustomer', 'contactShipper', 'contactConsignee'),
    browse: all('companyView', 'haveArranged', 'arrangeList'),
    also: { allWayBill: 'edit' },
  }),
  customer: grant({ edit: all('taskList'), browse: all('allWayBill') }),
}

function grant(by: {
  browse?: PageKey[]
  edit?: PageKey[]
  approve?: PageKey[]
  also?: Partial<Record<PageKey, Kind>>
}) {
  const rights: Partial<Record<PageKey, Kind>> = { ...by.also }
  for (const kind of ['browse', 'edit', 'approve'] as const) for (const page of by[kind] ?? []) rights[page] = kind
  return rights
}
