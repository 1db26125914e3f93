import { sayReason } from '@xunyun/contract/errors'
import type { Output } from '@xunyun/contract/kernel/call'
import type { getWaybillCharges, previewReprice } from '@xunyun/contract/waybills/charges'
import { paymentsOf } from '@xunyun/contract/waybills/payments'
import { priceActions, priceLifecycle } from '@xunyun/contract/waybills/priceStates'
import type { WaybillState } from '@xunyun/contract/waybills/states'
import { sql } from 'kysely'
import { ability } from '../../../platform/abilities.ts'
import { type Actor, isCustomer, mayAny } from '../../../platform/actor.ts'
import type { Tx } from '../../../platform/db.ts'
import { heldReviews } from '../../../platform/heldReviews.ts'
import { notFound, type Refusal } from '../../../platform/refusal.ts'
import { markSeen, ofOwnOutlet, scoped } from '../../../platform/scope.ts'
import { readPayments } from '../payments.ts'
import { type PriceFacts, priceObjection } from './acts.ts'
import { readPriced } from './read.ts'
import { calculate } from './settle.ts'

type Charges = Output<typeof getWaybillCharges>
type Head = Omit<Charges, 'charges' | 'services' | 'payments' | 'waitsFor' | 'actions'> & {
  state: WaybillState
  payMethod: string
  payments: string | null
}

/** What a waybill is charged and why. A customer's account sees what it owes, as agreed, and none of the inside. */
export async function chargesOf(tx: Tx, actor: Actor, id: number): Promise<Charges> {
  const heads = await sql<Head>`
    select w.id as "waybillId", w.version, w.state, w.price_state as "priceState", w.price_note as "priceNote", w.receivable, w.quoted,
      w.pay_method as "payMethod", w.payments,
      w.charge_weight as "chargeWeight", w.confirmed_at as "confirmedAt", u.name as "confirmedByName"
    from waybill w left join app_user u on u.id = w.confirmed_by
    where w.id = ${id} and not w.is_deleted and ${ofOwnOutlet(actor, 'w')}`.execute(tx)
  const head = heads.rows[0]
  if (head === undefined) throw notFound()
  const charges = await sql<Charges['charges'][number]>`
    select h.id, h.fee_item as "feeItem", h.direction, c.name as "companyName", h.amount, h.tax_rate as "taxRate", h.source, h.approved,
      h.price_id as "priceId", p.name as "priceName", p.version_no as "versionNo", h.quoted, h.explanation as steps
    from charge h left join company c on c.id = h.company_id left join transport_price p on p.id = h.price_id
    where h.waybill_id = ${id} order by h.direction desc, h.seq, h.id`.execute(tx)
  const services = await sql<Charges['services'][number]>`
    select s.id, s.type, s.qty, s.rate, s.amount, s.payer, s.explanation as steps from waybill_service s
    where s.waybill_id = ${id} order by s.id`.execute(tx)
  const { state, payMethod, payments, ...rest } = head
  const customer = isCustomer(actor)
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
    payments: paymentsOf({ payMethod, receivable: head.receivable, payments: readPayments(payments) }),
    waitsFor: waits.rows[0]?.names ?? null,
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
    const no = priceObjection('reprice', waybill.state, waybill)
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
