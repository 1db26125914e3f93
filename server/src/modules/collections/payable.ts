import type { getPayable } from '@xunyun/contract/collections/cod'
import type { Input, Output } from '@xunyun/contract/kernel/call'
import { Exact, sumDecimals } from '@xunyun/contract/kernel/decimal'
import { sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import type { Tx } from '../../platform/db.ts'
import { badField } from '../../platform/refusal.ts'
import { ofOwnOutlet } from '../../platform/scope.ts'
import { onItsWay, openCharges } from '../payments/index.ts'

/** What of handed-in COD can be paid to whom, and what is taken off it. */

export type Payable = {
  readonly waybillId: number
  readonly waybillNo: string
  readonly customerId: number | null
  readonly customerName: string
  readonly collectionId: number
  readonly cod: string
}
export type Fee = { readonly chargeId: number; readonly waybillId: number; readonly open: string }

/** Of one customer, handed in whole, and on no other payout; locked. Refuses at the waybill. */
export async function payables(tx: Tx, actor: Actor, waybillIds: readonly number[]): Promise<Payable[]> {
  const found = await sql<Omit<Payable, 'collectionId'> & { collectionId: number | null }>`
    -- unscoped: the condition of the scope stands inside
    select w.id as "waybillId", w.waybill_no as "waybillNo", w.customer_id as "customerId", coalesce(k.name, w.shipper_name) as "customerName",
      c.id as "collectionId", coalesce(c.cod, 0)::text as cod
    from waybill w left join company k on k.id = w.customer_id
    left join collection c on c.waybill_id = w.id and c.cod > 0 and c.undone_posting_id is null and c.held_cod = c.handed_cod
      and not exists (select from cod_payout_line l where l.collection_id = c.id and l.state in ('reserved', 'settled'))
    where w.id = any(${[...waybillIds]}::bigint[]) and not w.is_deleted and ${ofOwnOutlet(actor, 'w')}`.execute(tx)
  const known = new Map(found.rows.map((row) => [row.waybillId, row]))
  const rows = [...new Set(waybillIds)].map((id, at): Payable => {
    const row = known.get(id)
    if (row === undefined) throw badField(`waybillIds.${at}`, 'field.choice')
    const { collectionId } = row
    if (collectionId === null) throw badField(`waybillIds.${at}`, 'collections.notPayable', { no: row.waybillNo })
    return { ...row, collectionId }
  })
  const customers = new Set(rows.map(({ customerId }) => customerId))
  if (customers.size > 1 || (customers.has(null) && rows.length > 1))
    throw badField('waybillIds', 'collections.oneCustomer')
  await sql`select from collection where id = any(${rows.map(({ collectionId }) => collectionId)}::bigint[]) order by id for no key update`.execute(
    tx,
  )
  return rows
}

/** What is open of the COD fees of these waybills, agreed or not, less what was given back of them, up to what is paid out. */
export async function openFees(tx: Tx, rows: readonly Payable[]): Promise<Fee[]> {
  const found = await sql<Fee>`
    select h.id as "chargeId", h.waybill_id as "waybillId", (h.amount - h.settled - ${onItsWay})::text as open
    from charge h where h.waybill_id = any(${rows.map(({ waybillId }) => waybillId)}::bigint[]) and h.direction = 'receivable'
      and h.fee_item = 'codFee' and h.payer = 'customer' and h.state in ('draft', 'owed') and h.amount <> h.settled order by h.id`.execute(
    tx,
  )
  const isCredit = ({ open }: Fee) => new Exact(open).isNegative()
  const fees = found.rows.filter((fee) => !isCredit(fee))
  // A credit is taken with what it is a credit of: alone it is nothing to be kept back.
  let mayGiveBack = new Exact(feesOf(fees))
  const credits = found.rows.filter(isCredit).flatMap((fee): Fee[] => {
    const back = Exact.min(mayGiveBack, new Exact(fee.open).abs())
    mayGiveBack = mayGiveBack.minus(back)
    return back.greaterThan(0) ? [{ ...fee, open: back.negated().toFixed(2) }] : []
  })
  let left = new Exact(grossOf(rows)).minus(feesOf(credits))
  return [
    ...fees.flatMap((fee): Fee[] => {
      const takes = Exact.min(left, fee.open)
      left = left.minus(takes)
      return takes.greaterThan(0) ? [{ ...fee, open: takes.toFixed(2) }] : []
    }),
    ...credits,
  ]
}
export const grossOf = (rows: readonly Payable[]): string =>
  sumDecimals(
    rows.map(({ cod }) => cod),
    2,
  )
export const feesOf = (fees: readonly Fee[]): string => sumDecimals(['0', ...fees.map(({ open }) => open)], 2)

/** Whose charges may be deducted: the customer's, or the walk-in's of its waybill. */
export const partyNamed = ([row]: readonly Payable[]) =>
  row?.customerId == null
    ? { companyId: undefined, driverId: undefined, waybillNo: row?.waybillNo }
    : { companyId: row.customerId, driverId: undefined, waybillNo: undefined }

/** Charges of these waybills that their consignees owe: nothing of a sender's COD is kept back for them (M4). */
export async function owedByConsignees(tx: Tx, rows: readonly Payable[]): Promise<Set<number>> {
  const found = await sql<{ id: number }>`
    select id from charge where waybill_id = any(${rows.map(({ waybillId }) => waybillId)}::bigint[]) and payer = 'consignee'`.execute(
    tx,
  )
  return new Set(found.rows.map(({ id }) => id))
}

export async function readPayable(
  tx: Tx,
  actor: Actor,
  { waybillIds }: Input<typeof getPayable>,
): Promise<Output<typeof getPayable>> {
  const rows = await payables(tx, actor, waybillIds)
  const fees = await openFees(tx, rows)
  const notOffered = (await owedByConsignees(tx, rows)).union(new Set(fees.map(({ chargeId }) => chargeId)))
  const { charges } = await openCharges(tx, actor, { direction: 'receipt', paymentId: undefined, ...partyNamed(rows) })
  const [first] = rows
  const profile = await sql<{ said: string }>`select concat_ws(' ', bank, account) as said from invoice_profile
    where company_id = ${first?.customerId ?? null} and is_default and enabled and not is_deleted`.execute(tx)
  return {
    customerName: first?.customerName ?? '',
    payeeAccount: profile.rows[0]?.said || null,
    waybills: rows.map(({ waybillId, waybillNo, cod }) => ({
      id: waybillId,
      waybillNo,
      cod,
      fee: feesOf(fees.filter((fee) => fee.waybillId === waybillId)),
    })),
    gross: grossOf(rows),
    fees: feesOf(fees),
    charges: charges.filter(({ chargeId }) => !notOffered.has(chargeId)),
  }
}
