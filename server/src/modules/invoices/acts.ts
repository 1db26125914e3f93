import type * as calls from '@xunyun/contract/invoices/calls'
import { compareDecimal } from '@xunyun/contract/kernel/decimal'
import type { Act } from '../../platform/act.ts'
import type { Actor } from '../../platform/actor.ts'
import type { Approvals, Submission } from '../../platform/approvals.ts'
import { eachRecord, type Records } from '../../platform/batch.ts'
import { clock } from '../../platform/clock.ts'
import { owned, type Tx } from '../../platform/db.ts'
import { recordHistory } from '../../platform/history.ts'
import type { Numbering } from '../../platform/numbering.ts'
import { notFound, Refusal, refuseFields } from '../../platform/refusal.ts'
import { changed, refuseStale } from '../../platform/version.ts'
import { applyCharges, PartRefusal, releaseCharges } from '../charges/index.ts'
import { type Composed, compose, named, storedInput } from './compose.ts'
import { reckonRed, refuseRed } from './red.ts'
import {
  columnsOf,
  insertInvoice,
  kindOf,
  type LockedInvoice,
  lockInvoices,
  moveInvoice,
  newInvoice,
  partsOf,
  refusalOf,
  writeLines,
} from './store.ts'

export type Deps = { readonly numbering: Numbering; readonly approvals: Approvals }

/** 开票申请 (RT-16/billApply): a draft holds nothing, parts of charges are applied for from 提交 on (M30). */
export const addInvoice =
  (deps: Deps): Act<typeof calls.addInvoice> =>
  async ({ tx, actor }, { submit, ...input }) => {
    const composed = await compose(tx, actor, input, submit === true)
    const [no = ''] = await deps.numbering.next('KP')
    const values = { kind: 'invoice', no, ...columnsOf(input, no, composed) }
    if (submit !== true) return { id: await insertInvoice(tx, actor, values, composed), no }
    const { id, parts } = await newInvoice(
      tx,
      actor,
      { ...values, state: 'pending', submitted_at: clock.iso() },
      composed,
      [{ action: 'submitted', changes: [{ field: 'state', from: 'draft', to: 'pending' }] }],
    )
    await deps.approvals.submit(tx, actor, 'invoice', [submissionOf({ id, ...values }, composed)], parts)
    await applyFor(tx, actor, input)
    return { id, no }
  }

export const changeInvoice =
  (deps: Deps): Act<typeof calls.changeInvoice> =>
  async ({ tx, actor }, { id, version, submit, ...input }) => {
    const invoice = await locked(tx, actor, id)
    await refuseStale(tx, invoice, version)
    const refusal = refusalOf(actor, 'edit', invoice)
    if (refusal !== undefined) throw refusal
    const composed = await compose(tx, actor, input, submit === true)
    await owned(tx)
      .updateTable('invoice')
      .set({ ...columnsOf(input, invoice.no, composed), state: 'draft', ...changed(actor.userId, version) })
      .where('id', '=', id)
      .execute()
    await writeLines(tx, id, composed)
    await recordHistory(
      tx,
      actor,
      'invoice',
      id,
      'changed',
      compareDecimal(invoice.gross, composed.head.gross) === 0
        ? []
        : [{ field: 'gross', from: invoice.gross, to: composed.head.gross }],
    )
    if (submit === true) await submitComposed(tx, actor, deps.approvals, await locked(tx, actor, id), composed, input)
    return { version: version + (submit === true ? 2 : 1) }
  }

async function locked(tx: Tx, actor: Actor, id: number): Promise<LockedInvoice> {
  const invoice = (await lockInvoices(tx, actor, [id])).get(id)
  if (invoice === undefined) throw notFound()
  return invoice
}

/** Asks for the review and applies for its parts. */
async function submitComposed(
  tx: Tx,
  actor: Actor,
  approvals: Approvals,
  invoice: LockedInvoice,
  composed: Composed,
  input: Pick<calls.InvoiceInput, 'parts'>,
): Promise<void> {
  await approvals.submit(tx, actor, 'invoice', [submissionOf(invoice, composed)])
  await moveInvoice(
    tx,
    actor,
    invoice,
    { action: 'submitted', state: 'pending' },
    { submitted_at: clock.iso(), decided_at: null },
  )
  await applyFor(tx, actor, input)
}

/** Last: charges that many apply for are held no longer than it takes. */
async function applyFor(tx: Tx, actor: Actor, { parts }: Pick<calls.InvoiceInput, 'parts'>): Promise<void> {
  try {
    await applyCharges(tx, parts)
  } catch (error) {
    if (!(error instanceof PartRefusal)) throw error
    const reason = error.reason === 'charges.tooMuch' ? 'invoices.available' : error.reason
    const path = `parts.${error.at}.amount`
    refuseFields(await named(tx, actor, parts, [{ path, reason, params: error.params }], new Map()))
  }
}

const submissionOf = (
  invoice: { readonly id: number } & Pick<LockedInvoice, 'no' | 'outlet_id' | 'type' | 'remark'>,
  { head, buyer, waybills }: Composed,
): Submission => ({
  id: invoice.id,
  no: invoice.no,
  reason: 'invoice',
  amount: head.gross,
  companyId: buyer.customer_id,
  outletId: invoice.outlet_id,
  facts: {
    customer: buyer.customerName,
    title: buyer.title,
    invoiceType: invoice.type,
    untaxed: head.net,
    tax: head.tax,
    billed: waybills,
    note: invoice.remark,
  },
})

type BatchAction = 'submit' | 'withdraw' | 'void' | 'cancel'
const invoices = (actor: Actor, action: BatchAction): Records<LockedInvoice> => ({
  lock: lockInvoices,
  no: ({ no }) => no,
  may: (invoice) => refusalOf(actor, action, invoice),
})

export const submitInvoices =
  ({ approvals }: Pick<Deps, 'approvals'>): Act<typeof calls.submitInvoices> =>
  (asked, { ids }) =>
    eachRecord(asked, ids, invoices(asked.actor, 'submit'), async (invoice) => {
      const { tx, actor } = asked
      if (kindOf(invoice) === 'redInvoice') {
        await reckonRed(tx, invoice)
        return submitRed(tx, actor, approvals, await locked(tx, actor, invoice.id))
      }
      const input = await storedInput(tx, invoice.id)
      const composed = await said(() => compose(tx, actor, input, true))
      await owned(tx)
        .updateTable('invoice')
        .set(columnsOf(input, invoice.no, composed))
        .where('id', '=', invoice.id)
        .execute()
      await writeLines(tx, invoice.id, composed)
      await said(() => submitComposed(tx, actor, approvals, invoice, composed, input))
    })

/** Of a batch nobody sees fields: the first that is wrong is the reason. */
async function said<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (error) {
    const [first] = error instanceof Refusal ? error.fields : []
    if (first === undefined) throw error
    if (first.reason === 'field.required') throw new Refusal('invoices.incomplete')
    throw new Refusal(first.reason as never, first.params)
  }
}

export async function submitRed(tx: Tx, actor: Actor, approvals: Approvals, invoice: LockedInvoice): Promise<void> {
  const reversed = await refuseRed(tx, invoice)
  await approvals.submit(tx, actor, 'redInvoice', [
    {
      id: invoice.id,
      no: invoice.no,
      reason: 'redInvoice',
      amount: invoice.gross,
      companyId: invoice.customer_id,
      outletId: invoice.outlet_id,
      facts: {
        title: invoice.title,
        reversed: reversed.no,
        invoiceNo: reversed.invoice_no,
        redReason: invoice.red_reason,
        untaxed: invoice.net,
        tax: invoice.tax,
        note: invoice.remark,
      },
    },
  ])
  await moveInvoice(
    tx,
    actor,
    invoice,
    { action: 'submitted', state: 'pending' },
    { submitted_at: clock.iso(), decided_at: null },
  )
}

/** Only whoever sent it in, before the first decision; that is the review's to say. */
export const withdrawInvoices =
  ({ approvals }: Pick<Deps, 'approvals'>): Act<typeof calls.withdrawInvoices> =>
  (asked, { ids }) =>
    eachRecord(asked, ids, invoices(asked.actor, 'withdraw'), (invoice) =>
      approvals.withdrawDocument(asked.tx, asked.actor, kindOf(invoice), invoice.id),
    )

export const voidInvoices: Act<typeof calls.voidInvoices> = (asked, { ids, reason }) =>
  eachRecord(asked, ids, invoices(asked.actor, 'void'), (invoice) =>
    moveInvoice(asked.tx, asked.actor, invoice, { action: 'voided', state: 'void', opinion: reason }),
  )

/** Approved, and not issued after all: its charges are free. */
export const cancelInvoices: Act<typeof calls.cancelInvoices> = (asked, { ids, reason }) =>
  eachRecord(asked, ids, invoices(asked.actor, 'cancel'), async (invoice) => {
    await freeCharges(asked.tx, invoice)
    await moveInvoice(asked.tx, asked.actor, invoice, { action: 'voided', state: 'void', opinion: reason })
  })

/** A red letter that is not issued has freed nothing, and holds nothing. */
export async function freeCharges(tx: Tx, invoice: LockedInvoice): Promise<void> {
  if (kindOf(invoice) === 'invoice') await releaseCharges(tx, await partsOf(tx, invoice), { issued: false })
}
