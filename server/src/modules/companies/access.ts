import type { CompanyEntry } from '@xunyun/contract/companies/calls'
import type { ContactType } from '@xunyun/contract/companies/contacts'
import { type Code, codes } from '@xunyun/contract/dictionary'
import type { Kind } from '@xunyun/contract/kernel/call'
import type { PageKey } from '@xunyun/contract/pages'
import { type Actor, isCustomer, may, requireRight } from '../../platform/actor.ts'
import { Refusal } from '../../platform/refusal.ts'

export type CompanyRole = Code<'companyRole'>

/** Three pages on one table; each covers roles. */
const entries: Readonly<Record<CompanyEntry, { page: PageKey; roles: readonly CompanyRole[] }>> = {
  view: { page: 'companyView', roles: ['own', 'customer', 'owner'] },
  supplier: { page: 'companySupplier', roles: ['carrier', 'special', 'courier'] },
  manage: { page: 'companyManage', roles: codes('companyRole') },
}
export const pageOfEntry = (entry: CompanyEntry): PageKey => entries[entry].page

/**
 * The roles that the actor may browse, edit or decide on: those of all his pages, or of one page that he asks from.
 * A company is seen when one of its roles is among them, and changed when all are, before and after.
 */
export function coveredRoles(actor: Actor, kind: Kind, entry?: CompanyEntry): readonly CompanyRole[] {
  if (entry !== undefined) {
    requireRight(actor, entries[entry].page, kind)
    return entries[entry].roles
  }
  // A customer's account looks at its own company; its credit and its terms are ours to change.
  if (kind !== 'browse' && isCustomer(actor)) return []
  const covered = new Set(Object.values(entries).flatMap(({ page, roles }) => (may(actor, page, kind) ? roles : [])))
  return codes('companyRole').filter((role) => covered.has(role))
}

export const covers = (actor: Actor, kind: Kind, roles: readonly string[]): boolean => {
  const covered: readonly string[] = coveredRoles(actor, kind)
  return roles.every((role) => covered.includes(role))
}

/** An outlet is changed by whoever has it inside his scope: its place in the tree decides what others see. */
export const outletInside = (actor: Actor, company: { id: number; roles: readonly string[] }): boolean =>
  actor.scope.kind !== 'outlet' || !company.roles.includes('own') || actor.scope.ids.includes(company.id)

export function requireCompany(actor: Actor, kind: Kind, roles: readonly string[]): void {
  if (!covers(actor, kind, roles)) throw new Refusal('kernel.forbidden', { page: 'companyManage', kind })
}

/** Each type of contact has its page. */
const pageOfType: Readonly<Record<ContactType, PageKey>> = {
  customer: 'contactCustomer',
  supplier: 'contactSupplier',
  shipper: 'contactShipper',
  consignee: 'contactConsignee',
}
export const contactPage = (type: ContactType): PageKey => pageOfType[type]

/** The types of contact that the actor may browse, edit or decide on. */
export const coveredTypes = (actor: Actor, kind: Kind): readonly ContactType[] =>
  (Object.keys(pageOfType) as ContactType[]).filter((type) => may(actor, pageOfType[type], kind))

export const requireContact = (actor: Actor, kind: Kind, type: ContactType): void =>
  requireRight(actor, pageOfType[type], kind)

/** Types to choose a party from: whoever places waybills needs all but those of suppliers. */
export function choosableTypes(actor: Actor): readonly ContactType[] {
  const types = new Set(coveredTypes(actor, 'browse'))
  if (may(actor, 'taskList', 'browse') || may(actor, 'allWayBill', 'browse'))
    for (const type of ['customer', 'shipper', 'consignee'] as const) types.add(type)
  return [...types]
}
