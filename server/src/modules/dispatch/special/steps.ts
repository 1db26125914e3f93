import type * as calls from '@xunyun/contract/dispatch/special'
import type { SpecialAction } from '@xunyun/contract/dispatch/states'
import { refuseFor } from '../../../platform/abilities.ts'
import type { Act } from '../../../platform/act.ts'
import { type Actor, everywhere } from '../../../platform/actor.ts'
import { eachRecord, type Records } from '../../../platform/batch.ts'
import { clock } from '../../../platform/clock.ts'
import type { Tx } from '../../../platform/db.ts'
import { recordHistory } from '../../../platform/history.ts'
import type { Numbering } from '../../../platform/numbering.ts'
import { badField, Refusal, refuseFields } from '../../../platform/refusal.ts'
import {
  addSystemTracks,
  atOutlet,
  changeLeg,
  dropCases,
  movePieces,
  onLine,
  recordEvents,
  refusedFrom,
  reverseAct,
  waybillFacts,
} from '../../waybills/index.ts'
import { aboard, lastAct } from '../aboard.ts'
import { giveBack, planLines, removedEvent } from '../cargo.ts'
import { carriersWith, mayBeHanded } from '../carriers.ts'
import { lockSpecial, lockSpecialsWithCargo, type Special } from '../facts.ts'
import { refuseHolding } from '../holding.ts'
import { outletsOf } from '../outlets.ts'
import { broughtIn, cameOf, countsOf, ofOne, openShortCases } from '../shortfalls.ts'
import { setState } from '../store.ts'
import { heldWaitsForNotice, restIsBroughtIn, specialAllows, specialHere } from './rules.ts'
import { undoneNext } from './undoes.ts'

const mayDo = (actor: Actor, action: SpecialAction, special: Special) =>
  specialAllows(action, special.state) ?? specialHere(actor, action, special)

/** Those in scope, of which the state says what may be done. */
const specialsTo = (actor: Actor, action: SpecialAction): Records<Special> => ({
  lock: lockSpecialsWithCargo,
  no: ({ arrangementNo }) => arrangementNo,
  may: (special) => {
    const no = mayDo(actor, action, special)
    return no === undefined ? undefined : new Refusal(no.reason, no.params ?? {})
  },
})

const pastMoment = (at: string | undefined): string => {
  if (at !== undefined && at > clock.iso()) throw badField('at', 'dispatch.departFuture')
  return at ?? clock.iso()
}

/** 交接: the pieces go onto the line. */
export const handOverSpecials: Act<typeof calls.handOverSpecials> = (asked, input) => {
  const { tx, actor } = asked
  const at = pastMoment(input.at)
  return eachRecord(asked, input.ids, specialsTo(actor, 'handOver'), (special) => handOver(tx, actor, special, at))
}

export async function handOver(tx: Tx, actor: Actor, special: Special, at: string): Promise<void> {
  const carrier = (await carriersWith(tx, 'special', [special.carrierId])).get(special.carrierId)
  refuseFor(mayBeHanded(carrier))
  if (special.toOutletId === null)
    await refuseHolding(
      tx,
      { kind: 'company', id: special.carrierId, name: carrier?.shortName ?? '' },
      special.lines.map(({ waybillId }) => waybillId),
    )
  const cargo = await waybillFacts(
    tx,
    everywhere(actor),
    special.lines.map(({ waybillId }) => waybillId),
    false,
  )
  for (const waybill of cargo.values()) refuseFor(heldWaitsForNotice(waybill, special))
  await movePieces(
    tx,
    actor,
    special.lines.map((line) => ({
      waybillId: line.waybillId,
      from: { place: line.fromPlace, id: line.fromId },
      to: onLine(special.id, line),
      pieces: line.pieces,
      planned: true,
      ...(special.toOutletId === null ? {} : { towards: special.toOutletId }),
    })),
  )
  await setState(tx, actor, special, 'handedOver', { depart_at: at })
  await addSystemTracks(
    tx,
    actor,
    special.lines.map((line) => ({
      waybillId: line.waybillId,
      node: 'depart',
      at,
      arrangementId: special.id,
      text: String(line.pieces),
      ...(line.fromPlace === 'outlet' ? { outletId: line.fromId } : {}),
    })),
  )
  await recordEvents(
    tx,
    actor,
    special.lines.map((line) => ({
      waybillId: line.waybillId,
      event: {
        type: 'departed',
        params: { arrangementNo: special.arrangementNo, leg: 'line', pieces: line.pieces, at },
      },
    })),
  )
  await recordHistory(tx, actor, 'arrangement', special.id, 'handedOver', [{ field: 'handedAt', from: null, to: at }])
}

/**
 * 到达: at an outlet of ours what came lies there, and what is missing stays with the line, with a case (T10); else the pieces stay with the
 * carrier, who delivers them or keeps them at its station.
 */
export const arriveSpecials =
  (numbering: Numbering): Act<typeof calls.arriveSpecials> =>
  (asked, input) => {
    const { tx, actor } = asked
    const at = pastMoment(input.at)
    const counts = ofOne(input.unloaded, input.ids, 'unloaded')
    return eachRecord(asked, input.ids, specialsTo(actor, 'arrive'), async (special) => {
      if (special.departAt !== null && at < special.departAt) throw new Refusal('dispatch.arriveBeforeHandover')
      if (special.toOutletId === null && counts !== undefined) throw badField('unloaded', 'dispatch.countsAtOurs')
      const cargo = await aboard(tx, special)
      const most = cargo.flatMap(({ lineId, isRefused, pieces }) => (isRefused ? [] : [[lineId, pieces] as const]))
      const { came, missing } = cameOf(cargo, countsOf(counts, new Map(most), 'unloaded'))
      const waybillIds = [...new Set(cargo.map(({ waybillId }) => waybillId))]
      await setState(tx, actor, special, 'arrived', { arrive_at: at })
      if (special.toOutletId === null)
        await changeLeg(tx, [special.id], waybillIds, special.ends === 'station' ? 'station' : 'delivery')
      else {
        const outletId = special.toOutletId
        const moves = came.map((one) => ({ ...backTo(special, one, outletId), pieces: one.pieces }))
        const act = await movePieces(tx, actor, moves)
        await openShortCases(tx, actor, numbering, act, missing, at)
      }
      await addSystemTracks(
        tx,
        actor,
        came
          .filter(({ isRefused }) => !isRefused)
          .map(({ waybillId, pieces }) => ({
            waybillId,
            node: special.ends === 'station' ? 'awaitPickup' : special.ends === 'door' ? 'deliver' : 'arrive',
            at,
            arrangementId: special.id,
            text: String(pieces),
            ...(special.toOutletId === null ? {} : { outletId: special.toOutletId }),
          })),
      )
      await recordEvents(
        tx,
        actor,
        came.map(({ waybillId, pieces }) => ({
          waybillId,
          event: {
            type: 'arrived',
            params: { arrangementNo: special.arrangementNo, leg: 'line', ends: special.ends, pieces, at },
          },
        })),
      )
      await recordHistory(tx, actor, 'arrangement', special.id, 'arrived', [{ field: 'arrivedAt', from: null, to: at }])
    })
  }

/** 补到 of a line: as of a trip; 已签收 once nothing is left with it. */
export const bringInSpecial: Act<typeof calls.bringInSpecial> = async ({ tx, actor }, input) => {
  const special = await lockSpecial(tx, actor, input.id)
  refuseFor(
    mayDo(actor, 'bringIn', special) ?? (special.ends === 'outlet' ? undefined : { reason: 'dispatch.countsAtOurs' }),
  )
  return broughtIn(tx, actor, special, input)
}

/** Where pieces that leave the carrier go at an outlet; the refused are kept apart. */
function backTo(special: Special, one: { waybillId: number; lineId: number; isRefused: boolean }, outletId: number) {
  const line = special.lines.find(({ id }) => id === one.lineId) ?? { id: one.lineId, leg: 'trunk' }
  const from = onLine(special.id, line)
  return one.isRefused
    ? { waybillId: one.waybillId, from: refusedFrom(from), to: refusedFrom(atOutlet(outletId)) }
    : { waybillId: one.waybillId, from, to: atOutlet(outletId) }
}

/** 退回: unsigned or refused pieces come back to an outlet of ours, the refused to its refused. */
export const giveBackSpecial: Act<typeof calls.giveBackSpecial> = async ({ tx, actor }, input) => {
  const special = await lockSpecial(tx, actor, input.id)
  refuseFor(mayDo(actor, 'giveBack', special) ?? restIsBroughtIn(special))
  const at = pastMoment(input.at)
  if (special.departAt !== null && at < special.departAt) throw badField('at', 'dispatch.arriveBeforeHandover')
  if (!(await outletsOf(tx, [input.outletId])).has(input.outletId)) throw badField('outletId', 'field.id')
  const cargo = await aboard(tx, special)
  const moves = input.lines.flatMap(({ waybillId, pieces = 0, refused = 0 }, index) => {
    const take = (isRefused: boolean, wanted: number, path: string) => {
      const there = cargo.filter((one) => one.waybillId === waybillId && one.isRefused === isRefused)
      const free = there.reduce((sum, one) => sum + one.pieces, 0)
      if (wanted > free) throw badField(`lines.${index}.${path}`, 'dispatch.fewerWithCarrier', { free })
      let open = wanted
      return there.map((one) => {
        const taken = Math.min(open, one.pieces)
        open -= taken
        one.pieces -= taken
        return { ...backTo(special, one, input.outletId), pieces: taken }
      })
    }
    return [...take(false, pieces, 'pieces'), ...take(true, refused, 'refused')]
  })
  const back = moves.filter(({ pieces }) => pieces > 0)
  refuseFields(back.length > 0 ? [] : [{ path: 'lines.0.pieces', reason: 'field.required' }])
  await movePieces(tx, actor, back)
  await told(tx, actor, special, back, { outletId: input.outletId, at, reason: input.reason })
  await setState(tx, actor, special, 'derived')
  return { id: special.id, arrangementNo: special.arrangementNo, version: special.version + 1 }
}

async function told(
  tx: Tx,
  actor: Actor,
  special: Special,
  back: readonly { waybillId: number; pieces: number }[],
  { outletId, at, reason }: { outletId: number; at: string; reason: string },
): Promise<void> {
  const pieces = Map.groupBy(back, ({ waybillId }) => waybillId)
  const sums = [...pieces].map(([waybillId, moves]) => ({
    waybillId,
    pieces: moves.reduce((sum, one) => sum + one.pieces, 0),
  }))
  await addSystemTracks(
    tx,
    actor,
    sums.map((one) => ({
      waybillId: one.waybillId,
      node: 'arrive',
      at,
      arrangementId: special.id,
      text: String(one.pieces),
      outletId,
    })),
  )
  await recordEvents(
    tx,
    actor,
    sums.map((one) => ({
      waybillId: one.waybillId,
      event: {
        type: 'givenBack',
        params: { arrangementNo: special.arrangementNo, pieces: one.pieces, at, reason },
      },
    })),
  )
  await recordHistory(tx, actor, 'arrangement', special.id, 'givenBack', [
    { field: 'pieces', from: null, to: String(sums.reduce((sum, one) => sum + one.pieces, 0)) },
    { field: 'reason', from: null, to: reason },
  ])
}

/** 取消: before handing over only; the pieces wait again. */
export const cancelSpecials: Act<typeof calls.cancelSpecials> = (asked, input) => {
  const { tx, actor } = asked
  return eachRecord(asked, input.ids, specialsTo(actor, 'cancel'), async (special) => {
    await giveBack(tx, special.lines)
    await setState(tx, actor, special, 'cancelled', { cancel_reason: input.reason })
    await recordEvents(
      tx,
      actor,
      special.lines.map((line) => removedEvent(special.arrangementNo, line)),
    )
    await recordHistory(tx, actor, 'arrangement', special.id, 'cancelled', [
      { field: 'reason', from: null, to: input.reason },
    ])
  })
}

const undoneWords = {
  giveBack: 'giveBackUndone',
  bringIn: 'bringInUndone',
  arrive: 'arrivalUndone',
  handOver: 'departureUndone',
} as const

/**
 * 撤销: a bringing in, else a giving back whose pieces lie where it put them, else the arrival, else the handing over; for all its waybills or
 * none. Handing over anew plans only what was loaded (T8).
 */
export const undoSpecial: Act<typeof calls.undoSpecial> = async ({ tx, actor }, input) => {
  const special = await lockSpecial(tx, actor, input.id)
  refuseFor(mayDo(actor, 'undo', special))
  const waybills = await waybillFacts(
    tx,
    everywhere(actor),
    special.lines.map(({ waybillId }) => waybillId),
    true,
  )
  const ids = Array.from(waybills.values(), ({ id }) => id)
  const { step, off } = await undoneNext(tx, special)
  const undone = undoneWords[step]
  if (step === 'bringIn' && off !== undefined) {
    await reverseAct(tx, actor, off, ids)
    await setState(tx, actor, special, 'derived', { brought_in: special.broughtIn - 1 })
  } else if (step === 'giveBack' && off !== undefined) {
    await reverseAct(tx, actor, off, ids)
    await setState(tx, actor, special, 'derived')
  } else if (step === 'arrive') {
    if (special.ends === 'outlet' && off !== undefined) {
      await reverseAct(tx, actor, off, ids)
      await dropCases(tx, off)
    } else {
      const signed = await lastAct(tx, special, 'signed')
      if (signed !== undefined) throw new Refusal('dispatch.signedThere', { no: special.arrangementNo })
      await changeLeg(tx, [special.id], ids, 'trunk')
    }
    await setState(tx, actor, special, 'handedOver', { arrive_at: null, done_at: null })
  } else {
    const onto = await lastAct(tx, special, 'onto')
    if (onto !== undefined) await reverseAct(tx, actor, onto, ids)
    await setState(tx, actor, special, 'new', { depart_at: null, done_at: null })
    await planLines(tx, special.lines)
  }
  await recordEvents(
    tx,
    actor,
    ids.map((waybillId) => ({
      waybillId,
      event: { type: undone, params: { arrangementNo: special.arrangementNo, reason: input.reason } },
    })),
  )
  await recordHistory(tx, actor, 'arrangement', special.id, undone, [{ field: 'reason', from: null, to: input.reason }])
  return { id: special.id, arrangementNo: special.arrangementNo, version: special.version + 1 }
}
