import { type DictionaryType, wordFor } from '@xunyun/contract/dictionary'
import type { Input, Output } from '@xunyun/contract/kernel/call'
import { plainDecimal } from '@xunyun/contract/kernel/decimal'
import {
  type getServices,
  type getServiceTotals,
  type ServiceFilter,
  type ServiceRow,
  type ServiceTab,
  serviceTabs,
} from '@xunyun/contract/waybills/services'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Actor, isCustomer } from '../../../platform/actor.ts'
import { all, anyOf, anyOfCodes, between, contains, equals } from '../../../platform/conditions.ts'
import type { Tx } from '../../../platform/db.ts'
import { type ListColumn, listColumn, titled } from '../../../platform/excel/list.ts'
import { countTabs, paging, type SortKey, totalsOf } from '../../../platform/list.ts'
import { ofOwnOutlet } from '../../../platform/scope.ts'
import { signedPieces } from '../queries.ts'

const sorts = {
  createdAt: { by: sql.ref('s.created_at'), type: 'timestamptz' },
  waybillNo: { by: sql.ref('w.waybill_no'), type: 'text' },
  amount: { by: sql.ref('s.amount'), type: 'numeric' },
  bizDate: { by: sql.ref('w.biz_date'), type: 'date' },
} satisfies Record<string, SortKey>

const named = serviceTabs.filter((tab) => tab !== 'other')
const tabCondition = (tab: ServiceTab | undefined): RawBuilder<SqlBool> =>
  tab === undefined
    ? sql<SqlBool>`true`
    : tab === 'other'
      ? sql<SqlBool>`s.type <> all(${[...named]}::text[])`
      : sql<SqlBool>`s.type = ${tab}`

function conditionsOf(actor: Actor, filter: ServiceFilter): RawBuilder<SqlBool> {
  return all([
    sql<SqlBool>`not w.is_deleted`,
    sql<SqlBool>`${ofOwnOutlet(actor, 'w')}`,
    contains('w.search', filter.q),
    equals('w.customer_id', filter.customerId),
    equals('w.outlet_id', filter.outletId),
    anyOfCodes('s.type', filter.types),
    anyOfCodes('s.payer', filter.payers),
    anyOfCodes('w.price_state', filter.priceStates),
    anyOfCodes('w.state', filter.states),
    between('w.biz_date', filter.bizFrom, filter.bizTo),
    anyOf('s.id', filter.ids),
  ])
}

export async function listServices(
  tx: Tx,
  actor: Actor,
  input: Input<typeof getServices>,
): Promise<Output<typeof getServices>> {
  const page = paging(sorts, { sort: 'createdAt', dir: 'desc' }, 's.id', input)
  const found = await sql<ServiceRow & { k: string }>`
    select s.id, s.waybill_id as "waybillId", w.waybill_no as "waybillNo", s.type, s.qty, s.rate, s.amount, s.payer,
      w.price_state as "priceState", c.name as "customerName", w.shipper_city as "shipperCity", w.consignee_city as "consigneeCity",
      w.state, ${signedPieces} as signed, w.refused_pieces as refused, w.unarranged, w.hold, w.pieces, w.biz_date as "bizDate", s.created_at as "createdAt", u.name as "createdByName", w.version,
      (w.price_state <> 'confirmed' and w.state <> 'cancelled') as open, p.k::text as k
    from (
      select s.id, ${page.key} as k from waybill_service s join waybill w on w.id = s.waybill_id
      where ${conditionsOf(actor, input)} and ${tabCondition(input.tab)} and ${page.afterCursor} ${page.order} ${page.limit}
    -- unscoped: joined to the rows that the scope let through
    ) p join waybill_service s on s.id = p.id join waybill w on w.id = s.waybill_id
      left join company c on c.id = w.customer_id left join app_user u on u.id = s.created_by ${page.orderOut}`.execute(
    tx,
  )
  const { rows, next } = page.finish(found.rows)
  const hidden = isCustomer(actor)
  return {
    rows: (rows as ServiceRow[]).map((row) => (hidden ? { ...row, createdByName: null, open: false } : row)),
    next,
  }
}

export async function totalServices(tx: Tx, actor: Actor, filter: ServiceFilter) {
  const found = await sql<Output<typeof getServiceTotals>>`
    select ${countTabs(['all', ...serviceTabs], tabCondition, filter.tab)},
      coalesce(sum(s.amount) filter (where ${tabCondition(filter.tab)}), 0)::text as amount
    from waybill_service s join waybill w on w.id = s.waybill_id where ${conditionsOf(actor, filter)}`.execute(tx)
  return totalsOf(found)
}

const word =
  (type: DictionaryType, key: keyof ServiceRow): ListColumn<ServiceRow>['value'] =>
  (row, language) =>
    wordFor(type, String(row[key]), language)

/** The columns of the export; keys are those of the page. */
export const serviceColumns: readonly ListColumn<ServiceRow>[] = [
  listColumn('waybills:column.waybillNo', 'text', { width: 18 }),
  listColumn('waybills:service.type', 'text', { width: 14, value: word('addedService', 'type') }),
  listColumn('waybills:service.qty', 'text', { width: 10, value: ({ qty }) => String(Number(qty)) }),
  listColumn('waybills:service.rate', 'text', {
    width: 10,
    value: ({ rate }) => (rate === null ? '' : plainDecimal(rate)),
  }),
  listColumn('waybills:service.amount', 'money', { width: 12, unit: '元' }),
  listColumn('waybills:service.payer', 'text', { width: 10, value: word('servicePayer', 'payer') }),
  {
    key: 'priceState',
    type: 'text',
    width: 10,
    titles: titled('费用状态', 'Price', 'Precio', '価格'),
    value: word('priceState', 'priceState'),
  },
  listColumn('waybills:column.customer', 'text', { key: 'customerName', width: 26 }),
  { key: 'shipperCity', type: 'text', width: 12, titles: titled('起运', 'From', 'Origen', '発地') },
  { key: 'consigneeCity', type: 'text', width: 12, titles: titled('到达', 'To', 'Destino', '着地') },
  listColumn('waybills:column.state', 'text', { width: 10, value: word('waybillState', 'state') }),
  listColumn('waybills:column.pieces', 'integer', { width: 8 }),
  listColumn('waybills:column.bizDate', 'date', { width: 12 }),
  listColumn('waybills:service.createdBy', 'text', { key: 'createdByName', width: 12 }),
  listColumn('waybills:service.createdAt', 'moment', { width: 18 }),
]
