import type { Input, Output } from '@xunyun/contract/kernel/call'
import { compareDecimal, Exact, sumDecimals } from '@xunyun/contract/kernel/decimal'
import type { getOpenCharges, OpenCharge } from '@xunyun/contract/payments/calls'
import type { PaymentDirection } from '@xunyun/contract/payments/states'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Objection } from '../../platform/abilities.ts'
import { type Actor, may } from '../../platform/actor.ts'
import { anyId, kept, type Tx } from '../../platform/db.ts'
import { badField, refuseFields } from '../../platform/refusal.ts'
import { isOneOfOurs, ofOwnOutlet, scoped } from '../../platform/scope.ts'
import { dueDay, dueJoins, onItsWayBy, partyAtDoor, penaltyOf } from '../charges/index.ts'
import { mergedInto } from '../companies/index.ts'
import { doorAdvanceOf, type Owner } from '../money/index.ts'
import { readRoundOffLimit } from './setting.ts'
import { takenBy } from './takenBy.ts'

/** Whose money it is: a company, a driver, the party of a walk-in's waybill, or nobody in particular. */
export type Party = {
  readonly companyId: number | null
  readonly driverId: number | null
  readonly waybillId: number | null
  readonly name: string | null
  /** Names by which it is found besides. */
  readonly also?: string
}
type Named = {
  readonly companyId?: number | undefined
  readonly driverId?: number | undefined
  readonly waybillNo?: string | undefined
}

/** Refuses at the field what is not there, what is not one party, and a receipt from nobody. */
export async function partyFor(tx: Tx, actor: Actor, direction: PaymentDirection, named: Named): Promise<Party> {
  const { companyId, driverId, waybillNo } = named
  const given = [companyId, driverId, waybillNo].filter((one) => one !== undefined)
  if (given.length > 1) throw badField(companyId === undefined ? 'driverId' : 'companyId', 'payments.oneParty')
  if (given.length === 0) {
    if (direction === 'receipt') throw badField('companyId', 'field.required')
    return { companyId: null, driverId: null, waybillId: null, name: null }
  }
  const none = { companyId: null, driverId: null, waybillId: null }
  if (companyId !== undefined) {
    // unscoped: partners are shared by all outlets, and a customer's account makes no payments here
    const row = await sql<{
      name: string
    }>`${kept} select name from company where id = ${companyId} and not is_deleted`.execute(tx)
    if (row.rows[0] === undefined) {
      const into = await mergedInto(tx, companyId)
      throw into === null ? badField('companyId', 'field.choice') : badField('companyId', 'customers.merged', { into })
    }
    return { ...none, companyId, name: row.rows[0].name }
  }
  if (driverId !== undefined) {
    const { rows } = await sql<{
      name: string
    }>`${kept} select name from driver where id = ${driverId} and not is_deleted`.execute(tx)
    const [row] = rows
    if (row === undefined) throw badField('driverId', 'field.choice')
    return { ...none, driverId, name: row.name }
  }
  const waybill = await scoped(tx, actor, 'waybill')
    .select(['id', 'waybill_no', 'shipper_name', 'consignee_name'])
    .where('waybill_no', '=', (waybillNo ?? '').toUpperCase())
    .where(ofOwnOutlet(actor))
    .executeTakeFirst()
  if (waybill === undefined) throw badField('waybillNo', 'field.choice')
  const also = [waybill.shipper_name, waybill.consignee_name].join(' ')
  return { ...none, waybillId: waybill.id, name: waybill.waybill_no, also }
}

/** Who keeps its advance; undefined: nobody in particular has none. */
export const ownerOf = ({ companyId, driverId, waybillId }: Omit<Party, 'name'>): Owner | undefined =>
  companyId !== null
    ? { kind: 'company', id: companyId }
    : driverId !== null
      ? { kind: 'driver', id: driverId }
      : waybillId !== null
        ? { kind: 'waybill', id: waybillId }
        : undefined

const isOf = (
  direction: PaymentDirection,
  { companyId, driverId, waybillId }: Omit<Party, 'name'>,
): RawBuilder<SqlBool> => {
  const owed = direction === 'receipt' ? sql`h.direction = 'receivable'` : sql`h.direction = 'payable'`
  if (companyId !== null) return sql<SqlBool>`${owed} and h.company_id = ${companyId}`
  if (driverId !== null) return sql<SqlBool>`${owed} and h.driver_id = ${driverId}`
  if (waybillId !== null)
    return sql<SqlBool>`${owed} and h.waybill_id = ${waybillId} and h.company_id is null and h.driver_id is null`
  return sql<SqlBool>`${owed} and h.company_id is null and h.driver_id is null`
}

/** On payments and payouts under review or waiting to be paid, but not on this one. */
const reserved = (
  paymentId: number | undefined,
) => sql`cross join lateral (select coalesce(sum(l.amount), 0) as sum from payment_line l
    where l.charge_id = h.id and l.state = 'reserved' and l.payment_id <> ${paymentId ?? 0}) by_payments
  cross join lateral (select coalesce(sum(l.amount), 0) as sum from cod_payout_line l where l.charge_id = h.id and l.state = 'reserved') by_payouts`

/** Of charge `h`, yuan on payments and payouts that are under review or wait to be paid. */
export const onItsWay = sql`(coalesce((select sum(l.amount) from payment_line l where l.charge_id = h.id and l.state = 'reserved'), 0)
  + coalesce((select sum(l.amount) from cod_payout_line l where l.charge_id = h.id and l.state = 'reserved'), 0))`

const joins = sql`
  -- unscoped: what a charge of one's own is of
  ${dueJoins} left join waybill w on w.id = h.waybill_id left join warehouse_charge s on s.id = h.id
  -- unscoped: as above
  left join application y on y.id = h.application_id`

const most = 1000

/** What of a party is open, credits first, then earliest due (M40); of the actor's own outlets. */
async function openOf(
  tx: Tx,
  actor: Actor,
  direction: PaymentDirection,
  party: Omit<Party, 'name'>,
  options: { paymentId?: number | undefined; chargeIds?: readonly number[] } = {},
): Promise<OpenCharge[]> {
  const { chargeIds } = options
  // By key it is planned once: planning its joins takes longer than fifty charges do.
  const found = await sql<OpenCharge>`${chargeIds === undefined ? sql`` : kept}
    select x.* from (
      select h.id as "chargeId", coalesce(w.waybill_no, t.arrangement_no, s.doc_no, ${penaltyOf}, y.no) as "ofNo",
        case when h.company_id is null and h.driver_id is null then ${partyAtDoor} end as "partyName", h.fee_item as "feeItem", l.pay_part as "payPart", h.day,
        ${dueDay} as due, h.amount::text, h.settled::text, (by_payments.sum + by_payouts.sum)::numeric(14,2)::text as reserved,
        (h.amount - h.settled - by_payments.sum - by_payouts.sum)::numeric(14,2)::text as open
      -- unscoped: of the actor's own outlets by the condition
      from charge h ${joins} ${reserved(options.paymentId)}
      where ${isOf(direction, party)} and h.state = 'owed' and h.settled <> h.amount and ${isOneOfOurs(actor, 'h.outlet_id')}
        ${chargeIds === undefined ? sql`` : sql`and h.id = ${anyId(chargeIds)}`}
    ) x order by x.amount::numeric >= 0, x.due nulls last, x.day, x."chargeId" limit ${most + 1}`.execute(tx)
  return found.rows
}

export async function openCharges(
  tx: Tx,
  actor: Actor,
  input: Input<typeof getOpenCharges>,
): Promise<Output<typeof getOpenCharges>> {
  const party = await partyFor(tx, actor, input.direction, input)
  const all = await openOf(tx, actor, input.direction, party, {
    paymentId: input.paymentId,
    ...(input.chargeIds === undefined ? {} : { chargeIds: input.chargeIds }),
  })
  const charges = all.slice(0, most).filter(({ open }) => compareDecimal(open, '0') !== 0)
  return {
    partyName: party.name,
    charges,
    open: sumDecimals(
      charges.map(({ open }) => open),
      2,
    ),
    advance: await advanceOf(tx, input.direction, party),
    draft: party.waybillId === null ? '0.00' : await draftOf(tx, input.direction, party),
    doorAdvance: party.waybillId === null ? '0.00' : await doorAdvanceOf(tx, party.waybillId),
    held: input.direction === 'payment' ? await heldBy(tx, actor, party) : '0.00',
    onItsWay: await documentsKeeping(tx, input.chargeIds ?? []),
    more: all.length > most,
    roundOffLimit: await readRoundOffLimit(tx),
  }
}

/** Where charges are reserved that a page sent here. */
async function documentsKeeping(tx: Tx, chargeIds: readonly number[]): Promise<string | null> {
  if (chargeIds.length === 0) return null
  const { rows } = await sql<{ nos: string | null }>`
    select string_agg(distinct ${onItsWayBy}, '、') as nos from charge h where h.id = ${anyId(chargeIds)}`.execute(tx)
  return rows[0]?.nos ?? null
}

async function draftOf(tx: Tx, direction: PaymentDirection, party: Party): Promise<string> {
  // unscoped: of a waybill that was found in scope
  const { rows } = await sql<{ sum: string }>`
    select coalesce(sum(h.amount - h.settled), 0)::numeric(14,2)::text as sum from charge h where ${isOf(direction, party)} and h.state = 'draft'`.execute(
    tx,
  )
  return rows[0]?.sum ?? '0.00'
}

/** What a carrier collected at our customers' doors and has not handed in. */
async function heldBy(tx: Tx, actor: Actor, { companyId }: Party): Promise<string> {
  // unscoped: of the actor's own outlets by the condition
  const { rows } = await sql<{ held: string }>`
    select coalesce(sum(c.held_freight + c.held_cod - c.handed_freight - c.handed_cod), 0)::numeric(14,2)::text as held from collection c
    where c.holder_kind = 'company' and c.holder_id = ${companyId} and c.undone_posting_id is null and ${isOneOfOurs(actor, 'c.outlet_id')}`.execute(
    tx,
  )
  return rows[0]?.held ?? '0.00'
}

async function advanceOf(tx: Tx, direction: PaymentDirection, party: Party): Promise<string> {
  const owner = ownerOf(party)
  if (owner === undefined) return '0.00'
  const row = await tx
    .selectFrom('money_balance')
    .select('balance')
    .where('account', '=', direction === 'receipt' ? 'advance' : 'prepaid')
    .where('owner_kind', '=', owner.kind)
    .where('owner_id', '=', owner.id)
    .executeTakeFirst()
  return new Exact(row?.balance ?? 0).abs().toFixed(2)
}

export type Line = { readonly chargeId: number; readonly amount: string }

/**
 * Locks the charges, and refuses at the line what is not the party's, what is not open, and more than `left` in all. Lines of 0 are dropped by the caller.
 * A payable that waits for its event is paid by right alone (M10).
 */
export async function checkLines(
  tx: Tx,
  actor: Actor,
  direction: PaymentDirection,
  party: Party,
  lines: readonly Line[],
  left: string,
  paymentId?: number,
  /** Where they were typed. */
  typedAt = 'lines',
): Promise<OpenCharge[]> {
  if (lines.length === 0) return []
  const chargeIds = lines.map(({ chargeId }) => chargeId)
  // What is reserved of them is asked under their lock: nobody else lays or reserves them meanwhile.
  await sql`${kept} select 1 from charge where id = ${anyId(chargeIds)} order by id for no key update`.execute(tx)
  const open = new Map(
    (await openOf(tx, actor, direction, party, { paymentId, chargeIds })).map((one) => [one.chargeId, one]),
  )
  const seen = new Set<number>()
  const wrong = lines.flatMap(({ chargeId, amount }, at): ({ path: string } & Objection)[] => {
    const path = `${typedAt}.${at}.amount`
    const charge = open.get(chargeId)
    if (charge === undefined) return [{ path, reason: 'payments.notOpen' }]
    if (seen.has(chargeId)) return [{ path, reason: 'payments.twice' }]
    seen.add(chargeId)
    const isBeyond =
      new Exact(amount).isNegative() !== new Exact(charge.open).isNegative() ||
      new Exact(amount).abs().greaterThan(new Exact(charge.open).abs())
    if (isBeyond) return [{ path, reason: 'payments.moreThanOpen', params: { open: charge.open } }]
    if (direction === 'payment' && charge.due === null && !may(actor, 'payEarly', 'edit'))
      return [{ path, reason: 'payments.notDue' }]
    return []
  })
  refuseFields(await named(tx, actor, direction, party, lines, wrong, typedAt))
  const sum = sumDecimals(
    lines.map(({ amount }) => amount),
    2,
  )
  if (compareDecimal(sum, left) > 0)
    throw badField(`${typedAt}.${lines.length - 1}.amount`, 'payments.moreThanLeft', {
      left: new Exact(left)
        .minus(sum)
        .plus(lines.at(-1)?.amount ?? 0)
        .toFixed(2),
    })
  return lines.flatMap(({ chargeId }) => open.get(chargeId) ?? [])
}

/** Where somebody else was first it is said who, and with which document. */
export async function named(
  tx: Tx,
  actor: Actor,
  direction: PaymentDirection,
  party: Omit<Party, 'name'>,
  lines: readonly Line[],
  wrong: readonly ({ path: string } & Objection)[],
  typedAt = 'lines',
): Promise<({ path: string } & Objection)[]> {
  if (!wrong.some(({ reason }) => isTaken(reason))) return [...wrong]
  const theirs = sql<SqlBool>`${isOf(direction, party)} and h.state = 'owed' and ${isOneOfOurs(actor, 'h.outlet_id')}`
  const takers = await takenBy(
    tx,
    actor,
    lines.map(({ chargeId }) => chargeId),
    theirs,
  )
  const at = new Map(lines.map(({ chargeId }, line) => [`${typedAt}.${line}.amount`, takers.get(chargeId)]))
  return wrong.map((one) => {
    const taker = isTaken(one.reason) ? at.get(one.path) : undefined
    if (taker === undefined) return one
    const { by, no, open } = taker
    return { path: one.path, reason: 'payments.takenBy', params: { by, no, open } }
  })
}
const isTaken = (reason: Objection['reason']) => reason === 'payments.notOpen' || reason === 'payments.moreThanOpen'

/**
 * A credit goes with charges that it is set off against: alone it would leave less than nothing settled, and more to be given back
 * than ever came. `settled` is what the money, or what is laid beside these lines, settles already.
 */
export function refuseCreditAlone(lines: readonly Line[], settled = '0', typedAt = 'lines'): void {
  const sum = sumDecimals(
    lines.map(({ amount }) => amount),
    2,
  )
  const rest = new Exact(settled).plus(sum)
  if (!new Exact(sum).isNegative() || !rest.isNegative()) return
  const credit = lines.findIndex(({ amount }) => new Exact(amount).isNegative())
  throw badField(`${typedAt}.${credit}.amount`, 'payments.creditBeyond', { credit: rest.toFixed(2) })
}
