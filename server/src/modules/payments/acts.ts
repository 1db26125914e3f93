import { compareDecimal, Exact, negated, sumDecimals } from '@xunyun/contract/kernel/decimal'
import type * as calls from '@xunyun/contract/payments/calls'
import type { PaymentDirection } from '@xunyun/contract/payments/states'
import { sql } from 'kysely'
import type { Objection } from '../../platform/abilities.ts'
import type { Act, Asked } from '../../platform/act.ts'
import type { Actor } from '../../platform/actor.ts'
import { clock } from '../../platform/clock.ts'
import type { Tx } from '../../platform/db.ts'
import type { Files } from '../../platform/files.ts'
import type { Numbering } from '../../platform/numbering.ts'
import { badField, notFound, Refusal, refuseFields } from '../../platform/refusal.ts'
import { refuseStale } from '../../platform/version.ts'
import { PartRefusal, refuseClosed } from '../charges/index.ts'
import {
  accountFor,
  advance,
  cash,
  type Entry,
  payable,
  postMoney,
  prepaid,
  receivable,
  reverseMoney,
  shortAt,
} from '../money/index.ts'
import { checkLines, type Line, named, ownerOf, type Party, partyFor, refuseCreditAlone } from './open.ts'
import { restsOf, roundOff, undoRoundOff } from './roundOff.ts'
import {
  insertLines,
  insertPayment,
  type LockedPayment,
  lockPayments,
  movePayment,
  refusalOf,
  refuseIfStated,
} from './store.ts'

/** Acts on receipts (SK) and on what both directions have in common: settling, freeing, giving back, reversing. */

export type Deps = { readonly numbering: Numbering; readonly files: Files }

export const sumOf = (lines: readonly Line[]) =>
  sumDecimals(
    lines.map(({ amount }) => amount),
    2,
  )
const sumOfRests = (rests: ReturnType<typeof restsOf>) =>
  sumDecimals(
    rests.map(({ rest }) => rest),
    2,
  )
export const counted = (lines: readonly Line[]): Line[] =>
  lines.filter(({ amount }) => compareDecimal(amount, '0') !== 0)

type Settling = {
  readonly direction: PaymentDirection
  readonly party: Omit<Party, 'name'>
  readonly lines: readonly Line[]
}
/** A line that somebody else settled in between is refused where it stands. */
async function atTheLine<T>(
  { tx, actor }: Asked,
  { direction, party, lines }: Settling,
  act: () => Promise<T>,
): Promise<T> {
  try {
    return await act()
  } catch (error) {
    if (!(error instanceof PartRefusal)) throw error
    const path = `lines.${error.at}.amount`
    const wrong: { path: string } & Objection =
      error.reason === 'charges.tooMuch'
        ? { path, reason: 'payments.moreThanOpen', params: { open: error.params.available ?? '0.00' } }
        : { path, reason: 'payments.notOpen' }
    refuseFields(await named(tx, actor, direction, party, lines, [wrong]))
    throw error
  }
}

/** Settles lines with money that comes or goes, or that the party has with us; the rest is an advance. */
export const entriesOf = (
  direction: PaymentDirection,
  party: Omit<Party, 'name'>,
  lines: readonly Line[],
  money: { readonly cashAccountId: number; readonly amount: string } | null,
): Entry[] => {
  const owner = ownerOf(party)
  const rest = new Exact(money?.amount ?? 0).minus(sumOf(lines)).toFixed(2)
  const kept: Entry[] =
    compareDecimal(rest, '0') === 0
      ? []
      : owner === undefined
        ? refuseRest()
        : [direction === 'receipt' ? advance(owner, rest) : prepaid(owner, rest)]
  return [
    ...lines.map(({ chargeId, amount }) =>
      direction === 'receipt' ? receivable(chargeId, amount) : payable(chargeId, amount),
    ),
    ...kept,
    ...(money === null
      ? []
      : [cash(money.cashAccountId, direction === 'receipt' ? money.amount : negated(money.amount))]),
  ]
}
function refuseRest(): never {
  throw badField('amount', 'payments.wholeNeeded')
}

/** 收款: posted at once. The same account and number again is asked about. */
export const addReceipt =
  ({ numbering, files }: Deps): Act<typeof calls.addReceipt> =>
  async (asked, { fileIds, confirm, roundOff: roundedOff = [], ...body }) => {
    const { tx, actor } = asked
    if (body.day > clock.today()) throw badField('day', 'field.future')
    await refuseClosed(tx, body.day)
    const party = await partyFor(tx, actor, 'receipt', body)
    const account = await accountFor(tx, actor, body.cashAccountId, 'cashAccountId')
    const lines = counted(body.lines)
    const open = await checkLines(tx, actor, 'receipt', party, lines, body.amount)
    refuseCreditAlone(lines)
    const rests = restsOf(lines, open, roundedOff)
    if (confirm !== 1 && body.reference !== undefined) await askIfTwice(tx, [body.cashAccountId], body.reference)
    const [no = ''] = await numbering.next('SK')
    const id = await insertPayment(tx, actor, 'receipt', no, body, party, account.outlet_id, {
      allocated: sumOf(lines),
      roundedOff: sumOfRests(rests),
    })
    const postingId = await atTheLine(asked, { direction: 'receipt', party, lines }, () =>
      postMoney(tx, actor, {
        act: 'receipt',
        doc: { type: 'payment', id, no },
        key: 'posted',
        day: body.day,
        outletId: account.outlet_id,
        note: body.reference,
        entries: entriesOf('receipt', party, lines, body),
      }),
    )
    await insertLines(tx, id, lines, 'settled', postingId)
    await roundOff(tx, actor, { id, no, outletId: account.outlet_id }, 'rounded off', rests)
    await files.link(tx, actor, 'payment', id, fileIds ?? [], true)
    return { id, no }
  }

/** Of an account one number of the bank is one movement: what came or was paid, or is to be. */
export async function askIfTwice(
  tx: Tx,
  accountIds: readonly number[],
  reference: string,
  but: { readonly payments?: readonly number[]; readonly payouts?: readonly number[] } = {},
): Promise<void> {
  const accounts = sql`any(${[...accountIds]}::bigint[])`
  // unscoped: of accounts that were found in scope
  const found = await sql<{ no: string }>`
    select no from payment where cash_account_id = ${accounts} and reference = ${reference}
      and state not in ('void', 'reversed') and id <> all(${[...(but.payments ?? [])]}::bigint[])
    -- unscoped: as above
    union all select no from cod_payout where cash_account_id = ${accounts} and reference = ${reference}
      and state not in ('void', 'reversed') and id <> all(${[...(but.payouts ?? [])]}::bigint[]) limit 1`.execute(tx)
  const [row] = found.rows
  if (row !== undefined) throw new Refusal('payments.referenceAgain', { no: row.no, reference })
}

/** Locked, of the version that was read, and in a state that allows it. */
export async function lockFor(
  { tx, actor }: Asked,
  action: 'allocate' | 'unallocate' | 'refund' | 'edit',
  { id, version }: { id: number; version: number },
): Promise<LockedPayment> {
  const payment = (await lockPayments(tx, actor, [id])).get(id)
  if (payment === undefined) throw notFound()
  await refuseStale(tx, payment, version)
  const refusal = refusalOf(actor, action, payment)
  if (refusal !== undefined) throw refusal
  return payment
}

export const leftOf = ({ amount, allocated, refunded }: Pick<LockedPayment, 'amount' | 'allocated' | 'refunded'>) =>
  new Exact(amount).minus(allocated).minus(refunded).toFixed(2)

/** 核销 with what is left. */
export const allocatePayment: Act<typeof calls.allocatePayment> = async (asked, input) => {
  const { tx, actor } = asked
  const payment = await lockFor(asked, 'allocate', input)
  const lines = counted(input.lines)
  if (lines.length === 0) throw badField('lines', 'field.required')
  const open = await checkLines(tx, actor, payment.direction, { ...payment, name: null }, lines, leftOf(payment))
  refuseCreditAlone(lines, payment.allocated)
  const { direction } = payment
  const postingId = await atTheLine(asked, { direction, party: payment, lines }, () =>
    postMoney(tx, actor, {
      act: 'allocate',
      doc: { type: 'payment', id: payment.id, no: payment.no },
      key: `allocate ${payment.version}`,
      day: clock.today(),
      outletId: payment.outletId,
      entries: entriesOf(payment.direction, payment, lines, null),
    }),
  )
  await insertLines(tx, payment.id, lines, 'settled', postingId)
  const rests = payment.direction === 'receipt' ? restsOf(lines, open, input.roundOff ?? []) : []
  await roundOff(tx, actor, payment, `rounded off ${payment.version}`, rests)
  const allocated = sumDecimals([payment.allocated, sumOf(lines)], 2)
  await movePayment(tx, actor, payment, { allocated }, 'allocated', {
    allocated: sumOf(lines),
    roundedOff: rests.length === 0 ? null : sumOfRests(rests),
  })
  return { version: payment.version + 1 }
}

/** 退款 of what is left. */
export const refundPayment: Act<typeof calls.refundPayment> = async (asked, input) => {
  const { tx, actor } = asked
  const payment = await lockFor(asked, 'refund', input)
  const left = leftOf(payment)
  if (compareDecimal(input.amount, left) > 0) throw badField('amount', 'payments.moreThanLeft', { left })
  const account = await accountFor(tx, actor, input.cashAccountId, 'cashAccountId')
  const owner = ownerOf(payment)
  if (owner === undefined) throw new Error('a receipt of nobody has nothing left')
  await shortAt('amount', () =>
    postMoney(tx, actor, {
      act: 'refund',
      doc: { type: 'payment', id: payment.id, no: payment.no },
      key: `refund ${payment.version}`,
      day: input.day,
      outletId: payment.outletId,
      note: input.reason,
      entries: [advance(owner, negated(input.amount)), cash(account.id, negated(input.amount))],
    }),
  )
  const refunded = sumDecimals([payment.refunded, input.amount], 2)
  await movePayment(tx, actor, payment, { refunded }, 'refunded', { refunded: input.amount, reason: input.reason })
  return { version: payment.version + 1 }
}

/** 冲销: all that it posted is taken back, and what it rounded off with it. */
export async function reverseOne(tx: Tx, actor: Actor, payment: LockedPayment, reason: string): Promise<void> {
  await refuseIfStated(tx, payment)
  const standing = await sql<{ id: number }>`
    select id from money_posting where doc_type = 'payment' and doc_id = ${payment.id} and act not in ('reversal', 'offset') order by id`.execute(
    tx,
  )
  await reverseMoney(
    tx,
    actor,
    standing.rows.map(({ id }) => id),
    {
      doc: { type: 'payment', id: payment.id, no: payment.no },
      key: 'reversed',
      outletId: payment.outletId,
      note: reason,
    },
  )
  await undoRoundOff(tx, actor, payment)
  await sql`update payment_line set state = 'freed', freed_at = ${clock.iso()} where payment_id = ${payment.id} and state = 'settled'`.execute(
    tx,
  )
  await movePayment(tx, actor, payment, { state: 'reversed', allocated: '0', refunded: '0' }, 'reversed', { reason })
}
