import type * as calls from '@xunyun/contract/companies/calls'
import type { Kind } from '@xunyun/contract/kernel/call'
import type { Act, Asked } from '../../platform/act.ts'
import type { Actor } from '../../platform/actor.ts'
import { eachRecord, type Records } from '../../platform/batch.ts'
import { owned } from '../../platform/db.ts'
import { type Change, recordHistory } from '../../platform/history.ts'
import { refusalOfUse } from '../../platform/references.ts'
import { badField, Refusal } from '../../platform/refusal.ts'
import { tellSessionsChanged } from '../../platform/session.ts'
import { changed } from '../../platform/version.ts'
import { isColleague } from '../system/index.ts'
import { mayChange } from './companies.ts'
import { isVisible } from './queries.ts'
import { companyUses, enabledChildren, type LockedCompany, lockCompanies, lockTree, nameOfUser } from './store.ts'

type Setting = Partial<Pick<LockedCompany, 'enabled' | 'blacklisted' | 'salesman_id' | 'is_deleted'>>

/** Companies that the actor may look at; those that are not his to treat so are refused by name. */
const companiesFor = (actor: Actor, kind: Kind): Records<LockedCompany> => ({
  lock: async (tx, _, ids) =>
    new Map([...(await lockCompanies(tx, actor, ids))].filter(([, company]) => isVisible(actor, company))),
  no: (company) => company.name,
  may: (company) => (mayChange(actor, kind, company) ? undefined : new Refusal('customers.beyondRights')),
})

async function write(
  { tx, actor }: Asked,
  company: LockedCompany,
  set: Setting,
  action: string,
  changes: Change[] = [],
): Promise<void> {
  await owned(tx)
    .updateTable('company')
    .set({ ...set, ...changed(actor.userId, company.version) })
    .where('id', '=', company.id)
    .execute()
  await recordHistory(tx, actor, 'company', company.id, action, changes)
}

export const setCompaniesEnabled: Act<typeof calls.setCompaniesEnabled> = (asked, input) =>
  eachRecord(asked, input.ids, companiesFor(asked.actor, 'approve'), async (company) => {
    if (company.enabled === input.enabled) return
    if (!input.enabled) {
      const count = await enabledChildren(asked.tx, company.id)
      if (count > 0) throw new Refusal('customers.outletDisable', { count })
    }
    await write(asked, company, { enabled: input.enabled }, input.enabled ? 'enabled' : 'disabled')
  })

export const setCompaniesBlacklisted: Act<typeof calls.setCompaniesBlacklisted> = (asked, input) =>
  eachRecord(asked, input.ids, companiesFor(asked.actor, 'approve'), async (company) => {
    if (company.blacklisted === input.blacklisted) return
    const action = input.blacklisted ? 'blacklisted' : 'unblacklisted'
    await write(asked, company, { blacklisted: input.blacklisted }, action, [
      { field: 'reason', from: null, to: input.reason },
    ])
  })

export const deleteCompanies: Act<typeof calls.deleteCompanies> = (asked, input) =>
  eachRecord(asked, input.ids, companiesFor(asked.actor, 'approve'), async (company) => {
    // Nothing may be hung below an outlet while it is looked at.
    if (company.roles.includes('own')) await lockTree(asked.tx)
    const use = await refusalOfUse(asked.tx, asked.actor, companyUses, company)
    if (use !== undefined) throw use
    await write(asked, company, { is_deleted: true }, 'deleted')
    if (company.roles.includes('own')) await tellSessionsChanged(asked.tx)
  })

export const assignSalesman: Act<typeof calls.assignSalesman> = async (asked, input) => {
  const salesman = input.salesmanId ?? null
  if (salesman !== null && !(await isColleague(asked.tx, salesman))) throw badField('salesmanId', 'field.id')
  const to = await nameOfUser(asked.tx, salesman)
  return eachRecord(asked, input.ids, companiesFor(asked.actor, 'edit'), async (company) => {
    if (company.salesman_id === salesman) return
    const from = await nameOfUser(asked.tx, company.salesman_id)
    await write(asked, company, { salesman_id: salesman }, 'changed', [{ field: 'salesmanName', from, to }])
  })
}
