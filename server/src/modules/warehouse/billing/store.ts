import { plainDecimal } from '@xunyun/contract/kernel/decimal'
import type { QuotationInput } from '@xunyun/contract/warehouse/billing/quotations'
import { type Selectable, sql } from 'kysely'
import type { Actor } from '../../../platform/actor.ts'
import { owned, type Tx } from '../../../platform/db.ts'
import { badField, notFound, refuseFields } from '../../../platform/refusal.ts'
import type { Quotation } from '../../../platform/schema.billing.ts'
import { scoped } from '../../../platform/scope.ts'
import { pinyinOf, searchText } from '../../../platform/search.ts'
import { complaints } from './rules.ts'

export type QuotationRecord = Selectable<Quotation>

/** What is kept of a quotation besides its items, checked: the partners and the warehouse exist and are the actor's, tiers join. */
export async function columnsOf(tx: Tx, actor: Actor, input: QuotationInput, no: string) {
  refuseFields(complaints(input))
  const customer = await partner(tx, actor, input.customerId, ['customer', 'owner', 'settle'])
  if (customer === undefined) throw badField('customerId', 'warehouseBilling.customer')
  const given = [...new Set(input.ownerIds ?? [])]
  const owners = []
  for (const id of given.length === 0 ? [customer.id] : given) {
    const owner = await partner(tx, actor, id, given.length === 0 ? ['customer', 'owner', 'settle'] : ['owner'])
    if (owner === undefined) throw badField('ownerIds', 'warehouseBilling.owner')
    owners.push(owner)
  }
  const warehouse = await warehouseOf(tx, actor, input.warehouseId)
  return {
    columns: {
      customer_id: customer.id,
      owner_ids: owners.map(({ id }) => id).sort((a, b) => a - b),
      warehouse_id: warehouse?.id ?? null,
      valid_from: input.validFrom,
      valid_to: input.validTo ?? null,
      remark: input.remark ?? null,
      search: searchText([
        no,
        customer.name,
        pinyinOf(customer.name),
        ...owners.filter(({ id }) => id !== customer.id).flatMap(({ name }) => [name, pinyinOf(name)]),
        warehouse?.name,
      ]),
    },
    items: itemColumns(input.items),
  }
}

async function partner(tx: Tx, actor: Actor, id: number, roles: readonly string[]) {
  return scoped(tx, actor, 'company')
    .select(['id', 'name'])
    .where('id', '=', id)
    .where('enabled', '=', true)
    .where(sql<boolean>`roles && ${[...roles]}::text[]`)
    .executeTakeFirst()
}

/** Who works in some warehouses agrees on rates for those alone. */
async function warehouseOf(tx: Tx, actor: Actor, id: number | undefined) {
  if (id === undefined && actor.warehouses === null) return null
  const found = await scoped(tx, actor, 'warehouse')
    .select(['id', 'name'])
    .where('id', '=', id ?? 0)
    .executeTakeFirst()
  if (found === undefined) throw badField('warehouseId', 'warehouseBilling.warehouse')
  return found
}

export type ItemColumns = ReturnType<typeof itemColumns>[number]
export const itemColumns = (items: QuotationInput['items']) =>
  items.map((item, at) => ({
    seq: at + 1,
    fee_item: item.feeItem as string,
    trigger: item.trigger as string,
    basis: item.basis as string,
    time_unit: (item.timeUnit ?? null) as string | null,
    volume_method: (item.volumeMethod ?? null) as string | null,
    free_days: item.freeDays ?? 0,
    tiers: (item.tiers ?? []).map((tier) => ({ ...tier, to: tier.to ?? null })),
    tier_mode: (item.tierMode ?? 'whole') as string,
    rate: item.rate ?? null,
    min_charge: item.minCharge ?? null,
    max_charge: item.maxCharge ?? null,
    tax_rate: item.taxRate ?? null,
  }))

/** Writes the items of a draft anew. */
export async function writeItems(tx: Tx, quotationId: number, items: readonly ItemColumns[]): Promise<void> {
  await tx.deleteFrom('quotation_item').where('quotation_id', '=', quotationId).execute()
  await tx
    .insertInto('quotation_item')
    .values(items.map((item) => ({ ...item, tiers: JSON.stringify(item.tiers), quotation_id: quotationId })))
    .execute()
}

export const itemsOf = (tx: Tx, quotationId: number) =>
  tx.selectFrom('quotation_item').selectAll().where('quotation_id', '=', quotationId).orderBy('seq').execute()

/** A quotation locked for an act: one that the actor may see. */
export async function lockQuotation(tx: Tx, actor: Actor, id: number): Promise<QuotationRecord> {
  const found = (await lockQuotations(tx, actor, [id])).get(id)
  if (found === undefined) throw notFound()
  return found
}

export async function lockQuotations(
  tx: Tx,
  actor: Actor,
  ids: readonly number[],
): Promise<Map<number, QuotationRecord>> {
  const rows = await scoped(tx, actor, 'quotation')
    .selectAll()
    .where(sql<boolean>`id = any(${[...ids]}::bigint[])`)
    .where(sql<boolean>`(warehouse_id is null or ${inWarehouses(actor, 'warehouse_id')})`)
    .orderBy('id')
    .forUpdate()
    .execute()
  return new Map(rows.map((row) => [row.id, withNumbers(row)]))
}

/** The driver gives the numbers of an array as text. */
const withNumbers = (quotation: QuotationRecord): QuotationRecord => ({
  ...quotation,
  owner_ids: quotation.owner_ids.map(Number),
})

/** One that a review is about, whatever the reviewer may see besides. */
export async function reviewedQuotation(tx: Tx, id: number): Promise<QuotationRecord> {
  // unscoped: the review says which
  const found = await owned(tx)
    .selectFrom('quotation')
    .selectAll()
    .where('id', '=', id)
    .where('is_deleted', '=', false)
    .forUpdate()
    .executeTakeFirst()
  if (found === undefined) throw notFound()
  return withNumbers(found)
}

export const inWarehouses = (actor: Actor, column: string) =>
  actor.warehouses === null
    ? sql<boolean>`true`
    : sql<boolean>`${sql.ref(column)} = any(${[...actor.warehouses]}::bigint[])`

/** The warehouses that a question is about: the one asked for, else all that are the actor's; null: all there are. */
export async function myWarehouses(tx: Tx, actor: Actor, id: number | undefined): Promise<readonly number[] | null> {
  if (id !== undefined) return [(await warehouseOf(tx, actor, id))?.id as number]
  return actor.warehouses
}

/** Agreements about one owner's goods are made one after the other: no two may hold on one day. */
export const lockOwners = (tx: Tx, ownerIds: readonly number[]): Promise<unknown> =>
  // unscoped: a lock, nothing is read; in the order of the ids, so that two never wait for each other
  sql`select id from company where id = any(${[...ownerIds]}::bigint[]) order by id for no key update`.execute(tx)

export type Rival = { no: string; versionNo: number; owner: string; from: string; to: string | null }
/** Another quotation in force that holds for the same goods on some of the same days, at the same warehouses. */
export async function rivalOf(tx: Tx, quotation: QuotationRecord): Promise<Rival | undefined> {
  const found = await sql<Rival>`
    -- unscoped: whatever it is called, two may not hold at once
    select q.quotation_no as no, q.version_no as "versionNo", (select c.name from company c
        where c.id = any(q.owner_ids) and c.id = any(${[...quotation.owner_ids]}::bigint[]) order by c.id limit 1) as owner,
      greatest(q.valid_from, ${quotation.valid_from}::date) as "from", least(q.valid_to, ${quotation.valid_to}::date) as "to"
    from quotation q
    where q.status in ('active', 'ended') and not q.is_deleted and q.line_id <> ${quotation.line_id}
      and q.owner_ids && ${[...quotation.owner_ids]}::bigint[] and q.warehouse_id is not distinct from ${quotation.warehouse_id}
      and coalesce(q.valid_to, 'infinity') >= greatest(q.valid_from, ${quotation.valid_from}::date)
      and (${quotation.valid_to}::date is null or q.valid_from <= ${quotation.valid_to}::date)
    order by q.valid_from, q.id limit 1`.execute(tx)
  return found.rows[0]
}

/** The days from one on are charged anew by the next run: something that they are charged by has changed. */
export const chargeAnewFrom = (tx: Tx, day: string): Promise<unknown> =>
  sql`update storage_day set charged_at = null where day >= ${day}::date and charged_at is not null`.execute(tx)

/** For the timeline: names instead of ids, each item in a line. */
export async function historyValues(
  tx: Tx,
  columns: Pick<QuotationRecord, 'customer_id' | 'owner_ids' | 'warehouse_id' | 'valid_from' | 'valid_to' | 'remark'>,
  items: readonly (Omit<ItemColumns, 'tiers'> & {
    tiers: readonly { from: string; to: string | null; price: string }[]
  })[],
): Promise<Record<string, unknown>> {
  const ids = [columns.customer_id, ...columns.owner_ids]
  const names = await sql<{ id: number; name: string }>`
    -- unscoped: names that the quotation holds
    select id, name from company where id = any(${ids}::bigint[])`.execute(tx)
  const nameOf = new Map(names.rows.map(({ id, name }) => [id, name]))
  // unscoped: the name that the quotation holds
  const warehouse = await sql<{ name: string }>`select name from warehouse where id = ${columns.warehouse_id}`.execute(
    tx,
  )
  return {
    customer: nameOf.get(columns.customer_id) ?? '',
    owners: columns.owner_ids.map((id) => nameOf.get(id) ?? '').join(', '),
    warehouse: warehouse.rows[0]?.name ?? null,
    valid_from: columns.valid_from,
    valid_to: columns.valid_to,
    remark: columns.remark,
    items: items.map(itemText).join('\n'),
  }
}

/** One item as people write it, by codes: the page says them. */
export const itemText = (
  item: Omit<ItemColumns, 'tiers'> & { tiers: readonly { from: string; to: string | null; price: string }[] },
): string =>
  [
    `${item.trigger} ${item.fee_item} ${item.basis}`,
    item.time_unit === null ? '' : `/${item.time_unit}${item.volume_method === null ? '' : ` ${item.volume_method}`}`,
    item.free_days > 0 ? ` -${item.free_days}d` : '',
    item.rate === null
      ? ` ${item.tiers.map(({ from, to, price }) => `[${Number(from)}, ${to === null ? '∞' : Number(to)}) ${plainDecimal(String(price))}`).join(' ')}`
      : ` ${plainDecimal(item.rate)}`,
    item.min_charge === null ? '' : ` ≥ ${item.min_charge}`,
    item.max_charge === null ? '' : ` ≤ ${item.max_charge}`,
    item.tax_rate === null ? '' : ` ${plainDecimal(item.tax_rate)} %`,
  ].join('')
