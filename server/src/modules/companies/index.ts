import * as calls from '@xunyun/contract/companies/calls'
import * as contacts from '@xunyun/contract/companies/contacts'
import type { Reason } from '@xunyun/contract/errors'
import { pageOf } from '@xunyun/contract/pages'
import { historyOf } from '../../platform/history.ts'
import type { Platform } from '../../platform/platform.ts'
import { isSeen } from '../../platform/records.ts'
import { badField, Refusal } from '../../platform/refusal.ts'
import { regionTree } from '../../platform/regions.ts'
import { contactPage, coveredRoles, coveredTypes, pageOfEntry } from './access.ts'
import { companyColumns, contactColumns } from './columns.ts'
import { addCompany, changeCompany } from './companies.ts'
import { assignSalesman, deleteCompanies, setCompaniesBlacklisted, setCompaniesEnabled } from './companyBatches.ts'
import { deleteContacts, setContactsEnabled } from './contactBatches.ts'
import { addContact, changeContact, setDefaultContact } from './contacts.ts'
import { offerImports } from './imports.ts'
import { type MoveDocuments, mergeCompanies } from './merge.ts'
import { parseParty } from './parseParty.ts'
import { contactChoices, contactDetail, listContacts, totalContacts } from './queries.contacts.ts'
import { companyChoices, companyDetail, listCompanies, outletChoices, totalCompanies } from './queries.ts'
import { nameOfCompany, nameOfContact } from './store.ts'

export { type Party, usedParty } from './contacts.ts'
export type { MoveDocuments } from './merge.ts'
export { mergedInto, nameOfCompany, nameOfUser } from './store.ts'

const taken = (field: string) => () => badField(field, 'customers.justTaken' satisfies Reason)

/** Companies of every role with our outlets, their contacts, and the regions. */
export function companies(
  { bind, exports, files, imports, records }: Platform,
  deps: { moveDocuments: readonly MoveDocuments[] },
): void {
  offerImports(imports)
  records.register('company', {
    maySee: async (tx, actor, id) =>
      coveredRoles(actor, 'browse').length > 0 && (await isSeen(companyDetail(tx, actor, id))),
    describe: async (tx, id) => {
      const name = (await nameOfCompany(tx, id)) ?? String(id)
      return { name, link: `${pageOf('companyManage').path}?q=${encodeURIComponent(name)}` }
    },
  })
  records.register('contact', {
    maySee: async (tx, actor, id) =>
      coveredTypes(actor, 'browse').length > 0 && (await isSeen(contactDetail(tx, actor, id))),
    describe: async (tx, id) => nameOfContact(tx, id),
  })
  bind.constraints({
    company__code: taken('code'),
    company__name: taken('name'),
    company__uscc: taken('uscc'),
    company__contract_order: () => badField('contractTo', 'field.range'),
    contact__has_phone: () => badField('mobile', 'customers.phoneNeeded'),
    contact__one_default: () => new Refusal('kernel.busy'),
  })

  bind(calls.getCompanies, ({ tx, actor }, input) => listCompanies(tx, actor, input))
  bind(calls.getCompanyTotals, ({ tx, actor }, input) => totalCompanies(tx, actor, input))
  bind(calls.getCompany, ({ tx, actor }, input) => companyDetail(tx, actor, input.id))
  bind(calls.addCompany, addCompany)
  bind(calls.changeCompany, changeCompany)
  bind(calls.setCompaniesEnabled, setCompaniesEnabled)
  bind(calls.setCompaniesBlacklisted, setCompaniesBlacklisted)
  bind(calls.deleteCompanies, deleteCompanies)
  bind(calls.mergeCompanies, mergeCompanies({ files, ...deps }))
  bind(calls.assignSalesman, assignSalesman)
  bind(calls.getCompanyHistory, async ({ tx, actor }, input) => {
    const { id } = await companyDetail(tx, actor, input.id)
    return historyOf(tx, 'company', id)
  })
  exports.offer(calls.exportCompanies, {
    name: (actor, { entry }) => pageOf(pageOfEntry(entry ?? 'manage')).titles[actor.language],
    columns: () => companyColumns,
    page: (tx, actor, input, request) => listCompanies(tx, actor, { ...input, ...request }),
  })
  bind(calls.getCompanyChoices, ({ tx, actor }, input) => companyChoices(tx, actor, input))
  bind(calls.getOutletChoices, ({ tx, actor }, input) => outletChoices(tx, actor, input))

  bind(contacts.getContacts, ({ tx, actor }, input) => listContacts(tx, actor, input))
  bind(contacts.getContactTotals, ({ tx, actor }, input) => totalContacts(tx, actor, input))
  bind(contacts.getContact, ({ tx, actor }, input) => contactDetail(tx, actor, input.id))
  bind(contacts.addContact, addContact)
  bind(contacts.changeContact, changeContact)
  bind(contacts.setContactsEnabled, setContactsEnabled)
  bind(contacts.deleteContacts, deleteContacts)
  bind(contacts.setDefaultContact, setDefaultContact)
  bind(contacts.getContactHistory, async ({ tx, actor }, input) => {
    const { id } = await contactDetail(tx, actor, input.id)
    return historyOf(tx, 'contact', id)
  })
  exports.offer(contacts.exportContacts, {
    name: (actor, { type }) => pageOf(contactPage(type ?? 'customer')).titles[actor.language],
    columns: () => contactColumns,
    page: (tx, actor, input, request) => listContacts(tx, actor, { ...input, ...request }),
  })
  bind(contacts.getContactChoices, ({ tx, actor }, input) => contactChoices(tx, actor, input))

  bind(calls.getRegions, async ({ reply }) => {
    reply.header('cache-control', 'private, max-age=86400')
    return regionTree as never
  })
  bind(calls.parseParty, async (_, input) => parseParty(input.line))
}
