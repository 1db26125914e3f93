import {
  type FreightRow,
  freightTabs,
  type getFreights,
  type getFreightTotals,
  toldOfFreight,
} from '@xunyun/contract/enquiries/freight'
import type { Input, Output } from '@xunyun/contract/kernel/call'
import { Exact } from '@xunyun/contract/kernel/decimal'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Actor, isCustomer } from '../../platform/actor.ts'
import { all, equals } from '../../platform/conditions.ts'
import type { Tx } from '../../platform/db.ts'
import { countTabs, paging, totalsOf } from '../../platform/list.ts'
import { badField } from '../../platform/refusal.ts'
import { ofOwnOutlet } from '../../platform/scope.ts'
import {
  isCounted,
  presentWaybill,
  type RawWaybill,
  seesCosts,
  waybillConditions,
  waybillFields,
  waybillJoins,
} from '../waybills/index.ts'

type Filter = Input<typeof getFreightTotals>

/** A price that was reviewed: what it leaves is known (M57). */
const isPriced = sql<SqlBool>`w.price_state in ('reviewed', 'confirmed')`
const profit = sql`case when ${isPriced} then w.receivable - w.cost end`

const tabCondition = (tab: Filter['tab']): RawBuilder<SqlBool> => {
  if (tab === undefined) return sql<SqlBool>`true`
  if (tab === 'notInvoiced') return sql<SqlBool>`w.invoicing in ('unapplied', 'partial', 'applied')`
  if (tab === 'notCollected') return sql<SqlBool>`w.collection <> 'collected' and w.receivable > 0`
  return sql<SqlBool>`w.price_state = ${tab}`
}

/** The conditions of a filter but for its tab: what is placed and not void, of one's own outlets (T1). */
function conditions(actor: Actor, filter: Filter): RawBuilder<SqlBool> {
  const { tab: _, feeItems, salesmanId, ...ofWaybill } = filter
  return all([
    sql<SqlBool>`${ofOwnOutlet(actor, 'w')}`,
    isCounted,
    waybillConditions(actor, ofWaybill),
    feeItems === undefined
      ? undefined
      : sql<SqlBool>`exists (select from charge h where h.waybill_id = w.id and h.direction = 'receivable'
          and h.state <> 'void' and h.amount <> 0 and h.fee_item = any(${feeItems}::text[]))`,
    equals('w.salesman_id', isCustomer(actor) ? undefined : salesmanId),
  ])
}

const sorts = {
  // As the index waybill__biz_date has it.
  bizDate: { by: sql.ref('w.biz_date'), type: 'date' as const },
  waybillNo: { by: sql.ref('w.waybill_no'), type: 'text' as const },
  pieces: { by: sql.ref('w.pieces'), type: 'bigint' as const },
  receivable: { by: sql.ref('w.receivable'), type: 'numeric' as const },
}
/** What one may not see one may not sort by. */
const ofCosts = {
  cost: { by: sql.ref('w.cost'), type: 'numeric' as const },
  profit: { by: sql`coalesce(${profit}, 0)`, type: 'numeric' as const },
}

type Raw = RawWaybill &
  Pick<FreightRow, 'pickup' | 'delivery' | 'invoicing' | 'collection'> & { profitIfSeen: string | null }

const fields = (
  actor: Actor,
) => sql`${waybillFields(actor)}, w.invoicing, w.collection, (${profit})::text as "profitIfSeen",
  fee.pickup, fee.delivery`
/** Of the rows of a page alone. */
const fees = sql`cross join lateral (
  select coalesce(sum(h.amount) filter (where h.fee_item = 'pickup'), 0.00) as pickup,
    coalesce(sum(h.amount) filter (where h.fee_item = 'delivery'), 0.00) as delivery
  from charge h where h.waybill_id = w.id and h.direction = 'receivable' and h.state <> 'void') fee`

function present(actor: Actor, raw: Raw): FreightRow {
  const row = presentWaybill(actor, raw, new Map())
  const gain = row.cost === null ? null : raw.profitIfSeen
  return {
    ...(Object.fromEntries(toldOfFreight.map((key) => [key, row[key]])) as Pick<
      typeof row,
      (typeof toldOfFreight)[number]
    >),
    pickup: raw.pickup,
    delivery: raw.delivery,
    others: new Exact(raw.receivable).minus(raw.freight).minus(raw.pickup).minus(raw.delivery).toFixed(2),
    profit: gain,
    profitRate: gain === null ? null : rateOf(gain, raw.receivable),
    invoicing: raw.invoicing,
    collection: raw.collection,
  }
}

/** Per cent with one decimal; none without revenue (M57). */
export const rateOf = (gain: string, revenue: string): string | null =>
  new Exact(revenue).isZero() ? null : new Exact(gain).div(revenue).times(100).toFixed(1)

/** What waybills earn, latest business day first. */
export async function listFreights(
  tx: Tx,
  actor: Actor,
  input: Input<typeof getFreights>,
): Promise<Output<typeof getFreights>> {
  if ((input.sort === 'cost' || input.sort === 'profit') && !seesCosts(actor)) throw badField('sort', 'field.choice')
  const page = paging({ ...sorts, ...ofCosts }, { sort: 'bizDate', dir: 'desc' }, 'w.id', input)
  const found = await sql<Raw & { k: string }>`
    select ${fields(actor)}, p.k::text as k from (
      -- unscoped: the scope stands in the condition
      select w.id, ${page.key} as k from waybill w
      where ${conditions(actor, input)} and ${tabCondition(input.tab)} and ${page.afterCursor} ${page.order} ${page.limit}
    ) p join waybill w on w.id = p.id ${waybillJoins} ${fees} ${page.orderOut}`.execute(tx)
  const { rows, next } = page.finish(found.rows)
  return { rows: rows.map((row) => present(actor, row as Raw)), next }
}

const tabs = ['all', ...freightTabs] as const

export async function totalFreights(tx: Tx, actor: Actor, filter: Filter): Promise<Output<typeof getFreightTotals>> {
  const shown = sql` filter (where ${tabCondition(filter.tab)})`
  const sum = (what: RawBuilder<unknown>, name: string) =>
    sql`coalesce(sum(${what})${shown}, 0)::text as ${sql.id(name)}`
  const costs = seesCosts(actor)
  const found = await sql<Output<typeof getFreightTotals>>`
    select ${countTabs(tabs, tabCondition, filter.tab)}, coalesce(sum(w.pieces)${shown}, 0) as pieces,
      ${sum(sql.ref('w.charge_weight'), 'chargeWeight')}, ${sum(sql.ref('w.receivable'), 'receivable')},
      ${costs ? sql`${sum(sql.ref('w.cost'), 'cost')}, ${sum(profit, 'profit')}` : sql`null as cost, null as profit`}
    -- unscoped: the scope stands in the condition
    from waybill w where ${conditions(actor, filter)}`.execute(tx)
  return totalsOf(found)
}
