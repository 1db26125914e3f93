import { type CompanyEntry, type CompanyTab, companyEntries } from '@xunyun/contract/companies/calls'
import { type Code, codes } from '@xunyun/contract/dictionary'
import { type PageKey, pageOf } from '@xunyun/contract/pages'
import { useRight } from '../../shared/session/session.ts'

export type CompanyRole = Code<'companyRole'>

type Entry = {
  readonly page: 'companyView' | 'companySupplier' | 'companyManage'
  readonly roles: readonly CompanyRole[]
  /** The first is where the page opens; undefined: all. */
  readonly tabs: readonly (CompanyTab | undefined)[]
  /** What a new one is, while no tab says otherwise. */
  readonly role: CompanyRole
}

const partners = [
  'customer',
  'owner',
  'shipper',
  'consignee',
  'settle',
  'carrier',
  'special',
  'courier',
  'own',
] as const

/** Three pages on one table; each covers roles, as the server has it. */
export const entries: Readonly<Record<CompanyEntry, Entry>> = {
  view: {
    page: 'companyView',
    roles: ['own', 'customer', 'owner'],
    tabs: ['customer', 'own', 'owner', 'blacklisted', 'disabled', undefined],
    role: 'customer',
  },
  supplier: {
    page: 'companySupplier',
    roles: ['carrier', 'special', 'courier'],
    tabs: ['carrier', 'special', 'courier', 'expiring', 'blacklisted', 'disabled', undefined],
    role: 'carrier',
  },
  manage: {
    page: 'companyManage',
    roles: codes('companyRole'),
    tabs: [undefined, ...partners, 'disabled'],
    role: 'customer',
  },
}

export const entryOfPath = (path: string): CompanyEntry =>
  companyEntries.find((entry) => pageOf(entries[entry].page).path === path) ?? 'manage'

/** The roles that the signed-in person may give to a company, or take from it: those of the pages that may be edited. */
export function useEditableRoles(): readonly CompanyRole[] {
  const view = useRight('companyView').edit
  const supplier = useRight('companySupplier').edit
  const manage = useRight('companyManage').edit
  const may = { view, supplier, manage }
  return codes('companyRole').filter((role) =>
    companyEntries.some((entry) => may[entry] && entries[entry].roles.includes(role)),
  )
}

/** Where the contacts of a company are kept, by what it is to us. */
export function useContactPage(): (roles: readonly CompanyRole[]) => PageKey | null {
  const customer = useRight('contactCustomer').browse
  const supplier = useRight('contactSupplier').browse
  const shipper = useRight('contactShipper').browse
  const consignee = useRight('contactConsignee').browse
  return (roles) => {
    const is = (...some: CompanyRole[]) => some.some((role) => roles.includes(role))
    if (supplier && is('carrier', 'special', 'courier')) return 'contactSupplier'
    if (shipper && is('shipper') && !is('customer', 'owner')) return 'contactShipper'
    if (consignee && is('consignee') && !is('customer', 'owner')) return 'contactConsignee'
    return customer ? 'contactCustomer' : null
  }
}
