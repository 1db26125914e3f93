import type * as calls from '@xunyun/contract/invoices/calls'
import { isWithin, minus, netsOf, taxTolerance } from '@xunyun/contract/invoices/lines'
import { compareDecimal, sumDecimals } from '@xunyun/contract/kernel/decimal'
import { sql } from 'kysely'
import type { Act } from '../../platform/act.ts'
import type { Actor } from '../../platform/actor.ts'
import { clock, dayOf } from '../../platform/clock.ts'
import { owned, type Tx } from '../../platform/db.ts'
import type { Files } from '../../platform/files.ts'
import { badField, notFound, Refusal } from '../../platform/refusal.ts'
import { refuseStale } from '../../platform/version.ts'
import { invoiceCharges, releaseCharges } from '../charges/index.ts'
import { isConfirmed } from './makeRed.ts'
import { leftOf, refuseRed } from './red.ts'
import { kindOf, type LockedInvoice, lockInvoices, moveInvoice, partsOf, refusalOf } from './store.ts'

type Line = { id: number; gross: string; tax: string; reckoned_tax: string }

/** 开票 (M35): the number and the tax as the bureau made them. Of a red letter: its parts are free now (M37). */
export const issueInvoice =
  (files: Files): Act<typeof calls.issueInvoice> =>
  async ({ tx, actor }, { id, version, invoiceNo, day, gross, taxes, fileIds }) => {
    const invoice = (await lockInvoices(tx, actor, [id])).get(id)
    if (invoice === undefined) throw notFound()
    await refuseStale(tx, invoice, version)
    const refusal = refusalOf(actor, 'issue', invoice)
    if (refusal !== undefined) throw refusal
    if (!isConfirmed(invoice)) throw new Refusal('invoices.notConfirmed', { no: invoice.no })
    await refuseNumber(tx, invoiceNo)
    if (day > clock.today()) throw badField('day', 'field.future')
    const decided = invoice.decided_at === null ? day : dayOf(new Date(invoice.decided_at))
    if (day < decided) throw badField('day', 'invoices.beforeApproval', { from: decided })
    if (gross !== undefined && compareDecimal(gross, invoice.gross) !== 0)
      throw badField('gross', 'invoices.grossDiffers', { gross: invoice.gross })
    const tax = await printTaxes(tx, invoice, taxes ?? [])
    await files.link(tx, actor, 'invoice', id, fileIds ?? [])
    if (kindOf(invoice) === 'invoice') await invoiceCharges(tx, await partsOf(tx, invoice))
    else await reverse(tx, actor, invoice)
    await moveInvoice(
      tx,
      actor,
      invoice,
      { action: 'issued', state: 'issued' },
      {
        invoice_no: invoiceNo,
        issued_on: day,
        issued_at: clock.iso(),
        issued_by: actor.userId,
        tax,
        net: minus(invoice.gross, tax),
        confirm_by: null,
        search: `${invoice.search}${invoiceNo} `,
      },
    )
    return { version: version + 1 }
  }

/** Of two that are entered at once the second is told by the unique index. */
async function refuseNumber(tx: Tx, invoiceNo: string): Promise<void> {
  // unscoped: a number of the tax bureau stands once, whoever entered it
  const other = await owned(tx)
    .selectFrom('invoice')
    .select('no')
    .where('invoice_no', '=', invoiceNo)
    .executeTakeFirst()
  if (other !== undefined) throw badField('invoiceNo', 'invoices.numberTaken', { no: other.no })
}

/** Tax as printed, within M35's cents; net and the nets of the parts follow it. The sum of all. */
async function printTaxes(
  tx: Tx,
  invoice: LockedInvoice,
  taxes: readonly { lineId: number; tax: string }[],
): Promise<string> {
  const lines = await sql<Line>`
    select id, gross, tax, reckoned_tax from invoice_line where invoice_id = ${invoice.id} order by seq`.execute(tx)
  const known = new Map(lines.rows.map((line) => [line.id, line]))
  const printed = new Map<number, string>()
  taxes.forEach(({ lineId, tax }, at) => {
    const line = known.get(lineId)
    if (line === undefined) throw badField(`taxes.${at}.lineId`, 'field.id')
    if (!isWithin(tax, line.reckoned_tax, taxTolerance.line))
      throw badField(`taxes.${at}.tax`, 'invoices.taxFarOff', { tax: line.reckoned_tax, tolerance: taxTolerance.line })
    printed.set(lineId, tax)
  })
  const sum = sumDecimals(
    lines.rows.map((line) => printed.get(line.id) ?? line.tax),
    2,
  )
  if (!isWithin(sum, invoice.tax, taxTolerance.head))
    throw badField('taxes.0.tax', 'invoices.taxFarOff', { tax: invoice.tax, tolerance: taxTolerance.head })
  for (const [lineId, printedTax] of printed) {
    const line = known.get(lineId) as Line
    if (compareDecimal(line.tax, printedTax) === 0) continue
    const net = minus(line.gross, printedTax)
    const parts = await sql<{ seq: number; amount: string }>`
      select seq, amount from invoice_part where line_id = ${lineId} order by seq`.execute(tx)
    const nets = netsOf(
      net,
      parts.rows.map(({ amount }) => amount),
    )
    await sql`update invoice_line set tax = ${printedTax}, net = ${net} where id = ${lineId}`.execute(tx)
    await sql`update invoice_part p set net = n.net from json_to_recordset(${JSON.stringify(
      parts.rows.map(({ seq }, at) => ({ seq, net: nets[at] })),
    )}::json) as n(seq int, net numeric) where p.line_id = ${lineId} and p.seq = n.seq`.execute(tx)
  }
  return sum
}

/** What a red letter reverses is free again, and its invoice says how much of it is left. */
async function reverse(tx: Tx, actor: Actor, red: LockedInvoice): Promise<void> {
  const reversed = await refuseRed(tx, red)
  await releaseCharges(tx, await partsOf(tx, red), { issued: true })
  const left = await leftOf(tx, reversed.id)
  // What is under way is not issued yet.
  const issued = await sql<{ gross: string }>`
    -- unscoped: of the invoice that this red letter reverses
    select coalesce(sum(gross), 0)::text as gross from invoice where of_id = ${reversed.id} and state = 'issued'`.execute(
    tx,
  )
  const whole = sumDecimals(
    left.map((line) => line.whole),
    2,
  )
  const sum = sumDecimals([whole, issued.rows[0]?.gross ?? '0', red.gross], 2)
  const state = compareDecimal(sum, '0') === 0 ? 'red' : 'partRed'
  await moveInvoice(tx, actor, reversed, { action: 'reversed', state })
}
