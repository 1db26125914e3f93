import type * as calls from '@xunyun/contract/companies/calls'
import { codes } from '@xunyun/contract/dictionary'
import { sql } from 'kysely'
import type { Act } from '../../platform/act.ts'
import type { Actor } from '../../platform/actor.ts'
import { owned, type Tx } from '../../platform/db.ts'
import type { Files } from '../../platform/files.ts'
import { differences, recordHistory } from '../../platform/history.ts'
import { moveMails } from '../../platform/outbox.ts'
import { notFound, Refusal } from '../../platform/refusal.ts'
import { pinyinOf, searchText } from '../../platform/search.ts'
import { changed, refuseStale } from '../../platform/version.ts'
import { moveBinding } from '../system/index.ts'
import { historyValues, mayChange } from './companies.ts'
import { isVisible } from './queries.ts'
import { type LockedCompany, lockCompanies } from './store.ts'

/** Hands all documents that a module keeps of one company to another; asked of every module when two are merged. */
export type MoveDocuments = (
  tx: Tx,
  actor: Actor,
  from: { id: number; name: string },
  to: { id: number; name: string },
) => Promise<void>

/** What the one that stays takes over where it has nothing itself. */
const filled = [
  'uscc',
  'legal_person',
  'permit_no',
  'permit_expiry',
  'courier_days',
  'region_code',
  'region_name',
  'address',
  'tel',
  'email',
  'salesman_id',
  'settle_method',
  'taxpayer_type',
  'deductible_invoice',
  'tax_rate',
  'remark',
] as const

/** 合并: doubles become the one that stays, which gets their documents, their roles and what it lacks itself. */
export const mergeCompanies =
  (deps: { files: Files; moveDocuments: readonly MoveDocuments[] }): Act<typeof calls.mergeCompanies> =>
  async ({ tx, actor }, input) => {
    const others = [...new Set(input.otherIds)].filter((id) => id !== input.id)
    const locked = await lockCompanies(tx, actor, [input.id, ...others])
    const visible = (id: number): LockedCompany => {
      const company = locked.get(id)
      if (company === undefined || !isVisible(actor, company)) throw notFound()
      return company
    }
    const kept = visible(input.id)
    const doubles = others.map(visible)
    await refuseStale(tx, kept, input.version)
    refuseMerge(actor, kept, doubles)

    for (const double of doubles) {
      await owned(tx)
        .updateTable('company')
        .set({ is_deleted: true, ...changed(actor.userId, double.version) })
        .where('id', '=', double.id)
        .execute()
      await moveContacts(tx, actor, double.id, kept.id)
      await moveBinding(tx, actor, double, kept)
      for (const move of deps.moveDocuments) await move(tx, actor, double, kept)
      // The history stays with the record that it is of.
      await deps.files.move(tx, 'company', double.id, kept.id)
      await moveMails(tx, 'company', double.id, kept.id)
      await recordHistory(tx, actor, 'company', double.id, 'merged', [
        { field: 'mergedInto', from: null, to: kept.name },
      ])
    }
    return { version: await takeOver(tx, actor, kept, doubles) }
  }

function refuseMerge(actor: Actor, kept: LockedCompany, doubles: readonly LockedCompany[]): void {
  const all = [kept, ...doubles]
  for (const company of all) {
    // Its documents lie in every outlet: whoever sees some of them can't move them all.
    if (actor.scope.kind !== 'all' || !mayChange(actor, 'approve', company)) throw new Refusal('customers.beyondRights')
    // The tree decides what people see, and freight that lies in one outlet does not lie in another.
    if (company.roles.includes('own')) throw new Refusal('customers.mergeOutlet', { name: company.name })
  }
  const known = all.find(({ uscc }) => uscc !== null)
  const another = all.find(({ uscc }) => uscc !== null && uscc !== known?.uscc)
  if (known !== undefined && another !== undefined)
    throw new Refusal('customers.mergeUscc', { name: another.name, other: known.name })
  if (!kept.enabled) throw new Refusal('customers.mergeDisabled', { name: kept.name })
}

async function takeOver(tx: Tx, actor: Actor, kept: LockedCompany, doubles: readonly LockedCompany[]): Promise<number> {
  const all = [kept, ...doubles]
  const lacking = Object.fromEntries(
    filled.flatMap((field) => {
      const value = all.map((company) => company[field]).find((has) => has !== null)
      return kept[field] === null && value !== undefined ? [[field, value]] : []
    }),
  )
  // A region is its code and its name together, and an address belongs to it.
  if (kept.region_code !== null) for (const field of ['region_code', 'region_name']) delete lacking[field]
  const after = {
    ...kept,
    ...lacking,
    roles: codes('companyRole').filter((role) => all.some((company) => company.roles.includes(role))) as string[],
    // One that was blacklisted under another name is blacklisted.
    blacklisted: all.some(({ blacklisted }) => blacklisted),
  }
  await owned(tx)
    .updateTable('company')
    .set({
      ...lacking,
      roles: after.roles,
      blacklisted: after.blacklisted,
      search: searchText([
        after.name,
        after.short_name,
        pinyinOf(`${after.name} ${after.short_name}`),
        after.code,
        after.tel,
        after.uscc,
      ]),
      ...changed(actor.userId, kept.version),
    })
    .where('id', '=', kept.id)
    .execute()
  await recordHistory(tx, actor, 'company', kept.id, 'absorbed', [
    ...doubles.map((double) => ({ field: 'absorbed', from: null, to: `${double.code} ${double.name}` })),
    ...differences(await historyValues(tx, kept), await historyValues(tx, after)),
  ])
  return kept.version + 1
}

/** The address book moves; a default of the one that stays remains the default. */
async function moveContacts(tx: Tx, actor: Actor, from: number, to: number): Promise<void> {
  await sql`
    -- unscoped: of two companies that were found in scope
    update contact c set company_id = ${to}, version = version + 1, updated_at = now(), updated_by = ${actor.userId},
      is_default = is_default and not exists (
        select 1 from contact k where k.company_id = ${to} and k.type = c.type and k.is_default and not k.is_deleted)
    where company_id = ${from} and not is_deleted`.execute(tx)
}
