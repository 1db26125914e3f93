import type * as calls from '@xunyun/contract/collections/calls'
import { offsetChannel } from '@xunyun/contract/collections/calls'
import { accountKindsOf, type HandInAction } from '@xunyun/contract/collections/states'
import { compareDecimal, Exact, negated, sumDecimals } from '@xunyun/contract/kernel/decimal'
import { sql } from 'kysely'
import type { Act, Asked } from '../../platform/act.ts'
import type { Actor } from '../../platform/actor.ts'
import { eachRecord, type Records } from '../../platform/batch.ts'
import { clock } from '../../platform/clock.ts'
import type { Tx } from '../../platform/db.ts'
import { recordHistory } from '../../platform/history.ts'
import type { Numbering } from '../../platform/numbering.ts'
import { badField, notFound, Refusal } from '../../platform/refusal.ts'
import { refuseStale } from '../../platform/version.ts'
import {
  accountFor,
  cash,
  custody,
  type Entry,
  type Owner,
  payable,
  postMoney,
  refuseStatedPosting,
} from '../money/index.ts'
import { checkLines, counted, type Line, refuseCreditAlone } from '../payments/index.ts'
import {
  type ChannelLine,
  cover,
  isToSee,
  isWaiting,
  type LockedHandIn,
  linesOf,
  lockHandIns,
  moveHandIn,
  refusalOf,
  spread,
} from './store.ts'

/** 交账, 核收, 退回, 反核收 (M48). */

type Waiting = { id: number; holder: Owner; outletId: number; name: string }

async function lockWaiting(tx: Tx, actor: Actor, ids: readonly number[]): Promise<Map<number, Waiting>> {
  const found = await sql<{ id: number; kind: Owner['kind']; holderId: number; outletId: number; name: string }>`
    select c.id, c.holder_kind as kind, c.holder_id as "holderId", c.outlet_id as "outletId",
      -- unscoped: who has what is the actor's to see
      case c.holder_kind when 'driver' then (select name from driver where id = c.holder_id)
        when 'company' then (select name from company where id = c.holder_id) else (select name from app_user where id = c.holder_id) end as name
    from collection c where c.id = any(${[...ids]}::bigint[]) and ${isWaiting} and ${isToSee(actor, 'c')} order by c.id for update of c`.execute(
    tx,
  )
  return new Map(
    found.rows.map(({ id, kind, holderId, outletId, name }) => [
      id,
      { id, holder: { kind, id: holderId }, outletId, name },
    ]),
  )
}

/** 交账: all that the holder has at the outlet up to now. Of a holder who is named twice it is all with the first. */
export const handIn =
  ({ numbering }: { readonly numbering: Numbering }): Act<typeof calls.handIn> =>
  (asked, { ids, remark }) =>
    eachRecord(asked, ids, { lock: lockWaiting, no: ({ name }) => name }, (one) =>
      handInAll(asked, numbering, one, remark ?? null),
    )

async function handInAll(
  { tx, actor }: Asked,
  numbering: Numbering,
  { holder, outletId }: Waiting,
  remark: string | null,
): Promise<void> {
  const of = sql`${isWaiting} and c.holder_kind = ${holder.kind} and c.holder_id = ${holder.id} and c.outlet_id = ${outletId}`
  const locked = await sql<{
    id: number
  }>`select c.id from collection c where ${of} order by c.id for update`.execute(tx)
  const ids = locked.rows.map(({ id }) => id)
  if (ids.length === 0) return
  const [no = ''] = await numbering.next('JZ')
  const made = await sql<{ id: number; due: string }>`
    insert into hand_in (no, state, outlet_id, holder_kind, holder_id, from_day, to_day, collections, prepaid, freight, cod, straight, due, remark,
      created_at, created_by, updated_at, updated_by)
    select ${no}, 'pending', ${outletId}, ${holder.kind}, ${holder.id}, min(c.day), max(c.day), count(*),
      sum(case c.method when 'prepaid' then c.freight else 0 end), sum(case c.method when 'collect' then c.freight else 0 end), sum(c.cod),
      sum(c.freight - c.held_freight + c.cod - c.held_cod), sum(c.held_freight + c.held_cod), ${remark}, ${clock.iso()}, ${actor.userId}, ${clock.iso()}, ${actor.userId}
    from collection c where c.id = any(${ids}::bigint[]) returning id, due::text`.execute(tx)
  const { id, due } = made.rows[0] as { id: number; due: string }
  await sql`insert into hand_in_line (hand_in_id, channel, due)
    select ${id}, x.channel, sum(x.held) from collection c
      cross join lateral (values (c.freight_channel, c.held_freight), (c.cod_channel, c.held_cod)) x(channel, held)
    where c.id = any(${ids}::bigint[]) and x.held > 0 group by x.channel`.execute(tx)
  await sql`update collection set hand_in_id = ${id} where id = any(${ids}::bigint[])`.execute(tx)
  await recordHistory(tx, actor, 'handIn', id, 'created', [
    { field: 'due', from: null, to: due },
    ...(remark === null ? [] : [{ field: 'remark', from: null, to: remark }]),
  ])
}

/** Locked, of the version that was read, and in a state that allows it. */
export async function lockFor(
  { tx, actor }: Asked,
  action: HandInAction | ((one: LockedHandIn) => HandInAction),
  { id, version }: { id: number; version: number },
): Promise<LockedHandIn> {
  const one = (await lockHandIns(tx, actor, [id])).get(id)
  if (one === undefined) throw notFound()
  await refuseStale(tx, one, version)
  const refusal = refusalOf(actor, typeof action === 'function' ? action(one) : action, one)
  if (refusal !== undefined) throw refusal
  return one
}

type Typed = { readonly channel: string; readonly amount: string; readonly cashAccountId?: number | undefined }
type Counted = ChannelLine & { readonly counted: string; readonly accountId: number | null }

/** Each channel once, and an account for whatever was counted of it. */
async function checkCounts(
  tx: Tx,
  actor: Actor,
  known: readonly ChannelLine[],
  typed: readonly Typed[],
): Promise<Counted[]> {
  for (const [at, { channel }] of typed.entries())
    if (!known.some((line) => line.channel === channel) || typed.findIndex((other) => other.channel === channel) !== at)
      throw badField(`lines.${at}.channel`, 'field.choice')
  const counts: Counted[] = []
  for (const line of known) {
    const at = typed.findIndex(({ channel }) => channel === line.channel)
    const one = typed[at]
    if (one === undefined) throw badField('lines', 'collections.channels')
    if (compareDecimal(one.amount, '0') > 0 && one.cashAccountId === undefined)
      throw badField(`lines.${at}.cashAccountId`, 'field.required')
    if (one.cashAccountId !== undefined) {
      const { kind } = await accountFor(tx, actor, one.cashAccountId, `lines.${at}.cashAccountId`)
      const kinds: readonly string[] | undefined = accountKindsOf(line.channel)
      if (kinds?.includes(kind) === false) throw badField(`lines.${at}.cashAccountId`, 'collections.accountKind')
    }
    counts.push({ ...line, counted: one.amount, accountId: one.cashAccountId ?? null })
  }
  return counts
}

/** What of a carrier's own charges is settled by what it holds (M22): counted before any money, never more than is due. */
async function checkOffsets(
  tx: Tx,
  actor: Actor,
  one: LockedHandIn,
  typed: readonly Line[],
): Promise<{ counted: Counted[]; entries: Entry[] }> {
  const lines = counted(typed)
  if (lines.length === 0) return { counted: [], entries: [] }
  if (one.holder.kind !== 'company') throw badField('offsets.0.chargeId', 'field.choice')
  const party = { companyId: one.holder.id, driverId: null, waybillId: null, name: null }
  await checkLines(tx, actor, 'payment', party, lines, one.due, undefined, 'offsets')
  refuseCreditAlone(lines, '0', 'offsets')
  const sum = sumDecimals(
    lines.map(({ amount }) => amount),
    2,
  )
  return {
    counted: [{ channel: offsetChannel, due: '0.00', counted: sum, accountId: null }],
    entries: lines.map(({ chargeId, amount }) => payable(chargeId, amount)),
  }
}

/** 核收: what was counted leaves the holder's hands; what is missing stays there, and what is too much waits for a decision. */
export const countHandIn: Act<typeof calls.countHandIn> = async (asked, input) => {
  const { tx, actor } = asked
  const one = await lockFor(asked, 'count', input)
  const offsets = await checkOffsets(tx, actor, one, input.offsets ?? [])
  const counts = [...offsets.counted, ...(await checkCounts(tx, actor, await linesOf(tx, one.id), input.lines))]
  const total = sumDecimals(
    counts.map((line) => line.counted),
    2,
  )
  const posted = Exact.min(total, one.due).toFixed(2)
  let left = new Exact(posted)
  const into = counts.flatMap(({ counted: amount, accountId }): Entry[] => {
    const takes = Exact.min(left, amount)
    left = left.minus(takes)
    return accountId === null || takes.isZero() ? [] : [cash(accountId, takes.toFixed(2))]
  })
  const out = spread(counts).map(({ channel, taken }) => custody(one.holder, negated(taken), channel))
  const postingId =
    compareDecimal(posted, '0') === 0
      ? null
      : await postMoney(tx, actor, {
          act: 'handIn',
          doc: { type: 'handIn', id: one.id, no: one.no },
          key: `counted ${one.version}`,
          day: clock.today(),
          outletId: one.outletId,
          entries: [...out, ...offsets.entries, ...into],
        })
  await cover(tx, one.id, posted)
  if (offsets.counted.length > 0)
    await sql`insert into hand_in_line (hand_in_id, channel, due) values (${one.id}, ${offsetChannel}, 0)`.execute(tx)
  await sql`update hand_in_line l set counted = r.counted, cash_account_id = r."accountId"
    from json_to_recordset(${JSON.stringify(counts)}::json) as r(channel text, counted numeric, "accountId" bigint)
    where l.hand_in_id = ${one.id} and l.channel = r.channel`.execute(tx)
  const difference = new Exact(total).minus(one.due).toFixed(2)
  await moveHandIn(
    tx,
    actor,
    one,
    {
      state: compareDecimal(difference, '0') === 0 ? 'counted' : 'differs',
      counted: total,
      counted_at: clock.iso(),
      counted_by: actor.userId,
      posting_id: postingId,
      remark: input.remark ?? null,
    },
    'counted',
    { counted: total },
  )
  return { version: one.version + 1, difference }
}

export const handIns = (actor: Actor, action: HandInAction): Records<LockedHandIn> => ({
  lock: lockHandIns,
  no: ({ no }) => no,
  may: (one) => refusalOf(actor, action, one),
})

/** 退回: what stands on it is to be handed in anew. */
export const sendBackHandIns: Act<typeof calls.sendBackHandIns> = (asked, { ids, reason }) => {
  const { tx, actor } = asked
  return eachRecord(asked, ids, handIns(actor, 'sendBack'), async (one) => {
    await sql`update collection set hand_in_id = null where hand_in_id = ${one.id}`.execute(tx)
    await moveHandIn(tx, actor, one, { state: 'returned', remark: reason }, 'returned', { reason })
  })
}

/** 反核收: the money is in the holder's hands again; not once somebody had it from there. */
export const undoCounts: Act<typeof calls.undoCounts> = (asked, { ids, reason }) => {
  const { tx, actor } = asked
  return eachRecord(asked, ids, handIns(actor, 'undoCount'), async (one) => {
    await refusePaidOut(tx, one)
    if (one.postingId !== null) await refuseStatedPosting(tx, one.postingId)
    await postBack(tx, actor, one)
    await cover(tx, one.id, '0')
    await sql`delete from hand_in_line where hand_in_id = ${one.id} and channel = ${offsetChannel}`.execute(tx)
    await sql`update hand_in_line set counted = null, cash_account_id = null where hand_in_id = ${one.id}`.execute(tx)
    await moveHandIn(
      tx,
      actor,
      one,
      { state: 'pending', counted: null, counted_at: null, counted_by: null, posting_id: null },
      'countUndone',
      { reason },
    )
  })
}

export async function refusePaidOut(tx: Tx, one: LockedHandIn): Promise<void> {
  // Whoever sends a payout of it to review at this moment has it locked: then that payout is seen.
  await sql`select from collection where hand_in_id = ${one.id} order by id for no key update`.execute(tx)
  const found = await sql<{ no: string }>`
    -- unscoped: of a hand-in that was found in scope
    select p.no from collection c join cod_payout_line l on l.collection_id = c.id and l.state in ('reserved', 'settled')
    join cod_payout p on p.id = l.payout_id where c.hand_in_id = ${one.id} limit 1`.execute(tx)
  const [paid] = found.rows
  if (paid !== undefined) throw new Refusal('collections.paidOut', { no: paid.no })
}

/** Whoever is the holder now has it again: a carrier may have been merged since. */
async function postBack(tx: Tx, actor: Actor, one: LockedHandIn): Promise<void> {
  if (one.postingId === null) return
  const found = await sql<{
    account: Entry['account']
    kind: Owner['kind']
    id: number
    channel: string
    amount: string
  }>`
    select account, owner_kind as kind, owner_id as id, coalesce(channel, '') as channel, amount::text from money_entry
    where posting_id = ${one.postingId} order by id`.execute(tx)
  await postMoney(tx, actor, {
    act: 'reversal',
    doc: { type: 'handIn', id: one.id, no: one.no },
    key: `count undone ${one.version}`,
    day: clock.today(),
    outletId: one.outletId,
    reversesId: one.postingId,
    frees: true,
    entries: found.rows.map(({ account, id, channel, amount }) =>
      account === 'custody'
        ? custody(one.holder, negated(amount), channel)
        : account === 'payable'
          ? payable(id, negated(amount))
          : cash(id, negated(amount)),
    ),
  })
}
