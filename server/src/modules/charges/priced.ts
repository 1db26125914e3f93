import { type RawBuilder, sql } from 'kysely'
import { clock } from '../../platform/clock.ts'
import type { Tx } from '../../platform/db.ts'
import { insertion, type NewRow } from '../../platform/rows.ts'
import { isReserved } from './held.ts'

/**
 * What a waybill is charged by price, hand and service. A line keeps its id while its waybill, fee item, service, payer and way of payment stay:
 * quote and manual are one source, for a price that is overruled by hand is the same line. Adjustments and costs are never
 * rewritten.
 */

/** A row as it is to stand; `id` and the columns of other sources are the door's. */
export type PricedRow = Omit<
  NewRow<'charge'>,
  | 'id'
  | 'driver_id'
  | 'adjusts_id'
  | 'application_id'
  | 'applied'
  | 'invoiced'
  | 'settled'
  | 'statement_id'
  | 'stated'
  | 'net'
  | 'created_at'
  | 'updated_at'
>

/** The sources of priced lines, for a condition in SQL. */
export const pricedSources = sql`('quote', 'manual', 'service')`

/** The rows of waybills that had none, as a part of the statement that writes them. */
export const addedPriced = (rows: readonly PricedRow[]): RawBuilder<unknown>[] =>
  rows.length === 0 ? [] : [sql`new_charge as (${insertion('charge', rows as NewRow<'charge'>[])})`]

const isUsed = (row: string) =>
  sql`(${sql.raw(`${row}.applied <> 0 or ${row}.settled <> 0 or ${row}.stated`)} or ${isReserved(row)})`
const isHeld = (row: string) =>
  sql`(${isUsed(row)} or coalesce(${sql.ref(`${row}.day`)} <= (select closed_until()), false))`
/** A document names it, if only one that is void, freed or sent back: the database lets it go no more. */
const isNamed = (row: string) =>
  sql.raw(
    `(${['invoice_part', 'bad_debt', 'cod_payout_line']
      .map((table) => `exists (select from ${table} x where x.charge_id = ${row}.id)`)
      .join(
        ' or ',
      )} or exists (select from payment_line x where x.charge_id = ${row}.id and x.state in ('reserved', 'settled'))
      or exists (select from payment_line x where x.charge_id = ${row}.id and x.state in ('planned', 'freed')) or exists (select from charge x where x.adjusts_id = ${row}.id))`,
  )
/** What is not owed any more and stays for whoever names it. */
const emptied = sql`amount = 0, state = 'void', statement_id = null, updated_at = now()`
/** A line of a service that is gone is void and matches no other. */
const ofPrice = (row = '') =>
  sql`${sql.raw(`${row}source`)} in ${pricedSources} and ${sql.raw(`(${row}source <> 'service' or ${row}service_id is not null)`)}`
const keyOf = (row: string) =>
  sql.raw(
    `${row}.waybill_id, ${row}.fee_item, coalesce(${row}.service_id, 0), ${row}.payer, coalesce(${row}.pay_method, '')`,
  )
const columns =
  sql.raw(`waybill_id, outlet_id, day, seq, fee_item, direction, company_id, amount, tax_rate, source, approved, price_id,
      quoted, explanation, service_id, payer, pay_method, state, created_by, updated_by`)

/**
 * All rows of these waybills as parts of a statement: what is not among them goes, or is void where a document names it; the others keep
 * their ids. A held one never changes (M3), nor one that a held one adjusts: a charge of today beside it takes the difference (V28), one a
 * month. The days of the rows are open ones (`datedOpen`).
 */
export const replacedPriced = (waybillIds: readonly number[], rows: readonly PricedRow[]): RawBuilder<unknown>[] => [
  sql`wanted as (select * from json_populate_recordset(null::charge, ${JSON.stringify(rows)}::json))`,
  sql`stood as (select c.*, ${isHeld('c')} or exists (select from charge b where b.adjusts_id = c.id and ${ofPrice('b.')} and ${isHeld('b')}) as is_held
    from charge c where c.waybill_id = any(${[...waybillIds]}::bigint[]) and c.direction = 'receivable' and ${ofPrice('c.')})`,
  sql`held as (
    select s.waybill_id, s.fee_item, coalesce(s.service_id, 0) as service, s.payer, coalesce(s.pay_method, '') as pay_method, sum(s.amount) as amount,
      coalesce(min(s.id) filter (where s.adjusts_id is null), min(s.adjusts_id)) as id
    from stood s where s.is_held group by 1, 2, 3, 4, 5)`,
  sql`short as (
    select h.*, coalesce(n.amount, 0) - h.amount as missing, n.company_id, n.tax_rate, n.state from held h left join wanted n
      on (${keyOf('n')}) = (h.waybill_id, h.fee_item, h.service, h.payer, h.pay_method))`,
  sql`beside as (
    select distinct on (h.id) h.id as of_id, s.id from short h join stood s on (h.waybill_id, h.fee_item, h.service, h.payer, h.pay_method) = (${keyOf('s')})
    where h.missing <> 0 and not s.is_held and s.adjusts_id is not null and month_of(s.day) = month_of(${clock.today()}::date) order by h.id, s.id)`,
  sql`gone as (select s.id, ${isNamed('s')} as is_named from stood s where not s.is_held and case when s.adjusts_id is null
    then not exists (select from wanted n where (${keyOf('n')}) = (${keyOf('s')})) else not exists (select from beside e where e.id = s.id) end)`,
  sql`dropped as (delete from charge c using gone g where c.id = g.id and not g.is_named)`,
  sql`emptied as (update charge c set ${emptied} from gone g where c.id = g.id and g.is_named and (c.amount, c.state) <> (0, 'void'))`,
  sql`put as (
    insert into charge as c (${columns}) select ${columns} from wanted n
    where not exists (select from held h where (h.waybill_id, h.fee_item, h.service, h.payer, h.pay_method) = (${keyOf('n')}))
    on conflict (waybill_id, fee_item, coalesce(service_id, 0), payer, coalesce(pay_method, '')) where ${ofPrice()} and adjusts_id is null
    do update set outlet_id = excluded.outlet_id, day = excluded.day, seq = excluded.seq, company_id = excluded.company_id,
      amount = excluded.amount, tax_rate = excluded.tax_rate, source = excluded.source, approved = excluded.approved,
      price_id = excluded.price_id, quoted = excluded.quoted, explanation = excluded.explanation, state = excluded.state, updated_at = now(),
      updated_by = excluded.updated_by)`,
  // Beside a void line of a closed month stands what is wanted now, whole.
  sql`apart as (
    select e.id as stands, b.id, h.missing, case b.state when 'void' then h.company_id else b.company_id end as company_id,
      case b.state when 'void' then h.tax_rate else b.tax_rate end as tax_rate, case b.state when 'void' then h.state else b.state end as state
    from short h join charge b on b.id = h.id left join beside e on e.of_id = h.id where h.missing <> 0)`,
  sql`mended as (update charge c set amount = p.missing, day = ${clock.today()}::date, company_id = p.company_id, tax_rate = p.tax_rate,
      state = case c.state when 'void' then p.state else c.state end, updated_at = now() from apart p where c.id = p.stands)`,
  sql`put_beside as (
    insert into charge (${columns}, adjusts_id)
    select b.waybill_id, b.outlet_id, ${clock.today()}::date, b.seq, b.fee_item, 'receivable', p.company_id, p.missing, p.tax_rate, 'manual', true, null,
      null, '[]', b.service_id, b.payer, b.pay_method, p.state, b.updated_by, b.updated_by, b.id
    from apart p join charge b on b.id = p.id where p.stands is null)`,
]

/** Before services `gone` are deleted, which takes their lines with them: those that a document names stay, void, of no service. */
export const partedFrom = (gone: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  update charge c set ${emptied}, source = 'service', service_id = null from ${gone} g
  where c.service_id = g.id and not ${isHeld('c')} and ${isNamed('c')}`

/** Charges of services `gone` that are held: with them the services stay. */
export const heldOf = (gone: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`select c.id from charge c join ${gone} g on g.id = c.service_id where ${isUsed('c')}`

/**
 * What priced lines bring waybills `w` to, adjustments with them, for the `set` of the statement that writes the lines: it sees
 * those of before, so the new ones are told.
 */
export const pricedTotals = (priced: RawBuilder<unknown>, freight: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  receivable = ${priced} + ${adjusted(sql`true`)}, freight = ${freight} + ${adjusted(sql`c.fee_item = 'freight'`)}`
const adjusted = (of: RawBuilder<unknown>) => sql`coalesce((select sum(c.amount) from charge c where c.waybill_id = w.id
  and c.direction = 'receivable' and c.source not in ${pricedSources} and ${of}), 0)`

/** A price that was looked at and found right. */
export async function approvePriced(tx: Tx, waybillId: number): Promise<void> {
  await sql`update charge set approved = true where waybill_id = ${waybillId} and direction = 'receivable'
    and source in ${pricedSources}`.execute(tx)
}

/** The customer agreed to the price, or did not after all (M5). */
export async function agreeCharges(tx: Tx, waybillIds: readonly number[], agreed: boolean): Promise<void> {
  await sql`update charge set state = ${agreed ? 'owed' : 'draft'} where waybill_id = any(${[...waybillIds]}::bigint[]) and direction = 'receivable'
    and source in ${pricedSources} and state = ${agreed ? 'draft' : 'owed'}`.execute(tx)
}

/** Nothing is owed for what is cancelled. What was written off and taken back is settled with its contrary, and comes to nothing as it is. */
export async function voidCharges(tx: Tx, waybillIds: readonly number[]): Promise<void> {
  await sql`update charge set state = 'void' where waybill_id = any(${[...waybillIds]}::bigint[]) and direction = 'receivable'
    and not (source = 'writeOff' and settled <> 0)`.execute(tx)
}

/**
 * A month is closed: what is dated in it or before and counts nowhere yet, since nobody has reviewed its price, is of today (M2). The others
 * are held from then on.
 */
export async function putOff(tx: Tx, until: string): Promise<number> {
  const put = await sql`
    update charge c set day = ${clock.today()}::date
    -- unscoped: a month is closed for everybody
    from waybill w where w.id = c.waybill_id and c.direction = 'receivable' and c.source in ${pricedSources} and c.day between coalesce((select closed_until()) + 1, '-infinity') and ${until}::date
      and c.state <> 'void' and c.applied = 0 and c.settled = 0 and not c.stated
      and (w.state = 'draft' or w.price_state not in ('reviewed', 'confirmed'))`.execute(tx)
  return Number(put.numAffectedRows ?? 0)
}

/** The waybill became another outlet's: what it is charged is that one's. */
export async function moveToOutlet(tx: Tx, waybillId: number, outletId: number): Promise<void> {
  await sql`update charge set outlet_id = ${outletId} where waybill_id = ${waybillId}`.execute(tx)
}
