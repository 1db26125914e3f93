import type * as calls from '@xunyun/contract/invoices/profiles'
import { isUscc } from '@xunyun/contract/kernel/checks'
import { tidy } from '@xunyun/contract/kernel/text'
import type { Act, Asked } from '../../platform/act.ts'
import type { Actor } from '../../platform/actor.ts'
import type { Tx } from '../../platform/db.ts'
import { differences, recordHistory } from '../../platform/history.ts'
import { type Setting, setMasters } from '../../platform/masters.ts'
import { type Reference, refusalOfUse } from '../../platform/references.ts'
import { badField, notFound, Refusal } from '../../platform/refusal.ts'
import { pinyinOf, searchText } from '../../platform/search.ts'
import { changed, created, refuseStale } from '../../platform/version.ts'
import {
  keepDefault,
  type LockedProfile,
  lockProfiles,
  lockTitled,
  makeDefault,
  openUses,
  profileUses,
} from './store.profiles.ts'

const valuesOf = (input: calls.ProfileInput, companyName: string) => {
  const title = tidy(input.title)
  return {
    company_id: input.companyId,
    title,
    tax_no: input.taxNo ?? null,
    tax_no_valid: isUscc(input.taxNo ?? ''),
    type: input.type as string,
    bank: input.bank ?? null,
    account: input.account ?? null,
    address: input.address ?? null,
    tel: input.tel ?? null,
    recipient: input.recipient ?? null,
    mobile: input.mobile as string | null,
    email: input.email ?? null,
    search: searchText([companyName, pinyinOf(companyName), title, pinyinOf(title), input.taxNo]),
  }
}

const historyValues = (values: Omit<ReturnType<typeof valuesOf>, 'search'>) => ({
  title: values.title,
  taxNo: values.tax_no,
  type: values.type,
  bank: values.bank,
  account: values.account,
  address: values.address,
  tel: values.tel,
  recipient: values.recipient,
  mobile: values.mobile,
  email: values.email,
})

/** The company that is titled, by name: enabled, or the one it was before. */
async function titled(
  tx: Tx,
  actor: Actor,
  input: calls.ProfileInput,
  before: LockedProfile | undefined,
): Promise<string> {
  const company = await lockTitled(tx, actor, input.companyId)
  if (company === undefined || (before === undefined && !company.enabled)) throw badField('companyId', 'field.id')
  if (input.type === 'special' && input.taxNo === undefined) throw badField('taxNo', 'invoices.specialNeedsTaxNo')
  const same = await tx
    .selectFrom('invoice_profile')
    .select('id')
    .where('company_id', '=', input.companyId)
    .where('title', '=', tidy(input.title))
    .where('tax_no', 'is not distinct from', input.taxNo ?? null)
    .where('is_deleted', '=', false)
    .where('id', '<>', before?.id ?? 0)
    .executeTakeFirst()
  if (same !== undefined) throw badField('title', 'invoices.titleTaken', { by: company.name })
  return company.name
}

export const addProfile: Act<typeof calls.addProfile> = async ({ tx, actor }, input) => {
  const values = valuesOf(input, await titled(tx, actor, input, undefined))
  const { id } = await tx
    .insertInto('invoice_profile')
    .values({ ...values, ...created(actor.userId) })
    .returning('id')
    .executeTakeFirstOrThrow()
  await recordHistory(tx, actor, 'invoiceProfile', id, 'created', differences({}, historyValues(values)))
  await keepDefault(tx, actor, input.companyId)
  return { id }
}

export const changeProfile: Act<typeof calls.changeProfile> = async ({ tx, actor }, input) => {
  const before = (await lockProfiles(tx, actor, [input.id])).get(input.id)
  if (before === undefined) throw notFound()
  await refuseStale(tx, before, input.version)
  if (input.companyId !== before.company_id) {
    const company = await lockTitled(tx, actor, before.company_id)
    throw badField('companyId', 'invoices.companyStays', { by: company?.name ?? '' })
  }
  const values = valuesOf(input, await titled(tx, actor, input, before))
  await tx
    .updateTable('invoice_profile')
    .set({ ...values, ...changed(actor.userId, before.version) })
    .where('id', '=', before.id)
    .execute()
  const changes = differences(historyValues(before), historyValues(values))
  await recordHistory(tx, actor, 'invoiceProfile', before.id, 'changed', changes)
  return { version: before.version + 1 }
}

export const setDefaultProfile: Act<typeof calls.setDefaultProfile> = async ({ tx, actor }, { id, version }) => {
  const profile = (await lockProfiles(tx, actor, [id])).get(id)
  if (profile === undefined) throw notFound()
  await refuseStale(tx, profile, version)
  if (!profile.enabled) throw new Refusal('invoices.disabledDefault', { name: profile.title })
  if (profile.is_default) return { version }
  await lockTitled(tx, actor, profile.company_id)
  const other = await tx
    .updateTable('invoice_profile')
    .set(({ eb }) => ({ is_default: false, version: eb('version', '+', 1), updated_by: actor.userId }))
    .where('company_id', '=', profile.company_id)
    .where('is_default', '=', true)
    .returning('id')
    .executeTakeFirst()
  if (other !== undefined)
    await recordHistory(tx, actor, 'invoiceProfile', other.id, 'changed', [
      { field: 'isDefault', from: 'true', to: 'false' },
    ])
  await makeDefault(tx, actor, profile)
  return { version: version + 1 }
}

const objection = (asked: Asked, { id, title }: LockedProfile, uses: readonly Reference[]) =>
  refusalOfUse(asked.tx, asked.actor, uses, { id, name: title })

/** What is no longer used is no longer the default; the oldest that is left is. */
const setProfiles = (asked: Asked, ids: readonly number[], set: Setting) =>
  setMasters(asked, ids, set, {
    entity: 'invoiceProfile',
    lock: lockProfiles,
    no: ({ title }) => title,
    objection: (profile) =>
      set.enabled === true ? undefined : objection(asked, profile, set.is_deleted ? profileUses : openUses),
    write: async (profile, values) => {
      await lockTitled(asked.tx, asked.actor, profile.company_id)
      const is_default = set.enabled === true && profile.is_default
      await asked.tx
        .updateTable('invoice_profile')
        .set({ ...values, is_default })
        .where('id', '=', profile.id)
        .execute()
      await keepDefault(asked.tx, asked.actor, profile.company_id)
    },
  })
export const setProfilesEnabled: Act<typeof calls.setProfilesEnabled> = (asked, { ids, enabled }) =>
  setProfiles(asked, ids, { enabled })
/** Taking an import back. */
export const deleteProfiles = (asked: Asked, ids: readonly number[]) => setProfiles(asked, ids, { is_deleted: true })
