import { wordFor } from '@xunyun/contract/dictionary'
import { sayReason } from '@xunyun/contract/errors'
import type { Input } from '@xunyun/contract/kernel/call'
import { canStart } from '@xunyun/contract/kernel/lifecycle'
import { signedStates, type WaybillState, waybillLifecycle } from '@xunyun/contract/waybills/states'
import type * as calls from '@xunyun/contract/waybills/tracks'
import { sql } from 'kysely'
import type { Act } from '../../../platform/act.ts'
import type { Actor } from '../../../platform/actor.ts'
import { clock } from '../../../platform/clock.ts'
import { anyId, kept, type Tx } from '../../../platform/db.ts'
import type { Files } from '../../../platform/files.ts'
import { badField, notFound, Refusal, refuseFields } from '../../../platform/refusal.ts'
import { writeTogether } from '../../../platform/rows.ts'
import type { LastTrack } from '../../../platform/schema.waybills.ts'
import { inScope } from '../../../platform/scope.ts'
import { appended, headRows, moveHead, type NewEvent } from '../events.ts'
import { rereadLast } from './last.ts'
import { waybillsOf } from './numbers.ts'
import { actionsOf } from './queries.ts'

type Fields = Pick<Input<typeof calls.addTrack>, 'node' | 'at' | 'place' | 'text' | 'visible' | 'files' | 'confirm'>

/** A waybill that is tracked, locked: where its chain stands and its last track, and the number that its next track gets. */
type Tracked = {
  id: number
  no: string
  state: WaybillState
  placedAt: string
  seq: number
  hash: Buffer
  trackId: number
  lastAt: string | null
  last: LastTrack | null
}

/**
 * Adds a track to waybills (AP-12), named by id or by number. What a person should look at once more (ahead of the clock, out of order,
 * after signing) is asked for the whole batch at once, code 300; `confirm = 1` saves. Nothing is saved before that.
 */
export const addTrack =
  (files: Files): Act<typeof calls.addTrack> =>
  async ({ tx, actor }, input) => ({ added: (await writeTracks(tx, actor, files, input)).length })

/** The same; answers the ids of the tracks. `missed`: a file of what was not recorded in time, which need not follow the last track. */
export async function writeTracks(
  tx: Tx,
  actor: Actor,
  files: Files,
  input: Input<typeof calls.addTrack>,
  missed = false,
): Promise<number[]> {
  const ids = await idsNamed(tx, actor, input)
  const waybills = await lockTracked(tx, actor, ids)
  if (waybills.length !== ids.length) throw notFound()
  refuseUntracked(actor, waybills, (id) => {
    const at = input.ids?.indexOf(id) ?? -1
    return at < 0 ? 'numbers' : `ids.${at}`
  })
  const asked = checkTrack(actor, waybills, input, missed)
  if (input.confirm !== 1 && asked !== undefined) throw asked
  await write(tx, actor, files, waybills, input, (trackId) => ({
    type: 'tracked',
    params: { trackId, ...told(input) },
  }))
  return waybills.map(({ trackId }) => trackId)
}

/** Waybills by their ids, and by numbers, each of which must be known. */
export async function idsNamed(
  tx: Tx,
  actor: Actor,
  { ids = [], numbers = [] }: Pick<Input<typeof calls.addTrack>, 'ids' | 'numbers'>,
): Promise<number[]> {
  const found = await waybillsOf(tx, actor, numbers)
  if (found.unknown.length > 0)
    throw badField('numbers', 'waybills.trackUnknown', { numbers: found.unknown.join('、') })
  const all = [...new Set([...ids, ...found.ids])]
  if (all.length === 0) throw badField('numbers', 'field.required')
  return all
}

/** Puts a track in the place of one of one's own; the old one stays, struck. */
export const correctTrack =
  (files: Files): Act<typeof calls.correctTrack> =>
  async ({ tx, actor }, input) => {
    const { waybillId } = await lockTrack(tx, actor, input.id, 'correct')
    // Struck at first by itself: the new one is compared with the track before it.
    await tx.updateTable('track').set({ corrected_by: input.id }).where('id', '=', input.id).execute()
    await rereadLast(tx, [waybillId])
    const [waybill] = await lockTracked(tx, actor, [waybillId])
    if (waybill === undefined) throw notFound()
    refuseUntracked(actor, [waybill], () => 'id')
    const asked = checkTrack(actor, [waybill], input)
    if (input.confirm !== 1 && asked !== undefined) throw asked
    await write(tx, actor, files, [waybill], input, (trackId) => ({
      type: 'trackCorrected',
      params: { trackId, was: input.id, ...told(input) },
    }))
    await tx.updateTable('track').set({ corrected_by: waybill.trackId }).where('id', '=', input.id).execute()
    return { id: waybill.trackId }
  }

/** 隐藏, 公开: what people wrote; what the system wrote follows its act. */
export const showTrack: Act<typeof calls.showTrack> = async ({ tx, actor }, { id, visible }) => {
  const { waybillId, at, node } = await lockTrack(tx, actor, id, visible ? 'show' : 'hide')
  const [waybill] = await lockTracked(tx, actor, [waybillId])
  if (waybill === undefined) throw notFound()
  await tx.updateTable('track').set({ visible }).where('id', '=', id).execute()
  await tell(tx, actor, waybill, { type: visible ? 'trackShown' : 'trackHidden', params: { trackId: id, node, at } })
  await rereadLast(tx, [waybillId])
  return { id }
}

/** A track that this may be done to, inside the scope. */
async function lockTrack(tx: Tx, actor: Actor, id: number, action: calls.TrackAction) {
  const found = await sql<{
    waybillId: number
    at: string
    node: string
    source: string
    visible: boolean
    struck: 'corrected' | 'undone' | null
    byId: number | null
  }>`${kept}
    select t.waybill_id as "waybillId", t.at, t.node, t.source, t.visible, t.by_id as "byId",
      case when t.undone then 'undone' when t.corrected_by is not null then 'corrected' end as struck
    from track t join waybill w on w.id = t.waybill_id and ${inScope(actor, 'waybill', 'w')} where t.id = ${id} for update of t`.execute(
    tx,
  )
  const [track] = found.rows
  if (track === undefined) throw notFound()
  if (!actionsOf(actor, track).some(({ key }) => key === action)) throw new Refusal('waybills.trackNotYours')
  return track
}

/** Locks waybills in the order of their ids, with what a track asks of them. */
async function lockTracked(tx: Tx, actor: Actor, ids: readonly number[]): Promise<Tracked[]> {
  const { rows } = await sql<Tracked>`${kept}
    select w.id, w.waybill_no as no, w.state, coalesce(w.placed_at, w.created_at) as "placedAt", w.chain_seq as seq, w.chain_hash as hash,
      w.last_track_at as "lastAt", w.last_track as last, nextval('track_id_seq') as "trackId"
    from waybill w where w.id = ${anyId(ids)} and not w.is_deleted and ${inScope(actor, 'waybill', 'w')} order by w.id for update`.execute(
    tx,
  )
  return rows
}

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
/** These come again and again. */
const anyTime = new Set(['depart', 'via', 'arrive', 'load', 'unload', 'transfer'])
const afterSigning = new Set(['sign', 'refuse', 'receipt'])
const isSigned = ({ state }: Tracked) => signedStates.some((one) => one === state) || state === 'closed'

const minute = 60_000
const day = 24 * 60 * minute

/** Drafts and cancelled ones have no tracks: each is named, where it stands in what was sent. */
function refuseUntracked(actor: Actor, waybills: readonly Tracked[], pathOf: (id: number) => string): void {
  refuseFields(
    waybills
      .filter(({ state }) => !canStart(waybillLifecycle, 'track', state))
      .map(({ id, no, state }) => ({
        path: pathOf(id),
        reason: 'waybills.notTracked',
        params: { no, state: wordFor('waybillState', state, actor.language) },
      })),
  )
}

/**
 * Refuses what no person can mean; answers the question where somebody should look once more: of each kind which waybills and
 * how many, in one sentence.
 */
function checkTrack(
  actor: Actor,
  waybills: readonly Tracked[],
  { at, node }: Fields,
  missed = false,
): Refusal | undefined {
  const time = Date.parse(at)
  if (time > clock.ms() + day) throw badField('at', 'waybills.trackTooFar')
  const early = waybills.find(({ placedAt }) => time < Date.parse(placedAt) - 30 * day)
  if (early !== undefined) throw badField('at', 'waybills.trackTooEarly', { no: early.no })
  const say = (
    reason: 'waybills.trackAhead' | 'waybills.trackBefore' | 'waybills.trackBackwards' | 'waybills.trackSigned',
    some: readonly Tracked[],
    more = {},
  ) => (some.length === 0 ? [] : [sayReason(reason, { ...named(some), ...more }, actor.language)])
  const signed = afterSigning.has(node) ? [] : waybills.filter(isSigned)
  if (missed && time > clock.ms() + 5 * minute) throw badField('at', 'field.future')
  if (missed && signed[0] !== undefined) throw badField('node', 'waybills.trackNowSigned', { no: signed[0].no })
  const why = [
    ...(time > clock.ms() + 5 * minute ? [sayReason('waybills.trackAhead', {}, actor.language)] : []),
    ...say(
      'waybills.trackBefore',
      missed ? [] : waybills.filter(({ lastAt }) => lastAt !== null && time < Date.parse(lastAt)),
    ),
    ...say(
      'waybills.trackBackwards',
      missed || anyTime.has(node)
        ? []
        : waybills.filter(({ last }) => last !== null && order.indexOf(node) < order.indexOf(last.node)),
      { node: wordFor('trackNode', node, actor.language) },
    ),
    ...say('waybills.trackSigned', signed),
  ]
  return why.length === 0
    ? undefined
    : new Refusal('waybills.trackConfirm', {
        why: why.join(actor.language === 'zh' || actor.language === 'ja' ? '；' : '; '),
      })
}

/** The first numbers, and how many there are. */
const named = (some: readonly Tracked[]) => ({
  numbers: `${some
    .slice(0, 3)
    .map(({ no }) => no)
    .join('、')}${some.length > 3 ? '…' : ''}`,
  count: some.length,
})

const told = ({ node, at, place, text, visible }: Fields) => ({
  node,
  at,
  place: place ?? null,
  text: text ?? null,
  visible: visible ?? true,
})

/** The tracks, the events and what stands on the waybills, in one statement. */
async function write(
  tx: Tx,
  actor: Actor,
  files: Files,
  waybills: readonly Tracked[],
  input: Fields,
  event: (trackId: number) => NewEvent,
): Promise<void> {
  const { node, at, place, text, visible = true } = input
  const told = appended(
    actor,
    waybills,
    {
      events: waybills.map(({ id, trackId }) => ({ waybillId: id, event: event(trackId) })),
      beside: {
        track: waybills.map(({ id, trackId }) => ({
          id: trackId,
          waybill_id: id,
          node,
          at,
          place: place ?? null,
          text: text ?? '',
          source: 'manual',
          visible,
          by_id: actor.userId,
          by_name: actor.name,
        })),
      },
    },
    clock.iso(),
  )
  await writeTogether(
    tx,
    told.parts,
    // unscoped: locked above
    sql`update waybill w set ${moveHead(clock.iso())} from ${headRows(told.heads)} where w.id = h.id`,
  )
  for (const { trackId } of (input.files?.length ?? 0) > 0 ? waybills : [])
    await files.link(tx, actor, 'track', trackId, input.files ?? [])
}

async function tell(tx: Tx, actor: Actor, waybill: Tracked, event: NewEvent): Promise<void> {
  const at = clock.iso()
  const { parts, heads } = appended(actor, [waybill], { events: [{ waybillId: waybill.id, event }] }, at)
  // unscoped: locked above
  await writeTogether(tx, parts, sql`update waybill w set ${moveHead(at)} from ${headRows(heads)} where w.id = h.id`)
}
