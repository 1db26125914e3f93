import type * as calls from '@xunyun/contract/waybills/calls'
import { sql } from 'kysely'
import type { Act } from '../../platform/act.ts'
import type { Approvals } from '../../platform/approvals.ts'
import { clock } from '../../platform/clock.ts'
import { owned } from '../../platform/db.ts'
import { badField } from '../../platform/refusal.ts'
import { refuseStale } from '../../platform/version.ts'
import { voidCharges } from '../charges/index.ts'
import { actTogether } from './acts.ts'
import { recordEvents } from './events.ts'
import { check, free, type LockedWaybill, lockWaybill } from './facts.ts'
import { giveBackOnward } from './onward/send.ts'
import { atOutlet, movePieces, outside, shipper } from './pieces.ts'
import { outletFor } from './place.ts'
import { dropReceipts } from './signedReceipt.ts'
import { updateWaybill } from './store.ts'
import { systemTracks } from './tracks/system.ts'

const atShipper = ({ places }: LockedWaybill) => free(places.filter(({ place }) => place === 'shipper'))

/** 入站: what the shipper brings is at the outlet now: the waybill's own, or another that is named or is this person's. */
export const checkInWaybills: Act<typeof calls.checkInWaybills> = async (asked, input) => {
  const { tx, actor } = asked
  const at = input.at ?? clock.iso()
  if (at > clock.iso()) throw badField('at', 'field.future')
  const chosen = input.outletId === undefined ? undefined : await outletFor(tx, actor, input.outletId)
  return actTogether(asked, 'checkIn', input.ids, async (waybills) => {
    const elsewhere = chosen ?? (waybills.every(({ mine }) => mine) ? undefined : await outletFor(tx, actor, undefined))
    const moves = waybills.flatMap((waybill) =>
      atShipper(waybill).map(({ pieces }) => ({
        waybillId: waybill.id,
        from: shipper,
        to: atOutlet(chosen ?? (waybill.mine ? waybill.outletId : (elsewhere ?? waybill.outletId))),
        pieces,
      })),
    )
    const track = await systemTracks(
      tx,
      actor,
      moves.map(({ waybillId, to, pieces }) => ({
        waybillId,
        node: 'checkIn',
        at,
        outletId: to.id,
        text: String(pieces),
      })),
    )
    const events = moves.map(({ waybillId, to, pieces }) => ({
      waybillId,
      event: { type: 'checkedIn', params: { pieces, outletId: to.id } },
    }))
    await movePieces(tx, actor, moves, () => ({ events, beside: { track } }))
  })
}

/** 作废: with a reason; the pieces leave the ledger again. */
export const cancelWaybills =
  (approvals: Approvals): Act<typeof calls.cancelWaybills> =>
  (asked, input) => {
    const { tx, actor } = asked
    return actTogether(asked, 'cancel', input.ids, async (waybills) => {
      const placed = waybills.filter(({ state }) => state !== 'draft')
      // Nobody decides on what is gone.
      const open = await tx
        .updateTable('waybill_change')
        .set({ state: 'withdrawn' })
        .where(sql<boolean>`waybill_id = any(${placed.map(({ id }) => id)}::bigint[])`)
        .where('state', '=', 'pending')
        .returning('id')
        .execute()
      await approvals.cancel(
        tx,
        'changeRequest',
        open.map(({ id }) => id),
        input.reason,
      )
      await approvals.cancel(
        tx,
        'price',
        placed.map(({ id }) => id),
        input.reason,
      )
      await movePieces(
        tx,
        actor,
        placed.map(({ id, pieces, isOnward, outletId }) => ({
          waybillId: id,
          from: isOnward ? atOutlet(outletId) : shipper,
          to: outside,
          pieces,
        })),
      )
      await dropReceipts(
        tx,
        placed.map(({ id }) => id),
      )
      await owned(tx)
        .updateTable('waybill')
        .set({
          state: 'cancelled',
          state_pieces: 0,
          unarranged: 0,
          cancel_reason: input.reason,
          price_state: sql`case when price_state = 'pending' then 'unpriced' else price_state end`,
          version: sql`version + 1`,
          updated_at: clock.iso(),
          updated_by: actor.userId,
        })
        .where(sql<boolean>`id = any(${waybills.map(({ id }) => id)}::bigint[])`)
        .execute()
      await voidCharges(
        tx,
        placed.map(({ id }) => id),
      )
      await recordEvents(
        tx,
        actor,
        waybills.map(({ id }) => ({ waybillId: id, event: { type: 'cancelled', params: { reason: input.reason } } })),
      )
      await giveBackOnward(
        tx,
        actor,
        waybills.filter(({ isOnward }) => isOnward).map(({ id }) => id),
        input.reason,
      )
    })
  }

/** 控货: no delivery, self-pickup or signing until released. */
export const holdWaybill: Act<typeof calls.holdWaybill> = async ({ tx, actor }, input) => {
  const facts = await lockWaybill(tx, actor, input.id)
  await refuseStale(
    tx,
    { version: facts.version, updated_at: facts.updatedAt, updated_by: facts.updatedBy },
    input.version,
  )
  check('hold', facts)
  await updateWaybill(tx, actor, input.id, { hold: true })
  await recordEvents(tx, actor, [{ waybillId: input.id, event: { type: 'held', params: { reason: input.reason } } }])
  return { version: facts.version + 1 }
}

/** 放货: who, when and the proof stand in the chain. */
export const releaseWaybill: Act<typeof calls.releaseWaybill> = async ({ tx, actor }, input) => {
  const facts = await lockWaybill(tx, actor, input.id)
  await refuseStale(
    tx,
    { version: facts.version, updated_at: facts.updatedAt, updated_by: facts.updatedBy },
    input.version,
  )
  check('release', facts)
  await updateWaybill(tx, actor, input.id, { hold: false })
  await recordEvents(tx, actor, [{ waybillId: input.id, event: { type: 'released', params: { proof: input.proof } } }])
  return { version: facts.version + 1 }
}
