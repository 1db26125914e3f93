import type { InvoiceInput } from '@xunyun/contract/invoices/calls'
import type { ReckonedLine } from '@xunyun/contract/invoices/lines'
import {
  type InvoiceAction,
  type InvoiceKind,
  type InvoiceState,
  invoiceLifecycle,
} from '@xunyun/contract/invoices/states'
import { canStart } from '@xunyun/contract/kernel/lifecycle'
import { type Insertable, type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import { mayAny } from '../../platform/actor.ts'
import { kept, owned, type Tx } from '../../platform/db.ts'
import { type Entry, historyPart, recordHistory } from '../../platform/history.ts'
import { Refusal } from '../../platform/refusal.ts'
import { insertions, type NewRow, writeTogether } from '../../platform/rows.ts'
import type { DB } from '../../platform/schema.ts'
import { lockingSeen } from '../../platform/scope.ts'
import { pinyinOf, searchText } from '../../platform/search.ts'
import { changed, createdRow } from '../../platform/version.ts'
import type { Part } from '../charges/index.ts'
import type { Composed, Route } from './compose.ts'

/** Rows of invoices: locked, written, moved on. */

export const lockInvoices = lockingSeen('invoice')
export type LockedInvoice = Awaited<ReturnType<typeof lockInvoices>> extends Map<number, infer I> ? I : never

export const stateOf = (invoice: { state: string }) => invoice.state as InvoiceState
export const kindOf = (invoice: { kind: string }) => invoice.kind as InvoiceKind

/** The refusal of an act, the missing right first. */
export function refusalOf(actor: Actor, action: InvoiceAction, invoice: LockedInvoice): Refusal | undefined {
  const { right } = invoiceLifecycle[action]
  const [first] = right
  if (!mayAny(actor, right) && first !== undefined)
    return new Refusal('kernel.forbidden', { page: first.page, kind: first.kind })
  const ofKind = action === 'confirm' ? 'redInvoice' : action === 'edit' || action === 'makeRed' ? 'invoice' : undefined
  const fits = ofKind === undefined || invoice.kind === ofKind
  return fits && canStart(invoiceLifecycle, action, stateOf(invoice))
    ? undefined
    : new Refusal('invoices.wrongState', { no: invoice.no, invoiceState: invoice.state })
}

/** What an application says of itself. */
export const columnsOf = (input: InvoiceInput, no: string, { head, buyer, sellerId, outletId, waybills }: Composed) => {
  const { customerName, ...titled } = buyer
  return {
    ...titled,
    ...head,
    waybills,
    outlet_id: outletId,
    seller_id: sellerId,
    type: input.type as string,
    merge: input.merge as string,
    with_list: input.withList ?? false,
    remark: input.remark ?? null,
    search: searchText([no, customerName, pinyinOf(customerName), titled.title, pinyinOf(titled.title), titled.tax_no]),
  }
}

type Line = ReckonedLine & { readonly ofLineId?: number }
type Written = { readonly lines: readonly Line[]; readonly routes: readonly Route[] }
type Values = Omit<NewRow<'invoice'>, 'id' | 'applicant_id' | 'created_at' | 'created_by' | 'updated_at' | 'updated_by'>

/** A new one with its lines, as parts of a statement that may write more. */
export async function newInvoice(
  tx: Tx,
  actor: Actor,
  values: Values,
  written: Written,
  entries: readonly Pick<Entry, 'action' | 'changes'>[] = [],
): Promise<{ readonly id: number; readonly parts: readonly RawBuilder<unknown>[] }> {
  const { rows } = await sql<{ id: number; lineIds: number[] }>`${kept}
    select nextval(pg_get_serial_sequence('invoice', 'id'))::bigint as id,
      array(select nextval(pg_get_serial_sequence('invoice_line', 'id')) from generate_series(1, ${written.lines.length}::int))::bigint[] as "lineIds"`.execute(
    tx,
  )
  const { id, lineIds } = rows[0] as (typeof rows)[number]
  const invoice = { ...values, id, applicant_id: actor.userId, ...createdRow(actor.userId) } as NewRow<'invoice'>
  const told = [{ action: 'created' }, ...entries].map((entry) => ({ entity: 'invoice', id, ...entry }))
  return {
    id,
    parts: [...insertions({ invoice: [invoice] }), ...linesParts(id, lineIds, written), ...historyPart(actor, told)],
  }
}

export async function insertInvoice(tx: Tx, actor: Actor, values: Values, written: Written): Promise<number> {
  const { id, parts } = await newInvoice(tx, actor, values, written)
  await writeTogether(tx, parts, sql`select 1`)
  return id
}

/** Lines with their parts and routes, instead of those of before. */
export async function writeLines(tx: Tx, invoiceId: number, written: Written): Promise<void> {
  await tx.deleteFrom('invoice_line').where('invoice_id', '=', invoiceId).execute()
  const { rows } = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence('invoice_line', 'id'))::bigint as id from generate_series(1, ${written.lines.length})`.execute(
    tx,
  )
  const ids = rows.map(({ id }) => id)
  await writeTogether(tx, linesParts(invoiceId, ids, written), sql`select 1`)
}

function linesParts(invoiceId: number, ids: readonly number[], { lines, routes }: Written) {
  const of = new Map(lines.map(({ key }, at) => [key, ids[at] as number]))
  const seqs = new Map<string, number>()
  return insertions({
    invoice_line: lines.map((line, at) => ({
      id: ids[at] as number,
      invoice_id: invoiceId,
      seq: at + 1,
      key: line.key,
      of_line_id: line.ofLineId ?? null,
      item_name: line.itemName,
      class_code: line.classCode,
      tax_rate: line.rate,
      apart: line.of,
      freight: line.freight,
      gross: line.gross,
      net: line.net,
      tax: line.tax,
      reckoned_tax: line.tax,
    })),
    invoice_part: lines.flatMap((line, at) =>
      line.parts.map(({ chargeId, amount, net }, seq) => ({
        line_id: ids[at] as number,
        seq: seq + 1,
        charge_id: chargeId,
        amount,
        net,
      })),
    ),
    invoice_route: routes.map(({ line, ...route }) => {
      const seq = (seqs.get(line) ?? 0) + 1
      seqs.set(line, seq)
      return { line_id: of.get(line) as number, seq, ...route }
    }),
  })
}

/** What it asks of charges; of a red letter what it gives back, as it was applied for. */
export async function partsOf(tx: Tx, invoice: Pick<LockedInvoice, 'id' | 'kind'>): Promise<Part[]> {
  const { rows } = await sql<Part>`
    select p.charge_id as "chargeId", (case when ${invoice.kind} = 'redInvoice' then -p.amount else p.amount end)::text as amount
    from invoice_line l join invoice_part p on p.line_id = l.id where l.invoice_id = ${invoice.id} order by l.seq, p.seq`.execute(
    tx,
  )
  return rows
}

type Move = { readonly action: string; readonly state: InvoiceState; readonly opinion?: string | null }

/** Moves one on, with what else is set; the caller has locked it. */
export async function moveInvoice(
  tx: Tx,
  actor: Actor,
  invoice: { readonly id: number; readonly state: string; readonly version: number },
  { action, state, opinion }: Move,
  also: Partial<Insertable<DB['invoice']>> = {},
): Promise<void> {
  await owned(tx)
    .updateTable('invoice')
    .set({
      state,
      ...(opinion === undefined ? {} : { opinion }),
      ...also,
      ...changed(actor.userId, invoice.version),
    } as never)
    .where('id', '=', invoice.id)
    .execute()
  await recordHistory(tx, actor, 'invoice', invoice.id, action, [
    ...(invoice.state === state ? [] : [{ field: 'state', from: invoice.state, to: state }]),
    ...(opinion == null ? [] : [{ field: 'opinion', from: null, to: opinion }]),
  ])
}
