import { type getTaxItems, type TaxItemFilter, type TaxItemRow, taxItemTabs } from '@xunyun/contract/invoices/taxItems'
import type { Input, Output } from '@xunyun/contract/kernel/call'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { clock } from '../../platform/clock.ts'
import { all, anyOf, anyOfCodes, contains, equals } from '../../platform/conditions.ts'
import type { Tx } from '../../platform/db.ts'
import { countTabs, paging, type SortKey, type Totals, totalsOf } from '../../platform/list.ts'
import { notFound } from '../../platform/refusal.ts'

const sorts = {
  feeItem: { by: sql.ref('i.fee_item'), type: 'text' },
  itemName: { by: sql`i.item_name collate "zh-x-icu"`, type: 'text' },
  validFrom: { by: sql`coalesce(i.valid_from, '-infinity'::date)`, type: 'date' },
  updatedAt: { by: sql.ref('i.updated_at'), type: 'timestamptz' },
} satisfies Record<string, SortKey>

const current = () => sql<SqlBool>`daterange(i.valid_from, i.valid_to, '[]') @> ${clock.today()}::date`
const tabCondition = (tab: (typeof taxItemTabs)[number] | undefined): RawBuilder<SqlBool> =>
  tab === undefined ? sql<SqlBool>`true` : tab === 'current' ? current() : sql<SqlBool>`not (${current()})`

const conditionsOf = (filter: TaxItemFilter): RawBuilder<SqlBool> =>
  all([
    sql<SqlBool>`not i.is_deleted`,
    contains('i.search', filter.q),
    anyOfCodes('i.fee_item', filter.feeItems),
    equals('i.invoiceable', filter.invoiceable),
    equals('i.freight', filter.freight),
    anyOf('i.id', filter.ids),
  ])

const columns = () => sql`
  i.id, i.fee_item as "feeItem", i.item_name as "itemName", i.class_code as "classCode", trim_scale(i.general_rate)::text as "generalRate",
  trim_scale(i.small_rate)::text as "smallRate", i.valid_from as "validFrom", i.valid_to as "validTo", i.freight, i.invoiceable,
  ${current()} as current, i.updated_at as "updatedAt", i.version`

export async function listTaxItems(tx: Tx, input: Input<typeof getTaxItems>): Promise<Output<typeof getTaxItems>> {
  const page = paging(sorts, { sort: 'feeItem', dir: 'asc' }, 'i.id', input)
  const found = await sql<TaxItemRow & { k: string }>`
    select ${columns()}, p.k::text as k from (
      select i.id, ${page.key} as k from tax_item i
      where ${conditionsOf(input)} and ${tabCondition(input.tab)} and ${page.afterCursor} ${page.order} ${page.limit}
    ) p join tax_item i on i.id = p.id ${page.orderOut}`.execute(tx)
  return page.finish(found.rows) as Output<typeof getTaxItems>
}

export async function totalTaxItems(tx: Tx, filter: TaxItemFilter) {
  const found = await sql<Totals>`
    select ${countTabs(['all', ...taxItemTabs], tabCondition, filter.tab)} from tax_item i where ${conditionsOf(filter)}`.execute(
    tx,
  )
  return totalsOf(found)
}

export async function taxItemDetail(tx: Tx, id: number): Promise<TaxItemRow> {
  const found = await sql<TaxItemRow>`
    select ${columns()} from tax_item i where not i.is_deleted and i.id = ${id}`.execute(tx)
  const item = found.rows[0]
  if (item === undefined) throw notFound()
  return item
}
