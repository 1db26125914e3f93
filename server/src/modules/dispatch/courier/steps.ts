import type * as calls from '@xunyun/contract/dispatch/courier'
import type { CourierAction, CourierState } from '@xunyun/contract/dispatch/states'
import { compareDecimal } from '@xunyun/contract/kernel/decimal'
import { refuseFor } from '../../../platform/abilities.ts'
import type { Act, Asked } from '../../../platform/act.ts'
import { type Actor, everywhere } from '../../../platform/actor.ts'
import { eachRecord, type Records } from '../../../platform/batch.ts'
import { clock } from '../../../platform/clock.ts'
import type { Tx } from '../../../platform/db.ts'
import type { Files } from '../../../platform/files.ts'
import { recordHistory } from '../../../platform/history.ts'
import type { Numbering } from '../../../platform/numbering.ts'
import { badField, Refusal } from '../../../platform/refusal.ts'
import {
  addSystemTracks,
  atOutlet,
  carrierStrand,
  changeLeg,
  type LockedWaybill,
  movePieces,
  onLine,
  recordEvents,
  refusedFrom,
  refuseWaybill,
  reverseAct,
  signWaybill,
  undoSigningOf,
  waybillFacts,
} from '../../waybills/index.ts'
import { aboard } from '../aboard.ts'
import { giveBack, planLines, removedEvent } from '../cargo.ts'
import { carriersWith, mayBeHanded } from '../carriers.ts'
import { type Courier, lockCourier, lockCouriersWithCargo } from '../facts.ts'
import { refuseHolding } from '../holding.ts'
import { outletsOf } from '../outlets.ts'
import { setState } from '../store.ts'
import { courierAllows, courierHere, heldStays } from './rules.ts'
import { undoneNext } from './undoes.ts'

/** Parcels in scope, of which the state says what may be done. */
const parcelsTo = (actor: Actor, action: CourierAction): Records<Courier> => ({
  lock: lockCouriersWithCargo,
  no: ({ carrierNo }) => carrierNo,
  may: (parcel) => {
    const no = courierAllows(action, parcel.state) ?? courierHere(actor, parcel)
    return no === undefined ? undefined : new Refusal(no.reason, no.params ?? {})
  },
})

/** Not in the future, and not before the step before. */
function momentFor(parcel: Courier, at: string): void {
  const before = parcel.deliverAt ?? parcel.transitAt ?? parcel.departAt
  // A person types minutes: the step before may be some seconds later in the same minute.
  if (before !== null && at.slice(0, 16) < before.slice(0, 16)) throw new Refusal('dispatch.beforeLastStep')
}
const pastMoment = (at: string | undefined): string => {
  if (at !== undefined && at > clock.iso()) throw badField('at', 'dispatch.departFuture')
  return at ?? clock.iso()
}

const lineOf = (parcel: Courier) => parcel.lines[0] as Courier['lines'][number]
const waybillOf = async (tx: Tx, actor: Actor, parcel: Courier): Promise<LockedWaybill> => {
  const { waybillId } = lineOf(parcel)
  return (await waybillFacts(tx, everywhere(actor), [waybillId], false, false)).get(waybillId) as LockedWaybill
}

/** 揽收: the pieces go to the courier. */
export const collectCouriers: Act<typeof calls.collectCouriers> = (asked, input) => {
  const { tx, actor } = asked
  const at = pastMoment(input.at)
  return eachRecord(asked, input.ids, parcelsTo(actor, 'collect'), (parcel) => collect(tx, actor, parcel, at))
}

export async function collect(tx: Tx, actor: Actor, parcel: Courier, at: string): Promise<void> {
  const carrier = (await carriersWith(tx, 'courier', [parcel.carrierId])).get(parcel.carrierId)
  refuseFor(mayBeHanded(carrier))
  const holder = { kind: 'company', id: parcel.carrierId, name: carrier?.shortName ?? '' } as const
  await refuseHolding(tx, holder, [lineOf(parcel).waybillId])
  refuseFor(heldStays(await waybillOf(tx, actor, parcel)))
  const line = lineOf(parcel)
  const from = { place: line.fromPlace, id: line.fromId }
  await movePieces(tx, actor, [
    { waybillId: line.waybillId, from, to: onLine(parcel.id, line), pieces: line.pieces, planned: true },
  ])
  await setState(tx, actor, parcel, 'collected', { depart_at: at })
  await say(tx, actor, parcel, {
    node: 'depart',
    event: 'courierCollected',
    at,
    outletId: from.place === 'outlet' ? from.id : undefined,
  })
  await recordHistory(tx, actor, 'arrangement', parcel.id, 'collected', [{ field: 'collectedAt', from: null, to: at }])
}

/** What the waybill is told of a step. */
async function say(
  tx: Tx,
  actor: Actor,
  parcel: Courier,
  told: { node: string; event: string; at: string; outletId?: number | undefined; pieces?: number; reason?: string },
): Promise<void> {
  const { waybillId, pieces: all } = lineOf(parcel)
  const { node, event, at, outletId, pieces = all, reason } = told
  await addSystemTracks(tx, actor, [
    {
      waybillId,
      node,
      at,
      arrangementId: parcel.id,
      text: String(pieces),
      ...(outletId === undefined ? {} : { outletId }),
    },
  ])
  const params = {
    arrangementNo: parcel.arrangementNo,
    leg: 'courier',
    carrierNo: parcel.carrierNo,
    pieces,
    at,
    ...(reason === undefined ? {} : { reason }),
  }
  await recordEvents(tx, actor, [{ waybillId, event: { type: event, params } }])
}

/** 运输: on its way; the pieces stay with the courier. */
export const transitCouriers: Act<typeof calls.transitCouriers> = (asked, input) =>
  under(asked, input, 'transit', 'inTransit', async (parcel, at) => {
    await setState(asked.tx, asked.actor, parcel, 'inTransit', { transit_at: at })
    await say(asked.tx, asked.actor, parcel, { node: 'via', event: 'courierTransit', at })
  })

/** 派送: out for delivery. */
export const deliverCouriers: Act<typeof calls.deliverCouriers> = (asked, input) =>
  under(asked, input, 'deliver', 'outForDelivery', async (parcel, at) => {
    await changeLeg(asked.tx, [parcel.id], [lineOf(parcel).waybillId], 'delivery')
    await setState(asked.tx, asked.actor, parcel, 'outForDelivery', { deliver_at: at })
    await say(asked.tx, asked.actor, parcel, { node: 'deliver', event: 'courierDelivery', at })
  })

function under(
  asked: Asked,
  input: { ids: readonly number[]; at?: string | undefined },
  action: CourierAction,
  told: CourierState,
  act: (parcel: Courier, at: string) => Promise<void>,
) {
  const at = pastMoment(input.at)
  return eachRecord(asked, input.ids, parcelsTo(asked.actor, action), async (parcel) => {
    momentFor(parcel, at)
    await act(parcel, at)
    await recordHistory(asked.tx, asked.actor, 'arrangement', parcel.id, told, [{ field: 'at', from: null, to: at }])
  })
}

type Deps = { numbering: Numbering; files: Files }

/** 签收: all of it was handed over. The courier has collected its COD; other money at the door is signed for on the waybill. */
export const signCouriers =
  (deps: Deps): Act<typeof calls.signCouriers> =>
  (asked, input) => {
    const { tx, actor } = asked
    const at = pastMoment(input.at)
    return eachRecord(asked, input.ids, parcelsTo(actor, 'sign'), async (parcel) => {
      momentFor(parcel, at)
      const waybill = await waybillOf(tx, actor, parcel)
      const open = (await aboard(tx, parcel)).find(({ isRefused }) => !isRefused)
      const cod = await codDue(tx, waybill)
      if (compareDecimal(waybill.freightToCollect, '0') > 0 && cod !== undefined)
        throw new Refusal('dispatch.collectsFreight')
      if (cod !== undefined && compareDecimal(cod, parcel.codAmount) !== 0)
        throw new Refusal('dispatch.collectsOther', { cod, courier: parcel.codAmount })
      await signWaybill(deps)(asked, {
        id: waybill.id,
        from: carrierStrand(parcel.id),
        signed: open?.pieces ?? 0,
        signer: input.signer,
        signedAt: at,
        ...(cod !== undefined && compareDecimal(cod, '0') > 0 ? { cod, codChannel: 'transfer' } : {}),
      })
      await setState(tx, actor, parcel, 'derived')
      await recordHistory(tx, actor, 'arrangement', parcel.id, 'signed', [{ field: 'at', from: null, to: at }])
    })
  }

/** COD that is collected with the first pieces; undefined where pieces were handed over before. */
async function codDue(tx: Tx, waybill: LockedWaybill): Promise<string | undefined> {
  const before = await tx
    .selectFrom('signing')
    .select('id')
    .where('waybill_id', '=', waybill.id)
    .where('signed', '>', 0)
    .where('undone', '=', false)
    .limit(1)
    .executeTakeFirst()
  return before === undefined ? waybill.codAmount : undefined
}

/** 拒收: all of it was refused; it stays with the courier until it comes back. */
export const refuseCouriers =
  (deps: Deps): Act<typeof calls.refuseCouriers> =>
  (asked, input) => {
    const { tx, actor } = asked
    const at = pastMoment(input.at)
    return eachRecord(asked, input.ids, parcelsTo(actor, 'refuse'), async (parcel) => {
      momentFor(parcel, at)
      const open = (await aboard(tx, parcel)).find(({ isRefused }) => !isRefused)
      await refuseWaybill(deps)(asked, {
        id: lineOf(parcel).waybillId,
        from: carrierStrand(parcel.id),
        pieces: open?.pieces ?? 0,
        reason: input.reason,
        refusedAt: at,
      })
      await setState(tx, actor, parcel, 'derived')
      await recordHistory(tx, actor, 'arrangement', parcel.id, 'refused', [
        { field: 'reason', from: null, to: input.reason },
      ])
    })
  }

/** 退回: what the courier still has comes back to an outlet of ours, the refused to its refused. */
export const giveBackCouriers: Act<typeof calls.giveBackCouriers> = async (asked, input) => {
  const { tx, actor } = asked
  const at = pastMoment(input.at)
  const known = await outletsOf(tx, [input.outletId])
  return eachRecord(asked, input.ids, parcelsTo(actor, 'giveBack'), async (parcel) => {
    momentFor(parcel, at)
    if (input.outletId !== undefined && !known.has(input.outletId)) throw badField('outletId', 'field.id')
    const outlet = atOutlet(input.outletId ?? parcel.fromOutletId ?? parcel.outletId)
    const from = onLine(parcel.id, lineOf(parcel))
    const cargo = await aboard(tx, parcel)
    await movePieces(
      tx,
      actor,
      cargo.map(({ waybillId, isRefused, pieces }) =>
        isRefused
          ? { waybillId, from: refusedFrom(from), to: refusedFrom(outlet), pieces }
          : { waybillId, from, to: outlet, pieces },
      ),
    )
    const pieces = cargo.reduce((sum, one) => sum + one.pieces, 0)
    await setState(tx, actor, parcel, 'derived')
    await say(tx, actor, parcel, {
      node: 'arrive',
      event: 'givenBack',
      at,
      outletId: outlet.id,
      pieces,
      reason: input.reason,
    })
    await recordHistory(tx, actor, 'arrangement', parcel.id, 'givenBack', [
      { field: 'pieces', from: null, to: String(pieces) },
      { field: 'reason', from: null, to: input.reason },
    ])
  })
}

/** 异常: what is wrong, or that nothing is any more. */
export const markCouriers: Act<typeof calls.markCouriers> = (asked, { ids, reason: abnormal }) => {
  const { tx, actor } = asked
  const action = abnormal === undefined ? 'clearAbnormal' : 'markAbnormal'
  return eachRecord(asked, ids, parcelsTo(actor, action), async (parcel) => {
    await setState(tx, actor, parcel, 'derived', { abnormal: abnormal ?? null })
    await recordHistory(tx, actor, 'arrangement', parcel.id, action, [
      { field: 'abnormal', from: parcel.abnormal, to: abnormal ?? null },
    ])
  })
}

/** 取消: before collection only; the pieces wait again, the number is free again. */
export const cancelCouriers: Act<typeof calls.cancelCouriers> = (asked, input) => {
  const { tx, actor } = asked
  return eachRecord(asked, input.ids, parcelsTo(actor, 'cancel'), async (parcel) => {
    await giveBack(tx, parcel.lines)
    await setState(tx, actor, parcel, 'cancelled', { cancel_reason: input.reason })
    await recordEvents(
      tx,
      actor,
      parcel.lines.map((line) => removedEvent(parcel.arrangementNo, line)),
    )
    await recordHistory(tx, actor, 'arrangement', parcel.id, 'cancelled', [
      { field: 'reason', from: null, to: input.reason },
    ])
  })
}

/** 撤销 of the last step: giving back, signing or refusing, 派送, 运输, 揽收 (T8). */
export const undoCourier: Act<typeof calls.undoCourier> = async ({ tx, actor }, input) => {
  const parcel = await lockCourier(tx, actor, input.id)
  refuseFor(courierAllows('undo', parcel.state) ?? courierHere(actor, parcel))
  const waybill = await waybillOf(tx, actor, parcel)
  const { step, act } = await undoneNext(tx, parcel)
  const undone =
    step === 'giveBack' ? 'giveBackUndone' : step === 'sign' || step === 'refuse' ? 'signingUndone' : 'stepUndone'
  if (step === 'giveBack' && act !== undefined) {
    await reverseAct(tx, actor, act, [waybill.id])
    await setState(tx, actor, parcel, 'derived')
  } else if (undone === 'signingUndone' && act !== undefined) {
    await undoSigningOf(tx, actor, waybill.id, act)
    await setState(tx, actor, parcel, 'derived')
  } else if (step === 'deliver') {
    await changeLeg(tx, [parcel.id], [waybill.id], 'trunk')
    await setState(tx, actor, parcel, parcel.transitAt === null ? 'collected' : 'inTransit', { deliver_at: null })
  } else if (step === 'transit') {
    await setState(tx, actor, parcel, 'collected', { transit_at: null })
  } else {
    if (act !== undefined) await reverseAct(tx, actor, act, [waybill.id])
    await setState(tx, actor, parcel, 'new', { depart_at: null, done_at: null, abnormal: null })
    await planLines(tx, parcel.lines)
  }
  await recordEvents(tx, actor, [
    {
      waybillId: waybill.id,
      event: {
        type: undone === 'signingUndone' ? 'undone' : undone === 'giveBackUndone' ? undone : 'departureUndone',
        params: {
          arrangementNo: parcel.arrangementNo,
          reason: input.reason,
          ...(undone === 'signingUndone' ? { of: 'signed' } : {}),
        },
      },
    },
  ])
  await recordHistory(tx, actor, 'arrangement', parcel.id, undone, [{ field: 'reason', from: null, to: input.reason }])
  return { id: parcel.id, arrangementNo: parcel.arrangementNo, version: parcel.version + 1 }
}
