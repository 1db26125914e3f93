import type { Input } from '@xunyun/contract/kernel/call'
import type * as calls from '@xunyun/contract/warehouse/billing/charges'
import { sql } from 'kysely'
import type { Act } from '../../../platform/act.ts'
import { eachRecord, type Records } from '../../../platform/batch.ts'
import { clock } from '../../../platform/clock.ts'
import type { Tx } from '../../../platform/db.ts'
import { recordHistory } from '../../../platform/history.ts'
import { badField, Refusal } from '../../../platform/refusal.ts'
import { inScope, scoped } from '../../../platform/scope.ts'
import { isHeldCharge, refuseClosed } from '../../charges/index.ts'
import { type Agreed, type AgreedItem, matched } from './charges.ts'
import { calculateDocument } from './rating.ts'
import { cancel, insert } from './store.charges.ts'

/** 增值费: what was done for a customer's goods and no document says, at the rate that was agreed. */

/** The item of the customer's quotation that holds at a warehouse on a day: one of the warehouse before one for all of them. */
async function agreedItem(
  tx: Tx,
  input: Input<typeof calls.addValueAdded>,
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

export const addValueAdded: Act<typeof calls.addValueAdded> = async ({ tx, actor }, input) => {
  if (input.day > clock.today()) throw badField('day', 'warehouseBilling.future')
  await refuseClosed(tx, input.day)
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

type Charge = { id: number; trigger: string; state: string; no: string; amount: string; held: boolean }
const charges: Records<Charge> = {
  lock: async (tx, actor, ids) => {
    const found = await sql<Charge>`
      select d.id, d.trigger, d.state, concat_ws(' ', d.day, d.doc_no) as no, d.amount, ${isHeldCharge} as held
      from warehouse_charge d join charge h on h.id = d.id
      where d.id = any(${[...ids]}::bigint[]) and ${inScope(actor, 'warehouse_charge', 'd')} order by d.id for update of d`.execute(
      tx,
    )
    return new Map(found.rows.map((row) => [row.id, row]))
  },
  no: ({ no }) => no,
  may: ({ trigger, state, held }) => {
    if (trigger !== 'valueAdded') return new Refusal('warehouseBilling.notByHand', { trigger })
    if (held) return new Refusal('charges.held')
    return state === 'open' ? undefined : new Refusal('warehouseBilling.chargeState', { chargeState: state })
  },
}

/** Takes back what was entered by hand. */
export const cancelValueAdded: Act<typeof calls.cancelValueAdded> = (asked, { ids, reason }) =>
  eachRecord(
    asked,
    // In one order, so that two who do the same wait for each other.
    [...ids].sort((a, b) => a - b),
    charges,
    (charge) => cancel(asked.tx, asked.actor, [charge], reason),
  )
