import { compareDecimal, Exact, negated, sumDecimals } from '@xunyun/contract/kernel/decimal'
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../../platform/actor.ts'
import { clock } from '../../../platform/clock.ts'
import { kept, type Tx } from '../../../platform/db.ts'
import { badField, Refusal } from '../../../platform/refusal.ts'
import type { SeenId } from '../../../platform/scope.ts'
import { type DoorMethod, freeAtDoor, oweAtDoor, payoutKeeping } from '../../charges/index.ts'
import {
  advance,
  cash,
  cod,
  custody,
  doorAdvanceOf,
  type Entry,
  type Owner,
  postMoney,
  receivable,
} from '../../money/index.ts'

/** Money at the door (M22, M46, M47): taken with a signing or at the counter, and given back when that is undone. */

/** Who has it until it is handed in, and where it was taken. */
export type Taker = { readonly holder: Owner; readonly outletId: number }
type Taken = { readonly amount: string; readonly channel: string | undefined }

type Collected = Taker & {
  readonly waybill: { readonly id: SeenId; readonly waybillNo: string }
  /** The signing; null: 收现付. */
  readonly act: number | null
  readonly method: DoorMethod
  readonly day: string
  readonly freight: Taken
  readonly cod: Taken
}

/** Who takes the money of a strand (M47): the trip's driver, the carrier or courier, or the person who gives the goods out. */
export async function takerOf(tx: Tx, actor: Actor, strand: { place: string; id: number }): Promise<Taker> {
  const person: Owner = { kind: 'user', id: actor.userId }
  if (strand.place === 'pickup') return { holder: person, outletId: strand.id }
  const found = await sql<{ kind: string; driverId: number | null; carrierId: number | null; outletId: number }>`${kept}
    -- unscoped: what carries pieces that are signed
    select kind, driver_id as "driverId", carrier_id as "carrierId", coalesce(from_outlet_id, outlet_id) as "outletId"
    from arrangement where id = ${strand.id}`.execute(tx)
  const [trip] = found.rows
  if (trip === undefined) throw new Error('pieces on an arrangement that is gone')
  const { kind, driverId, carrierId, outletId } = trip
  if (kind === 'vehicle' && driverId !== null) return { holder: { kind: 'driver', id: driverId }, outletId }
  if (carrierId !== null) return { holder: { kind: 'company', id: carrierId }, outletId }
  return { holder: person, outletId }
}

const kindOfChannel: Readonly<Record<string, string>> = { wechat: 'wechat', alipay: 'alipay', transfer: 'bank' }

/** The account that the outlet's money of a channel comes straight to. What a carrier takes comes to none: it hands it in. */
async function doorAccount(tx: Tx, { holder, outletId }: Taker, channel: string): Promise<number | null> {
  const kind = kindOfChannel[channel]
  if (kind === undefined || holder.kind === 'company') return null
  const found = await sql<{ id: number }>`${kept}
    -- unscoped: where the money of the outlet comes that collects
    select id from cash_account where outlet_id = ${outletId} and kind = ${kind} and door and enabled and not is_deleted`.execute(
    tx,
  )
  return found.rows[0]?.id ?? null
}

const isSome = (amount: string) => compareDecimal(amount, '0') > 0

/**
 * Posts what was collected: the holder has it, or it came straight to the outlet's account; the charges are settled, COD is owed to
 * the customer. What was paid before and given back as an advance of the waybill is used first (V18).
 */
export async function collect(tx: Tx, actor: Actor, taken: Collected): Promise<void> {
  const { waybill, holder, outletId, day } = taken
  const parts = isSome(taken.freight.amount) ? await oweAtDoor(tx, waybill.id, taken.method) : []
  const due = sumDecimals(['0', ...parts.map(({ amount }) => amount)], 2)
  if (compareDecimal(due, taken.freight.amount) !== 0) throw badField('freight', 'waybills.collectionDiffers', { due })
  if (taken.method === 'prepaid') {
    const no = await payoutKeeping(
      tx,
      parts.map(({ chargeId }) => chargeId),
    )
    if (no !== null) throw badField('freight', 'collections.onPayout', { no })
  }
  const sums = await Promise.all(
    ([taken.freight, taken.cod] as const).map(async ({ amount, channel }) => {
      if (!isSome(amount) || channel === undefined) return { amount, channel: null, accountId: null }
      return { amount, channel, accountId: await doorAccount(tx, taken, channel) }
    }),
  )
  const [freight, codTaken] = sums as [(typeof sums)[number], (typeof sums)[number]]
  const { id } = await tx
    .insertInto('collection')
    .values({
      waybill_id: waybill.id,
      act_id: taken.act,
      holder_kind: holder.kind,
      holder_id: holder.id,
      outlet_id: outletId,
      day,
      method: taken.method,
      freight: freight.amount,
      freight_channel: freight.channel,
      freight_account_id: freight.accountId,
      cod: codTaken.amount,
      cod_channel: codTaken.channel,
      cod_account_id: codTaken.accountId,
      created_at: clock.iso(),
      created_by: actor.userId,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const postingId = await postMoney(tx, actor, {
    act: 'collect',
    doc: { type: 'collection', id, no: waybill.waybillNo },
    key: 'collected',
    day,
    outletId,
    entries: [
      ...parts.map(({ chargeId, amount }) => receivable(chargeId, amount)),
      ...(isSome(codTaken.amount) ? [cod(waybill.id, codTaken.amount)] : []),
      ...(await whereItWent(tx, waybill.id, holder, sums)),
    ],
  })
  await tx.updateTable('collection').set({ posting_id: postingId }).where('id', '=', id).execute()
}

type Sum = { readonly amount: string; readonly channel: string | null; readonly accountId: number | null }

async function whereItWent(tx: Tx, waybillId: number, holder: Owner, sums: readonly Sum[]): Promise<Entry[]> {
  const owner: Owner = { kind: 'waybill', id: waybillId }
  let left = new Exact(sums.some(({ accountId }) => accountId !== null) ? await doorAdvanceOf(tx, waybillId) : 0)
  return sums.flatMap(({ amount, channel, accountId }): Entry[] => {
    if (channel === null) return []
    if (accountId === null) return [custody(holder, amount, channel)]
    const used = Exact.min(left, amount)
    left = left.minus(used)
    return [advance(owner, negated(used.toFixed(2))), cash(accountId, new Exact(amount).minus(used).toFixed(2))]
  })
}

export type Standing = {
  id: number
  waybillNo: string
  outletId: number
  postingId: number
  handInNo: string | null
  payoutNo: string | null
}

/** The payout that a collection `c` stands on: COD that came straight to an account is on no hand-in. */
export const payoutOf: RawBuilder<string | null> = sql`(
  -- unscoped: of a waybill that is locked
  select p.no from cod_payout_line l join cod_payout p on p.id = l.payout_id
  where l.collection_id = c.id and l.state in ('reserved', 'settled') limit 1)`

/** What a signing collected goes back (V18): out of the holder's hands; what came straight to an account is an advance of the waybill. */
export async function undoCollectionOf(tx: Tx, actor: Actor, act: number): Promise<void> {
  // Locked first: a hand-in that is made at this moment is seen by what is asked next.
  await sql`select from collection where act_id = ${act} order by id for update`.execute(tx)
  const found =
    await sql<Standing>`select c.id, w.waybill_no as "waybillNo", c.outlet_id as "outletId", c.posting_id as "postingId", j.no as "handInNo", ${payoutOf} as "payoutNo"
    -- unscoped: of a signing that is taken back, whose waybill is locked
    from collection c join waybill w on w.id = c.waybill_id left join hand_in j on j.id = c.hand_in_id where c.act_id = ${act} and c.undone_posting_id is null`.execute(
      tx,
    )
  for (const one of found.rows) await undoCollection(tx, actor, one)
}

/** Locked with its waybill. Whoever has it now gives it back, who may be another by name since (a carrier that was merged). */
export async function undoCollection(tx: Tx, actor: Actor, one: Standing): Promise<void> {
  const { id, waybillNo, outletId, postingId, handInNo, payoutNo } = one
  if (payoutNo !== null) throw new Refusal('collections.paidOut', { no: payoutNo })
  if (handInNo !== null) throw new Refusal('collections.handedIn', { no: handInNo })
  const entries = await sql<
    Entry & { kind: Owner['kind']; ownerId: number; told: string | null; waybillId: number }
  >`select e.account, case e.account when 'custody' then c.holder_kind else e.owner_kind end as kind,
      case e.account when 'custody' then c.holder_id else e.owner_id end as "ownerId", e.channel as told, e.amount::text as amount,
      c.waybill_id as "waybillId"
    from money_entry e join collection c on c.id = ${id} where e.posting_id = ${postingId} order by e.id`.execute(tx)
  const undonePostingId = await postMoney(tx, actor, {
    act: 'reversal',
    doc: { type: 'collection', id, no: waybillNo },
    key: 'undone',
    day: clock.today(),
    outletId,
    frees: true,
    reversesId: postingId,
    entries: entries.rows.map(({ account, kind, ownerId, told, amount, waybillId }) =>
      account === 'cash'
        ? advance({ kind: 'waybill', id: waybillId }, amount)
        : {
            account,
            owner: { kind, id: ownerId },
            amount: negated(amount),
            ...(told === null ? {} : { channel: told }),
          },
    ),
  })
  await freeAtDoor(
    tx,
    entries.rows.flatMap(({ account, ownerId }) => (account === 'receivable' ? [ownerId] : [])),
  )
  await tx.updateTable('collection').set({ undone_posting_id: undonePostingId }).where('id', '=', id).execute()
}
