import type * as calls from '@xunyun/contract/waybills/calls'
import type { WaybillDetail } from '@xunyun/contract/waybills/calls'
import type { UndoableStep } from '@xunyun/contract/waybills/events'
import type { Place } from '@xunyun/contract/waybills/states'
import { sql } from 'kysely'
import type { Act } from '../../platform/act.ts'
import { type Actor, may, requireRight } from '../../platform/actor.ts'
import type { Approvals } from '../../platform/approvals.ts'
import type { Tx } from '../../platform/db.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { SeenId } from '../../platform/scope.ts'
import { lockCarriers } from './carriers.ts'
import { reopen } from './close.ts'
import { recordEvents } from './events.ts'
import { check, type LockedWaybill, lies, lockWaybill } from './facts.ts'
import { undoReaddress } from './onward/readdress.ts'
import { pickUpAfterAll } from './pickup.ts'
import { type Move, movePieces, type PiecesAt, refreshState } from './pieces.ts'
import type { Step, WaybillFacts } from './rules.ts'
import { undoSigning } from './sign.ts'
import { stands } from './stands.ts'

type Movement = {
  id: number
  waybill_id: number
  from_place: string
  from_id: number
  from_line: number
  to_place: string
  to_id: number
  to_line: number
  pieces: number
}

/** 撤销 of a waybill's own last step: check-in, pickup notice, delivery instead, signing or refusal. A trip is undone as a trip. */
export const undoWaybill =
  (approvals: Approvals): Act<typeof calls.undoWaybill> =>
  async ({ tx, actor }, input) => {
    await lockCarriers(tx, input.id, 'all')
    const waybill = await lockWaybill(tx, actor, input.id, true)
    check('undo', waybill)
    const step = waybill.lastStep
    if (step === undefined || step === 'notRead') throw new Error('undo was allowed without a step')
    if (!isOwnStep(actor, waybill)) requireRight(actor, 'allWayBill', 'approve')
    if (step.readdress !== null) return takeReaddressBack(tx, actor, approvals, waybill, step.readdress, input.reason)
    const isRefusal = undoesRefusal(actor, waybill)
    const part = isRefusal && !step.isRefusal ? 'refused' : undefined
    await refuseCaseInHand(tx, step.act)
    await reopen(tx, actor, [waybill.id])
    await reverseAct(tx, actor, step.act, [waybill.id], part)
    await undoSigning(tx, actor, step.act, part)
    const type = isRefusal ? 'refusalUndone' : 'undone'
    const changes = step.isDeliverInstead ? await pickUpAfterAll(tx, actor, waybill) : []
    const params = { reason: input.reason, of: kindOf(step) }
    await recordEvents(tx, actor, [{ waybillId: input.id, event: { type, params, changes } }])
    return { version: waybill.version + changes.length }
  }

async function takeReaddressBack(
  tx: Tx,
  actor: Actor,
  approvals: Approvals,
  { id, version }: LockedWaybill,
  readdress: number,
  reason: string,
): Promise<{ version: number }> {
  const { act, told } = await undoReaddress(tx, actor, approvals, id, readdress)
  if (act !== null) await reverseAct(tx, actor, act, [id])
  await recordEvents(tx, actor, [
    { waybillId: id, event: { type: 'undone', params: { reason, of: 'readdressed' }, ...told } },
  ])
  await refreshState(tx, [id])
  return { version: version + 1 }
}

/** A case that somebody has in hand is evidence of the act that opened it. */
async function refuseCaseInHand(tx: Tx, act: number): Promise<void> {
  const row = await tx
    .selectFrom('abnormal')
    .select('abnormal_no')
    .where('act_id', '=', act)
    .where('state', '<>', 'open')
    .where('is_deleted', '=', false)
    .executeTakeFirst()
  if (row !== undefined) throw new Refusal('waybills.caseInHand', { no: row.abnormal_no })
}

/** What the step was, by where it put the pieces. */
function kindOf({ fromPlace, toPlace, readdress }: Step): UndoableStep {
  if (readdress !== null) return 'readdressed'
  if (toPlace === 'pickup') return 'pickupNotified'
  if (toPlace === 'lost' || toPlace === 'abandoned') return toPlace
  if (fromPlace === 'lost') return 'found'
  if (toPlace !== 'outlet') return 'signed'
  return fromPlace === 'pickup' ? 'deliveredInstead' : 'checkedIn'
}

/** What undo would take back, in the words of its event. */
export function undoneBy(actor: Actor, facts: Pick<WaybillFacts, 'lastStep'>): WaybillDetail['undoes'] {
  const { lastStep } = facts
  if (lastStep === undefined || lastStep === 'notRead') return null
  const { moved, refused, arrangementNo } = lastStep
  return undoesRefusal(actor, facts)
    ? { step: 'refused', pieces: refused, refused: 0, arrangementNo }
    : { step: kindOf(lastStep), pieces: moved, refused, arrangementNo }
}

/** Whoever refused pieces by mistake takes that back without the right to undo; what was signed with them stays. */
export const isOwnRefusal = (actor: Actor, { lastStep }: Pick<WaybillFacts, 'lastStep'>): boolean =>
  lastStep !== undefined && lastStep !== 'notRead' && lastStep.refusedBy === actor.userId

/** What whoever did it takes back without the right to undo: a refusal, a change of address. */
export const isOwnStep = (actor: Actor, facts: Pick<WaybillFacts, 'lastStep'>): boolean =>
  isOwnRefusal(actor, facts) ||
  (facts.lastStep !== undefined && facts.lastStep !== 'notRead' && facts.lastStep.readdressedBy === actor.userId)

/** Whether undo takes back a refusal and nothing else. */
export const undoesRefusal = (actor: Actor, facts: Pick<WaybillFacts, 'lastStep'>): boolean =>
  (facts.lastStep !== undefined && facts.lastStep !== 'notRead' && facts.lastStep.isRefusal) ||
  (isOwnRefusal(actor, facts) && !may(actor, 'allWayBill', 'approve'))

/** The first of these waybills of which the pieces no longer lie, unplanned, where an act put them. */
export async function firstGoneOn(tx: Tx, act: number, waybillIds: readonly number[]): Promise<string | undefined> {
  const found = await sql<{ no: string }>`
    -- unscoped: the caller has locked these waybills
    select w.waybill_no as no from waybill w where w.id = any(${[...waybillIds]}::bigint[]) and not ${lies(sql`w.id`, sql`${act}`)} limit 1`.execute(
    tx,
  )
  return found.rows[0]?.no
}

/**
 * Takes an act back by counter-movements, or of it what was `refused` alone; nothing is erased. Refused where the pieces of one
 * of the waybills no longer lie, unplanned, where it put them. The caller holds the waybills' locks.
 */
export async function reverseAct(
  tx: Tx,
  actor: Actor,
  act: number,
  waybillIds: readonly SeenId[],
  part?: 'refused',
): Promise<void> {
  const found = await sql<Movement>`
    select id, waybill_id, from_place, from_id, from_line, to_place, to_id, to_line, pieces from piece_movement a
    where act_id = ${act} and waybill_id = any(${[...waybillIds]}::bigint[]) and ${stands('a')}
      and (${part === undefined} or to_place in ('refused', 'refusedOut')) order by id desc`.execute(tx)
  const blocker = await firstGoneOn(tx, act, [...new Set(found.rows.map((row) => row.waybill_id))])
  if (blocker !== undefined) throw new Refusal('waybills.laterDepends', { no: blocker })
  const legs = await tx
    .selectFrom('piece_place')
    .select(['waybill_id', 'place_id', 'line_id', 'leg'])
    .where('place', '=', 'arrangement')
    .where(sql<boolean>`waybill_id = any(${[...waybillIds]}::bigint[])`)
    .execute()
  const at = (row: Movement, place: string, id: number, line: number): PiecesAt => {
    const leg =
      place === 'arrangement'
        ? legs.find((one) => one.waybill_id === row.waybill_id && one.place_id === id && one.line_id === line)?.leg
        : undefined
    return { place: place as Place, id, line, ...(leg ? { leg } : {}) }
  }
  const moves = found.rows.map(
    (row): Move => ({
      waybillId: row.waybill_id,
      from: at(row, row.to_place, row.to_id, row.to_line),
      to: at(row, row.from_place, row.from_id, row.from_line),
      pieces: row.pieces,
      reverses: row.id,
    }),
  )
  await movePieces(tx, actor, moves)
}

/** Takes back a signing or refusal at a carrier's, with its case, as 撤销 of the waybill would: by the act that did it. */
export async function undoSigningOf(tx: Tx, actor: Actor, waybillId: SeenId, act: number): Promise<void> {
  await refuseCaseInHand(tx, act)
  const later =
    await sql`select from signing g join signing l on l.waybill_id = g.waybill_id and l.id > g.id and l.signed > 0 and not l.undone
    where g.waybill_id = ${waybillId} and g.act_id = ${act} and not g.undone and (g.collected > 0 or g.waived) limit 1`.execute(
      tx,
    )
  if (later.rows.length > 0) throw new Refusal('waybills.collectedBefore')
  await reopen(tx, actor, [waybillId])
  await reverseAct(tx, actor, act, [waybillId])
  await undoSigning(tx, actor, act)
}
