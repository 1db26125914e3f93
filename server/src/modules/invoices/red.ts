import { headOf, type LineLeft, type ReckonedLine, redOf } from '@xunyun/contract/invoices/lines'
import { compareDecimal, Exact } from '@xunyun/contract/kernel/decimal'
import { sql } from 'kysely'
import { owned, type Tx } from '../../platform/db.ts'
import { Refusal } from '../../platform/refusal.ts'
import { type LockedInvoice, writeLines } from './store.ts'

/** What red letters leave of an issued invoice (M37). */

export type Left = LineLeft & {
  readonly lineId: number
  readonly key: string
  readonly itemName: string
  readonly classCode: string | null
  readonly freight: boolean
  readonly of: string | null
  /** Of the line as it was issued. */
  readonly whole: string
}

/** Red letters under way count as those that were issued; `but`: one that is looked at itself. */
export async function leftOf(tx: Tx, invoiceId: number, but = 0): Promise<Left[]> {
  const { rows } = await sql<Left>`
    -- unscoped: of an invoice that the caller reached in scope
    with reds as (select l.id, l.of_line_id, l.gross, l.net, l.tax from invoice_line l join invoice n on n.id = l.invoice_id
      where n.of_id = ${invoiceId} and n.id <> ${but} and n.state in ('pending', 'toIssue', 'issued'))
    select l.id as "lineId", l.key, l.item_name as "itemName", l.class_code as "classCode", l.tax_rate as rate, l.freight, l.apart as of,
      l.gross as whole, (l.gross + coalesce(r.gross, 0))::text as gross, (l.net + coalesce(r.net, 0))::text as net,
      (l.tax + coalesce(r.tax, 0))::text as tax,
      (select json_agg(json_build_object('chargeId', p.charge_id, 'amount', (p.amount + coalesce(q.amount, 0))::text,
          'net', (p.net + coalesce(q.net, 0))::text) order by p.seq)
        from invoice_part p left join lateral (select sum(x.amount) as amount, sum(x.net) as net from reds s join invoice_part x on x.line_id = s.id
          where s.of_line_id = l.id and x.charge_id = p.charge_id) q on true
        where p.line_id = l.id) as parts
    from invoice_line l left join lateral (select sum(s.gross) as gross, sum(s.net) as net, sum(s.tax) as tax from reds s where s.of_line_id = l.id) r on true
    where l.invoice_id = ${invoiceId} order by l.seq`.execute(tx)
  return rows
}

const negated = (amount: string): string => new Exact(amount).negated().toFixed(2)
export type RedLine = ReckonedLine & { readonly ofLineId: number }

/** Lines of a red letter that takes these amounts of what is left. */
export const redLines = (left: readonly Left[], asked: readonly { lineId: number; amount: string }[]): RedLine[] =>
  asked.flatMap(({ lineId, amount }) => {
    const line = left.find((one) => one.lineId === lineId)
    if (line === undefined) return []
    const { gross, net, tax, parts } = redOf(line, amount)
    return [
      {
        ...line,
        ofLineId: lineId,
        gross: negated(gross),
        net: negated(net),
        tax: negated(tax),
        parts: parts
          .filter((part) => compareDecimal(part.amount, '0') !== 0)
          .map((part) => ({ ...part, amount: negated(part.amount), net: negated(part.net) })),
      } as unknown as RedLine,
    ]
  })

/**
 * A red letter that came back takes of its lines what is left of them now: another may have been made since, and the last takes the rest,
 * net and parts too (V9).
 */
export async function reckonRed(tx: Tx, red: LockedInvoice): Promise<void> {
  const reversed = await refuseRed(tx, red)
  const { rows } = await sql<{ lineId: number; amount: string }>`
    select of_line_id as "lineId", (-gross)::text as amount from invoice_line where invoice_id = ${red.id} order by seq`.execute(
    tx,
  )
  const lines = redLines(await leftOf(tx, reversed.id, red.id), rows)
  await writeLines(tx, red.id, { lines, routes: [] })
  await owned(tx).updateTable('invoice').set(headOf(lines)).where('id', '=', red.id).execute()
}

/** The invoice that a red letter reverses, locked, if it still can be; refuses where another took what it asks for. */
export async function refuseRed(
  tx: Tx,
  red: LockedInvoice,
): Promise<{ id: number; no: string; invoice_no: string | null; state: string; version: number }> {
  // unscoped: of a red letter that was reached in scope
  const reversed = await owned(tx)
    .selectFrom('invoice')
    .select(['id', 'no', 'invoice_no', 'state', 'version'])
    .where('id', '=', red.of_id ?? 0)
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (reversed.state !== 'issued' && reversed.state !== 'partRed')
    throw new Refusal('invoices.wrongState', { no: reversed.no, invoiceState: reversed.state })
  const left = new Map((await leftOf(tx, reversed.id, red.id)).map((line) => [line.lineId, line]))
  const { rows } = await sql<{ ofLineId: number; gross: string; net: string }>`
    select of_line_id as "ofLineId", gross, net from invoice_line where invoice_id = ${red.id}`.execute(tx)
  for (const { ofLineId, gross } of rows) {
    const available = left.get(ofLineId)?.gross ?? '0.00'
    if (compareDecimal(negated(gross), available) > 0) throw new Refusal('invoices.redTooMuch', { available })
  }
  return reversed
}
