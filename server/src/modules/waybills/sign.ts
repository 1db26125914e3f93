import type { Input } from '@xunyun/contract/kernel/call'
import { compareDecimal } from '@xunyun/contract/kernel/decimal'
import type { signWaybill } from '@xunyun/contract/waybills/calls'
import { sql } from 'kysely'
import { type Actor, requireRight } from '../../platform/actor.ts'
import { clock } from '../../platform/clock.ts'
import { kept, owned, type Tx } from '../../platform/db.ts'
import type { Files } from '../../platform/files.ts'
import type { Numbering } from '../../platform/numbering.ts'
import { badField } from '../../platform/refusal.ts'
import { insertTogether } from '../../platform/rows.ts'
import { openAbnormal } from './abnormal.ts'
import { recordEvents } from './events.ts'
import { check, type LockedWaybill, lockWaybill } from './facts.ts'
import { consignee, type Move, movePieces, refusedPlace } from './pieces.ts'
import { collectionFits, signablePlaces, signedFits, toCollect } from './rules.ts'
import { systemTrack } from './tracks.ts'

/**
 * Signs (签收): pieces go to the consignee or are refused; what is left, and what was refused, opens an abnormal case.
 * Photos go to the waybill's files. COD and freight to collect must be collected whole, or waived with the right.
 */
export async function sign(
  tx: Tx,
  actor: Actor,
  deps: { numbering: Numbering; files: Files },
  input: Input<typeof signWaybill>,
): Promise<{ version: number }> {
  const waybill = await lockWaybill(tx, actor, input.id)
  check('sign', waybill)
  const places = signablePlaces(waybill)
  const there = places.reduce((sum, { pieces }) => sum + pieces, 0)
  const { signed, refused, short } = await checkInput(tx, actor, waybill, input, there)

  const act = await movePieces(tx, actor, spread(waybill.id, places, signed, refused))
  if (act === undefined) throw new Error('nothing was signed')
  const due = toCollect(waybill)
  const collected = input.waive === true || signed === 0 ? '0' : (input.collected ?? '0')
  const node = signed === 0 ? 'refuse' : 'sign'
  await insertTogether(tx, {
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
    track: [
      systemTrack(actor, {
        waybillId: waybill.id,
        node,
        at: input.signedAt,
        text: String(signed === 0 ? refused : signed),
      }),
    ],
  })
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
  await recordEvents(tx, actor, [
    { waybillId: waybill.id, event: { type: 'signed', params, personal: { signer: input.signer } } },
  ])

  const cases = [
    ...(refused > 0 ? [{ type: 'refused', pieces: refused, text: input.refuseReason ?? '' }] : []),
    ...(short > 0 ? [{ type: input.shortType ?? 'short', pieces: short, text: '' }] : []),
  ]
  for (const one of cases)
    await openAbnormal(tx, actor, deps.numbering, {
      waybillId: waybill.id,
      act,
      node,
      happenedAt: input.signedAt,
      ...one,
    })
  return { version: waybill.version }
}

async function checkInput(
  tx: Tx,
  actor: Actor,
  waybill: LockedWaybill,
  input: Input<typeof signWaybill>,
  there: number,
) {
  const signed = input.signed
  const refused = input.refused ?? 0
  const short = there - signed - refused
  const fits = signedFits(there, signed, refused)
  if (fits !== undefined) throw badField('signed', fits.reason, fits.params)
  if (refused > 0 && input.refuseReason === undefined) throw badField('refuseReason', 'waybills.refuseReasonNeeded')
  if (short > 0 && input.shortType === undefined) throw badField('shortType', 'waybills.shortTypeNeeded', { short })
  if (input.signedAt > clock.iso()) throw badField('signedAt', 'field.future')
  const { departed, wasSigned } = await before(tx, waybill.id)
  // A person types minutes: the departure may be some seconds later in the same minute.
  if (departed !== null && input.signedAt.slice(0, 16) < departed.slice(0, 16))
    throw badField('signedAt', 'waybills.signBeforeDeparture')
  if (input.waive === true) requireRight(actor, 'waiveCollection', 'edit')
  // What is to be collected is collected once, with the first pieces handed over.
  const due = signed > 0 && !wasSigned ? toCollect(waybill) : '0'
  const money = collectionFits(due, signed === 0 ? due : (input.collected ?? '0'), input.waive === true)
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

/** After an undo the photos stay: they are evidence. */
export const undoSigning = async (tx: Tx, act: number): Promise<void> => {
  await tx.updateTable('signing').set({ undone: true }).where('act_id', '=', act).execute()
  const gone = await tx
    .updateTable('abnormal')
    .set({ is_deleted: true })
    .where('act_id', '=', act)
    .where('state', '=', 'open')
    .returning('waybill_id')
    .execute()
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
