import type { Input, Output } from '@xunyun/contract/kernel/call'
import type { Choice } from '@xunyun/contract/kernel/list'
import {
  type DriverFilter,
  type DriverRow,
  type DriverTab,
  driverTabs,
  type getDriverChoices,
  type getDrivers,
} from '@xunyun/contract/resources/drivers'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { all, anyOf, equals } from '../../platform/conditions.ts'
import type { Tx } from '../../platform/db.ts'
import { countTabs, paging, type SortKey, type Totals, totalsOf } from '../../platform/list.ts'
import { notFound } from '../../platform/refusal.ts'
import { searchPattern } from '../../platform/search.ts'
import { driverPaperColumns, paperSql } from './documents.ts'

const sorts = () =>
  ({
    name: { by: sql`d.name collate "zh-x-icu"`, type: 'text' },
    licenceExpiry: { by: sql`coalesce(d.licence_expiry, 'infinity'::date)`, type: 'date' },
    nearestExpiry: {
      by: sql`coalesce(${paperSql(driverPaperColumns).nearest}, 'infinity'::date)`,
      type: 'date',
    },
    createdAt: { by: sql.ref('d.created_at'), type: 'timestamptz' },
  }) satisfies Record<string, SortKey>

function tabCondition(tab: DriverTab | undefined): RawBuilder<SqlBool> {
  const papers = paperSql(driverPaperColumns)
  switch (tab) {
    case undefined:
      return sql<SqlBool>`true`
    case 'disabled':
      return sql<SqlBool>`not d.enabled`
    case 'expiring':
      return sql<SqlBool>`(d.enabled and ${papers.soon})`
    case 'expired':
      return sql<SqlBool>`(d.enabled and ${papers.expired})`
    case 'available':
      return sql<SqlBool>`(d.enabled and not ${papers.expired})`
  }
}

/** By himself, his carrier, or the plate that he usually drives. */
const matches = (q: string) => sql<SqlBool>`(d.search like ${searchPattern(q)}
  or d.carrier_id in (select c.id from company c where c.search like ${searchPattern(q)})
  or d.id in (select v.driver_id from vehicle v where not v.is_deleted and v.search like ${searchPattern(q)}))`

function conditionsOf(filter: DriverFilter): RawBuilder<SqlBool> {
  return all([
    sql<SqlBool>`not d.is_deleted`,
    filter.q === undefined ? undefined : matches(filter.q),
    equals('d.carrier_id', filter.carrierId),
    equals('d.licence_class', filter.licenceClass),
    equals('d.enabled', filter.enabled),
    anyOf('d.id', filter.ids),
  ])
}

/** Of a driver `d`. Masked here, so that no answer and no log ever holds the whole number. */
export const maskedIdCard = sql<string | null>`left(d.id_card, 6) || '********' || right(d.id_card, 4)`
const columns = () => sql`
  d.id, d.name, d.mobile, ${maskedIdCard} as "idCardMasked", d.licence_no as "licenceNo",
  d.licence_class as "licenceClass", d.licence_expiry as "licenceExpiry", d.qualification_no as "qualificationNo",
  d.qualification_expiry as "qualificationExpiry", d.bank_name as "bankName", '**** ' || right(d.bank_account, 4) as "bankAccountMasked",
  d.carrier_id as "carrierId", c.name as "carrierName", d.user_id as "userId", y.name as "userName",
  array(select v.plate_no from vehicle v where v.driver_id = d.id and not v.is_deleted order by v.plate_no) as plates, d.enabled,
  exists (select 1 from arrangement a where a.driver_id = d.id and a.state = 'departed' and not a.is_deleted) as "onTask",
  ${paperSql(driverPaperColumns).columns}, d.remark, d.created_at as "createdAt", d.updated_at as "updatedAt", d.version`
const joins = sql`left join company c on c.id = d.carrier_id left join app_user y on y.id = d.user_id`

export async function listDrivers(tx: Tx, input: Input<typeof getDrivers>): Promise<Output<typeof getDrivers>> {
  const page = paging(sorts(), { sort: 'name', dir: 'asc' }, 'd.id', input)
  const found = await sql<DriverRow & { k: string }>`
    select ${columns()}, p.k::text as k from (
      select d.id, ${page.key} as k from driver d
      where ${conditionsOf(input)} and ${tabCondition(input.tab)} and ${page.afterCursor} ${page.order} ${page.limit}
    ) p join driver d on d.id = p.id ${joins} ${page.orderOut}`.execute(tx)
  return page.finish(found.rows) as Output<typeof getDrivers>
}

export async function totalDrivers(tx: Tx, filter: DriverFilter) {
  const found = await sql<Totals>`
    select ${countTabs(['all', ...driverTabs], tabCondition, filter.tab)}
    from driver d where ${conditionsOf(filter)}`.execute(tx)
  return totalsOf(found)
}

export async function driverDetail(tx: Tx, id: number): Promise<DriverRow> {
  const found = await sql<DriverRow>`
    select ${columns()} from driver d ${joins} where ${conditionsOf({})} and d.id = ${id}`.execute(tx)
  const driver = found.rows[0]
  if (driver === undefined) throw notFound()
  return driver
}

export async function driverChoices(tx: Tx, input: Input<typeof getDriverChoices>): Promise<Choice[]> {
  const which =
    input.ids === undefined ? sql<SqlBool>`d.enabled` : sql<SqlBool>`d.id = any(${[...input.ids]}::bigint[])`
  const found = await sql<Choice>`
    select d.id, d.name as label, concat_ws(' · ', d.mobile, c.short_name) as hint from driver d ${joins}
    where ${conditionsOf({ q: input.q })} and ${which}
    order by d.name collate "zh-x-icu", d.id limit ${input.ids === undefined ? 50 : 200}`.execute(tx)
  return found.rows
}
