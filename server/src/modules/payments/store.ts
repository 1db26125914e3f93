import type { Input } from '@xunyun/contract/kernel/call'
import { compareDecimal, Exact } from '@xunyun/contract/kernel/decimal'
import { canStart } from '@xunyun/contract/kernel/lifecycle'
import type * as calls from '@xunyun/contract/payments/calls'
import {
  type PaymentAction,
  type PaymentDirection,
  type PaymentState,
  paymentLifecycle,
} from '@xunyun/contract/payments/states'
import { type RawBuilder, sql } from 'kysely'
import type { Objection } from '../../platform/abilities.ts'
import { type Actor, mayAny } from '../../platform/actor.ts'
import { clock } from '../../platform/clock.ts'
import { kept, owned, type Tx } from '../../platform/db.ts'
import { type Entry, historyPart, recordHistory } from '../../platform/history.ts'
import { Refusal } from '../../platform/refusal.ts'
import { insertions, writeTogether } from '../../platform/rows.ts'
import { lockingSeen, type SeenId } from '../../platform/scope.ts'
import { pinyinOf, searchText } from '../../platform/search.ts'
import { createdRow } from '../../platform/version.ts'
import type { Line, Party } from './open.ts'

/** Rows of receipts and payments and their lines. */

const locking = lockingSeen('payment')
export type LockedPayment = Omit<Party, 'name'> & {
  readonly id: SeenId
  readonly no: string
  readonly direction: PaymentDirection
  readonly state: PaymentState
  readonly outletId: number
  readonly cashAccountId: number
  readonly amount: string
  readonly allocated: string
  readonly refunded: string
  readonly day: string
  readonly submittedBy: number | null
  readonly reference: string | null
  readonly reason: string | null
  readonly version: number
  readonly updated_at: string
  readonly updated_by: number | null
}

export async function lockPayments(tx: Tx, actor: Actor, ids: readonly number[]): Promise<Map<number, LockedPayment>> {
  const rows = await locking(tx, actor, ids)
  return new Map(
    [...rows].map(([id, row]) => [
      id,
      {
        id: row.id,
        no: row.no,
        direction: row.direction as PaymentDirection,
        state: row.state as PaymentState,
        outletId: row.outlet_id,
        companyId: row.company_id,
        driverId: row.driver_id,
        waybillId: row.waybill_id,
        cashAccountId: row.cash_account_id,
        amount: row.amount,
        allocated: row.allocated,
        refunded: row.refunded,
        day: row.day,
        submittedBy: row.submitted_by,
        reference: row.reference,
        reason: row.reason,
        version: row.version,
        updated_at: row.updated_at,
        updated_by: row.updated_by,
      },
    ]),
  )
}

/** By state alone; what else keeps an act from it is said where it is known. */
export const objectionTo = (action: PaymentAction, { state }: Pick<LockedPayment, 'state'>): Objection | undefined =>
  canStart(paymentLifecycle, action, state)
    ? undefined
    : { reason: 'payments.wrongState', params: { paymentState: state } }

export function refusalOf(actor: Actor, action: PaymentAction, payment: LockedPayment): Refusal | undefined {
  const { right } = paymentLifecycle[action]
  const [first] = right
  if (!mayAny(actor, right) && first !== undefined)
    return new Refusal('kernel.forbidden', { page: first.page, kind: first.kind })
  // A credit that was paid back (M22): what it settles goes with the money.
  if (action === 'unallocate' && payment.direction === 'payment' && payment.submittedBy === null)
    return new Refusal('payments.refundedCredit', { no: payment.no })
  const no = objectionTo(action, payment)
  return no === undefined ? undefined : new Refusal(no.reason, no.params)
}

type Body = Omit<Input<typeof calls.addPayment>, 'submit' | 'fileIds'>
type State = {
  readonly allocated?: string
  readonly roundedOff?: string
  /** Sent to review as it is written; else a receipt has come in, and a payment is a draft. */
  readonly submitted?: boolean
}

/** A new one with its timeline, as parts of a statement that may write more. */
export async function newPayment(
  tx: Tx,
  actor: Actor,
  direction: PaymentDirection,
  no: string,
  body: Body,
  party: Party,
  outletId: number,
  { allocated = '0.00', roundedOff = '0.00', submitted = false }: State = {},
): Promise<{ readonly id: number; readonly parts: readonly RawBuilder<unknown>[] }> {
  const { rows } = await sql<{
    id: number
  }>`${kept} select nextval(pg_get_serial_sequence('payment', 'id'))::bigint as id`.execute(tx)
  const [{ id }] = rows as [{ id: number }]
  const payment = {
    id,
    no,
    direction,
    state: submitted ? 'pending' : direction === 'receipt' ? 'received' : 'draft',
    submitted_at: submitted ? clock.iso() : null,
    submitted_by: submitted ? actor.userId : null,
    ...columnsOf(no, body, party),
    outlet_id: outletId,
    allocated,
    ...createdRow(actor.userId),
  }
  const told: Entry[] = [
    { entity: 'payment', id, action: 'created', changes: toldOf(direction, body.amount, allocated, roundedOff) },
    ...(submitted
      ? [{ entity: 'payment', id, action: 'submitted', changes: [{ field: 'state', from: 'draft', to: 'pending' }] }]
      : []),
  ]
  return { id, parts: [...insertions({ payment: [payment] }), ...historyPart(actor, told)] }
}

/** Of a receipt also what it was laid on as it came: the rest is an advance. */
function toldOf(direction: PaymentDirection, amount: string, allocated: string, roundedOff: string): Entry['changes'] {
  const toAdvance = new Exact(amount).minus(allocated).toFixed(2)
  const laid = direction === 'receipt' ? { allocated, roundedOff, toAdvance } : {}
  return [['amount', amount] as const, ...Object.entries(laid)].flatMap(([field, to]) =>
    field !== 'amount' && compareDecimal(to, '0') === 0 ? [] : [{ field, from: null, to }],
  )
}

export async function insertPayment(...of: Parameters<typeof newPayment>): Promise<number> {
  const { id, parts } = await newPayment(...of)
  await writeTogether(of[0], parts, sql`select 1`)
  return id
}
export const columnsOf = (no: string, body: Body, party: Party) => ({
  company_id: party.companyId,
  driver_id: party.driverId,
  waybill_id: party.waybillId,
  cash_account_id: body.cashAccountId,
  channel: body.channel,
  amount: body.amount,
  day: body.day,
  reference: body.reference ?? null,
  reason: body.reason ?? null,
  search: searchOf(no, [party.name, party.also].filter(Boolean).join(' ') || null, body.reference ?? null),
})
export const searchOf = (no: string, partyName: string | null, reference: string | null): string =>
  searchText([no, partyName, partyName === null ? null : pinyinOf(partyName), reference])

type Set = {
  readonly state?: PaymentState
  readonly allocated?: string
  readonly refunded?: string
  readonly opinion?: string | null
  readonly submitted_at?: string | null
  readonly submitted_by?: number | null
  readonly paid_at?: string
  readonly paid_by?: number
  readonly day?: string
  readonly reference?: string | null
  readonly search?: string
}

/** Moves one on, with an entry in its timeline. It is locked. */
export async function movePayment(
  tx: Tx,
  actor: Actor,
  payment: Pick<LockedPayment, 'id' | 'state'>,
  set: Set,
  action: string,
  said: Readonly<Record<string, string | null>> = {},
): Promise<void> {
  await owned(tx)
    .updateTable('payment')
    .set({ ...set, version: sql`version + 1`, updated_at: clock.now(), updated_by: actor.userId })
    .where('id', '=', payment.id)
    .execute()
  await recordHistory(tx, actor, 'payment', payment.id, action, [
    ...(set.state === undefined || set.state === payment.state
      ? []
      : [{ field: 'state', from: payment.state, to: set.state }]),
    ...Object.entries(said).flatMap(([field, to]) => (to === null ? [] : [{ field, from: null, to }])),
  ])
}

/** Lines, as a part of a statement that may write more. */
export const linesPart = (
  paymentId: number,
  lines: readonly Line[],
  state: 'planned' | 'reserved' | 'settled',
  postingId: number | null = null,
): RawBuilder<unknown>[] =>
  insertions({
    payment_line: lines.map(({ chargeId, amount }) => ({
      payment_id: paymentId,
      charge_id: chargeId,
      amount,
      state,
      posting_id: postingId,
      settled_at: state === 'settled' ? clock.iso() : null,
    })),
  })
export async function insertLines(tx: Tx, ...of: Parameters<typeof linesPart>): Promise<void> {
  await writeTogether(tx, linesPart(...of), sql`select 1`)
}

type LineState = 'planned' | 'reserved' | 'settled' | 'freed'
export async function linesOf(
  tx: Tx,
  paymentId: number,
  states: readonly LineState[],
): Promise<(Line & { id: number })[]> {
  const rows = await tx
    .selectFrom('payment_line')
    .select(['id', 'charge_id as chargeId', 'amount'])
    .where('payment_id', '=', paymentId)
    .where('state', 'in', [...states])
    .orderBy('id')
    .execute()
  return rows
}

export async function setLines(
  tx: Tx,
  paymentId: number,
  from: LineState,
  to: LineState,
  postingId: number | null = null,
): Promise<void> {
  await sql`update payment_line set state = ${to}, posting_id = coalesce(${postingId}, posting_id),
      settled_at = case when ${to} = 'settled' then ${clock.iso()}::timestamptz else settled_at end,
      freed_at = case when ${to} = 'freed' then ${clock.iso()}::timestamptz else freed_at end
    where payment_id = ${paymentId} and state = ${from}`.execute(tx)
}

/** Of a receipt on a statement that was sent nothing is taken back (M25, V15): the statement has to be voided first. Locked. */
export async function refuseIfStated(tx: Tx, payment: Pick<LockedPayment, 'id'>): Promise<void> {
  const found = await sql<{ no: string }>`
    -- unscoped: of a receipt that was found in scope
    select s.no from statement_line l join statement s on s.id = l.statement_id
    where l.payment_id = ${payment.id} and l.live and s.state in ('sent', 'disputed', 'confirmed') limit 1`.execute(tx)
  const [held] = found.rows
  if (held !== undefined) throw new Refusal('statements.holdsReceipt', { no: held.no })
}
