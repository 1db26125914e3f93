import { sayReason } from '@xunyun/contract/errors'
import type { Output } from '@xunyun/contract/kernel/call'
import {
  collectPrepaid,
  type getWaybillCharges,
  type previewReprice,
  type WaybillCosts,
} from '@xunyun/contract/waybills/charges'
import { chargedBy } from '@xunyun/contract/waybills/payments'
import { priceActions, priceLifecycle } from '@xunyun/contract/waybills/priceStates'
import type { WaybillState } from '@xunyun/contract/waybills/states'
import { sql } from 'kysely'
import { ability } from '../../../platform/abilities.ts'
import { type Actor, isCustomer, may, mayAny, mayCall } from '../../../platform/actor.ts'
import type { Tx } from '../../../platform/db.ts'
import { heldReviews } from '../../../platform/heldReviews.ts'
import { notFound, type Refusal } from '../../../platform/refusal.ts'
import { markSeen, ofOwnOutlet, type SeenId, scoped } from '../../../platform/scope.ts'
import { heldBy, partyAtDoor, pricedSources } from '../../charges/index.ts'
import { chargedByWay, ownTotal, readPayments } from '../payments.ts'
import { seesCosts } from '../queries.ts'
import { openAdjustment, type PriceFacts, priceObjection } from './acts.ts'
import { readPriced } from './read.ts'
import { calculate } from './settle.ts'

type Charges = Output<typeof getWaybillCharges>
/** What a waybill costs, by the module that shares costs. */
export type CostsOf = (tx: Tx, waybillId: SeenId, receivable: string) => Promise<WaybillCosts>
type Head = Omit<Charges, 'charges' | 'services' | 'payments' | 'waitsFor' | 'actions' | 'costs' | 'prepaid'> & {
  prepaidDue: string
  prepaidTaken: string
  prepaidHandIn: string | null
  state: WaybillState
  payMethod: string
  payments: string | null
  own: string
  charged: { method: string; amount: string }[] | null
  openAdjustment: string | null
  heldBy: string | null
}

/** What was paid out of its COD. */
const payouts = sql`(
  select coalesce(json_agg(json_build_object('no', p.no, 'day', p.day, 'gross', p.gross::text, 'deducted', p.deducted::text, 'net', p.net::text,
      'waybills', (select count(*) from cod_payout_line o where o.payout_id = p.id and o.collection_id is not null)) order by p.id), '[]')
    -- unscoped: of a waybill that is found in scope
    from collection c join cod_payout_line l on l.collection_id = c.id and l.state = 'settled' join cod_payout p on p.id = l.payout_id
    where c.waybill_id = w.id and p.state = 'paid')`

/** What a waybill is charged and why. A customer's account sees what it owes, as agreed, and none of the inside. */
export async function chargesOf(tx: Tx, actor: Actor, id: number, costsOf: CostsOf): Promise<Charges> {
  const heads = await sql<Head>`
    select w.id as "waybillId", w.version, w.state, w.price_state as "priceState", w.price_note as "priceNote", w.receivable, w.quoted,
      w.pay_method as "payMethod", w.payments, ${ownTotal('w')} as own, ${chargedByWay} as charged, ${openAdjustment(sql.ref('w.id'))} as "openAdjustment", ${heldBy(sql`w`)} as "heldBy",
      (select coalesce(sum(h.amount - h.settled), 0)::numeric(14,2)::text from charge h where h.waybill_id = w.id and h.pay_method = 'prepaid'
        and h.direction = 'receivable' and h.state <> 'void') as "prepaidDue",
      (select coalesce(sum(c.freight), 0)::numeric(14,2)::text from collection c where c.waybill_id = w.id and c.method = 'prepaid'
        and c.undone_posting_id is null) as "prepaidTaken",
      -- unscoped: of a waybill that is found in scope
      (select j.no from collection c left join hand_in j on j.id = c.hand_in_id where c.waybill_id = w.id and c.method = 'prepaid'
        and c.undone_posting_id is null order by c.id desc limit 1) as "prepaidHandIn",
      w.charge_weight as "chargeWeight", w.confirmed_at as "confirmedAt", u.name as "confirmedByName",
      ${isCustomer(actor) || may(actor, 'cod', 'browse') ? payouts : sql`'[]'::json`} as payouts
    from waybill w left join app_user u on u.id = w.confirmed_by
    where w.id = ${id} and not w.is_deleted and ${ofOwnOutlet(actor, 'w')}`.execute(tx)
  const head = heads.rows[0]
  if (head === undefined) throw notFound()
  const customer = isCustomer(actor)
  const isOwed = head.priceState === 'reviewed' || head.priceState === 'confirmed'
  const charges = await sql<Charges['charges'][number]>`
    select min(h.id) as id, h.fee_item as "feeItem", h.direction, ${
      customer ? sql`null` : sql`string_agg(distinct coalesce(c.name, ${partyAtDoor}), '、')`
    } as "companyName",
      sum(h.amount)::text as amount, min(h.tax_rate)::text as "taxRate", min(h.source) as source, bool_and(h.approved) as approved,
      case when bool_or(h.state = 'void') then null when bool_and(h.state = 'owed') then 'confirmed'
        when ${head.priceState} = 'pending' then 'pending' when ${isOwed} then 'reviewed' end as state, min(h.price_id) as "priceId", min(p.name) as "priceName", min(p.version_no) as "versionNo", min(h.quoted)::text as quoted,
      case when bool_and(h.state = 'owed') then json_build_object('settled', sum(h.settled)::text, 'open', sum(h.amount - h.settled)::text,
        'applied', sum(h.applied)::text, 'invoiced', sum(h.invoiced)::text) end as standing,
      (array_agg(h.explanation order by h.id))[1] as steps
    -- unscoped: of the waybill that was just found
    from charge h join waybill w on w.id = h.waybill_id left join company c on c.id = h.company_id left join transport_price p on p.id = h.price_id
    where h.waybill_id = ${id} and (h.state, h.amount) <> ('void', 0)
    -- A fee is one line, however many parts of the payment it falls into.
    group by h.direction, h.fee_item, coalesce(h.service_id, 0),
      case when h.source in ${pricedSources} then 0 else h.id end having sum(h.amount) <> 0 or count(*) = 1
    order by h.direction desc, min(h.seq), min(h.id)`.execute(tx)
  const services = await sql<Charges['services'][number]>`
    select s.id, s.type, s.qty, s.rate, s.amount, s.payer, s.explanation as steps from waybill_service s
    where s.waybill_id = ${id} order by s.id`.execute(tx)
  const {
    state,
    payMethod,
    payments,
    own: ___,
    charged,
    openAdjustment: _,
    heldBy: __,
    prepaidDue,
    prepaidTaken,
    prepaidHandIn,
    ...rest
  } = head
  const waits = customer
    ? { rows: [] }
    : await sql<{ names: string | null }>`
        select string_agg(coalesce(u.name, r.name), '、' order by s.id) as names
        from approval a join approval_seat s on s.approval_id = a.id and s.open left join app_user u on u.id = s.user_id
          left join role r on r.id = s.role_id
        where a.biz_type = 'price' and a.entity_id = ${id} and a.state = 'pending'`.execute(tx)
  const held = await heldReviews(tx, actor, 'price', customer || head.priceState !== 'pending' ? [] : [id])
  return {
    ...rest,
    ...(customer ? { priceNote: null, quoted: null, confirmedByName: null } : {}),
    charges: customer ? charges.rows.filter(({ direction }) => direction === 'receivable').map(asAgreed) : charges.rows,
    services: customer
      ? services.rows.map((one) => (isByHand(one) ? { ...one, rate: null, steps: [] } : one))
      : services.rows,
    payments: chargedBy({ payMethod, receivable: head.receivable, payments: readPayments(payments), charged }),
    waitsFor: waits.rows[0]?.names ?? null,
    prepaid:
      !customer && mayCall(actor, collectPrepaid)
        ? { due: prepaidDue, taken: prepaidTaken, handInNo: prepaidHandIn }
        : null,
    costs: seesCosts(actor) ? await costsOf(tx, markSeen({ id }).id, head.receivable) : null,
    actions: customer ? [] : actionsOf(actor, state, head, held.get(id)),
  }
}

/** What was agreed instead of a rate is owed as it is; what the rate would have made of it stays inside. */
const asAgreed = (charge: Charges['charges'][number]): Charges['charges'][number] => ({
  ...charge,
  quoted: null,
  ...(isByHand(charge) ? { priceId: null, priceName: null, versionNo: null, steps: [] } : {}),
})
const isByHand = ({ steps }: { steps: readonly { step: string }[] }) => steps.some(({ step }) => step === 'byHand')

const actionsOf = (
  actor: Actor,
  state: WaybillState,
  price: PriceFacts,
  held: Refusal | undefined,
): Charges['actions'] =>
  priceActions
    .filter((action) => mayAny(actor, priceLifecycle[action].right))
    .map((action) =>
      ability(actor, action, priceObjection(action, state, price) ?? (action === 'withdrawPrice' ? held : undefined)),
    )

/** Old against new; nothing is stored. */
export async function preview(tx: Tx, actor: Actor, ids: readonly number[]): Promise<Output<typeof previewReprice>> {
  const seen = await scoped(tx, actor, 'waybill')
    .select('id')
    .where(ofOwnOutlet(actor))
    .where(sql<boolean>`id = any(${[...ids]}::bigint[])`)
    .execute()
  const waybills = await readPriced(
    tx,
    seen.map((row) => markSeen(row).id),
    false,
  )
  const settled = await calculate(tx, waybills, { anew: true })
  return settled.map(({ waybill, receivable, priceState, priceName }) => {
    const no = priceObjection('reprice', waybill.state, {
      ...waybill,
      own: waybill.receivable,
      openAdjustment: null,
      heldBy: null,
    })
    return {
      id: waybill.id,
      no: waybill.waybillNo,
      from: waybill.receivable,
      to: priceState === 'unpriced' ? null : receivable,
      priceName,
      reason: no === undefined ? null : sayReason(no.reason, no.params ?? {}, actor.language),
    }
  })
}
