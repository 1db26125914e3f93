import type { deleteContacts, setContactsEnabled } from '@xunyun/contract/companies/contacts'
import type { Input } from '@xunyun/contract/kernel/call'
import type { Outcomes } from '@xunyun/contract/kernel/list'
import type { Actor } from '../../platform/actor.ts'
import { BatchReport } from '../../platform/batch.ts'
import { owned, type Tx } from '../../platform/db.ts'
import { recordHistory } from '../../platform/history.ts'
import { notFound, Refusal } from '../../platform/refusal.ts'
import { changed } from '../../platform/version.ts'
import { coveredTypes } from './access.ts'
import { type LockedContact, lockContacts } from './store.ts'

type Set_ = Partial<Pick<LockedContact, 'enabled' | 'is_default' | 'is_deleted'>>

/** Decides on contacts of the types that the actor may decide on, row by row. */
async function onEach(
  tx: Tx,
  actor: Actor,
  ids: readonly number[],
  action: string,
  set: (contact: LockedContact) => Set_ | undefined,
): Promise<Outcomes> {
  const report = new BatchReport(actor)
  const locked = await lockContacts(tx, actor, ids)
  const [seen, decided] = [coveredTypes(actor, 'browse'), coveredTypes(actor, 'approve')]
  for (const id of new Set(ids)) {
    const contact = locked.get(id)
    if (contact === undefined || !seen.includes(contact.type)) {
      report.refuse(id, String(id), notFound())
    } else if (!decided.includes(contact.type)) {
      report.refuse(id, contact.name, new Refusal('customers.beyondRights'))
    } else {
      const values = set(contact)
      if (values !== undefined) {
        await owned(tx)
          .updateTable('contact')
          .set({ ...values, ...changed(actor.userId, contact.version) })
          .where('id', '=', id)
          .execute()
        await recordHistory(tx, actor, 'contact', id, action)
      }
      report.done()
    }
  }
  return report.outcomes()
}

export const setEnabled = (tx: Tx, actor: Actor, input: Input<typeof setContactsEnabled>): Promise<Outcomes> =>
  onEach(tx, actor, input.ids, input.enabled ? 'enabled' : 'disabled', (contact) =>
    contact.enabled === input.enabled
      ? undefined
      : { enabled: input.enabled, ...(input.enabled ? {} : { is_default: false }) },
  )

/** Nothing refers to a contact: a waybill keeps its own copy of the party. */
export const deleteAll = (tx: Tx, actor: Actor, input: Input<typeof deleteContacts>): Promise<Outcomes> =>
  onEach(tx, actor, input.ids, 'deleted', () => ({ is_deleted: true, is_default: false }))
