import * as approvals from '@xunyun/contract/approvals/calls'
import * as adjustments from '@xunyun/contract/costs/adjustments'
import { confirmPrices } from '@xunyun/contract/waybills/charges'
import { sql } from 'kysely'
import type { Freight } from './freight.ts'
import type { Person, World } from './world.ts'

/** Reviews, as this person, whatever has a number. */
export const deciding =
  (by: Person) =>
  async (no: string, decision: 'approve' | 'reject' = 'approve') => {
    const { rows } = await by.client.ok(approvals.getApprovals, { pageSize: 500, q: no })
    return by.client.ok(approvals.decideApprovals, { ids: rows.map(({ id }) => id), decision, opinion: '核对过' })
  }

type Owing = { readonly world: World; readonly freight: Freight; readonly by: Person }

/** Freight of one waybill that its customer agreed to. */
export async function owed(
  { world, freight, by }: Owing,
  customerId: number | undefined,
  bizDate: string,
  amount: string,
  over: object = {},
) {
  const made = await freight.waybill(world.admin, 1, {
    customerId,
    bizDate,
    charges: [{ feeItem: 'freight', amount }],
    ...over,
  } as never)
  await deciding(by)(made.waybillNo)
  await world.admin.ok(confirmPrices, { ids: [made.id] })
  return made
}

/** A customer with agreed freight of these amounts, in the order of their bill days. */
export async function customerOwing(owing: Owing, name: string, amounts: readonly string[]) {
  const { world } = owing
  const company = await world.company(name, ['customer'])
  await world.db
    .updateTable('company')
    .set({ settle_method: 'monthly', bill_day: 25, credit_days: 30 })
    .where('id', '=', company)
    .execute()
  const made: { id: number; chargeId: number }[] = []
  for (const [at, amount] of amounts.entries()) {
    const { id } = await owed(owing, company, `2026-0${at + 6}-10`, amount)
    const charge = await sql<{ id: number }>`select id from charge where waybill_id = ${id}`.execute(world.db)
    made.push({ id, chargeId: (charge.rows[0] as { id: number }).id })
  }
  return { company, charges: made.map(({ chargeId }) => chargeId), waybills: made.map(({ id }) => id) }
}

/** An approved adjustment of a waybill; of a day, where it was made then. */
export async function adjusted(
  { world, by }: Pick<Owing, 'world' | 'by'>,
  waybillId: number,
  amount: string,
  day?: string,
) {
  const { nos } = await world.admin.ok(adjustments.addAdjustments, {
    lines: [{ waybillId, feeItem: 'freight', amount, reason: '客户投诉破损' }],
    submit: true,
  })
  await deciding(by)(nos[0] as string)
  if (day !== undefined)
    await sql`update charge set day = ${day} where waybill_id = ${waybillId} and source = 'adjustment'`.execute(
      world.db,
    )
}

type Issued = {
  readonly kind: string
  readonly gross: string
  readonly parts: readonly (readonly [chargeId: number, amount: string])[]
  readonly ofId: number | null
  readonly company: number
  readonly outletId: number
  readonly by: number
}
/** An issued invoice of one line, or what reverses one; answers its id. */
export async function issued(
  world: World,
  { kind, gross, parts, ofId, company, outletId, by }: Issued,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into invoice (no, kind, state, customer_id, title, type, merge, seller_id, outlet_id, gross, net, tax, invoice_no, issued_on, applicant_id, of_id, search)
    values (${`${kind} ${gross}`}, ${kind}, 'issued', ${company}, '宁波北仑', 'ordinary', 'taxItem', ${outletId}, ${outletId},
      ${gross}, ${gross}, 0, ${`263320000099${gross.replace(/\D/g, '').padStart(8, '0')}`}, '2026-07-01', ${by}, ${ofId}, '') returning id`.execute(
    world.db,
  )
  const made = rows[0]?.id as number
  const line = await sql<{ id: number }>`
    insert into invoice_line (invoice_id, seq, key, item_name, tax_rate, gross, net, tax, reckoned_tax, freight)
    values (${made}, 1, 'k', '运输服务', 0, ${gross}, ${gross}, 0, 0, false) returning id`.execute(world.db)
  for (const [at, [chargeId, amount]] of parts.entries())
    await sql`insert into invoice_part (line_id, seq, charge_id, amount, net)
      values (${line.rows[0]?.id}, ${at + 1}, ${chargeId}, ${amount}, ${amount})`.execute(world.db)
  return made
}
