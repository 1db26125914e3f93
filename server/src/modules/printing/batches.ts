import type { Input, Output } from '@xunyun/contract/kernel/call'
import * as calls from '@xunyun/contract/printing/calls'
import { piecedTypes } from '@xunyun/contract/printing/papers'
import { sql } from 'kysely'
import { refuseFor } from '../../platform/abilities.ts'
import type { Act } from '../../platform/act.ts'
import { type Actor, requireRight } from '../../platform/actor.ts'
import { clock } from '../../platform/clock.ts'
import type { Tx } from '../../platform/db.ts'
import { badField, notFound, Refusal } from '../../platform/refusal.ts'
import type { Batch } from './batch.ts'
import { countPrinted, logStopped } from './counts.ts'
import { asSvg } from './draw.ts'
import type { Printable } from './queries.papers.ts'
import { chooser } from './queries.templates.ts'
import { printables } from './queries.ts'
import { drawSheets, type Sheet } from './sheets.ts'

/**
 * Batches: each sheet has a position, is handed out in order to one window at a time, and is confirmed once. What was
 * handed out to a window that is gone is in doubt until a person says what came out: a printer does not tell.
 */

/** A window that says nothing for so long has gone. */
const heldMs = 60_000
const standardSize = 20

type Progress = Output<typeof calls.confirmPrinted>
const progress = ({ done, total, state }: Batch): Progress => ({ done, total, state })

/** Whoever may look at the page may print. */
const requirePrint = (actor: Actor): void => requireRight(actor, 'printDocuments', 'browse')

export const startPrintBatch: Act<typeof calls.startPrintBatch> = async ({ tx, actor }, input) => {
  requirePrint(actor)
  const { type } = input
  const ids = [...new Set(input.ids)]
  const found = await printables(tx, actor, type, ids)
  const records = ids.map((id) => {
    const record = found.get(id)
    if (record === undefined) throw notFound()
    if (record.state === 'draft') throw new Refusal('printing.notPlaced', { no: record.no })
    if (record.state === 'cancelled') throw new Refusal('printing.cancelled', { no: record.no })
    refuseFor(record.objection)
    return record
  })
  const copies = input.copies ?? 1
  const sheets = records.flatMap((record) =>
    piecesOf(record, input).flatMap((piece) =>
      Array.from({ length: copies }, () => ({ record: record.id, piece, reprint: record.count })),
    ),
  )
  if (sheets.length === 0) throw badField('pieceFrom', 'printing.noPieces')
  if (sheets.length > calls.mostSheets)
    throw new Refusal('printing.tooMany', { max: calls.mostSheets, count: sheets.length })
  const choose = await chooser(tx, actor, type, input.template)
  const names = new Set(records.map((record) => choose(record.customerId).name))
  const { id } = await tx
    .insertInto('print_batch')
    .values({
      type,
      way: input.way,
      template: input.template ?? null,
      template_name: [...names].slice(0, 3).join(', '),
      printer: input.printer ?? '',
      copies,
      first_no: records[0]?.no ?? '',
      documents: records.length,
      total: sheets.length,
      created_at: clock.now(),
      created_by: actor.userId,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await sql`insert into print_sheet (batch_id, seq, record_id, piece, reprint)
    select ${id}, n, record, piece, reprint from unnest(${sheets.map(({ record }) => record)}::bigint[], ${sheets.map(({ piece }) => piece)}::int[],
      ${sheets.map(({ reprint }) => reprint)}::int[]) with ordinality as s(record, piece, reprint, n)`.execute(tx)
  return { id, total: sheets.length }
}

/** Of labels the pieces asked for, as far as there are so many; any other paper is one. */
function piecesOf(record: Printable, input: Input<typeof calls.startPrintBatch>): number[] {
  if (!piecedTypes.includes(input.type)) return [0]
  const { pieceFrom = 1, pieceTo = record.pieces } = input
  if (pieceTo < pieceFrom && input.pieceTo !== undefined) throw badField('pieceTo', 'printing.range')
  const to = Math.min(pieceTo, record.pieces)
  return Array.from({ length: Math.max(0, to - pieceFrom + 1) }, (_, at) => pieceFrom + at)
}

export async function nextSheets(
  tx: Tx,
  actor: Actor,
  input: Input<typeof calls.nextOfBatch>,
  origin: string,
): Promise<Output<typeof calls.nextOfBatch>> {
  requirePrint(actor)
  const batch = await lockBatch(tx, actor, input.id)
  if (batch.state !== 'open') return { ...progress(batch), doubt: null, sheets: [] }
  const isMine = batch.holder === input.holder
  const isFree = batch.holder === null || batch.held_until === null || new Date(batch.held_until) < clock.now()
  if (!isMine && !isFree && input.take !== true)
    throw new Refusal('printing.batchHeld', { done: batch.done, total: batch.total })
  const out = await outstanding(tx, batch.id)
  const doubt = batch.doubt || (!isMine && out !== null)
  await hold(tx, batch.id, input.holder, doubt)
  if (doubt) return { ...progress(batch), doubt: out, sheets: [] }
  const sheets = await sql<Sheet>`
    update print_sheet set sent_at = ${clock.now()} where batch_id = ${batch.id} and seq = any(
      select seq from print_sheet where batch_id = ${batch.id} and sent_at is null order by seq limit ${input.size ?? standardSize})
    returning seq, record_id as id, piece, reprint`.execute(tx)
  const drawn = await drawSheets(
    tx,
    actor,
    batch,
    sheets.rows.sort((a, b) => a.seq - b.seq),
    origin,
  )
  return {
    ...progress(batch),
    doubt: null,
    sheets: drawn.map(({ seq, no, pages }) => ({ seq, no, pages: pages.map(asSvg) })),
  }
}

/** Handed out and not confirmed. */
async function outstanding(tx: Tx, batchId: number): Promise<{ from: number; to: number } | null> {
  const found = await sql<{ from: number | null; to: number | null }>`
    select min(seq) as "from", max(seq) as "to" from print_sheet
    where batch_id = ${batchId} and sent_at is not null and printed_at is null`.execute(tx)
  const [row] = found.rows
  return row === undefined || row.from === null || row.to === null ? null : { from: row.from, to: row.to }
}

export const confirmPrinted: Act<typeof calls.confirmPrinted> = async ({ tx, actor }, input) => {
  requirePrint(actor)
  const batch = await lockBatch(tx, actor, input.id)
  // The answer to the same word said before was lost: it counts once.
  if (input.to <= batch.done) return progress(batch)
  if (batch.state !== 'open') throw new Refusal('printing.batchEnded')
  // The file held every sheet.
  if (batch.way === 'pdf') return confirmUpTo(tx, actor, batch, Math.min(input.to, batch.total))
  if (batch.holder !== input.holder) throw new Refusal('printing.batchTaken')
  const out = await outstanding(tx, batch.id)
  if (batch.doubt && out !== null) throw new Refusal('printing.batchDoubt', out)
  if (out === null || input.to > out.to) throw new Refusal('printing.outOfOrder', { next: batch.done + 1 })
  await hold(tx, batch.id, input.holder, false)
  return confirmUpTo(tx, actor, batch, input.to)
}

export const settleBatch: Act<typeof calls.settleBatch> = async ({ tx, actor }, input) => {
  requirePrint(actor)
  const batch = await lockBatch(tx, actor, input.id)
  if (batch.state !== 'open') throw new Refusal('printing.batchEnded')
  if (batch.holder !== input.holder) throw new Refusal('printing.batchTaken')
  const out = await outstanding(tx, batch.id)
  if (out === null ? input.to !== batch.done : input.to < batch.done || input.to > out.to)
    throw new Refusal('printing.outOfOrder', { next: batch.done + 1 })
  const now = input.to > batch.done ? await confirmUpTo(tx, actor, batch, input.to) : progress(batch)
  await tx
    .updateTable('print_sheet')
    .set({ sent_at: null })
    .where('batch_id', '=', batch.id)
    .where('printed_at', 'is', null)
    .execute()
  if (now.state !== 'open') return now
  await hold(tx, batch.id, input.holder, false)
  if (input.way !== undefined)
    await tx.updateTable('print_batch').set({ way: input.way }).where('id', '=', batch.id).execute()
  return now
}

export const stopPrintBatch: Act<typeof calls.stopPrintBatch> = async ({ tx, actor }, { id }) => {
  requirePrint(actor)
  const batch = await lockBatch(tx, actor, id)
  if (batch.state !== 'open') return progress(batch)
  await logStopped(tx, actor, batch)
  await tx.updateTable('print_batch').set({ state: 'stopped', holder: null }).where('id', '=', id).execute()
  return { ...progress(batch), state: 'stopped' }
}

async function confirmUpTo(tx: Tx, actor: Actor, batch: Batch, to: number): Promise<Progress> {
  const printed = await tx
    .updateTable('print_sheet')
    .set({ printed_at: clock.now() })
    .where('batch_id', '=', batch.id)
    .where('seq', '<=', to)
    .where('printed_at', 'is', null)
    .returning('record_id')
    .execute()
  await countPrinted(tx, actor, batch, [...new Set(printed.map(({ record_id }) => record_id))])
  const state = to === batch.total ? 'done' : 'open'
  await tx.updateTable('print_batch').set({ done: to, state }).where('id', '=', batch.id).execute()
  return { done: to, total: batch.total, state }
}

const hold = (tx: Tx, id: number, holder: string, doubt: boolean) =>
  tx
    .updateTable('print_batch')
    .set({ holder, doubt, held_until: new Date(clock.ms() + heldMs) })
    .where('id', '=', id)
    .execute()

/** One's own alone. One window after the other: whoever comes second waits here. */
async function lockBatch(tx: Tx, actor: Actor, id: number): Promise<Batch> {
  const batch = await tx
    .selectFrom('print_batch')
    .selectAll()
    .where('id', '=', id)
    .where('created_by', '=', actor.userId)
    .forUpdate()
    .executeTakeFirst()
  if (batch === undefined) throw notFound()
  return batch as unknown as Batch
}

/** Open ones of the last days: older ones are nobody's any more. */
export async function openBatches(tx: Tx, actor: Actor): Promise<calls.PrintBatchRow[]> {
  const rows = await tx
    .selectFrom('print_batch')
    .select(['id', 'type', 'way', 'template_name as templateName', 'printer', 'first_no as firstNo', 'documents'])
    .select(['created_at as createdAt', 'done', 'total', 'state'])
    .where('created_by', '=', actor.userId)
    .where('state', '=', 'open')
    .where('created_at', '>', new Date(clock.ms() - 7 * 86_400_000).toISOString())
    .orderBy('id', 'desc')
    .limit(20)
    .execute()
  return rows as calls.PrintBatchRow[]
}
