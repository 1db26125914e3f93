import { wordFor } from '@xunyun/contract/dictionary'
import type { Input } from '@xunyun/contract/kernel/call'
import type * as calls from '@xunyun/contract/waybills/calls'
import { sql } from 'kysely'
import type { Act } from '../../platform/act.ts'
import type { Actor } from '../../platform/actor.ts'
import { clock } from '../../platform/clock.ts'
import { anyId, kept, owned, type Tx } from '../../platform/db.ts'
import { notFound, Refusal } from '../../platform/refusal.ts'
import { insertTogether } from '../../platform/rows.ts'
import { recordEvents } from './events.ts'
import { check, waybillFacts } from './facts.ts'

export type SystemTrack = {
  waybillId: number
  node: string
  at: string
  outletId?: number
  arrangementId?: number
  text: string
  place?: string
}

/** Tracks that the system writes with an act. `text` holds the pieces; the page makes the sentence. */
export async function addSystemTracks(tx: Tx, actor: Actor, tracks: readonly SystemTrack[]): Promise<void> {
  if (tracks.length > 0) await insertTogether(tx, { track: await systemTracks(tx, actor, tracks) })
}

/** The same as rows, for what is written together with them. */
export async function systemTracks(
  tx: Tx,
  actor: Actor,
  tracks: readonly SystemTrack[],
): Promise<ReturnType<typeof systemTrack>[]> {
  const outletIds = [...new Set(tracks.flatMap(({ outletId }) => (outletId === undefined ? [] : [outletId])))]
  const outlets =
    outletIds.length === 0
      ? []
      : // unscoped: outlets lend their names
        await owned(tx)
          .selectFrom('company')
          .modifyFront(kept)
          .select(['id', 'short_name'])
          .where(sql<boolean>`id = ${anyId(outletIds)}`)
          .execute()
  const nameOf = new Map(outlets.map((row) => [row.id, row.short_name]))
  return tracks.map((track) => ({
    ...systemTrack(actor, track),
    place: track.place ?? (track.outletId === undefined ? null : (nameOf.get(track.outletId) ?? null)),
  }))
}

/** A track as a row, where no outlet lends its name. */
export const systemTrack = (actor: Actor, { waybillId, arrangementId, node, at, text, place }: SystemTrack) => ({
  waybill_id: waybillId,
  arrangement_id: arrangementId ?? null,
  node,
  at,
  place: place ?? null,
  text,
  source: 'system',
  visible: true,
  by_id: actor.userId,
  by_name: actor.name,
})

/** How far a node is on the way; a lower one after a higher one is out of order. */
const order = [
  'placed',
  'pickup',
  'checkIn',
  'load',
  'depart',
  'via',
  'arrive',
  'unload',
  'transfer',
  'deliverInstead',
  'deliver',
  'awaitPickup',
  'sign',
  'refuse',
  'receipt',
]
const stops = new Set(['sign', 'refuse'])

const why = {
  future: { zh: '时间在将来', en: 'The time is in the future', es: 'La hora está en el futuro', ja: '時刻が未来です' },
  signed: { zh: '{no} 已签收', en: '{no} is already signed', es: '{no} ya está firmada', ja: '{no} は受領済みです' },
  order: {
    zh: '{no} 在“{node}”之前',
    en: 'Before “{node}” of {no}',
    es: 'Anterior a «{node}» de {no}',
    ja: '{no} の「{node}」より前です',
  },
} as const

/**
 * Adds a track to waybills (AP-12). Out of order, already signed or in the future: code 300 with the reason, unless
 * the call says confirm = 1. Nothing is saved before that.
 */
export const addTrack: Act<typeof calls.addTrack> = async ({ tx, actor }, input) => {
  const facts = await waybillFacts(tx, actor, input.ids, true)
  if (facts.size !== new Set(input.ids).size) throw notFound()
  for (const waybill of facts.values()) check('track', waybill)
  if (input.confirm !== 1) await askFirst(tx, actor, [...facts.values()], input)
  await tx
    .insertInto('track')
    .values(
      [...facts.keys()].map((id) => ({
        waybill_id: id,
        node: input.node,
        at: input.at,
        place: input.place ?? null,
        text: input.text ?? '',
        source: 'manual',
        visible: input.visible ?? true,
        by_id: actor.userId,
        by_name: actor.name,
      })),
    )
    .execute()
  const params = {
    node: input.node,
    at: input.at,
    place: input.place ?? null,
    text: input.text ?? null,
    visible: input.visible ?? true,
  }
  await recordEvents(
    tx,
    actor,
    [...facts.keys()].map((waybillId) => ({ waybillId, event: { type: 'tracked', params } })),
  )
  return { added: facts.size }
}

async function askFirst(
  tx: Tx,
  actor: Actor,
  waybills: readonly { id: number; waybillNo: string; state: string }[],
  input: Input<typeof calls.addTrack>,
): Promise<void> {
  const ask = (reason: keyof typeof why, params: Record<string, string>) => {
    const text = why[reason][actor.language].replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '')
    return new Refusal('waybills.trackConfirm', { why: text })
  }
  if (input.at > clock.iso()) throw ask('future', {})
  const signed = waybills.find(({ state }) => state === 'signed' || state === 'partSigned' || state === 'rejected')
  if (signed !== undefined && !stops.has(input.node) && input.node !== 'receipt')
    throw ask('signed', { no: signed.waybillNo })
  const found = await sql<{ waybill_id: number; node: string; at: string }>`
    select distinct on (waybill_id) waybill_id, node, at from track
    where waybill_id = any(${waybills.map(({ id }) => id)}::bigint[]) order by waybill_id, at desc, id desc`.execute(tx)
  for (const last of found.rows) {
    const late = input.at < last.at
    const backwards =
      order.indexOf(input.node) < order.indexOf(last.node) &&
      !['depart', 'via', 'arrive', 'load', 'unload', 'transfer'].includes(input.node)
    if (late || backwards) {
      const no = waybills.find(({ id }) => id === last.waybill_id)?.waybillNo ?? ''
      throw ask('order', { no, node: wordFor('trackNode', last.node, actor.language) })
    }
  }
}
