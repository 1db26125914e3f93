import { type Reason, sayReason } from '@xunyun/contract/errors'
import type { getInvoiceables, getInvoiceStatements, Invoiceable } from '@xunyun/contract/invoices/calls'
import type { Input, Params } from '@xunyun/contract/kernel/call'
import { compareDecimal, Exact } from '@xunyun/contract/kernel/decimal'
import type { Choice } from '@xunyun/contract/kernel/list'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import { all, anyOf, anyOfCodes, between, contains } from '../../platform/conditions.ts'
import { anyId, kept, type Tx } from '../../platform/db.ts'
import { inScope, isOneOfOurs } from '../../platform/scope.ts'
import { penaltyOf } from '../charges/index.ts'
import { outletsBilledBy, type Seller, sellersOf } from './sellers.ts'

/** What charges offer to an application (M30): owed, invoiceable, not applied for in whole. */

export type Offer = Omit<Invoiceable, 'problem' | 'sellerId' | 'sellerName' | 'rate'> & {
  readonly outletId: number
  /** Of nobody's account: whoever of which customer's waybills pays it, and his name. */
  readonly party: string
  readonly partyName: string | null
  readonly seller: Seller | undefined
  /** Per cent: agreed, else the tax item's for such a seller (M8). */
  readonly rate: string
  readonly problem: { readonly reason: Reason; readonly params: Params } | undefined
}
type Raw = Omit<Offer, 'seller' | 'rate' | 'problem'> & {
  readonly state: string
  readonly taxRate: string | null
  readonly generalRate: string | null
  readonly smallRate: string | null
  readonly invoiceable: boolean
  readonly heldBy: string | null
}

const columns = sql`
  h.id as "chargeId", h.waybill_id as "waybillId", coalesce(w.waybill_no, s.doc_no, ${penaltyOf}) as "waybillNo", h.fee_item as "feeItem", h.day,
  h.company_id as "customerId", k.name as "customerName", h.outlet_id as "outletId", o.short_name as "outletName",
  coalesce(i.item_name, '') as "itemName", i.class_code as "classCode", coalesce(i.freight and w.id is not null, false) as freight,
  concat_ws('|', h.payer = 'consignee', w.customer_id, p.name) as party, p.name as "partyName", h.amount, h.applied, h.amount - h.applied as open, h.state, h.tax_rate as "taxRate", i.general_rate as "generalRate", i.small_rate as "smallRate",
  coalesce(i.invoiceable and h.invoiceable, false) as invoiceable,
  case when w.id is not null then w.shipper_city || ' → ' || w.consignee_city end as route,
  w.shipper_region as "fromRegion", w.shipper_region_name as "fromName", w.consignee_region as "toRegion", w.consignee_region_name as "toName", w.trans_mode as "transMode",
  left(coalesce(w.goods_name, ''), 80) as goods,
  -- unscoped: trips of a waybill whose charge is one's own
  array(select distinct v.plate_no from arrangement_line l join arrangement a on a.id = l.arrangement_id and not a.is_deleted
    join vehicle v on v.id = a.vehicle_id where l.waybill_id = w.id and a.state <> 'cancelled' order by 1) as plates,
  case when h.amount = h.applied then (select string_agg(distinct n.no, '、') from invoice_part p join invoice_line l on l.id = p.line_id
    -- unscoped: what holds a charge of one's own is named
    join invoice n on n.id = l.invoice_id where p.charge_id = h.id and n.kind = 'invoice' and n.state in ('pending', 'toIssue', 'issued', 'partRed')) end as "heldBy"`
const joins = sql`
  -- unscoped: what a charge of one's own is of
  join company o on o.id = h.outlet_id left join waybill w on w.id = h.waybill_id left join company k on k.id = h.company_id
  left join warehouse_charge s on s.id = h.id
  cross join lateral (select case h.payer when 'consignee' then w.consignee_name else w.shipper_name end as name) p
  left join tax_item i on i.fee_item = h.fee_item and not i.is_deleted and daterange(i.valid_from, i.valid_to, '[]') @> h.day`

/** Charges of the actor's own outlets that fit a condition on charge `h` and waybill `w`; `how`: as it is planned. */
async function offersOf(tx: Tx, actor: Actor, condition: RawBuilder<SqlBool>, how = sql``): Promise<Offer[]> {
  const { rows } = await sql<Raw>`${how}
    -- unscoped: the charge is of an outlet of one's own; what it is of lends number and route
    select ${columns} from charge h ${joins}
    where h.direction = 'receivable' and ${isOneOfOurs(actor, 'h.outlet_id')} and ${condition}
    order by h.day, h.waybill_id, h.seq, h.id limit 2000`.execute(tx)
  const sellers = await sellersOf(tx, new Set(rows.map(({ outletId }) => outletId)))
  return rows.map((row) => offered(row, sellers.get(row.outletId)))
}

function offered({ state, taxRate, generalRate, smallRate, invoiceable, heldBy, ...row }: Raw, seller?: Seller): Offer {
  const rate = new Exact(taxRate ?? (seller?.taxpayer === 'small' ? smallRate : generalRate) ?? '0').toFixed()
  return { ...row, seller, rate, problem: problemOf({ ...row, state, generalRate, invoiceable, heldBy }, rate, seller) }
}

function problemOf(
  row: Pick<Raw, 'state' | 'generalRate' | 'invoiceable' | 'heldBy' | 'open'>,
  rate: string,
  seller: Seller | undefined,
): Offer['problem'] {
  const say = (reason: Reason, params: Params = {}) => ({ reason, params })
  if (row.state === 'draft') return say('invoices.priceOpen')
  if (row.state !== 'owed') return say('charges.notOwed')
  if (row.generalRate === null) return say('invoices.noTaxItem')
  if (!row.invoiceable) return say('invoices.notInvoiceable')
  if (seller === undefined) return say('invoices.noSeller')
  // A small taxpayer bills at 3 %, and 1 % as the law allows (M33).
  if (seller.taxpayer === 'small' && compareDecimal(rate, '3') > 0)
    return say('invoices.generalOnly', { percent: rate })
  if (compareDecimal(row.open, '0') === 0)
    return row.heldBy === null
      ? say('invoices.available', { available: row.open })
      : say('invoices.heldBy', { no: row.heldBy })
  return undefined
}

/** What is still open of a customer, and whatever was asked for by number. */
export async function invoiceables(tx: Tx, actor: Actor, input: Input<typeof getInvoiceables>): Promise<Invoiceable[]> {
  const { customerId, numbers, chargeIds } = input
  const named = numbers !== undefined || chargeIds !== undefined
  if (customerId === undefined && !named) return []
  const found = await offersOf(
    tx,
    actor,
    all([
      // What a party of the waybill pays is on no application of the customer.
      customerId === undefined
        ? chargeIds === undefined
          ? sql<SqlBool>`h.company_id is null`
          : undefined
        : sql<SqlBool>`h.company_id = ${customerId} and h.payer = 'customer'`,
      numbers === undefined ? undefined : isNumbered(numbers.map((no) => no.toUpperCase())),
      anyOf('h.id', chargeIds),
      input.statementId === undefined
        ? undefined
        : sql<SqlBool>`h.id in (select l.charge_id from statement_line l where l.statement_id = ${input.statementId} and l.live)`,
      anyOfCodes('h.fee_item', input.feeItems),
      between('h.day', input.bizFrom, input.bizTo),
      anyOfCodes('h.pay_method', input.payMethods),
      mayBeAt(input.rates),
      anyOf('h.outlet_id', input.sellerId === undefined ? undefined : await outletsBilledBy(tx, actor, input.sellerId)),
      named
        ? sql<SqlBool>`h.state <> 'void'`
        : sql<SqlBool>`h.state = 'owed' and h.applied <> h.amount and h.invoiceable and coalesce(i.invoiceable, true)`,
    ]),
  )
  const isAsked = ({ rate }: Offer) => input.rates?.some((asked) => compareDecimal(asked, rate) === 0) ?? true
  return found.filter(isAsked).map(({ seller, problem, outletId: _, party: __, partyName: ___, ...offer }) => ({
    ...offer,
    sellerId: seller?.id ?? null,
    sellerName: seller?.name ?? null,
    problem: problem === undefined ? null : sayReason(problem.reason, problem.params, actor.language),
  }))
}

/** At one of these rates whoever bills: which of a tax item's two it is follows from the seller. */
const mayBeAt = (rates: readonly string[] | undefined) =>
  rates === undefined
    ? undefined
    : sql<SqlBool>`case when h.tax_rate is not null then h.tax_rate = any(${[...rates]}::numeric[])
        else i.general_rate = any(${[...rates]}::numeric[]) or i.small_rate = any(${[...rates]}::numeric[]) or 0 = any(${[...rates]}::numeric[]) end`

/** By the waybill's number, or the document's of goods in a warehouse; each leads to its charges by its own key. */
const isNumbered = (numbers: readonly string[]) => sql<SqlBool>`h.id in (
  -- unscoped: the charge is of an outlet of one's own
  select x.id from waybill v join charge x on x.waybill_id = v.id where v.waybill_no = any(${[...numbers]}::text[]) and not v.is_deleted
  union all select s.id from warehouse_charge s where s.doc_no = any(${[...numbers]}::text[]))`

export const offersOfIds = (tx: Tx, actor: Actor, ids: readonly number[]): Promise<Offer[]> =>
  offersOf(tx, actor, sql<SqlBool>`h.id = ${anyId(ids)}`, kept)

/** What a customer was sent, to apply for what stands on it. */
export async function statementChoices(
  tx: Tx,
  actor: Actor,
  { customerId, q, ids }: Input<typeof getInvoiceStatements>,
): Promise<Choice[]> {
  const { rows } = await sql<Choice>`
    select m.id, m.no as label, concat_ws(' – ', m.from_day, m.to_day) as hint from statement m
    where m.company_id = ${customerId} and m.direction = 'receivable' and m.state in ('sent', 'confirmed') and not m.is_deleted and ${inScope(actor, 'statement', 'm')}
      and ${all([anyOf('m.id', ids), contains('m.search', q)])} order by m.to_day desc, m.id desc limit 50`.execute(tx)
  return rows
}
