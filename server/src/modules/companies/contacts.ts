import type * as calls from '@xunyun/contract/companies/contacts'
import type { Input } from '@xunyun/contract/kernel/call'
import { isMobile } from '@xunyun/contract/kernel/checks'
import { tidy } from '@xunyun/contract/kernel/text'
import type { Act } from '../../platform/act.ts'
import { type Actor, isCustomer } from '../../platform/actor.ts'
import { clock } from '../../platform/clock.ts'
import { owned, type Tx } from '../../platform/db.ts'
import { differences, recordHistory } from '../../platform/history.ts'
import { badField, notFound, Refusal } from '../../platform/refusal.ts'
import { regionByCode } from '../../platform/regions.ts'
import { scoped } from '../../platform/scope.ts'
import { pinyinOf, searchText } from '../../platform/search.ts'
import { changed, created, refuseStale } from '../../platform/version.ts'
import { coveredTypes, requireContact } from './access.ts'
import { type LockedContact, lockContacts, nameOfCompany } from './store.ts'

type Fields = Omit<Input<typeof calls.addContact>, 'type'>

const valuesOf = (input: Fields) => {
  const name = tidy(input.name)
  return {
    company_id: input.companyId,
    name,
    party_company: input.partyCompany ?? null,
    mobile: input.mobile ?? null,
    tel: input.tel ?? null,
    region_code: input.regionCode ?? null,
    region_name: regionByCode(input.regionCode ?? '')?.name ?? null,
    address: input.address ?? null,
    lng: input.lng ?? null,
    lat: input.lat ?? null,
    is_default: input.isDefault ?? false,
    remark: input.remark ?? null,
    search: searchText([
      name,
      pinyinOf(name),
      input.mobile,
      input.tel,
      input.partyCompany,
      input.partyCompany === undefined ? '' : pinyinOf(input.partyCompany),
      input.address,
    ]),
  }
}
type Values = ReturnType<typeof valuesOf>

const historyValues = async (tx: Tx, values: Omit<Values, 'search'>) => ({
  companyName: await nameOfCompany(tx, values.company_id),
  name: values.name,
  partyCompany: values.party_company,
  mobile: values.mobile,
  tel: values.tel,
  regionName: values.region_name,
  address: values.address,
  lng: values.lng,
  lat: values.lat,
  isDefault: values.is_default,
  remark: values.remark,
})

async function check(tx: Tx, actor: Actor, input: Fields): Promise<void> {
  if (input.mobile === undefined && input.tel === undefined) throw badField('mobile', 'customers.phoneNeeded')
  if (input.regionCode !== undefined && regionByCode(input.regionCode) === undefined)
    throw badField('regionCode', 'field.region')
  const company = await scoped(tx, actor, 'company').select('id').where('id', '=', input.companyId).executeTakeFirst()
  if (company === undefined) throw badField('companyId', 'field.id')
}

/** Takes the mark off the contact that had it: one default a company and type. */
async function clearDefault(
  tx: Tx,
  actor: Actor,
  companyId: number,
  type: calls.ContactType,
  but: number,
): Promise<void> {
  const had = await owned(tx)
    .updateTable('contact')
    .set(({ eb }) => ({
      is_default: false,
      version: eb('version', '+', 1),
      updated_at: clock.now(),
      updated_by: actor.userId,
    }))
    .where('company_id', '=', companyId)
    .where('type', '=', type)
    .where('is_default', '=', true)
    .where('is_deleted', '=', false)
    .where('id', '<>', but)
    .returning('id')
    .execute()
  for (const { id } of had)
    await recordHistory(tx, actor, 'contact', id, 'changed', [{ field: 'isDefault', from: 'true', to: 'false' }])
}

export const addContact: Act<typeof calls.addContact> = async ({ tx, actor }, input) => {
  requireContact(actor, 'edit', input.type)
  await check(tx, actor, input)
  const values = valuesOf(isCustomer(actor) ? { ...input, remark: undefined } : input)
  if (values.is_default) await clearDefault(tx, actor, input.companyId, input.type, 0)
  return { id: await insert(tx, actor, input.type, values) }
}

async function insert(tx: Tx, actor: Actor, type: calls.ContactType, values: Values): Promise<number> {
  const { id } = await owned(tx)
    .insertInto('contact')
    .values({ ...values, type, ...created(actor.userId) })
    .returning('id')
    .executeTakeFirstOrThrow()
  await recordHistory(tx, actor, 'contact', id, 'created', differences({}, await historyValues(tx, values)))
  return id
}

/** One contact that this actor may look at and change; outside his types or scope it is "no such record". */
async function lockContact(tx: Tx, actor: Actor, id: number): Promise<LockedContact> {
  const contact = (await lockContacts(tx, actor, [id])).get(id)
  if (contact === undefined || !coveredTypes(actor, 'browse').includes(contact.type)) throw notFound()
  requireContact(actor, 'edit', contact.type)
  return contact
}

export const changeContact: Act<typeof calls.changeContact> = async ({ tx, actor }, input) => {
  const before = await lockContact(tx, actor, input.id)
  await refuseStale(tx, before, input.version)
  await check(tx, actor, input)
  // A customer's account does not see our remark, so it cannot empty it either.
  const values = valuesOf(isCustomer(actor) ? { ...input, remark: before.remark ?? undefined } : input)
  if (values.is_default && !before.enabled) throw badField('isDefault', 'customers.disabledDefault')
  if (values.is_default) await clearDefault(tx, actor, values.company_id, before.type, before.id)
  await owned(tx)
    .updateTable('contact')
    .set({ ...values, ...changed(actor.userId, before.version) })
    .where('id', '=', before.id)
    .execute()
  await recordHistory(
    tx,
    actor,
    'contact',
    before.id,
    'changed',
    differences(await historyValues(tx, before), await historyValues(tx, values)),
  )
  return { version: before.version + 1 }
}

export const setDefaultContact: Act<typeof calls.setDefaultContact> = async ({ tx, actor }, { id }) => {
  const contact = await lockContact(tx, actor, id)
  if (!contact.enabled) throw new Refusal('customers.disabledDefault')
  if (contact.is_default) return { version: contact.version }
  await clearDefault(tx, actor, contact.company_id, contact.type, id)
  await owned(tx)
    .updateTable('contact')
    .set({ is_default: true, ...changed(actor.userId, contact.version) })
    .where('id', '=', id)
    .execute()
  await recordHistory(tx, actor, 'contact', id, 'changed', [{ field: 'isDefault', from: 'false', to: 'true' }])
  return { version: contact.version + 1 }
}

export type Party = { company?: string; name: string; phone: string; region: string; address: string }

/**
 * A party that stands on a waybill of this company: a contact with the same name and phone is marked as used; with
 * `save` an unknown one is kept as a contact. The waybill's own right is enough: whoever places it types the party.
 */
export async function usedParty(
  tx: Tx,
  actor: Actor,
  companyId: number,
  type: calls.ContactType,
  party: Party,
  save: boolean,
): Promise<void> {
  const found = await owned(tx)
    .updateTable('contact')
    .set({ last_used_at: clock.now() })
    .where('company_id', '=', companyId)
    .where('type', '=', type)
    .where('name', '=', tidy(party.name))
    .where((eb) => eb.or([eb('mobile', '=', party.phone), eb('tel', '=', party.phone)]))
    .where('is_deleted', '=', false)
    .returning('id')
    .execute()
  if (found.length > 0 || !save) return
  const number = isMobile(party.phone) ? { mobile: party.phone } : { tel: party.phone }
  const values = valuesOf({
    companyId,
    name: party.name,
    partyCompany: party.company,
    ...number,
    regionCode: party.region,
    address: party.address,
  })
  await insert(tx, actor, type, values)
}
