import type { Input } from '@xunyun/contract/kernel/call'
import { compareDecimal, sumDecimals } from '@xunyun/contract/kernel/decimal'
import type * as calls from '@xunyun/contract/waybills/calls'
import { sql } from 'kysely'
import type { Act } from '../../platform/act.ts'
import { type Actor, requireRight } from '../../platform/actor.ts'
import { clock, dayOf } from '../../platform/clock.ts'
import { kept, owned, type Tx } from '../../platform/db.ts'
import type { Files } from '../../platform/files.ts'
import type { Numbering } from '../../platform/numbering.ts'
import { badField, refuseFields } from '../../platform/refusal.ts'
import { refuseClosed } from '../charges/index.ts'
import { openAbnormal } from './abnormal.ts'
import { lockCarriers } from './carriers.ts'
import { closeAtOnce } from './close.ts'
import { collect, takerOf, undoCollectionOf } from './door/collect.ts'
import { undoWaiver, waiveFreight } from './door/waive.ts'
import { check, type LockedWaybill, lockWaybill } from './facts.ts'
import { noCodeReason } from './pickup.ts'
import { consignee, type Move, movePieces, type PiecesAt, refusedFrom } from './pieces.ts'
import { collectionFits, type Objection, type SignableStrand, signableStrands, signedFits } from './rules.ts'
import { receiptSigned, receiptUnsigned } from './signedReceipt.ts'
import { systemTrack } from './tracks/system.ts'

type Deps = { numbering: Numbering; files: Files }

/**
 * Signs (签收) a strand: pieces go to the consignee, some may be refused; what is neither stays where it is. Refused, damaged
 * and missing pieces open a case each. What awaits pickup asks for its code, or why there is none. Photos go to the waybill's files. Freight to collect and COD are collected once, with
 * the first pieces, or waived with the right (T9).
 */
export const signWaybill =
  (deps: Deps): Act<typeof calls.signWaybill> =>
  async ({ tx, actor }, input) => {
    await lockCarriers(tx, input.id, input.from)
    const waybill = await lockWaybill(tx, actor, input.id)
    check('sign', waybill)
    const strand = strandOf(waybill, input.from)
    const withoutCode = noCodeReason(waybill, strand, input)
    const { signed, refused, short, damaged, due, freightDue } = await checkInput(tx, actor, waybill, strand, input)

    const isWaived = input.waive === true
    const freight = isWaived ? '0' : (input.freight ?? '0')
    const cod = isWaived ? '0' : (input.cod ?? '0')
    const collected = sumDecimals([freight, cod], 2)
    await deps.files.link(tx, actor, 'waybill', waybill.id, input.files ?? [])
    const params = {
      signed,
      refused,
      short,
      damaged,
      collected,
      waived: isWaived,
      files: input.files?.length ?? 0,
      signedAt: input.signedAt,
      reason: input.refuseReason ?? null,
      noCodeReason: withoutCode,
    }
    const event = { type: 'signed', params, personal: { signer: input.signer } }
    const track = [
      systemTrack(actor, { waybillId: waybill.id, node: 'sign', at: input.signedAt, text: String(signed) }),
    ]
    const act = await movePieces(tx, actor, spread(waybill.id, strand, signed, refused), (act) => ({
      events: [{ waybillId: waybill.id, event }],
      beside: {
        signing: [
          {
            waybill_id: waybill.id,
            act_id: act,
            from_place: strand.place,
            from_id: strand.id,
            signer: input.signer,
            signed_at: input.signedAt,
            signed,
            refused,
            short,
            damaged,
            refuse_reason: input.refuseReason ?? null,
            no_code_reason: withoutCode,
            collected,
            freight,
            freight_channel: compareDecimal(freight, '0') > 0 ? (input.freightChannel ?? null) : null,
            cod,
            cod_channel: compareDecimal(cod, '0') > 0 ? (input.codChannel ?? null) : null,
            waived: isWaived && compareDecimal(due, '0') > 0,
            by_id: actor.userId,
          },
        ],
        track,
      },
    }))
    if (act === undefined) throw new Error('nothing was signed')
    // Tied to the signing, too: its e-POD shows them as long as it stands.
    await deps.files.link(tx, actor, 'signing', act, input.files ?? [])
    if (compareDecimal(collected, '0') > 0) {
      const day = dayOf(new Date(input.signedAt))
      await refuseClosed(tx, day, 'signedAt')
      await collect(tx, actor, {
        ...(await takerOf(tx, actor, strand)),
        waybill,
        act,
        method: 'collect',
        day,
        freight: { amount: freight, channel: input.freightChannel },
        cod: { amount: cod, channel: input.codChannel },
      })
    } else if (isWaived && compareDecimal(freightDue, '0') > 0)
      await waiveFreight(tx, actor, waybill, act, input.waiveAs)
    if (signed > 0 && waybill.wantsReceipt)
      await receiptSigned(tx, actor, {
        waybillId: waybill.id,
        act,
        at: input.signedAt,
        withPhotos: params.files > 0,
      })

    const cases = [
      ...(refused > 0 ? [{ type: 'refused', pieces: refused, text: input.refuseReason ?? '' }] : []),
      ...(damaged > 0 ? [{ type: 'damaged', pieces: damaged, text: '' }] : []),
      ...(short > 0 && input.shortType !== undefined ? [{ type: input.shortType, pieces: short, text: '' }] : []),
    ]
    for (const one of cases)
      await openAbnormal(tx, actor, deps.numbering, {
        waybillId: waybill.id,
        act,
        node: 'sign',
        happenedAt: input.signedAt,
        ...one,
      })
    await closeAtOnce(tx, actor, [waybill.id])
    return { version: waybill.version }
  }

/** Refuses (拒收): nothing is handed over, so nobody signs and nothing is collected. What is not refused stays where it is. */
export const refuseWaybill =
  (deps: Deps): Act<typeof calls.refuseWaybill> =>
  async ({ tx, actor }, input) => {
    await lockCarriers(tx, input.id, input.from)
    const waybill = await lockWaybill(tx, actor, input.id)
    check('refuse', waybill)
    const strand = strandOf(waybill, input.from)
    const { pieces, reason, refusedAt } = input
    const fits = signedFits(strand.pieces, 0, pieces)
    if (fits !== undefined) throw badField('pieces', fits.reason, fits.params)
    const { departed } = await before(tx, waybill.id, strand)
    checkMoment('refusedAt', refusedAt, departed)

    await deps.files.link(tx, actor, 'waybill', waybill.id, input.files ?? [])
    const params = { pieces, reason, refusedAt, files: input.files?.length ?? 0 }
    const track = [systemTrack(actor, { waybillId: waybill.id, node: 'refuse', at: refusedAt, text: String(pieces) })]
    const act = await movePieces(tx, actor, spread(waybill.id, strand, 0, pieces), (act) => ({
      events: [{ waybillId: waybill.id, event: { type: 'refused', params } }],
      beside: {
        signing: [
          {
            waybill_id: waybill.id,
            act_id: act,
            from_place: strand.place,
            from_id: strand.id,
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
        track,
      },
    }))
    if (act === undefined) throw new Error('nothing was refused')
    await deps.files.link(tx, actor, 'signing', act, input.files ?? [])
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

/** The strand that was named, or the only one there is. */
function strandOf(waybill: LockedWaybill, from: string | undefined): SignableStrand {
  const strands = signableStrands(waybill)
  const [first] = strands
  const strand = from === undefined && strands.length === 1 ? first : strands.find((one) => one.from === from)
  if (strand === undefined) throw badField('from', from === undefined ? 'field.required' : 'waybills.strandGone')
  return strand
}

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
  strand: SignableStrand,
  input: Input<typeof calls.signWaybill>,
) {
  const { signed, refused = 0, damaged = 0 } = input
  const fits = signedFits(strand.pieces, signed, refused)
  if (fits !== undefined) throw badField('signed', fits.reason, fits.params)
  if (refused > 0 && input.refuseReason === undefined) throw badField('refuseReason', 'waybills.refuseReasonNeeded')
  if (damaged > signed) throw badField('damaged', 'waybills.damagedTooMany', { signed })
  const left = strand.pieces - signed - refused
  if (left === 0 && input.shortType !== undefined) throw badField('shortType', 'waybills.nothingShort')
  const { departed, wasSigned } = await before(tx, waybill.id, strand)
  checkMoment('signedAt', input.signedAt, departed)
  if (input.waive === true) requireRight(actor, 'waiveCollection', 'edit')
  // What is to be collected is collected once, with the first pieces handed over.
  const parts = [
    {
      path: 'freight',
      due: wasSigned ? '0' : waybill.freightToCollect,
      paid: input.freight,
      by: input.freightChannel,
    },
    { path: 'cod', due: wasSigned ? '0' : waybill.codAmount, paid: input.cod, by: input.codChannel },
  ] as const
  refuseFields(
    parts.flatMap(({ path, due, paid = '0', by }): ({ path: string } & NonNullable<Objection>)[] => {
      const money = collectionFits(due, paid, input.waive === true)
      if (money !== undefined) return [{ path, ...money }]
      const isPaid = input.waive !== true && compareDecimal(paid, '0') > 0
      return isPaid && by === undefined ? [{ path: `${path}Channel`, reason: 'field.required' }] : []
    }),
  )
  const due = sumDecimals(
    parts.map((part) => part.due),
    2,
  )
  return {
    signed,
    refused,
    damaged,
    short: input.shortType === undefined ? 0 : left,
    due,
    freightDue: parts[0].due,
  }
}

/** When the strand's pieces left for the consignee, or were laid ready for him; whether others were handed over already. */
async function before(
  tx: Tx,
  waybillId: number,
  strand: SignableStrand,
): Promise<{ departed: string | null; wasSigned: boolean }> {
  const found = await sql<{ departed: string | null; wasSigned: boolean }>`${kept}
    select (select max(at) from track where waybill_id = ${waybillId} and source = 'system'
        and (${strand.place === 'pickup'} and node = 'awaitPickup' or node in ('deliver', 'depart') and arrangement_id = ${strand.id})) as departed,
      exists (select from signing where waybill_id = ${waybillId} and signed > 0 and not undone) as "wasSigned"`.execute(
    tx,
  )
  return found.rows[0] ?? { departed: null, wasSigned: false }
}

/** Takes signed and refused pieces from the strand, line by line. */
function spread(waybillId: number, strand: SignableStrand, signed: number, refused: number): Move[] {
  const moves: Move[] = []
  let left = { signed, refused }
  for (const one of strand.places) {
    const from: PiecesAt = {
      place: strand.place,
      id: one.placeId,
      line: one.lineId,
      ...(one.leg === null ? {} : { leg: one.leg }),
    }
    const toSign = Math.min(one.pieces, left.signed)
    const toRefuse = Math.min(one.pieces - toSign, left.refused)
    moves.push(
      { waybillId, from, to: consignee, pieces: toSign },
      { waybillId, from, to: refusedFrom(from), pieces: toRefuse },
    )
    left = { signed: left.signed - toSign, refused: left.refused - toRefuse }
  }
  return moves
}

/** Taken back whole, or of it what was `refused`: what was signed with that stays. The photos stay: they are evidence. */
export const undoSigning = async (tx: Tx, actor: Actor, act: number, part?: 'refused'): Promise<void> => {
  await tx
    .updateTable('signing')
    .set(part === undefined ? { undone: true } : { refused: 0, refuse_reason: null })
    .where('act_id', '=', act)
    .execute()
  if (part === undefined) {
    await receiptUnsigned(tx, act)
    await undoCollectionOf(tx, actor, act)
    await undoWaiver(tx, actor, act)
  }
  await dropCases(tx, act, part)
}

/** The open cases of an act that is taken back. */
export async function dropCases(tx: Tx, act: number, type?: string): Promise<void> {
  const cases = tx
    .updateTable('abnormal')
    .set({ is_deleted: true })
    .where('act_id', '=', act)
    .where('state', '=', 'open')
  const gone = await (type === undefined ? cases : cases.where('type', '=', type)).returning('waybill_id').execute()
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
