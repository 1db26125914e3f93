import type {
  assignSalesman,
  deleteCompanies,
  setCompaniesBlacklisted,
  setCompaniesEnabled,
} from '@xunyun/contract/companies/calls'
import type { Input } from '@xunyun/contract/kernel/call'
import type { Outcomes } from '@xunyun/contract/kernel/list'
import type { Actor } from '../../platform/actor.ts'
import { BatchReport } from '../../platform/batch.ts'
import { owned, type Tx } from '../../platform/db.ts'
import { type Change, recordHistory } from '../../platform/history.ts'
import { refusalOfUse } from '../../platform/references.ts'
import { badField, notFound, Refusal } from '../../platform/refusal.ts'
import { tellSessionsChanged } from '../../platform/session.ts'
import { changed } from '../../platform/version.ts'
import { isColleague } from '../system/index.ts'
import { mayChange } from './companies.ts'
import { isVisible } from './queries.ts'
import { companyUses, enabledChildren, type LockedCompany, lockCompanies, lockTree, nameOfUser } from './store.ts'

type Set_ = Partial<Pick<LockedCompany, 'enabled' | 'blacklisted' | 'salesman_id' | 'is_deleted'>>

/** Locks the companies, lets `act` refuse or do each, and reports row by row. */
async function onEach(
  tx: Tx,
  actor: Actor,
  kind: 'edit' | 'approve',
  ids: readonly number[],
  act: (company: LockedCompany) => Promise<void>,
): Promise<Outcomes> {
  const report = new BatchReport(actor)
  const locked = await lockCompanies(tx, actor, ids)
  for (const id of new Set(ids)) {
    const company = locked.get(id)
    if (company === undefined || !isVisible(actor, company)) {
      report.refuse(id, String(id), notFound())
      continue
    }
    try {
      if (!mayChange(actor, kind, company)) throw new Refusal('customers.beyondRights')
      await act(company)
      report.done()
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      report.refuse(id, company.name, error)
    }
  }
  return report.outcomes()
}

async function write(
  tx: Tx,
  actor: Actor,
  company: LockedCompany,
  set: Set_,
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

export const setEnabled = (tx: Tx, actor: Actor, input: Input<typeof setCompaniesEnabled>): Promise<Outcomes> =>
  onEach(tx, actor, 'approve', input.ids, async (company) => {
    if (company.enabled === input.enabled) return
    if (!input.enabled) {
      const count = await enabledChildren(tx, company.id)
      if (count > 0) throw new Refusal('customers.outletDisable', { count })
    }
    await write(tx, actor, company, { enabled: input.enabled }, input.enabled ? 'enabled' : 'disabled')
  })

export const setBlacklisted = (tx: Tx, actor: Actor, input: Input<typeof setCompaniesBlacklisted>): Promise<Outcomes> =>
  onEach(tx, actor, 'approve', input.ids, async (company) => {
    if (company.blacklisted === input.blacklisted) return
    const action = input.blacklisted ? 'blacklisted' : 'unblacklisted'
    await write(tx, actor, company, { blacklisted: input.blacklisted }, action, [
      { field: 'reason', from: null, to: input.reason },
    ])
  })

export const deleteAll = (tx: Tx, actor: Actor, input: Input<typeof deleteCompanies>): Promise<Outcomes> =>
  onEach(tx, actor, 'approve', input.ids, async (company) => {
    // Nothing may be hung below an outlet while it is looked at.
    if (company.roles.includes('own')) await lockTree(tx)
    const use = await refusalOfUse(tx, actor, companyUses, company)
    if (use !== undefined) throw use
    await write(tx, actor, company, { is_deleted: true }, 'deleted')
    if (company.roles.includes('own')) await tellSessionsChanged(tx)
  })

export async function assign(tx: Tx, actor: Actor, input: Input<typeof assignSalesman>): Promise<Outcomes> {
  const salesman = input.salesmanId ?? null
  if (salesman !== null && !(await isColleague(tx, salesman))) throw badField('salesmanId', 'field.id')
  const to = await nameOfUser(tx, salesman)
  return onEach(tx, actor, 'edit', input.ids, async (company) => {
    if (company.salesman_id === salesman) return
    const from = await nameOfUser(tx, company.salesman_id)
    await write(tx, actor, company, { salesman_id: salesman }, 'changed', [{ field: 'salesmanName', from, to }])
  })
}
