import type { Input, Output } from '@xunyun/contract/kernel/call'
import type { Outcomes } from '@xunyun/contract/kernel/list'
import type { addValueAdded } from '@xunyun/contract/warehouse/billing/charges'
import { sql } from 'kysely'
import type { Actor } from '../../../platform/actor.ts'
import { BatchReport } from '../../../platform/batch.ts'
import { clock } from '../../../platform/clock.ts'
import type { Tx } from '../../../platform/db.ts'
import { recordHistory } from '../../../platform/history.ts'
import { badField, notFound, Refusal } from '../../../platform/refusal.ts'
import { inScope, scoped } from '../../../platform/scope.ts'
import { type Agreed, type AgreedItem, matched } from './charges.ts'
import { calculateDocument } from './rating.ts'
import { cancel, insert } from './store.charges.ts'

/** 增值费: what was done for a customer's goods and no document says, at the rate that was agreed. */

/** The item of the customer's quotation that holds at a warehouse on a day: one of the warehouse before one for all of them. */
async function agreedItem(
  tx: Tx,
  input: Input<typeof addValueAdded>,
): Promise<(Agreed & AgreedItem & { itemId: number }) | undefined> {
  const found = await sql<Agreed & AgreedItem & { itemId: number }>`
    -- unscoped: the customer and the warehouse have been looked up inside the scope
    select q.id, q.line_id as "lineId", q.quotation_no as no, q.version_no as "versionNo", q.customer_id as "customerId", c.name as "customerName",
      q.warehouse_id is null as everywhere, to_jsonb(q.owner_ids) as "ownerIds", i.id as "itemId", q.id as "quotationId", i.trigger, i.fee_item as "feeItem", i.basis,
      i.time_unit as "timeUnit", i.volume_method as "volumeMethod", i.free_days as "freeDays", i.tiers, i.tier_mode as "tierMode", i.rate,
      i.min_charge as "minCharge", i.max_charge as "maxCharge", i.tax_rate as "taxRate"
    from quotation q join quotation_item i on i.quotation_id = q.id join company c on c.id = q.customer_id
    where q.status in ('active', 'ended') and not q.is_deleted and q.customer_id = ${input.customerId}
      and (q.warehouse_id is null or q.warehouse_id = ${input.warehouseId})
      and q.valid_from <= ${input.day}::date and (q.valid_to is null or q.valid_to >= ${input.day}::date)
      and i.trigger = 'valueAdded' and i.fee_item = ${input.feeItem}
    order by q.warehouse_id nulls last, q.id limit 1`.execute(tx)
  return found.rows[0]
}

export async function addOne(
  tx: Tx,
  actor: Actor,
  input: Input<typeof addValueAdded>,
): Promise<Output<typeof addValueAdded>> {
  if (input.day > clock.today()) throw badField('day', 'warehouseBilling.future')
  const customer = await scoped(tx, actor, 'company')
    .select('name')
    .where('id', '=', input.customerId)
    .executeTakeFirst()
  if (customer === undefined) throw badField('customerId', 'warehouseBilling.customer')
  const warehouse = await scoped(tx, actor, 'warehouse')
    .select('name')
    .where('id', '=', input.warehouseId)
    .executeTakeFirst()
  if (warehouse === undefined) throw badField('warehouseId', 'warehouseBilling.warehouse')
  const agreed = await agreedItem(tx, input)
  if (agreed === undefined) throw badField('feeItem', 'warehouseBilling.noItem', { day: input.day })
  const calculated = calculateDocument(agreed, null, input.quantity)
  const [id] = await insert(tx, actor, [
    {
      ...calculated,
      steps: [matched(agreed, warehouse.name), ...calculated.steps],
      quotationId: agreed.quotationId,
      termId: agreed.itemId,
      warehouseId: input.warehouseId,
      day: input.day,
      fromDay: input.day,
      docType: null,
      docId: null,
      docNo: input.docNo ?? null,
      problems: [],
      customerId: agreed.customerId,
      customerName: agreed.customerName,
      lineId: agreed.lineId,
      quotationNo: agreed.no,
      trigger: agreed.trigger,
      feeItem: agreed.feeItem,
      basis: agreed.basis,
      rate: agreed.rate,
      taxRate: agreed.taxRate,
      remark: input.remark ?? null,
    },
  ])
  if (id === undefined) throw new Error('a charge was not written')
  await recordHistory(tx, actor, 'warehouseCharge', id, 'created', [
    { field: 'day', from: null, to: input.day },
    { field: 'fee_item', from: null, to: input.feeItem },
    { field: 'quantity', from: null, to: input.quantity },
    { field: 'amount', from: null, to: calculated.amount },
  ])
  return { id, amount: calculated.amount }
}

/** Takes back what was entered by hand; what one row meets leaves the others alone. */
export async function cancelEach(tx: Tx, actor: Actor, ids: readonly number[], reason: string): Promise<Outcomes> {
  const report = new BatchReport(actor)
  const found = await sql<{ id: number; trigger: string; state: string; no: string; amount: string }>`
    select d.id, d.trigger, d.state, concat_ws(' ', d.day, d.doc_no) as no, d.amount from warehouse_charge d
    where d.id = any(${[...ids]}::bigint[]) and ${inScope(actor, 'warehouse_charge', 'd')} order by d.id for update`.execute(
    tx,
  )
  const byId = new Map(found.rows.map((row) => [row.id, row]))
  for (const id of [...new Set(ids)].sort((a, b) => a - b)) {
    const row = byId.get(id)
    if (row === undefined) report.refuse(id, String(id), notFound())
    else if (row.trigger !== 'valueAdded')
      report.refuse(id, row.no, new Refusal('warehouseBilling.notByHand', { trigger: row.trigger }))
    else if (row.state !== 'open')
      report.refuse(id, row.no, new Refusal('warehouseBilling.chargeState', { chargeState: row.state }))
    else {
      await cancel(tx, actor, [row], reason)
      report.done()
    }
  }
  return report.outcomes()
}
