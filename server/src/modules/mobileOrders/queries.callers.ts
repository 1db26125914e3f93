import type { Input, Output } from '@xunyun/contract/kernel/call'
import type { Choice } from '@xunyun/contract/kernel/list'
import type { getCaller, getClerks, getRecentParties, OrderParty } from '@xunyun/contract/mobileOrders/calls'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Actor, isCustomer } from '../../platform/actor.ts'
import type { Tx } from '../../platform/db.ts'
import { inScope } from '../../platform/scope.ts'
import { matchesPerson } from '../system/index.ts'
import { partyOf } from './queries.ts'

/** Documents that are looked through, and parties that are offered. */
const [readBack, offered] = [30, 6]

type Sides = { shipper: OrderParty; consignee: OrderParty }

/** Parties of the latest orders and waybills that fit; each once, the last used first, those that say where to go alone. */
async function partiesOf(
  tx: Tx,
  actor: Actor,
  orders: RawBuilder<SqlBool>,
  waybills: RawBuilder<SqlBool> | null,
): Promise<Output<typeof getRecentParties>> {
  const ofOrders = await sql<Sides>`
    select ${partyOf('t', 'shipper')} as shipper, ${partyOf('t', 'consignee')} as consignee from phone_order t
    where not t.is_deleted and ${inScope(actor, 'phone_order', 't')} and ${orders} order by t.placed_at desc, t.id desc limit ${readBack}`.execute(
    tx,
  )
  const ofWaybills =
    waybills === null
      ? []
      : (
          await sql<Sides>`
            select ${partyOf('w', 'shipper')} as shipper, ${partyOf('w', 'consignee')} as consignee from waybill w
            where not w.is_deleted and ${inScope(actor, 'waybill', 'w')} and ${waybills}
            order by w.created_at desc, w.id desc limit ${readBack}`.execute(tx)
        ).rows
  const documents = [...ofOrders.rows, ...ofWaybills]
  return {
    shippers: distinct(documents.map(({ shipper }) => shipper)),
    consignees: distinct(documents.map(({ consignee }) => consignee)),
  }
}

const distinct = (parties: readonly OrderParty[]): OrderParty[] => {
  const whole = parties.filter(({ name, phone, address }) => name !== null && phone !== null && address !== null)
  const byContent = new Map(whole.map((party) => [`${party.name} ${party.phone} ${party.address}`, party]))
  return [...byContent.values()].slice(0, offered)
}

/** For the phone page. One of our people is offered what he placed himself: customers' addresses are not his to read. */
export function recentParties(tx: Tx, actor: Actor): Promise<Output<typeof getRecentParties>> {
  if (!isCustomer(actor)) return partiesOf(tx, actor, sql<SqlBool>`t.created_by = ${actor.userId}`, null)
  return partiesOf(tx, actor, sql<SqlBool>`true`, sql<SqlBool>`true`)
}

type Known = { customerId: number | null; customerName: string | null; name: string | null }

/** Who calls from this number: by the last order, else by the contacts, else by the companies' own numbers. */
async function whoCalls(tx: Tx, actor: Actor, phone: string): Promise<Known | undefined> {
  const before = await sql<Known>`
    select t.customer_id as "customerId", c.name as "customerName", t.caller_name as name
    from phone_order t left join company c on c.id = t.customer_id
    where t.caller_phone = ${phone} and not t.is_deleted and ${inScope(actor, 'phone_order', 't')}
    order by (t.customer_id is null), t.placed_at desc limit 1`.execute(tx)
  if (before.rows[0]?.customerId != null) return before.rows[0]
  const contact = await sql<Known>`
    select k.company_id as "customerId", c.name as "customerName", k.name from contact k join company c on c.id = k.company_id
    where (k.mobile = ${phone} or k.tel = ${phone}) and not k.is_deleted and ${inScope(actor, 'contact', 'k')} and ${isCustomerCompany}
    order by k.enabled desc, k.last_used_at desc nulls last, k.id limit 1`.execute(tx)
  const company = await sql<Known>`
    select c.id as "customerId", c.name as "customerName", null as name from company c
    where c.tel = ${phone} and ${inScope(actor, 'company', 'c')} and ${isCustomerCompany} order by c.id limit 1`.execute(
    tx,
  )
  return contact.rows[0] ?? company.rows[0] ?? before.rows[0]
}
const isCustomerCompany = sql<SqlBool>`(not c.is_deleted and c.enabled and not c.blacklisted and c.roles && '{customer,owner,settle}'::text[])`

/** 电话下单: the number first; the customer and the parties of last time follow. */
export async function caller(
  tx: Tx,
  actor: Actor,
  { phone }: Input<typeof getCaller>,
): Promise<Output<typeof getCaller>> {
  const known = await whoCalls(tx, actor, phone)
  const customerId = known?.customerId ?? null
  const byPhone = sql<SqlBool>`t.caller_phone = ${phone}`
  const parties = await (customerId === null
    ? partiesOf(tx, actor, byPhone, null)
    : partiesOf(
        tx,
        actor,
        sql<SqlBool>`(${byPhone} or t.customer_id = ${customerId})`,
        sql<SqlBool>`w.customer_id = ${customerId}`,
      ))
  return { customerId, customerName: known?.customerName ?? null, name: known?.name ?? null, ...parties }
}

/** Colleagues who may handle orders; with ids: just those, whatever they may by now. */
export async function clerks(tx: Tx, { q, ids }: Input<typeof getClerks>): Promise<Choice[]> {
  const which =
    ids === undefined
      ? sql<SqlBool>`u.status = 0 and u.scope <> 'customer' and exists (
          select 1 from effective_right e where e.user_id = u.id and e.page = 'phoneList' and e.edit)`
      : sql<SqlBool>`u.id = any(${[...ids]}::bigint[])`
  const typed = q === undefined ? sql<SqlBool>`true` : await matchesPerson(tx, q)
  const found = await sql<Choice>`
    select u.id, u.name as label, u.account as hint from app_user u
    where not u.is_deleted and ${which} and ${typed} order by u.name collate "zh-x-icu", u.id limit 50`.execute(tx)
  return found.rows
}
