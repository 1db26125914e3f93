import { pageOf } from '@xunyun/contract/pages'
import { type Actor, everywhere } from '../../platform/actor.ts'
import type { Reviewed } from '../../platform/approvals.ts'
import { clock } from '../../platform/clock.ts'
import type { Tx } from '../../platform/db.ts'
import { Refusal } from '../../platform/refusal.ts'
import { freeCharges } from './acts.ts'
import { type LockedInvoice, lockInvoices, moveInvoice } from './store.ts'

/** What a review of an application or a red letter leads to. Whoever is asked decides it, whatever their scope. */
export function invoiceReviewed(): Reviewed {
  const waiting = async (tx: Tx, actor: Actor, id: number): Promise<LockedInvoice> => {
    const invoice = (await lockInvoices(tx, everywhere(actor), [id])).get(id)
    if (invoice === undefined || invoice.state !== 'pending') throw new Refusal('approvals.decided')
    return invoice
  }
  return {
    async approved(tx, actor, id, { opinion }) {
      const invoice = await waiting(tx, actor, id)
      const move = { action: 'approved', state: 'toIssue', opinion } as const
      await moveInvoice(tx, actor, invoice, move, { decided_at: clock.iso() })
    },
    async rejected(tx, actor, id, { opinion }) {
      const invoice = await waiting(tx, actor, id)
      await freeCharges(tx, invoice)
      const move = { action: 'rejected', state: 'rejected', opinion } as const
      await moveInvoice(tx, actor, invoice, move, { decided_at: clock.iso() })
    },
    async withdrawn(tx, actor, id) {
      const invoice = await waiting(tx, actor, id)
      await freeCharges(tx, invoice)
      await moveInvoice(tx, actor, invoice, { action: 'withdrawn', state: 'draft' })
    },
    link: (no) => `${pageOf('billApplyList').path}?tab=all&q=${encodeURIComponent(no)}`,
  }
}
