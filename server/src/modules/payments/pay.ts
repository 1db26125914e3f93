import { Exact } from '@xunyun/contract/kernel/decimal'
import { pageOf } from '@xunyun/contract/pages'
import type * as calls from '@xunyun/contract/payments/calls'
import type { OpenCharge } from '@xunyun/contract/payments/calls'
import type { PaymentAction } from '@xunyun/contract/payments/states'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Act } from '../../platform/act.ts'
import { type Actor, everywhere } from '../../platform/actor.ts'
import type { Approvals, Reviewed, Submission } from '../../platform/approvals.ts'
import { eachRecord, type Records } from '../../platform/batch.ts'
import { clock } from '../../platform/clock.ts'
import { owned, type Tx } from '../../platform/db.ts'
import { differences, recordHistory } from '../../platform/history.ts'
import { badField, Refusal } from '../../platform/refusal.ts'
import { writeTogether } from '../../platform/rows.ts'
import { scoped } from '../../platform/scope.ts'
import { refuseClosed } from '../charges/index.ts'
import { accountFor, postMoney } from '../money/index.ts'
import { askIfTwice, counted, type Deps, entriesOf, lockFor, reverseOne } from './acts.ts'
import { checkLines, type Line, type Party, partyFor, refuseCreditAlone } from './open.ts'
import {
  columnsOf,
  insertLines,
  type LockedPayment,
  linesOf,
  linesPart,
  lockPayments,
  movePayment,
  newPayment,
  refusalOf,
  searchOf,
  setLines,
} from './store.ts'

/** 付款单 (FK, M42): drafted, reviewed, paid. What it settles is reserved from 提交 until it is paid or comes back. */

type PayDeps = Deps & { readonly approvals: Approvals }
type Body = Parameters<typeof columnsOf>[1]

/** Party, account and lines as typed; nobody in particular has no advance, so all is settled. */
async function checked(tx: Tx, actor: Actor, body: Body, paymentId?: number) {
  await refuseClosed(tx, body.day)
  const party = await partyFor(tx, actor, 'payment', body)
  const account = await accountFor(tx, actor, body.cashAccountId, 'cashAccountId')
  const lines = counted(body.lines)
  const open = await checkLines(tx, actor, 'payment', party, lines, body.amount, paymentId)
  refuseCreditAlone(lines)
  entriesOf('payment', party, lines, body)
  return { party, account, lines, open }
}

export const addPayment =
  (deps: PayDeps): Act<typeof calls.addPayment> =>
  async ({ tx, actor }, { fileIds, submit, confirm, ...body }) => {
    const submitted = submit === true
    const { party, account, lines, open } = await checked(tx, actor, body)
    if (confirm !== 1 && body.reference !== undefined) await askIfTwice(tx, [account.id], body.reference)
    const [no = ''] = await deps.numbering.next('FK')
    const { id, parts } = await newPayment(tx, actor, 'payment', no, body, party, account.outlet_id, { submitted })
    const written = [...parts, ...linesPart(id, lines, submitted ? 'reserved' : 'planned')]
    if (submitted) {
      const payment = { id, no, ...body, companyId: party.companyId, outletId: account.outlet_id }
      await deps.approvals.submit(tx, actor, 'payment', [submissionOf(payment, party, account, lines, open)], written)
    } else await writeTogether(tx, written, sql`select 1`)
    await deps.files.link(tx, actor, 'payment', id, fileIds ?? [], true)
    return { id, no }
  }

export const changePayment =
  (deps: PayDeps): Act<typeof calls.changePayment> =>
  async (asked, { id, version, fileIds, submit, confirm, ...body }) => {
    const { tx, actor } = asked
    const payment = await lockFor(asked, 'edit', { id, version })
    const { party, account, lines } = await checked(tx, actor, body, id)
    const isAnother = body.reference !== payment.reference || account.id !== payment.cashAccountId
    if (confirm !== 1 && body.reference !== undefined && isAnother)
      await askIfTwice(tx, [account.id], body.reference, { payments: [id] })
    await sql`delete from payment_line where payment_id = ${id} and state = 'planned'`.execute(tx)
    await insertLines(tx, id, lines, 'planned')
    await owned(tx)
      .updateTable('payment')
      .set({
        ...columnsOf(payment.no, body, party),
        outlet_id: account.outlet_id,
        state: 'draft',
        version: sql`version + 1`,
        updated_at: clock.now(),
        updated_by: actor.userId,
      })
      .where('id', '=', id)
      .execute()
    await recordHistory(
      tx,
      actor,
      'payment',
      id,
      'changed',
      differences(
        { amount: payment.amount, day: payment.day, reference: payment.reference, reason: payment.reason },
        { amount: body.amount, day: body.day, reference: body.reference ?? null, reason: body.reason ?? null },
      ),
    )
    await deps.files.link(tx, actor, 'payment', id, fileIds ?? [], true)
    if (submit === true) await submitOne(tx, actor, deps.approvals, await justWritten(tx, actor, id))
    return { version: version + (submit === true ? 2 : 1) }
  }

const payments = (actor: Actor, action: PaymentAction): Records<LockedPayment> => ({
  lock: lockPayments,
  no: ({ no }) => no,
  may: (payment) => refusalOf(actor, action, payment),
})

async function justWritten(tx: Tx, actor: Actor, id: number): Promise<LockedPayment> {
  const payment = (await lockPayments(tx, actor, [id])).get(id)
  if (payment === undefined) throw new Error('a payment that was just written is gone')
  return payment
}

/** Its lines are checked again, under the lock of their charges: nobody else may have reserved them. */
async function submitOne(tx: Tx, actor: Actor, approvals: Approvals, payment: LockedPayment): Promise<void> {
  const lines = await linesOf(tx, payment.id, ['planned'])
  const party = await namedParty(tx, payment)
  const open = await checkLines(tx, actor, 'payment', party, lines, payment.amount, payment.id)
  refuseCreditAlone(lines)
  await setLines(tx, payment.id, 'planned', 'reserved')
  await movePayment(
    tx,
    actor,
    payment,
    { state: 'pending', opinion: null, submitted_at: clock.iso(), submitted_by: actor.userId },
    'submitted',
  )
  const account = { name: await accountName(tx, payment.cashAccountId) }
  await approvals.submit(tx, actor, 'payment', [submissionOf(payment, party, account, lines, open)])
}

type Asked = Pick<LockedPayment, 'no' | 'amount' | 'companyId' | 'outletId'> & {
  readonly id: number
  readonly reason?: string | null | undefined
}
const submissionOf = (
  { id, no, amount, companyId, outletId, reason = null }: Asked,
  party: Party,
  account: { readonly name: string | null },
  lines: readonly Line[],
  open: readonly OpenCharge[],
): Submission => ({
  id,
  no,
  reason: lines.length === 0 ? 'prepayment' : 'payment',
  amount,
  companyId,
  outletId,
  facts: { party: party.name, account: account.name, charges: toldOf(lines, open), note: reason },
})

/** What is paid, as its reviewer reads it: number, fee item, yuan and the part of a hired truck's price, a charge a line; of many the first, and how many more. */
function toldOf(lines: readonly Line[], open: readonly OpenCharge[]): string | null {
  const of = new Map(open.map((charge) => [charge.chargeId, charge]))
  const told = lines.slice(0, mostTold).map(({ chargeId, amount }) => {
    const { ofNo, feeItem, payPart } = of.get(chargeId) ?? {}
    return [ofNo ?? '', feeItem ?? '', new Exact(amount).toFixed(2), ...(payPart ? [payPart] : [])].join('=')
  })
  const more = lines.length - told.length
  return lines.length === 0 ? null : [...told, ...(more > 0 ? [String(more)] : [])].join(';')
}
/** Charges of a payment that its reviewer reads in the drawer. */
const mostTold = 30

async function namedParty(tx: Tx, payment: LockedPayment): Promise<Party> {
  // unscoped: the party of a payment that was found in scope
  const found = await sql<{ name: string | null }>`select coalesce(
    (select name from company where id = ${payment.companyId}), (select name from driver where id = ${payment.driverId}),
    (select waybill_no from waybill where id = ${payment.waybillId})) as name`.execute(tx)
  return {
    companyId: payment.companyId,
    driverId: payment.driverId,
    waybillId: payment.waybillId,
    name: found.rows[0]?.name ?? null,
  }
}

async function accountName(tx: Tx, id: number): Promise<string | null> {
  // unscoped: of a payment that was found in scope
  const found = await sql<{ name: string }>`select name from cash_account where id = ${id}`.execute(tx)
  return found.rows[0]?.name ?? null
}

export const submitPayments =
  ({ approvals }: PayDeps): Act<typeof calls.submitPayments> =>
  (asked, { ids }) =>
    eachRecord(asked, ids, payments(asked.actor, 'submit'), (payment) =>
      submitOne(asked.tx, asked.actor, approvals, payment),
    )

export const withdrawPayments =
  ({ approvals }: PayDeps): Act<typeof calls.withdrawPayments> =>
  (asked, { ids }) =>
    eachRecord(asked, ids, payments(asked.actor, 'withdraw'), (payment) =>
      approvals.withdrawDocument(asked.tx, asked.actor, 'payment', payment.id),
    )

const accountsOf = async (tx: Tx, actor: Actor, ids: readonly number[]): Promise<number[]> =>
  (
    await scoped(tx, actor, 'payment')
      .select('cash_account_id')
      .where('id', 'in', [...ids])
      .execute()
  ).map((row) => row.cash_account_id)

/** 付讫: by neither the applicant nor whoever last changed the payee's bank account. */
export const payPayments: Act<typeof calls.payPayments> = async (asked, { ids, day, reference, confirm }) => {
  const { tx, actor } = asked
  if (day > clock.today()) throw badField('day', 'field.future')
  await refuseClosed(tx, day)
  // One movement of the bank may pay several of them.
  if (confirm !== 1 && reference !== undefined)
    await askIfTwice(tx, await accountsOf(tx, actor, ids), reference, { payments: ids })
  return eachRecord(asked, ids, payments(actor, 'pay'), async (payment) => {
    if (payment.submittedBy === actor.userId) throw new Refusal('payments.ownPayment')
    if ((await lastToChangeAccount(tx, payment)) === actor.userId) throw new Refusal('payments.ownAccountChange')
    await accountFor(tx, actor, payment.cashAccountId, 'cashAccountId')
    const lines = await linesOf(tx, payment.id, ['reserved'])
    const postingId = await postMoney(tx, actor, {
      act: 'payment',
      doc: { type: 'payment', id: payment.id, no: payment.no },
      key: 'posted',
      day,
      outletId: payment.outletId,
      note: reference ?? payment.reference ?? undefined,
      entries: entriesOf('payment', payment, lines, payment),
    })
    await setLines(tx, payment.id, 'reserved', 'settled', postingId)
    const allocated = await sql<{ sum: string }>`select coalesce(sum(amount), 0)::text as sum from payment_line
      where payment_id = ${payment.id} and state = 'settled'`.execute(tx)
    await movePayment(
      tx,
      actor,
      payment,
      {
        state: 'paid',
        allocated: allocated.rows[0]?.sum ?? '0',
        paid_at: clock.iso(),
        paid_by: actor.userId,
        day,
        reference: reference ?? payment.reference,
        search: searchOf(payment.no, (await namedParty(tx, payment)).name, reference ?? payment.reference),
      },
      'paid',
    )
  })
}

/**
 * Whoever last changed where the payee's money goes: a driver's bank or account; of a company that of the title to which it is paid, or
 * made that title its default. What it had before it had titles is in its own history.
 */
export async function lastToChangeAccount(
  tx: Tx,
  { companyId, driverId }: Pick<LockedPayment, 'companyId' | 'driverId'>,
): Promise<number | null> {
  const found = await sql<{ by: number | null }>`
    select h.by_id as by from history h
    where (h.entity = 'driver' and h.entity_id = ${driverId} and ${changedOne('bankAccount', 'bankName')})
      or (h.entity = 'company' and h.entity_id = ${companyId} and ${changedOne('bankAccount', 'invoiceAccount', 'invoiceBank')})
      or (h.entity = 'invoiceProfile' and h.entity_id = (select p.id from invoice_profile p
            where p.company_id = ${companyId} and p.is_default and p.enabled and not p.is_deleted)
        and (${changedOne('account', 'bank')} or h.changes @> '[{"field":"isDefault","to":"true"}]'))
    order by h.at desc, h.id desc limit 1`.execute(tx)
  return found.rows[0]?.by ?? null
}
const changedOne = (...fields: string[]): RawBuilder<SqlBool> =>
  sql<SqlBool>`(${sql.join(
    fields.map((field) => sql`h.changes @> ${JSON.stringify([{ field }])}::jsonb`),
    sql` or `,
  )})`

export const voidPayments: Act<typeof calls.voidPayments> = (asked, { ids, reason }) => {
  const { tx, actor } = asked
  return eachRecord(asked, ids, payments(actor, 'void'), async (payment) => {
    await setLines(tx, payment.id, 'reserved', 'freed')
    await setLines(tx, payment.id, 'planned', 'freed')
    await movePayment(tx, actor, payment, { state: 'void' }, 'voided', { reason })
  })
}

export const reversePayments: Act<typeof calls.reversePayments> = (asked, { ids, reason }) =>
  eachRecord(asked, ids, payments(asked.actor, 'reverse'), (payment) =>
    reverseOne(asked.tx, asked.actor, payment, reason),
  )

/** What a review of a payment leads to. Whoever is asked decides it, whatever his scope. */
export const paymentReviewed: Reviewed = {
  async approved(tx, actor, id, { opinion }) {
    await movePayment(tx, actor, await pending(tx, actor, id), { state: 'toPay', opinion }, 'approved', { opinion })
  },
  async rejected(tx, actor, id, { opinion }) {
    const payment = await pending(tx, actor, id)
    await setLines(tx, id, 'reserved', 'planned')
    await movePayment(tx, actor, payment, { state: 'rejected', opinion }, 'rejected', { opinion })
  },
  async withdrawn(tx, actor, id) {
    const payment = await pending(tx, actor, id)
    await setLines(tx, id, 'reserved', 'planned')
    await movePayment(tx, actor, payment, { state: 'draft' }, 'withdrawn')
  },
  link: (no) => `${pageOf('payment').path}?tab=all&payment=${encodeURIComponent(no)}`,
}
async function pending(tx: Tx, actor: Actor, id: number): Promise<LockedPayment> {
  const payment = (await lockPayments(tx, everywhere(actor), [id])).get(id)
  if (payment?.state !== 'pending') throw new Refusal('approvals.decided')
  return payment
}
