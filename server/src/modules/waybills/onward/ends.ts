import type * as calls from '@xunyun/contract/waybills/onward'
import type { Act } from '../../../platform/act.ts'
import type { Actor } from '../../../platform/actor.ts'
import { clock } from '../../../platform/clock.ts'
import type { Tx } from '../../../platform/db.ts'
import type { Files } from '../../../platform/files.ts'
import type { Numbering } from '../../../platform/numbering.ts'
import { badField } from '../../../platform/refusal.ts'
import { isOwnOutlet } from '../../../platform/scope.ts'
import { refuseStale } from '../../../platform/version.ts'
import { openAbnormal } from '../abnormal.ts'
import { lockCarriers } from '../carriers.ts'
import { closeAtOnce, reopen } from '../close.ts'
import { check, type LockedWaybill, lockWaybill } from '../facts.ts'
import { atOutlet, movePieces } from '../pieces.ts'
import { lyingAt, restingAt, takeFrom } from './places.ts'

async function locked(
  tx: Tx,
  actor: Actor,
  { id, version }: { id: number; version: number },
  action: 'abandon' | 'lose' | 'find',
): Promise<LockedWaybill> {
  if (action === 'lose') await lockCarriers(tx, id, 'all')
  const waybill = await lockWaybill(tx, actor, id)
  await refuseStale(
    tx,
    { version: waybill.version, updated_at: waybill.updatedAt, updated_by: waybill.updatedBy },
    version,
  )
  check(action, waybill)
  return waybill
}

/** 弃货: the shipper's consent lies with the waybill's files. */
export const abandonPieces =
  (files: Files): Act<typeof calls.abandonPieces> =>
  async ({ tx, actor }, input) => {
    const waybill = await locked(tx, actor, input, 'abandon')
    const lying = restingAt(actor, waybill, input.from, input.pieces)
    await files.link(tx, actor, 'waybill', waybill.id, input.files)
    const params = { pieces: input.pieces, reason: input.reason, files: input.files.length }
    await movePieces(
      tx,
      actor,
      takeFrom(lying, input.pieces).map((one) => ({
        waybillId: waybill.id,
        ...one,
        to: { place: 'abandoned', id: 0 },
      })),
      () => ({ events: [{ waybillId: waybill.id, event: { type: 'abandoned', params } }] }),
    )
    await closeAtOnce(tx, actor, [waybill.id])
    return { version: waybill.version }
  }

/** 丢失: from wherever they were last, with a case. */
export const losePieces =
  (numbering: Numbering): Act<typeof calls.losePieces> =>
  async ({ tx, actor }, input) => {
    const waybill = await locked(tx, actor, input, 'lose')
    const lying = lyingAt(actor, waybill, input.from, input.pieces)
    const params = { pieces: input.pieces, text: input.text, where: lying.lines[0]?.name ?? '' }
    const act = await movePieces(
      tx,
      actor,
      takeFrom(lying, input.pieces).map((one) => ({ waybillId: waybill.id, ...one, to: { place: 'lost', id: 0 } })),
      () => ({ events: [{ waybillId: waybill.id, event: { type: 'lost', params } }] }),
    )
    if (act === undefined) throw new Error('nothing was lost')
    await openAbnormal(tx, actor, numbering, {
      waybillId: waybill.id,
      act,
      type: 'lost',
      node: 'transfer',
      pieces: input.pieces,
      text: input.text,
      happenedAt: clock.iso(),
    })
    return { version: waybill.version }
  }

/** 找回: they lie at an outlet of his again. */
export const findPieces: Act<typeof calls.findPieces> = async ({ tx, actor }, input) => {
  const waybill = await locked(tx, actor, input, 'find')
  if (!isOwnOutlet(actor, input.outletId)) throw badField('outletId', 'waybills.outletOutside')
  const lost = waybill.places.filter(({ place }) => place === 'lost').reduce((sum, { pieces }) => sum + pieces, 0)
  if (input.pieces > lost) throw badField('pieces', 'waybills.fewerThere', { free: lost })
  const params = { pieces: input.pieces, outletId: input.outletId, text: input.text ?? null }
  await reopen(tx, actor, [waybill.id])
  await movePieces(
    tx,
    actor,
    [{ waybillId: waybill.id, from: { place: 'lost', id: 0 }, to: atOutlet(input.outletId), pieces: input.pieces }],
    () => ({ events: [{ waybillId: waybill.id, event: { type: 'found', params } }] }),
  )
  return { version: waybill.version }
}
