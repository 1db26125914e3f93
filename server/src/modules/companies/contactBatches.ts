import type * as calls from '@xunyun/contract/companies/contacts'
import type { Act, Asked } from '../../platform/act.ts'
import type { Actor } from '../../platform/actor.ts'
import { eachRecord, type Records } from '../../platform/batch.ts'
import { owned } from '../../platform/db.ts'
import { recordHistory } from '../../platform/history.ts'
import { Refusal } from '../../platform/refusal.ts'
import { changed } from '../../platform/version.ts'
import { coveredTypes } from './access.ts'
import { type LockedContact, lockContacts } from './store.ts'

type Setting = Partial<Pick<LockedContact, 'enabled' | 'is_default' | 'is_deleted'>>

/** Contacts that the actor may look at; of a type that is not his to decide on they are refused by name. */
const contactsFor = (actor: Actor): Records<LockedContact> => ({
  lock: async (tx, _, ids) => {
    const seen = coveredTypes(actor, 'browse')
    return new Map([...(await lockContacts(tx, actor, ids))].filter(([, { type }]) => seen.includes(type)))
  },
  no: (contact) => contact.name,
  may: ({ type }) =>
    coveredTypes(actor, 'approve').includes(type) ? undefined : new Refusal('customers.beyondRights'),
})

function decideOn(asked: Asked, ids: readonly number[], action: string, set: (contact: LockedContact) => Setting) {
  const { tx, actor } = asked
  return eachRecord(asked, ids, contactsFor(actor), async (contact) => {
    const values = set(contact)
    if (Object.keys(values).length === 0) return
    await owned(tx)
      .updateTable('contact')
      .set({ ...values, ...changed(actor.userId, contact.version) })
      .where('id', '=', contact.id)
      .execute()
    await recordHistory(tx, actor, 'contact', contact.id, action)
  })
}

export const setContactsEnabled: Act<typeof calls.setContactsEnabled> = (asked, { ids, enabled }) =>
  decideOn(asked, ids, enabled ? 'enabled' : 'disabled', (contact) => {
    if (contact.enabled === enabled) return {}
    return enabled ? { enabled } : { enabled, is_default: false }
  })

/** Nothing refers to a contact: a waybill keeps its own copy of the party. */
export const deleteContacts: Act<typeof calls.deleteContacts> = (asked, { ids }) =>
  decideOn(asked, ids, 'deleted', () => ({ is_deleted: true, is_default: false }))
