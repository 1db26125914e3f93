import { Exact } from '@xunyun/contract/kernel/decimal'
import { sql } from 'kysely'
import { clock } from '../../../platform/clock.ts'
import type { Tx } from '../../../platform/db.ts'
import { type Change, recordEntries } from '../../../platform/history.ts'
import { pinyinOf, searchText } from '../../../platform/search.ts'
import {
  addedCharges,
  agreedBeside,
  changedCharges,
  drawCharges,
  isHeldCharge,
  openDays,
  waiveCharges,
} from '../../charges/index.ts'
import type { For, LeftOut } from './queries.rating.ts'
import type { Calculated } from './rating.ts'

export type Range = For & { readonly from: string; readonly to: string }

/** One charge as it comes out: its item, its day or document, and why. */
export type Made = Calculated & {
  quotationId: number
  termId: number
  warehouseId: number
  day: string
  fromDay: string
  docType: string | null
  docId: number | null
  docNo: string | null
  problems: LeftOut[]
}

/** Who does it; null: the night. */
export type By = { readonly userId: number | null; readonly name: string }

/** Warehouse charges as they are written: a receivable row of `charge` and, with the same id, what it is for. */

/** One to be written. */
export type Owed = Made & {
  customerId: number
  customerName: string
  lineId: number
  quotationNo: string
  trigger: string
  feeItem: string
  basis: string
  rate: string | null
  taxRate: string | null
  remark: string | null
}
/** One that is written. */
export type Existing = {
  id: number
  customerId: number
  customerName: string
  lineId: number
  warehouseId: number
  trigger: string
  feeItem: string
  day: string
  docType: string | null
  docId: number | null
  docNo: string | null
  termId: number
  quantity: string
  chargeable: string
  rate: string | null
  taxRate: string | null
  amount: string
  /** What 费用增减 changed of it: a rate makes none of it. */
  agreed: string
  problems: number
  /** Applied for, settled, stated, adjusted, or of a closed month: it stays, and what differs is beside it (M3). */
  held: boolean
  version: number
}

/**
 * What is charged in a period: days and documents of it, and the months that it touches as a whole, each with what adjusts it. What was entered
 * by hand stays out.
 */
export async function existing(
  tx: Tx,
  { from, to, customerId, warehouses }: Range,
  months: { from: string; to: string } | undefined,
): Promise<Existing[]> {
  const found = await sql<Existing>`
    -- unscoped: the caller says for whom, and has looked at his scope
    select c.id, c.customer_id as "customerId", k.name as "customerName", c.line_id as "lineId", c.warehouse_id as "warehouseId", c.trigger,
      c.fee_item as "feeItem", c.day, c.doc_type as "docType", c.doc_id as "docId", c.doc_no as "docNo", c.item_id as "termId",
      trim_scale(c.quantity + a.quantity)::text as quantity, trim_scale(c.chargeable + a.chargeable)::text as chargeable, c.rate,
      h.tax_rate as "taxRate", (c.amount + a.amount)::text as amount, (
        select coalesce(sum(b.amount), 0)::numeric(14,2)::text from (${agreedBeside}) b) as agreed, jsonb_array_length(c.problems) as problems, ${isHeldCharge} as held, c.version
    from warehouse_charge c join charge h on h.id = c.id join quotation_item i on i.id = c.item_id join company k on k.id = c.customer_id
    -- unscoped: what adjusts it
    cross join lateral (select coalesce(sum(b.quantity), 0) as quantity, coalesce(sum(b.chargeable), 0) as chargeable,
      coalesce(sum(b.amount), 0) as amount from warehouse_charge b where b.adjusts_id = c.id) a
    where c.state <> 'cancelled' and c.reverses_id is null and c.adjusts_id is null and c.trigger <> 'valueAdded'
      and not exists (select 1 from warehouse_charge r where r.reverses_id = c.id)
      and case when i.time_unit = 'month' then c.day between ${months?.from ?? 'infinity'}::date and ${months?.to ?? 'infinity'}::date
        else c.day between ${from}::date and ${to}::date end
      and ${customerId === undefined ? sql`true` : sql`c.customer_id = ${customerId}`}
      and ${warehouses === null ? sql`true` : sql`c.warehouse_id = any(${[...warehouses]}::bigint[])`}
    order by c.id for no key update of c`.execute(tx)
  return found.rows
}

const chunkSize = 2000
const chunks = <T>(all: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(all.length / chunkSize) }, (_, at) => all.slice(at * chunkSize, (at + 1) * chunkSize))

const searchOf = (owed: Owed) =>
  searchText([owed.customerName, pinyinOf(owed.customerName), owed.docNo, owed.quotationNo, owed.remark])

/** Writes charges; answers their ids in their order. */
export async function insert(tx: Tx, by: By, all: readonly Owed[]): Promise<number[]> {
  const ids: number[] = []
  const search = new Map<string, string>()
  for (const owed of chunks(all)) {
    // The two rows of a charge share their id, so it is drawn before them.
    const drawn = await drawCharges(tx, owed.length)
    const dated = await openDays(
      tx,
      owed.map(({ day }) => day),
    )
    const rows = owed.map((one, at) => {
      const words = `${one.customerId}/${one.docNo}/${one.lineId}/${one.remark}`
      if (!search.has(words)) search.set(words, searchOf(one))
      return {
        id: drawn[at],
        customer_id: one.customerId,
        line_id: one.lineId,
        quotation_id: one.quotationId,
        item_id: one.termId,
        warehouse_id: one.warehouseId,
        trigger: one.trigger,
        fee_item: one.feeItem,
        from_day: one.fromDay,
        day: one.day,
        dated_on: dated(one.day),
        doc_type: one.docType,
        doc_id: one.docId,
        doc_no: one.docNo,
        quantity: one.quantity,
        free: one.free,
        chargeable: one.chargeable,
        rate: one.rate,
        amount: one.amount,
        tax_rate: one.taxRate,
        explanation: one.steps,
        problems: one.problems,
        remark: one.remark,
        search: search.get(words),
      }
    })
    await sql`
      with r as materialized (
        select * from json_to_recordset(${JSON.stringify(rows)}::json) as r(id bigint, customer_id bigint, line_id bigint, quotation_id bigint,
          item_id bigint, warehouse_id bigint, trigger text, fee_item text, from_day date, day date, dated_on date, doc_type text, doc_id bigint, doc_no text,
          adjusts_id bigint, quantity numeric, free numeric, chargeable numeric, rate numeric, amount numeric, tax_rate numeric, explanation jsonb, problems jsonb,
          remark text, search text)
      ), money as (${addedCharges(by, sql`r`)})
      insert into warehouse_charge (id, line_id, quotation_id, item_id, customer_id, warehouse_id, trigger, fee_item, from_day, day, doc_type,
        doc_id, doc_no, quantity, free, chargeable, rate, amount, problems, remark, search)
      select id, line_id, quotation_id, item_id, customer_id, warehouse_id, trigger, fee_item, from_day, day, doc_type, doc_id, doc_no,
        quantity, free, chargeable, rate, amount, problems, remark, search from r`.execute(tx)
    ids.push(...drawn)
  }
  return ids
}

/** Charges that come out otherwise become that; their timelines say old and new. */
export async function update(tx: Tx, by: By, all: readonly { old: Existing; now: Owed }[]): Promise<void> {
  for (const some of chunks(all)) {
    const rows = some.map(({ old, now }) => ({
      id: old.id,
      quotation_id: now.quotationId,
      item_id: now.termId,
      from_day: now.fromDay,
      quantity: now.quantity,
      free: now.free,
      chargeable: now.chargeable,
      rate: now.rate,
      amount: now.amount,
      tax_rate: now.taxRate,
      explanation: now.steps,
      problems: now.problems,
    }))
    await sql`
      with r as materialized (
        select * from json_to_recordset(${JSON.stringify(rows)}::json) as r(id bigint, quotation_id bigint, item_id bigint, from_day date,
          quantity numeric, free numeric, chargeable numeric, rate numeric, amount numeric, tax_rate numeric, explanation jsonb, problems jsonb)
      ), money as (${changedCharges(by, sql`r`)})
      update warehouse_charge c set quotation_id = r.quotation_id, item_id = r.item_id, from_day = r.from_day, quantity = r.quantity,
        free = r.free, chargeable = r.chargeable, rate = r.rate, amount = r.amount, problems = r.problems, version = c.version + 1
      from r where c.id = r.id`.execute(tx)
    await record(
      tx,
      by,
      'recomputed',
      some.map(({ old, now }) => ({
        id: old.id,
        changes: [
          { field: 'quantity', from: old.quantity, to: now.quantity },
          { field: 'chargeable', from: old.chargeable, to: now.chargeable },
          { field: 'amount', from: old.amount, to: now.amount },
        ].filter(({ from, to }) => Number(from) !== Number(to)),
      })),
    )
  }
}

/** Nothing is owed for them any more; what had been calculated stays to be read. */
export async function cancel(
  tx: Tx,
  by: By,
  all: readonly { id: number; amount: string }[],
  reason: string | null,
): Promise<void> {
  for (const some of chunks(all)) {
    const ids = some.map(({ id }) => id)
    await waiveCharges(tx, by, ids)
    // unscoped: charges that the caller has looked up
    await sql`update warehouse_charge set state = 'cancelled', cancel_reason = ${reason}, version = version + 1 where id = any(${ids}::bigint[])`.execute(
      tx,
    )
    await record(
      tx,
      by,
      'cancelled',
      some.map(({ id, amount }) => ({
        id,
        changes: [
          { field: 'state', from: 'open', to: 'cancelled' },
          { field: 'amount', from: amount, to: '0.00' },
          ...(reason === null ? [] : [{ field: 'reason', from: null, to: reason }]),
        ],
      })),
    )
  }
}

/** A charge that is held does not change: one against it takes it back, with what adjusted it or was agreed about it, dated today. */
export async function takeBack(tx: Tx, by: By, all: readonly Existing[]): Promise<void> {
  for (const old of all) {
    const { day, docNo, quantity, chargeable } = old
    const amount = new Exact(old.amount).plus(old.agreed).toFixed(2)
    const contrary = (value: string) => new Exact(value).negated().toFixed()
    await beside(tx, by, old, 'reverses_id', {
      amount: contrary(amount),
      quantity: contrary(quantity),
      chargeable: contrary(chargeable),
      rate: old.rate,
      taxRate: old.taxRate,
      steps: [{ step: 'reverses', params: { day, no: docNo ?? '', amount } }],
    })
    await record(tx, by, 'reversed', [{ id: old.id, changes: [{ field: 'amount', from: amount, to: '0.00' }] }])
  }
}

/** Held ones that come out otherwise: a charge of today beside each takes the difference (V29). */
export async function adjust(tx: Tx, by: By, all: readonly { old: Existing; now: Owed }[]): Promise<void> {
  for (const { old, now } of all) {
    const more = (after: string, before: string) => new Exact(after).minus(before).toFixed()
    const amount = more(now.amount, old.amount)
    await beside(tx, by, old, 'adjusts_id', {
      amount,
      quantity: more(now.quantity, old.quantity),
      chargeable: more(now.chargeable, old.chargeable),
      rate: now.rate,
      taxRate: now.taxRate,
      steps: [...now.steps, { step: 'adjusts', params: { day: old.day, no: old.docNo ?? '', amount: old.amount } }],
    })
    await record(tx, by, 'adjusted', [{ id: old.id, changes: [{ field: 'amount', from: old.amount, to: now.amount }] }])
  }
}

/** A charge of today that adjusts or reverses one that stays. */
async function beside(
  tx: Tx,
  by: By,
  old: Existing,
  as: 'adjusts_id' | 'reverses_id',
  { amount, quantity, chargeable, rate, taxRate, steps }: Beside,
): Promise<void> {
  const today = clock.today()
  const [id] = await drawCharges(tx, 1)
  await addedCharges(
    by,
    sql`(select ${id}::bigint as id, ${old.warehouseId}::bigint as warehouse_id, ${today}::date as dated_on, ${old.feeItem}::text as fee_item,
      ${old.customerId}::bigint as customer_id, ${amount}::numeric as amount, ${taxRate}::numeric as tax_rate, ${old.id}::bigint as adjusts_id,
      ${JSON.stringify(steps)}::jsonb as explanation) r`,
  ).execute(tx)
  await sql`
    -- unscoped: a charge that the caller has looked up
    insert into warehouse_charge (id, line_id, quotation_id, item_id, customer_id, warehouse_id, trigger, fee_item, from_day, day, doc_type,
      doc_id, doc_no, quantity, free, chargeable, rate, amount, ${sql.id(as)}, search)
    select ${id}, line_id, quotation_id, item_id, customer_id, warehouse_id, trigger, fee_item, ${today}, ${today}, doc_type, doc_id, doc_no,
      ${quantity}, ${new Exact(quantity).minus(chargeable).toFixed()}, ${chargeable}, ${rate}, ${amount}, id, search
    from warehouse_charge where id = ${old.id}`.execute(tx)
}
type Beside = Pick<Made, 'amount' | 'quantity' | 'chargeable' | 'steps'> & {
  rate: string | null
  taxRate: string | null
}

/** Timelines of many charges in one statement. */
const record = (tx: Tx, by: By, action: string, all: readonly { id: number; changes: Change[] }[]): Promise<void> =>
  recordEntries(
    tx,
    by,
    all.map((one) => ({ entity: 'warehouseCharge', action, ...one })),
  )
