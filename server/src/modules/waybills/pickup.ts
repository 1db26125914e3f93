import { randomInt } from 'node:crypto'
import type { Input } from '@xunyun/contract/kernel/call'
import type { signWaybill } from '@xunyun/contract/waybills/calls'
import type * as calls from '@xunyun/contract/waybills/pickup'
import { sql } from 'kysely'
import type { Act } from '../../platform/act.ts'
import type { Actor } from '../../platform/actor.ts'
import { clock } from '../../platform/clock.ts'
import { owned, type Tx } from '../../platform/db.ts'
import type { Change } from '../../platform/history.ts'
import { badField } from '../../platform/refusal.ts'
import { actTogether } from './acts.ts'
import { free, type LockedWaybill } from './facts.ts'
import { atOutlet, awaitingPickup, type Move, movePieces } from './pieces.ts'
import { pickupPlaces, type SignableStrand, waitingPlaces } from './rules.ts'
import { systemTracks } from './tracks/system.ts'

/** 提货码 of a waybill while pieces of it await pickup: it ends with the last of them, and is the same if they come back. */
export const codeInForce = (waybill: Pick<LockedWaybill, 'pickupCode' | 'places'>): string | null =>
  waitingPlaces(waybill).length > 0 ? waybill.pickupCode : null

/** The same for a reader: its own outlet, the one where they wait, its customer. An outlet on the way has no use for it. */
export const codeFor = (waybill: LockedWaybill): string | null =>
  waybill.mine || waitingPlaces(waybill).some(({ here }) => here) ? codeInForce(waybill) : null

/** 通知自提: pieces at their destination wait for the consignee, who shows a code there. */
export const notifyPickup: Act<typeof calls.notifyPickup> = (asked, { ids }) => {
  const { tx, actor } = asked
  return actTogether(asked, 'notifyPickup', ids, async (waybills) => {
    const moves = waybills.flatMap((waybill) =>
      free(pickupPlaces(waybill)).map(({ placeId, pieces }) => ({
        waybillId: waybill.id,
        from: atOutlet(placeId),
        to: awaitingPickup(placeId),
        pieces,
      })),
    )
    const withoutCode = waybills.filter((waybill) => codeInForce(waybill) === null)
    await issueCodes(tx, withoutCode)
    const issued = new Set<number>(withoutCode.map(({ id }) => id))
    const events = moves.map(({ waybillId, to, pieces }) => ({
      waybillId,
      // The chain is read by many: that there is a code, and not which.
      event: { type: 'pickupNotified', params: { pieces, outletId: to.id, codeIssued: issued.delete(waybillId) } },
    }))
    const track = await tracksAtOutlet(tx, actor, 'awaitPickup', moves)
    await movePieces(tx, actor, moves, () => ({ events, beside: { track } }))
  })
}

async function issueCodes(tx: Tx, waybills: readonly LockedWaybill[]): Promise<void> {
  if (waybills.length === 0) return
  const codes = waybills.map(({ id }) => ({ id, code: String(randomInt(1_000_000)).padStart(6, '0') }))
  await sql`update waybill w set pickup_code = c.code
    -- unscoped: the waybills that are locked here
    from json_to_recordset(${JSON.stringify(codes)}::json) as c(id bigint, code text) where w.id = c.id`.execute(tx)
}

/**
 * 自提改送: all that awaits pickup is the outlet's again, to go to the consignee's address by a trip. The waybill's delivery
 * way follows; the code ends with the last waiting piece.
 */
export const deliverInstead: Act<typeof calls.deliverInstead> = (asked, { ids, reason }) => {
  const { tx, actor } = asked
  return actTogether(asked, 'deliverInstead', ids, async (waybills) => {
    const moves = waybills.flatMap((waybill) =>
      waitingPlaces(waybill).map(({ placeId, pieces }) => ({
        waybillId: waybill.id,
        from: awaitingPickup(placeId),
        to: atOutlet(placeId),
        pieces,
      })),
    )
    const isChanged = new Set<number>(
      waybills.filter(({ deliveryWay }) => deliveryWay === 'selfPickup').map(({ id }) => id),
    )
    await setDeliveryWay(tx, actor, [...isChanged], 'delivery')
    const events = moves.map(({ waybillId, to, pieces }) => ({
      waybillId,
      event: {
        type: 'deliveredInstead',
        params: { pieces, outletId: to.id, reason: reason ?? null },
        changes: isChanged.delete(waybillId) ? [{ field: 'delivery_way', from: 'selfPickup', to: 'delivery' }] : [],
      },
    }))
    const track = await tracksAtOutlet(tx, actor, 'deliverInstead', moves)
    await movePieces(tx, actor, moves, () => ({ events, beside: { track } }))
  })
}

/** 自提改送 is taken back: the pieces await pickup again, and so does the consignee who picks them up. */
export async function pickUpAfterAll(tx: Tx, actor: Actor, { id, deliveryWay }: LockedWaybill): Promise<Change[]> {
  if (deliveryWay === 'selfPickup') return []
  await setDeliveryWay(tx, actor, [id], 'selfPickup')
  return [{ field: 'delivery_way', from: deliveryWay, to: 'selfPickup' }]
}

async function setDeliveryWay(
  tx: Tx,
  actor: Actor,
  ids: readonly number[],
  way: 'selfPickup' | 'delivery',
): Promise<void> {
  if (ids.length === 0) return
  await owned(tx)
    .updateTable('waybill')
    .set({ delivery_way: way, version: sql`version + 1`, updated_at: clock.iso(), updated_by: actor.userId })
    .where(sql<boolean>`id = any(${[...ids]}::bigint[])`)
    .execute()
}

const tracksAtOutlet = (tx: Tx, actor: Actor, node: string, moves: readonly Move[]) => {
  const at = clock.iso()
  return systemTracks(
    tx,
    actor,
    moves.map(({ waybillId, to, pieces }) => ({ waybillId, node, at, outletId: to.id, text: String(pieces) })),
  )
}

/** Whoever picks pieces up shows the code while there is one; without it, why he got them is answered and kept. */
export function noCodeReason(
  waybill: LockedWaybill,
  strand: SignableStrand,
  input: Pick<Input<typeof signWaybill>, 'pickupCode' | 'noCodeReason'>,
): string | null {
  const code = strand.place === 'pickup' ? codeInForce(waybill) : null
  if (code === null || input.pickupCode === code) return null
  if (input.pickupCode !== undefined) throw badField('pickupCode', 'waybills.pickupCodeWrong')
  if (input.noCodeReason === undefined) throw badField('pickupCode', 'waybills.pickupCodeNeeded')
  return input.noCodeReason
}
