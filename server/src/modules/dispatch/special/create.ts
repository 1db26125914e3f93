import type * as calls from '@xunyun/contract/dispatch/special'
import type { Input } from '@xunyun/contract/kernel/call'
import { sql } from 'kysely'
import { refuseFor } from '../../../platform/abilities.ts'
import type { Act } from '../../../platform/act.ts'
import { clock } from '../../../platform/clock.ts'
import { owned, type Tx } from '../../../platform/db.ts'
import { differences, recordHistory } from '../../../platform/history.ts'
import type { Numbering } from '../../../platform/numbering.ts'
import { notFound, refuseFields } from '../../../platform/refusal.ts'
import { regionByCode } from '../../../platform/regions.ts'
import type { SeenId } from '../../../platform/scope.ts'
import { refuseStale } from '../../../platform/version.ts'
import { dropQuotes, takeQuotes } from '../../costs/index.ts'
import { recordEvents } from '../../waybills/index.ts'
import {
  type CargoLine,
  checkCargo,
  giveBack,
  lockCargo,
  outletOf,
  planLines,
  recordCargoChange,
  writeLines,
} from '../cargo.ts'
import { carriersWith, mayBeHanded, numberKey, takenNumbers } from '../carriers.ts'
import { lockSpecial } from '../facts.ts'
import { outletsOf } from '../outlets.ts'
import type { Objection } from '../rules.ts'
import { searchOf } from './carrierNo.ts'
import { heldWaitsForNotice, liesAtStart, specialAllows, specialHere } from './rules.ts'
import { handOver } from './steps.ts'

type SpecialInput = Input<typeof calls.createSpecial>

/** Arranges pieces onto a dedicated line (专线外发). They stay where they are, planned, until they are handed over. */
export const createSpecial =
  (numbering: Numbering): Act<typeof calls.createSpecial> =>
  async ({ tx, actor }, input) => {
    const waybills = await lockCargo(tx, actor, input.lines)
    const { carrier } = await checkHead(tx, input)
    checkLines(input, waybills)
    const [arrangementNo] = (await numbering.next('ZX')) as [string]
    const { id } = await owned(tx)
      .insertInto('arrangement')
      .values({
        ...columnsOf(arrangementNo, input, carrier),
        kind: 'line',
        arrangement_no: arrangementNo,
        outlet_id: await outletOf(tx, actor, [input.fromOutletId]),
        state: 'new',
        plan_at: clock.iso(),
        created_by: actor.userId,
        updated_by: actor.userId,
        created_at: clock.now(),
        updated_at: clock.now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await writeLines(tx, id, input.lines, waybills)
    await planLines(tx, input.lines)
    await recordHistory(tx, actor, 'arrangement', id, 'created')
    await recordEvents(
      tx,
      actor,
      input.lines.map((line) => arrangedEvent(line, arrangementNo, carrier)),
    )
    const isHandedOver = input.handOver === true
    if (isHandedOver) await handOver(tx, actor, await lockSpecial(tx, actor, id), clock.iso())
    if (input.takeQuote === true) await takeQuotes(tx, actor, [id])
    return { id, arrangementNo, version: isHandedOver ? 2 : 1 }
  }

/** Changes what has not been handed over: what is taken off is given back first, so the same pieces may be planned anew. */
export const changeSpecial: Act<typeof calls.changeSpecial> = async ({ tx, actor }, input) => {
  const special = await lockSpecial(tx, actor, input.id)
  refuseFor(specialAllows('change', special.state) ?? specialHere(actor, 'change', special))
  await refuseStale(
    tx,
    { version: special.version, updated_at: special.updatedAt, updated_by: special.updatedBy },
    input.version,
  )
  await lockCargo(tx, actor, [...special.lines, ...input.lines], true)
  const before = await headInWords(tx, special.id)
  await giveBack(tx, special.lines)
  const waybills = await lockCargo(tx, actor, input.lines)
  const { carrier } = await checkHead(tx, input, special.id)
  checkLines(input, waybills)
  await owned(tx)
    .updateTable('arrangement')
    .set({
      ...columnsOf(special.arrangementNo, input, carrier),
      version: special.version + 1,
      updated_at: clock.now(),
      updated_by: actor.userId,
    })
    .where('id', '=', special.id)
    .execute()
  await tx.deleteFrom('arrangement_line').where('arrangement_id', '=', special.id).execute()
  await writeLines(tx, special.id, input.lines, waybills)
  await planLines(tx, input.lines)
  await recordHistory(
    tx,
    actor,
    'arrangement',
    special.id,
    'changed',
    differences(before, await headInWords(tx, special.id)),
  )
  await recordCargoChange(tx, actor, special, input.lines, (line) =>
    arrangedEvent(line, special.arrangementNo, carrier),
  )
  if (input.carrierId !== special.carrierId) await dropQuotes(tx, special.id, special.carrierId)
  if (input.takeQuote === true) await takeQuotes(tx, actor, [special.id])
  return { id: special.id, arrangementNo: special.arrangementNo, version: special.version + 1 }
}

const arrangedEvent = (line: CargoLine, arrangementNo: string, carrier: string) => ({
  waybillId: line.waybillId,
  event: { type: 'arranged', params: { arrangementNo, kind: 'line', carrier, pieces: line.pieces } },
})

/** Carrier, number and where it goes. */
async function checkHead(tx: Tx, input: SpecialInput, besides?: number): Promise<{ carrier: string }> {
  const carrier = (await carriersWith(tx, 'special', [input.carrierId])).get(input.carrierId)
  const fields: { path: string; objection: Objection }[] = [{ path: 'carrierId', objection: mayBeHanded(carrier) }]
  if (input.carrierNo !== undefined) {
    const own = { carrierId: input.carrierId, carrierNo: input.carrierNo }
    const taken = (await takenNumbers(tx, [own], besides)).get(numberKey(own))
    if (taken !== undefined)
      fields.push({ path: 'carrierNo', objection: { reason: 'dispatch.carrierNoTaken', params: { no: taken } } })
  }
  const known = await outletsOf(tx, [input.fromOutletId, input.ends === 'outlet' ? input.toOutletId : undefined])
  const required = (path: string) => fields.push({ path, objection: { reason: 'field.required' } })
  if (input.fromOutletId !== undefined && !known.has(input.fromOutletId))
    fields.push({ path: 'fromOutletId', objection: { reason: 'field.id' } })
  if (input.ends === 'outlet') {
    if (input.toOutletId === undefined) required('toOutletId')
    else if (!known.has(input.toOutletId)) fields.push({ path: 'toOutletId', objection: { reason: 'field.id' } })
    else if (input.toOutletId === input.fromOutletId)
      fields.push({ path: 'toOutletId', objection: { reason: 'dispatch.sameOutlet' } })
  } else {
    if (input.toRegion === undefined) required('toRegion')
    else if (regionByCode(input.toRegion) === undefined)
      fields.push({ path: 'toRegion', objection: { reason: 'field.region' } })
    if (input.ends === 'station' && input.station === undefined) required('station')
  }
  refuseFields(fields.flatMap(({ path, objection }) => (objection === undefined ? [] : [{ path, ...objection }])))
  if (carrier === undefined) throw notFound()
  return { carrier: carrier.shortName }
}

function checkLines(input: SpecialInput, waybills: Awaited<ReturnType<typeof lockCargo>>): void {
  checkCargo(input.lines, waybills, {
    start: (line) => liesAtStart(input.fromOutletId, line),
    goods: (waybill) => [heldWaitsForNotice(waybill, { ends: input.ends, onNotice: input.onNotice === true })],
  })
}

function columnsOf(arrangementNo: string, input: SpecialInput, carrier: string) {
  const region = input.ends === 'outlet' ? undefined : regionByCode(input.toRegion ?? '')
  const station = input.ends === 'station' ? (input.station ?? null) : null
  return {
    carrier_id: input.carrierId,
    carrier_no: input.carrierNo ?? null,
    from_outlet_id: input.fromOutletId ?? null,
    ends: input.ends,
    to_outlet_id: input.ends === 'outlet' ? (input.toOutletId ?? null) : null,
    to_region: region?.code ?? null,
    to_region_name: region?.name ?? null,
    station,
    on_notice: input.onNotice === true,
    expect_at: input.expectAt ?? null,
    receipt_copies: input.receiptCopies ?? null,
    remark: input.remark ?? null,
    search: searchOf({ arrangementNo, carrierNo: input.carrierNo, carrier, station }),
  }
}

/** As its timeline shows it: names for ids, its cargo as one line. */
async function headInWords(tx: Tx, id: SeenId): Promise<Record<string, unknown>> {
  const found = await sql<Record<string, unknown>>`
    select c.short_name as "carrierName", a.carrier_no as "carrierNo", f.short_name as "fromName", a.ends,
      coalesce(t.short_name, a.to_region_name) as "toName", a.station, a.on_notice as "onNotice", a.expect_at as "expectAt",
      a.receipt_copies as "receiptCopies", a.remark,
      -- unscoped: as below
      (select string_agg(w.waybill_no || ' × ' || l.pieces, ', ' order by l.seq) from arrangement_line l join waybill w on w.id = l.waybill_id
        where l.arrangement_id = a.id) as lines
    -- unscoped: it has been locked inside the scope, and what it carries is shown with it
    from arrangement a join company c on c.id = a.carrier_id
    left join company f on f.id = a.from_outlet_id left join company t on t.id = a.to_outlet_id where a.id = ${id}`.execute(
    tx,
  )
  return found.rows[0] ?? {}
}
