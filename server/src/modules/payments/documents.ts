import type { Input, Output } from '@xunyun/contract/kernel/call'
import type { getOpenDocuments, OpenDocument } from '@xunyun/contract/payments/calls'
import type { StatementDirection } from '@xunyun/contract/statements/states'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import type { Tx } from '../../platform/db.ts'
import { inScope, isOneOfOurs } from '../../platform/scope.ts'

/** What a receipt is laid on, or a payment pays, by way of a paper that the other side has: a statement, or an invoice (M40). */

const most = 50

/** Charges of the company that are open, at the actor's own outlets. */
const isOpen = (actor: Actor, companyId: number, direction: StatementDirection): RawBuilder<SqlBool> =>
  sql<SqlBool>`h.direction = ${direction} and h.company_id = ${companyId} and h.state = 'owed' and h.settled <> h.amount
    and ${isOneOfOurs(actor, 'h.outlet_id')}`

const parts = sql`sum(x.open)::numeric(14,2)::text as open,
  json_agg(json_build_object('chargeId', x.charge_id, 'amount', x.open::numeric(14,2)::text) order by x.charge_id) as charges`
/** No more of a charge than the invoice says of it. */
const openPart = sql`case when h.amount < 0 then greatest(h.amount - h.settled, l.part) else least(h.amount - h.settled, l.part) end`

export async function openDocuments(
  tx: Tx,
  actor: Actor,
  { companyId, direction }: Input<typeof getOpenDocuments>,
): Promise<Output<typeof getOpenDocuments>> {
  const side = direction === 'receipt' ? 'receivable' : 'payable'
  const statements = await sql<OpenDocument>`
    -- unscoped: the condition of the scope stands inside
    select 'statement' as kind, m.id, m.no, m.to_day as day, ${parts} from statement m cross join lateral (
      select h.id as charge_id, h.amount - h.settled as open from statement_line l join charge h on h.id = l.charge_id
      where l.statement_id = m.id and ${isOpen(actor, companyId, side)}) x
    where m.company_id = ${companyId} and m.direction = ${side} and m.state in ('sent', 'confirmed') and not m.is_deleted and ${inScope(actor, 'statement', 'm')}
    group by m.id order by m.to_day desc, m.id desc limit ${most}`.execute(tx)
  if (direction === 'payment') return statements.rows
  // Red letters take away what they reverse, from their review on.
  const invoices = await sql<OpenDocument>`
    -- unscoped: the condition of the scope stands inside
    select 'invoice' as kind, n.id, n.invoice_no as no, n.issued_on as day, ${parts} from invoice n cross join lateral (
      select h.id as charge_id, ${openPart} as open
      from (select p.charge_id, sum(p.amount) as part
          from invoice i join invoice_line o on o.invoice_id = i.id join invoice_part p on p.line_id = o.id
          where i.id = n.id or (i.of_id = n.id and i.state in ('pending', 'toIssue', 'issued')) group by 1) l
        join charge h on h.id = l.charge_id
      where sign(l.part) = sign(h.amount) and ${isOpen(actor, companyId, side)}) x
    where n.customer_id = ${companyId} and n.kind = 'invoice' and n.state in ('issued', 'partRed') and not n.is_deleted
      and ${inScope(actor, 'invoice', 'n')}
    group by n.id order by n.issued_on desc, n.id desc limit ${most}`.execute(tx)
  return [...statements.rows, ...invoices.rows]
}
