import type { Input } from '@xunyun/contract/kernel/call'
import { compareDecimal } from '@xunyun/contract/kernel/decimal'
import type * as calls from '@xunyun/contract/waybills/calls'
import { sql } from 'kysely'
import type { Act } from '../../platform/act.ts'
import { type Actor, requireRight } from '../../platform/actor.ts'
import { clock } from '../../platform/clock.ts'
import { kept, owned, type Tx } from '../../platform/db.ts'
import type { Files } from '../../platform/files.ts'
import type { Numbering } from '../../platform/numbering.ts'
import { badField } from '../../platform/refusal.ts'
import { openAbnormal } from './abnormal.ts'
import { recordEvents } from './events.ts'
import { check, type LockedWaybill, lockWaybill } from './facts.ts'
import { consignee, type Move, movePieces, refusedPlace } from './pieces.ts'
import { collectionFits, signablePlaces, signedFits, toCollect } from './rules.ts'
import { systemTrack } from './tracks.ts'

type Deps = { numbering: Numbering; files: Files }

/**
 * Signs (签收): pieces go to the consignee, some may be refused; what is left, and what was refused, opens an abnormal case.
 * Photos go to the waybill's files. COD and freight to collect must be collected whole, or waived with the right.
 */
export const signWaybill =
  (deps: Deps): Act<typeof calls.signWaybill> =>
  async ({ tx, actor }, input) => {
    const waybill = await lockWaybill(tx, actor, input.id)
    check('sign', waybill)
    const places = signablePlaces(waybill)
    const there = sumOf(places)
    const { signed, refused, short } = await checkInput(tx, actor, waybill, input, there)

    const act = await movePieces(tx, actor, spread(waybill.id, places, signed, refused))
    if (act === undefined) throw new Error('nothing was signed')
    const due = toCollect(waybill)
    const collected = input.waive === true ? '0' : (input.collected ?? '0')
    await deps.files.link(tx, actor, 'waybill', waybill.id, input.files ?? [])
    const params = {
      signed,
      refused,
      short,
      collected,
      waived: input.waive === true,
      files: input.files?.length ?? 0,
      signedAt: input.signedAt,
      reason: input.refuseReason ?? null,
    }
    const event = { type: 'signed', params, personal: { signer: input.signer } }
    await recordEvents(tx, actor, [{ waybillId: waybill.id, event }], {
      signing: [
        {
          waybill_id: waybill.id,
          act_id: act,
          signer: input.signer,
          signed_at: input.signedAt,
          signed,
          refused,
          short,
          refuse_reason: input.refuseReason ?? null,
          collected,
          waived: input.waive === true && compareDecimal(due, '0') > 0,
          by_id: actor.userId,
        },
      ],
      track: [systemTrack(actor, { waybillId: waybill.id, node: 'sign', at: input.signedAt, text: String(signed) })],
    })

    const cases = [
      ...(refused > 0 ? [{ type: 'refused', pieces: refused, text: input.refuseReason ?? '' }] : []),
      ...(short > 0 ? [{ type: input.shortType ?? 'short', pieces: short, text: '' }] : []),
    ]
    for (const one of cases)
      await openAbnormal(tx, actor, deps.numbering, {
        waybillId: waybill.id,
        act,
        node: 'sign',
        happenedAt: input.signedAt,
        ...one,
      })
    return { version: waybill.version }
  }

/** Refuses (拒收): nothing is handed over, so nobody signs and nothing is collected. What is not refused stays where it is. */
export const refuseWaybill =
  (deps: Deps): Act<typeof calls.refuseWaybill> =>
  async ({ tx, actor }, input) => {
    const waybill = await lockWaybill(tx, actor, input.id)
    check('refuse', waybill)
    const places = signablePlaces(waybill)
    const { pieces, reason, refusedAt } = input
    const fits = signedFits(sumOf(places), 0, pieces)
    if (fits !== undefined) throw badField('pieces', fits.reason, fits.params)
    const { departed } = await before(tx, waybill.id)
    checkMoment('refusedAt', refusedAt, departed)

    const act = await movePieces(tx, actor, spread(waybill.id, places, 0, pieces))
    if (act === undefined) throw new Error('nothing was refused')
    await deps.files.link(tx, actor, 'waybill', waybill.id, input.files ?? [])
    const params = { pieces, reason, refusedAt, files: input.files?.length ?? 0 }
    await recordEvents(tx, actor, [{ waybillId: waybill.id, event: { type: 'refused', params } }], {
      signing: [
        {
          waybill_id: waybill.id,
          act_id: act,
          signer: '',
          signed_at: refusedAt,
          signed: 0,
          refused: pieces,
          short: 0,
          refuse_reason: reason,
          collected: '0',
          waived: false,
          by_id: actor.userId,
        },
      ],
      track: [systemTrack(actor, { waybillId: waybill.id, node: 'refuse', at: refusedAt, text: String(pieces) })],
    })
    await openAbnormal(tx, actor, deps.numbering, {
      waybillId: waybill.id,
      act,
      node: 'refuse',
      happenedAt: refusedAt,
      type: 'refused',
      pieces,
      text: reason,
    })
    return { version: waybill.version }
  }

const sumOf = (places: LockedWaybill['places']) => places.reduce((sum, { pieces }) => sum + pieces, 0)

/** Not in the future, and not before the pieces left for the consignee. */
function checkMoment(path: string, at: string, departed: string | null): void {
  if (at > clock.iso()) throw badField(path, 'field.future')
  // A person types minutes: the departure may be some seconds later in the same minute.
  if (departed !== null && at.slice(0, 16) < departed.slice(0, 16)) throw badField(path, 'waybills.signBeforeDeparture')
}

async function checkInput(
  tx: Tx,
  actor: Actor,
  waybill: LockedWaybill,
  input: Input<typeof calls.signWaybill>,
  there: number,
) {
  const signed = input.signed
  const refused = input.refused ?? 0
  const short = there - signed - refused
  const fits = signedFits(there, signed, refused)
  if (fits !== undefined) throw badField('signed', fits.reason, fits.params)
  if (refused > 0 && input.refuseReason === undefined) throw badField('refuseReason', 'waybills.refuseReasonNeeded')
  if (short > 0 && input.shortType === undefined) throw badField('shortType', 'waybills.shortTypeNeeded', { short })
  const { departed, wasSigned } = await before(tx, waybill.id)
  checkMoment('signedAt', input.signedAt, departed)
  if (input.waive === true) requireRight(actor, 'waiveCollection', 'edit')
  // What is to be collected is collected once, with the first pieces handed over.
  const due = wasSigned ? '0' : toCollect(waybill)
  const money = collectionFits(due, input.collected ?? '0', input.waive === true)
  if (money !== undefined) throw badField('collected', money.reason, money.params)
  return { signed, refused, short }
}

/** The last time its pieces left a place on the way to the consignee, and whether some were handed over already. */
async function before(tx: Tx, waybillId: number): Promise<{ departed: string | null; wasSigned: boolean }> {
  const found = await sql<{ departed: string | null; wasSigned: boolean }>`${kept}
    select (select max(at) from track
        where waybill_id = ${waybillId} and source = 'system' and node in ('deliver', 'awaitPickup', 'depart')) as departed,
      exists (select from signing where waybill_id = ${waybillId} and signed > 0 and not undone) as "wasSigned"`.execute(
    tx,
  )
  return found.rows[0] ?? { departed: null, wasSigned: false }
}

/** Takes signed and refused pieces from the places where they are, in order. */
function spread(waybillId: number, places: LockedWaybill['places'], signed: number, refused: number): Move[] {
  const moves: Move[] = []
  let left = { signed, refused }
  for (const one of places) {
    const from = {
      place: one.place as 'pickup' | 'arrangement',
      id: one.placeId,
      ...(one.leg === null ? {} : { leg: one.leg }),
    }
    const toSign = Math.min(one.pieces, left.signed)
    const toRefuse = Math.min(one.pieces - toSign, left.refused)
    moves.push(
      { waybillId, from, to: consignee, pieces: toSign },
      { waybillId, from, to: refusedPlace, pieces: toRefuse },
    )
    left = { signed: left.signed - toSign, refused: left.refused - toRefuse }
  }
  return moves
}

/** Taken back whole, or of it what was `refused`: what was signed with that stays. The photos stay: they are evidence. */
export const undoSigning = async (tx: Tx, act: number, part?: 'refused'): Promise<void> => {
  await tx
    .updateTable('signing')
    .set(part === undefined ? { undone: true } : { refused: 0, refuse_reason: null })
    .where('act_id', '=', act)
    .execute()
  const cases = tx
    .updateTable('abnormal')
    .set({ is_deleted: true })
    .where('act_id', '=', act)
    .where('state', '=', 'open')
  const gone = await (part === undefined ? cases : cases.where('type', '=', part)).returning('waybill_id').execute()
  const ids = [...new Set(gone.map((row) => row.waybill_id))]
  for (const id of ids) {
    await owned(tx)
      .updateTable('waybill')
      .set({
        exception_count: sql`(select count(*) from abnormal a where a.waybill_id = waybill.id and a.state <> 'closed' and not a.is_deleted)`,
      })
      .where('id', '=', id)
      .execute()
  }
}
