import type { Language } from '@xunyun/contract/pages'
import type { ReceiptListType } from '@xunyun/contract/printing/papers'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Actor, isCustomer } from '../../platform/actor.ts'
import type { Tx } from '../../platform/db.ts'
import { inScope } from '../../platform/scope.ts'
import type { PaperTable } from './engine/paper.ts'
import { type Papers, type Printable, sharedFields } from './queries.papers.ts'
import { moment, phone } from './words.ts'

/** Lists of signed receipts that went out together: to an outlet (寄出清单), to the customer (返单清单). */

const kindOf = { receiptSending: 'send', receiptReturn: 'return' } as const
/** The papers `x` of a batch `b`. */
const batchOf = (type: ReceiptListType) => (type === 'receiptSending' ? sql`x.send_batch_id` : sql`x.return_batch_id`)

/** Whoever sees one of its waybills sees a batch, with what he sees of it; how papers travel is no customer's business. */
const seen = (actor: Actor, type: ReceiptListType): RawBuilder<SqlBool> =>
  isCustomer(actor)
    ? sql<SqlBool>`false`
    : sql<SqlBool>`b.kind = ${kindOf[type]} and exists (select from signed_receipt x join waybill w on w.id = x.waybill_id
        where ${batchOf(type)} = b.id and not x.is_deleted and ${inScope(actor, 'waybill', 'w')})`

export async function receiptListPrintables(
  tx: Tx,
  actor: Actor,
  type: ReceiptListType,
  ids: readonly number[],
): Promise<Map<number, Printable>> {
  const { rows } = await sql<Printable>`
    select b.id, b.batch_no as no, b.kind as state, 0 as pieces, null as "customerId", coalesce(pc.count, 0) as count
    from signed_receipt_batch b left join print_count pc on pc.type = ${type} and pc.record_id = b.id
    where b.id = any(${[...ids]}::bigint[]) and ${seen(actor, type)}`.execute(tx)
  return new Map(rows.map((row) => [row.id, row]))
}

export async function latestReceiptList(tx: Tx, actor: Actor, type: ReceiptListType): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select b.id from signed_receipt_batch b where ${seen(actor, type)} order by b.id desc limit 1`.execute(tx)
  return rows[0]?.id
}

type Batch = {
  id: number
  no: string
  companyName: string
  outletName: string
  outletPhone: string | null
  toName: string | null
  expressCompany: string | null
  expressNo: string | null
  arrangementNo: string | null
  handedAt: string
}
type Line = {
  batchId: number
  receiptNo: string
  waybillNo: string
  customerName: string | null
  consigneeName: string
  consigneeCompany: string | null
  fromCity: string
  toCity: string
  copies: number
}

/** Two reads however many they are. */
export async function receiptLists(
  tx: Tx,
  actor: Actor,
  type: ReceiptListType,
  ids: readonly number[],
): Promise<Papers> {
  const batches = await sql<Batch>`
    select b.id, b.batch_no as no, coalesce(h.name, o.name) as "companyName", o.short_name as "outletName", o.tel as "outletPhone",
      coalesce(t.short_name, c.name) as "toName", b.express_company as "expressCompany", b.express_no as "expressNo",
      b.arrangement_no as "arrangementNo", b.created_at as "handedAt"
    from signed_receipt_batch b join company o on o.id = b.from_outlet_id left join company h on h.id = o.parent_id
    left join company t on t.id = b.to_outlet_id left join company c on c.id = b.customer_id
    where b.id = any(${[...new Set(ids)]}::bigint[]) and ${seen(actor, type)}`.execute(tx)
  const lines = await sql<Line>`
    select ${batchOf(type)} as "batchId", x.receipt_no as "receiptNo", w.waybill_no as "waybillNo", c.name as "customerName",
      w.consignee_name as "consigneeName", w.consignee_company as "consigneeCompany", w.shipper_city as "fromCity",
      w.consignee_city as "toCity", x.copies
    from signed_receipt x join waybill w on w.id = x.waybill_id left join company c on c.id = w.customer_id
    where ${batchOf(type)} = any(${batches.rows.map(({ id }) => id)}::bigint[]) and not x.is_deleted and ${inScope(actor, 'waybill', 'w')}
    order by 1, x.receipt_no`.execute(tx)
  const linesOf = Map.groupBy(lines.rows, ({ batchId }) => batchId)
  const byId = new Map(batches.rows.map((batch) => [batch.id, batch]))
  return ({ id, reprint }, language: Language) => {
    const batch = byId.get(id)
    if (batch === undefined) return undefined
    const papers = linesOf.get(id) ?? []
    const copies = String(papers.reduce((all, paper) => all + paper.copies, 0))
    return {
      no: batch.no,
      reprint,
      barcode: batch.no,
      qr: batch.no,
      fields: {
        ...sharedFields(actor, type, language, batch.companyName),
        receiptBatchNo: batch.no,
        outletName: batch.outletName,
        outletPhone: phone(batch.outletPhone ?? ''),
        goesTo: batch.toName ?? '',
        handedAt: moment(batch.handedAt),
        expressCompany: batch.expressCompany ?? '',
        expressNo: batch.expressNo ?? '',
        arrangementNo: batch.arrangementNo ?? '',
        receiptCount: String(papers.length),
        receiptCopies: copies,
      },
      tables: { receipts: receiptTable(papers, copies) },
    }
  }
}

const receiptTable = (papers: readonly Line[], copies: string): PaperTable => ({
  flows: true,
  rows: papers.map((paper, at) => ({
    seq: String(at + 1),
    receiptNo: paper.receiptNo,
    waybillNo: paper.waybillNo,
    customerName: paper.customerName ?? '',
    consignee: paper.consigneeCompany ?? paper.consigneeName,
    route: `${paper.fromCity} → ${paper.toCity}`,
    copies: String(paper.copies),
  })),
  total: { copies },
})
